/**
 * Schedules of other simulators, job by job, equal to the second.
 *
 * - predictsim-*-EASY: pyss, one event, one pass. 159,686 starts.
 * - predictsim-*-EASYpp-*, -EASYpred-*: the same with predicted run times. EASY++ (Tsafrir, Etsion and Feitelson 2007)
 *   with the users' last two run times, whose predictions and corrections are compared too, and with true run times;
 *   EASY with true run times. 3 × 159,686 starts.
 * - textbook-*: two further simulators that agree with each other, the default rules. 64,006 starts of each of
 *   EASY and FCFS.
 * - pyss-lublin_256-CONS: conservative backfilling by pyss: the earliest slot at submit, one compression in submit
 *   order at each completion, single events. 10,000 starts.
 */
import { describe, expect, it } from 'vitest'
import { DEFAULT_SEMANTICS, DIALECTS, type Semantics } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { type JobTable, replaceColumns } from '../../src/trace/job-table.js'
import { LAST_TWO } from '../../src/workload/predictions/last-two.js'
import { missing, requirements } from '../support/data.js'
import { plainPolicy } from '../support/policies.js'
import {
  averageBoundedSlowdown,
  differences,
  readActual,
  readPredictsim,
  readStarts,
} from '../support/reference.js'

function expectEqual(
  jobs: JobTable,
  processors: number,
  written: string,
  rules: Semantics,
  theirs: Float64Array,
): void {
  const policy = plainPolicy(written)
  const schedule = simulate({ jobs, processors, policy, rules })
  expect(differences(jobs, schedule.start, theirs)).toEqual([])
  expect(validate(schedule, { policy, rules })).toEqual([])
}

describe.skipIf(missing(requirements.reference))('pyss, single events', () => {
  it.each([
    ['CTC-SP2', 338, 77_199, '49.57'],
    ['KTH-SP2', 100, 28_481, '92.58'],
    ['SDSC-SP2', 128, 54_006, '87.87'],
  ])('EASY on %s', (log, processors, length, slowdown) => {
    const { jobs, start } = readPredictsim(`${log}-EASY`)
    expect(jobs.length).toBe(length)
    expectEqual(jobs, processors, 'easy', DIALECTS.pyss, start)
    expect(averageBoundedSlowdown(jobs, start).toFixed(2)).toBe(slowdown)
  })
})

describe.skipIf(missing(requirements.reference))('pyss, predicted run times', () => {
  const LOGS = [
    ['CTC-SP2', 338, '85.77', '17.57', '37.17'],
    ['KTH-SP2', 100, '63.50', '49.85', '71.72'],
    ['SDSC-SP2', 128, '79.40', '56.84', '70.48'],
  ] as const

  it.each(LOGS)(
    "EASY++ on %s: the users' last two run times, with corrections",
    (log, processors, slowdown) => {
      const { jobs, start, corrections, predictions } = readPredictsim(`${log}-EASYpp-tsafrir`)
      const schedule = simulate({
        jobs,
        processors,
        policy: plainPolicy('easy:fcfs/spt'),
        rules: DIALECTS.pyss,
        predictor: LAST_TWO,
      })
      expect(differences(jobs, schedule.start, start)).toEqual([])
      expect(differences(jobs, schedule.jobs.estimate, predictions)).toEqual([])
      expect(differences(jobs, Float64Array.from(schedule.corrections!), corrections)).toEqual([])
      expect(validate(schedule)).toEqual([])
      expect(averageBoundedSlowdown(jobs, start).toFixed(2)).toBe(slowdown)
    },
  )

  it.each(LOGS)('EASY++ and EASY on %s: true run times', (log, processors, _, plusPlus, easy) => {
    for (const [file, policy, slowdown] of [
      ['EASYpp', 'easy:fcfs/spt', plusPlus],
      ['EASYpred', 'easy', easy],
    ]) {
      const { jobs, start } = readPredictsim(`${log}-${file}-clairvoyant`)
      const exact = replaceColumns(jobs, { estimate: jobs.runtime })
      expectEqual(exact, processors, policy, DIALECTS.pyss, start)
      expect(averageBoundedSlowdown(jobs, start).toFixed(2)).toBe(slowdown)
    }
  })
})

describe.skipIf(missing(requirements.reference))('two textbook simulators, the default rules', () => {
  it.each([
    ['EASY', 'easy'],
    ['FCFS', 'fcfs'],
  ])('%s on SDSC-SP2', (algorithm, policy) => {
    const { jobs } = readPredictsim('SDSC-SP2-EASY')
    expectEqual(jobs, 128, policy, DEFAULT_SEMANTICS, readStarts(`textbook-SDSC-SP2-${algorithm}`, jobs))
  })

  it('tell the two event rules apart: AVEbsld 87.81 and 87.87 on SDSC-SP2', () => {
    const { jobs } = readPredictsim('SDSC-SP2-EASY')
    const slowdown = (rules: Semantics) =>
      averageBoundedSlowdown(
        jobs,
        simulate({ jobs, processors: 128, policy: plainPolicy('easy'), rules }).start,
      )
    expect(slowdown(DEFAULT_SEMANTICS).toFixed(2)).toBe('87.81')
    expect(slowdown(DIALECTS.pyss).toFixed(2)).toBe('87.87')
  })
})

describe.skipIf(missing(requirements.reference, requirements.traces))('lublin_256', () => {
  it.each([
    ['EASY, textbook', 'easy', DEFAULT_SEMANTICS, 'textbook-lublin_256-EASY'],
    ['FCFS, textbook', 'fcfs', DEFAULT_SEMANTICS, 'textbook-lublin_256-FCFS'],
    ['CONS, pyss', 'cons', DIALECTS.pyss, 'pyss-lublin_256-CONS'],
  ])('%s', (_, policy, rules, file) => {
    const jobs = readActual('lublin_256.swf.gz')
    expect(jobs.length).toBe(10_000)
    expectEqual(jobs, 256, policy, rules, readStarts(file, jobs))
  })
})
