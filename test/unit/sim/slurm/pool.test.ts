/** `slurm:` on a pool of processors beside a slow twin: which starts its cycles plan and make, and that none is left out that could start something. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MultifactorRanking } from '../../../../src/sim/orders/multifactor/ranking.js'
import { parsePolicy, type SimulatedPolicy } from '../../../../src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../../../../src/sim/semantics.js'
import { simulate } from '../../../../src/sim/simulate.js'
import type { Site } from '../../../../src/sim/site.js'
import { PoolCycles } from '../../../../src/sim/slurm/scheduler/pool.js'
import type { QueueEntry } from '../../../../src/sim/slurm/scheduler/queue.js'
import type { JobTable } from '../../../../src/trace/job-table.js'
import { SCHEDULER_DEFAULTS, type SchedulerParameters } from '../../../../src/trace/slurm-conf/index.js'
import { tableOf } from '../../../support/arbitraries.js'
import { generateJobs } from '../../../support/generate.js'
import { runs } from '../../../support/runs.js'
import { poolBackfillTwin } from '../../../support/twin/pool-backfill.js'

const PROCESSORS = 32
const SMALL = 16
const SETTINGS: readonly Partial<SchedulerParameters>[] = [
  {},
  { mostTested: 4 },
  { mostOfUser: 2, mostTested: 9 },
  { window: 7200, resolution: 600 },
  { killWait: 300, depth: 2, interval: 90 },
]
const ORDERS = [
  ...['fcfs', 'saf', 'wfp3', 'multifactor(age=1000, fairshare=2000, size=300, period=60)'],
  // Priorities that drift past each other, some up to their greatest age, in each of many short periods.
  'multifactor(age=3000, maxage=0.05, fairshare=0, size=300, favorsmall=1, period=1)',
  'multifactor(age=400, maxage=0.5, fairshare=300, size=90, period=1)',
]

/** Settings under which little is planned, so that what was found stays true for long. */
const NARROW: readonly Partial<SchedulerParameters>[] = [
  { window: 1800 },
  { mostTested: 8 },
  { window: 900, mostOfUser: 3 },
  { killWait: 300, depth: 2, interval: 90 },
]

/** Queues of dozens of jobs. */
function jobsOf(seed: number, jobs = 150, processors = PROCESSORS): JobTable {
  const { id, submit, size, user, runtime, estimate } = generateJobs({
    ...{ seed, jobs, processors, load: 1.2 + 0.4 * (seed % 5) },
  })
  const rows = Array.from(id, (number, k) => ({
    ...{ id: number, submit: submit[k], size: size[k], user: user[k], group: user[k] % 3 },
    ...{ runtime: Math.max(1, runtime[k]), estimate: Math.max(1, estimate[k]) },
  }))
  return tableOf(rows)
}

function simulated(
  jobs: JobTable,
  order: string,
  scheduler: Partial<SchedulerParameters>,
  processors = PROCESSORS,
): Float64Array {
  const site = {
    ...{ clock: { unixStart: 0, zone: 0 }, priority: null, resources: null, partitions: null, qos: null },
    ...{ shares: null, scheduler: { ...SCHEDULER_DEFAULTS, ...scheduler } },
  } as unknown as Site
  const policy = parsePolicy(`slurm:${order}`) as SimulatedPolicy
  return simulate({ jobs, processors, policy, site }).start
}

/** Cycles by the twin, each of which has to be run again at the next instant. */
function slowly(settings: SchedulerParameters, processors = PROCESSORS): void {
  const spy = vi.spyOn(PoolCycles.prototype, 'backfill')
  spy.mockImplementation(function (this: PoolCycles, running, queue, now) {
    const starts = poolBackfillTwin(processors, running, queue, now, settings)
      .filter(({ start }) => start === now)
      .map(({ entry }) => ({ entry, placement: this.resumed([entry]) }))
    return { starts, until: now }
  })
  // Priorities that could be others at each look.
  vi.spyOn(MultifactorRanking.prototype, 'until').mockImplementation((now) => now)
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('slurm: on a pool', () => {
  const seeds = Array.from({ length: runs(3, 20) }, (_, k) => 41 + k)
  const cases = seeds.flatMap((seed) => ORDERS.map((order) => [order, seed] as const))

  it.each(cases)('starts by %s what a cycle starts that plans all (seed %i)', (order, seed) => {
    const jobs = jobsOf(seed)
    for (const given of SETTINGS) {
      const found = simulated(jobs, order, given)
      slowly({ ...SCHEDULER_DEFAULTS, ...given })
      expect([...found]).toEqual([...simulated(jobs, order, given)])
      vi.restoreAllMocks()
    }
  })

  it.each(ORDERS)(
    'starts by %s what it starts if every cycle is run, where most would find the same',
    (order) => {
      for (let seed = 41; seed < 41 + runs(40, 100); seed++) {
        const jobs = jobsOf(seed, 60, SMALL)
        for (const given of NARROW) {
          const found = simulated(jobs, order, given, SMALL)
          slowly({ ...SCHEDULER_DEFAULTS, ...given }, SMALL)
          expect([...found]).toEqual([...simulated(jobs, order, given, SMALL)])
          vi.restoreAllMocks()
        }
      }
    },
  )

  it('is told apart by each of these settings', () => {
    const jobs = jobsOf(44)
    const all = SETTINGS.map((given) => String(simulated(jobs, 'saf', given)))
    expect(new Set(all).size).toBe(SETTINGS.length)
  })

  it('looks at as many jobs as are in sight', () => {
    const jobs = jobsOf(44)
    const policy = parsePolicy('slurm:saf') as SimulatedPolicy
    const start = (sight: number) => {
      const rules = { ...DEFAULT_SEMANTICS, sight }
      return [...simulate({ jobs, processors: PROCESSORS, policy, rules }).start]
    }
    expect(start(1000)).toEqual(start(Number.POSITIVE_INFINITY))
    expect(start(3)).not.toEqual(start(1000))
  })

  it.each(seeds)('tells the starts that a cycle plans, and starts nothing (seed %i)', (seed) => {
    const jobs = jobsOf(seed, 120)
    for (const given of SETTINGS) {
      const settings = { ...SCHEDULER_DEFAULTS, ...given }
      const told: (readonly (readonly [number, number])[])[] = []
      const pairs = (planned: readonly { entry: QueueEntry; start: number }[]) =>
        planned.map(({ entry, start }) => [entry.job.id, start] as const)
      const cycle = PoolCycles.prototype.backfill
      vi.spyOn(PoolCycles.prototype, 'backfill').mockImplementation(function (
        this: PoolCycles,
        running,
        queue,
        now,
      ) {
        told.push(pairs(this.planned(running, queue, now)))
        expect(told.at(-1)).toEqual(pairs(poolBackfillTwin(PROCESSORS, running, queue, now, settings)))
        return cycle.call(this, running, queue, now)
      })
      const found = simulated(jobs, 'saf', given)
      vi.restoreAllMocks()
      expect([...found]).toEqual([...simulated(jobs, 'saf', given)])
      expect(told.length).toBeGreaterThan(10)
    }
  })
})
