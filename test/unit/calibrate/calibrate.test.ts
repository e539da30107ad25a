/** Sites that are planted in logs, by our own simulator and by one that knows nothing of it, are found again. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clockOf } from '../../../src/calibrate/clock.js'
import {
  type Answer,
  answerOf,
  calibrate,
  OBSERVED_FIELDS,
  observedOf,
} from '../../../src/calibrate/index.js'
import { momentsOf } from '../../../src/calibrate/moments.js'
import { structureOf } from '../../../src/calibrate/structure.js'
import { readLog } from '../../../src/lab/inputs/log.js'
import { QUIET } from '../../../src/lab/ports.js'
import type { Facility } from '../../../src/sim/facility/index.js'
import { missing, REFERENCE, requirements } from '../../support/data.js'
import { type Plant, plantedLog } from '../../support/planted.js'

const POOL: Facility = {
  partitions: [{ name: 'all', processors: [[0, 255]], jobs: null }],
  priorities: [],
  limits: [],
  maintenance: null,
}

const calibrated = (plant: Plant): Answer => answerOf(calibrate(plantedLog(plant)))

describe('a planted site', () => {
  it('is found with its limit, its cycle and its latency, though users hold jobs', () => {
    const plant: Plant = {
      ...{ seed: 11, jobs: 1_000, policy: 'easy:fcfs', cycle: 30, latency: 9, held: 0.02, load: 0.8 },
      facility: { ...POOL, limits: [{ kind: 'user-jobs', value: 3 }] },
      header: null,
    }
    const log = plantedLog(plant)
    expect(clockOf(log)).toMatchObject({ cycle: 30, latency: 9 })
    const answer = answerOf(calibrate(log))
    expect(answer).toMatchObject({ order: 'fcfs', algorithm: 'easy', partitions: [], maintenance: null })
    expect(answer.limits).toEqual([{ kind: 'userJobs', value: 3 }])
    expect(answer.machine).toBeGreaterThanOrEqual(251)
  })

  it('is found with partitions, maintenance and another order', () => {
    const answer = calibrated({
      ...{ seed: 5, jobs: 1_600, policy: 'list:spt', load: 0.8 },
      facility: {
        ...POOL,
        partitions: [
          { name: 'small', processors: [[0, 63]], jobs: { queues: [1], partitions: [] } },
          { name: 'large', processors: [[64, 255]], jobs: { queues: [2], partitions: [] } },
        ],
        maintenance: { every: 604_800, start: 180_000, duration: 14_400 },
      },
    })
    expect(answer).toMatchObject({
      machine: 256,
      order: 'shortest',
      algorithm: 'list',
      maintenance: { start: 180_000, duration: 14_400 },
      partitions: [
        { queues: [1], size: 64, overlaps: [] },
        { queues: [2], size: 192, overlaps: [] },
      ],
    })
  })

  it('is left open where rules are the same', () => {
    const answer = calibrated({ seed: 3, jobs: 800, policy: 'easy:smallest', facility: POOL })
    expect(answer).toMatchObject({ order: 'smallest', algorithm: null })
    expect(answer.cannotTell).toContain('algorithm')
  })

  it('is found though jobs as large as the machine are passed over while a processor is away', () => {
    const log = plantedLog({
      ...{ seed: 21, jobs: 900, policy: 'head:fcfs', largest: 128, load: 0.6, away: 21_600 },
      facility: { ...POOL, partitions: [{ name: 'all', processors: [[0, 127]], jobs: null }] },
    })
    expect(log.size.filter((size) => size === 128).length).toBeGreaterThan(5)
    const calibration = calibrate(log)
    expect(answerOf(calibration)).toMatchObject({ order: 'fcfs', algorithm: 'head' })
    expect(calibration.unexplained).toBeLessThan(0.3)
  })

  it('is not claimed where starts are chance', () => {
    const answer = calibrated({
      seed: 4,
      jobs: 1_200,
      policy: 'easy',
      facility: POOL,
      chance: true,
      header: null,
    })
    expect(answer).toMatchObject({
      order: null,
      algorithm: null,
      partitions: null,
      limits: null,
      maintenance: null,
    })
    expect(answer.cannotTell).toEqual(
      expect.arrayContaining(['order', 'algorithm', 'machine', 'partitions', 'limits']),
    )
  })

  it('is the same whenever it is looked for', () => {
    const plant: Plant = { seed: 8, jobs: 400, policy: 'easy:wfp3', facility: POOL }
    expect(calibrated(plant)).toEqual(calibrated(plant))
  })
})

describe.skipIf(missing(requirements.reference))('sites that another simulator planted', () => {
  const folder = join(REFERENCE ?? '', 'planted')
  const truth: { log: string; machine: number; partitions: { size: number; overlaps: string[] }[] }[] =
    JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8'))

  it.each(['09', '15'])('%s: machine, partitions and limits', async (name) => {
    const { trace } = await readLog(join(folder, 'logs', `${name}.swf.gz`), {}, OBSERVED_FIELDS, QUIET)
    const observed = observedOf(trace)
    const clock = clockOf(observed)
    const { machine, layout, limits } = structureOf(
      observed,
      momentsOf(observed, clock),
      clock,
      () => undefined,
    )
    const record = truth.find(({ log }) => log === name)
    expect(machine).toBe(record?.machine)
    const planted = record?.partitions ?? []
    expect(layout.overlaps.length).toBe(planted.reduce((sum, { overlaps }) => sum + overlaps.length, 0) / 2)
    expect(layout.partitions.length).toBe(Math.max(1, planted.length))
    const found: Record<string, readonly object[]> = {
      '09': [{ kind: 'queue-jobs', queue: 1, value: 2 }],
      '11': [{ kind: 'user-processors', value: 80 }],
      '15': [{ kind: 'queue-jobs', queue: 3, value: 22 }],
      '16': [],
    }
    expect(limits).toEqual(found[name])
  })
})
