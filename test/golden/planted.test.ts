/**
 * Logs of planted sites, made by a simulator that knows nothing of ours, whose every recorded start follows from the site's
 * document: partitions that overlap, limits, maintenance, passes at intervals, reservations kept and made anew, fair share.
 *
 * Six have no noise. In log 05 starts are recorded up to ten seconds late; passes come each minute, so that the instants of the
 * passes, and with them the true estimates and run times, can be told from what is recorded.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/core/documents.js'
import { plantedSite } from '../../src/lab/calibrate/planted.js'
import { processorsOf, SITE_DOCUMENT } from '../../src/sim/facility/index.js'
import { validateFacility } from '../../src/sim/facility/validate.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { tableOf } from '../support/arbitraries.js'
import { missing, REFERENCE, requirements } from '../support/data.js'
import { plainPolicy } from '../support/policies.js'
import { expectNone, expectSame } from '../support/same.js'

const FOLDER = join(REFERENCE ?? '', 'planted')

/** Jobs, their fields and the instants of the passes that started them. */
function planted(log: string, cycle: number, latest: number) {
  const lines = gunzipSync(readFileSync(join(FOLDER, 'logs', `${log}.swf.gz`)))
    .toString()
    .split('\n')
  const rows = lines.filter((line) => /^\d/.test(line)).map((line) => line.trim().split(/\s+/).map(Number))
  const late = ([, submit, wait]: number[]) => (latest === 0 ? 0 : (submit + wait) % cycle)
  const jobs = tableOf(
    rows.map((row) => ({
      ...{ id: row[0], submit: row[1], runtime: row[3] + late(row), estimate: row[8] + latest },
      ...{ size: row[7], user: row[11], group: 1 },
    })),
  )
  const column = (of: (row: number[]) => number) => Float64Array.from(rows, of)
  return {
    jobs,
    fields: { queue: column((row) => row[14]), partition: column((row) => row[15]) },
    starts: column((row) => row[1] + row[2] - late(row)),
  }
}

describe.skipIf(missing(requirements.reference))('planted sites', () => {
  it.each([
    ['01', 'easy:fcfs, one pool', 0, 11_030],
    ['05', 'kept reservations, overlapping partitions, jobs of a user', 10, 4_701],
    ['06', 'smallest first planned anew, overlapping partitions, processors of a user', 0, 4_657],
    ['08', 'list, disjoint partitions', 0, 7_244],
    ['15', 'EASY, overlapping partitions, maintenance, jobs of a queue', 0, 4_549],
    ['16', 'kept reservations, disjoint partitions, a pass a minute', 0, 4_497],
    ['17', 'fair share, three overlapping partitions', 0, 7_850],
  ])('%s: %s', (log, _what, latest, length) => {
    const { document, left } = plantedSite(
      readFileSync(join(FOLDER, 'truth.json'), 'utf8'),
      'truth.json',
      log,
    )
    expect(left).toEqual(latest === 0 ? [] : [`starts are up to ${latest} s late`])
    const { facility, scheduling } = readDocument(SITE_DOCUMENT, JSON.stringify(document), 'site.json')
    const passInterval = scheduling['pass-interval'] ?? 0
    const { jobs, fields, starts } = planted(log, passInterval, latest)
    expect(jobs.length).toBe(length)
    const schedule = simulate({
      ...{ jobs, fields, facility, processors: processorsOf(facility) },
      policy: plainPolicy(scheduling.policy ?? ''),
      rules: { ...DEFAULT_SEMANTICS, passInterval, compress: scheduling.compress ?? 'queue' },
    })
    expectSame(schedule.start, starts)
    expectNone(validate(schedule))
    expectNone(validateFacility(schedule, facility, fields))
  })

  it('a log of random starts has no site, nor one that is not there', () => {
    const truth = readFileSync(join(FOLDER, 'truth.json'), 'utf8')
    expect(() => plantedSite(truth, 'truth.json', '14')).toThrow('log 14 has no scheduling')
    expect(() => plantedSite(truth, 'truth.json', '99')).toThrow('no record of log 99')
  })
})
