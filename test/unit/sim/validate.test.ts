import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Placement } from '../../../src/sim/placement.js'
import type { Policy } from '../../../src/sim/policy.js'
import { DEFAULT_SEMANTICS, type Semantics } from '../../../src/sim/semantics.js'
import { MOST_VIOLATIONS, validate } from '../../../src/sim/validate.js'
import { workloads } from '../../support/arbitraries.js'
import { generateJobs } from '../../support/generate.js'
import { bySubmit, policyOf, staticOrder } from '../../support/orders.js'
import { earliestSlot, freeAt, type Hold } from '../../support/twin/profile.js'
import { simulateSlowly } from '../../support/twin.js'
import { jobsOf, type PartialJob } from '../../support/worlds.js'

type Planned = PartialJob & { readonly start: number }

/** What the validator says of jobs with these starts, as [rule, job] pairs. */
function broken(
  jobs: readonly Planned[],
  processors: number,
  policy?: Policy,
  rules: Semantics = DEFAULT_SEMANTICS,
) {
  const schedule = { jobs: jobsOf(jobs), processors, start: Float64Array.from(jobs, ({ start }) => start) }
  const options = policy === undefined ? { rules } : { policy, rules }
  return validate(schedule, options).map(({ rule, job }) => [rule, job])
}

describe('rules for every schedule', () => {
  it('finds jobs that were never started, and judges nothing else then', () => {
    expect(broken([{ start: Number.NaN }, { start: Number.POSITIVE_INFINITY }, { start: -5 }], 1)).toEqual([
      ['placed', 1],
      ['placed', 2],
      ['submit', 3],
    ])
  })

  it('finds starts before the submit', () => {
    expect(
      broken(
        [
          { submit: 10, start: 10 },
          { submit: 200, start: 199 },
        ],
        1,
      ),
    ).toEqual([['submit', 2]])
  })

  it('finds an overfull machine, at the job that overfills it', () => {
    const jobs = [
      { size: 3, runtime: 10, start: 0 },
      { size: 2, runtime: 10, start: 5 },
      { size: 2, runtime: 10, start: 10 },
    ]
    expect(broken(jobs, 4)).toEqual([['capacity', 2]])
    expect(broken(jobs, 5)).toEqual([])
  })

  it('lets a job start on processors that are given back at that instant', () => {
    expect(
      broken(
        [
          { size: 4, runtime: 10, start: 0 },
          { size: 4, start: 10 },
        ],
        4,
      ),
    ).toEqual([])
  })

  it('wants the processors of a zero-second job free beside all that run across its instant', () => {
    const across = [{ size: 3, runtime: 10, start: 0 }]
    expect(broken([...across, { size: 2, runtime: 0, start: 5 }], 4)).toEqual([['capacity', 2]])
    expect(broken([...across, { size: 1, runtime: 0, start: 5 }], 4)).toEqual([])
    expect(broken([...across, { size: 4, runtime: 0, start: 10 }], 4)).toEqual([])
  })

  it('lets zero-second jobs and their successors share an instant', () => {
    const jobs = [
      { size: 4, runtime: 0, start: 5 },
      { size: 4, runtime: 0, start: 5 },
      { size: 4, runtime: 9, start: 5 },
    ]
    expect(broken(jobs, 4)).toEqual([])
  })

  it('says where, when and why', () => {
    const jobs = jobsOf([{ size: 3 }, { id: 77, size: 2 }])
    const found = validate({ jobs, processors: 4, start: new Float64Array([0, 50]) })
    expect(found).toEqual([
      {
        rule: 'capacity',
        job: 77,
        instant: 50,
        message: 'Job 77 at 50: brings 5 processors into use of 4.',
      },
    ])
  })

  it('returns a bounded number of breaches', () => {
    const jobs = generateJobs({ seed: 1, jobs: 5000, processors: 8 })
    const start = new Float64Array(5000)
    expect(validate({ jobs, processors: 8, start }).filter(({ rule }) => rule === 'submit')).toHaveLength(
      MOST_VIOLATIONS,
    )
  })

  it('agrees on capacity with the sum at every instant', () => {
    const schedules = workloads({ positive: true }).chain(({ jobs, processors }) =>
      fc
        .array(fc.integer({ min: 0, max: 60 }), { minLength: jobs.length, maxLength: jobs.length })
        .map((delays) => ({
          jobs,
          processors,
          start: jobs.submit.map((submit, row) => submit + delays[row]),
        })),
    )
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { jobs, processors, start } = schedule
        const holds: Hold[] = [...start].map((from, row) => ({
          from,
          to: from + jobs.runtime[row],
          size: jobs.size[row],
        }))
        const overfull = [...start].some((instant) => freeAt(holds, processors, instant) < 0)
        expect(validate(schedule).some(({ rule }) => rule === 'capacity')).toBe(overfull)
      }),
      { seed: 20261121, numRuns: 500 },
    )
  })
})

describe('FCFS: starts in queue order', () => {
  const overtaken = [
    { submit: 0, start: 100 },
    { submit: 1, start: 50 },
  ]

  it('is checked for the order of submit', () => {
    expect(broken(overtaken, 2, policyOf('head'))).toEqual([['order', 2]])
    expect(broken(overtaken, 2, policyOf('list'))).toEqual([])
  })

  it('is not checked for other orders', () => {
    const largest = staticOrder('largest', (jobs, row) => -jobs.size[row])
    const jobs = [
      { size: 1, start: 100 },
      { size: 2, start: 0 },
    ]
    expect(broken(jobs, 2, policyOf('head', largest))).toEqual([])
  })

  it('knows that ties broken latest-first are another order', () => {
    const jobs = [{ start: 100 }, { start: 0 }]
    expect(broken(jobs, 1, policyOf('head'))).toEqual([['order', 2]])
    expect(broken(jobs, 1, policyOf('head'), { ...DEFAULT_SEMANTICS, ties: 'latest' })).toEqual([])
  })
})

describe("EASY: the head's first reservation", () => {
  // Job 1 holds half of the machine until 100; job 2 needs all of it and is promised 100.
  const running = { size: 2, runtime: 100, start: 0 }
  const head = { submit: 1, size: 4, runtime: 10 }
  const filler = { submit: 2, size: 2, runtime: 150 }

  it('is kept', () => {
    expect(
      broken([running, { ...head, start: 100 }, { ...filler, start: 110 }], 4, policyOf('easy')),
    ).toEqual([])
  })

  it('is broken by a backfilled job that runs on', () => {
    const jobs = [running, { ...head, start: 152 }, { ...filler, start: 2 }]
    expect(broken(jobs, 4, policyOf('easy'))).toEqual([['head-promise', 2]])
    // Without exact estimates there is no such promise.
    expect(broken([running, { ...jobs[1], estimate: 99 }, jobs[2]], 4, policyOf('easy'))).toEqual([])
    expect(broken(jobs, 4, policyOf('list'))).toEqual([])
  })

  it('is made when the job becomes head, not when it is submitted', () => {
    // Job 3 becomes head at 100 and is promised 110; what ran when it was submitted does not matter.
    const third = { submit: 2, size: 4, runtime: 10 }
    expect(broken([running, { ...head, start: 100 }, { ...third, start: 110 }], 4, policyOf('easy'))).toEqual(
      [],
    )
    expect(broken([running, { ...head, start: 100 }, { ...third, start: 111 }], 4, policyOf('easy'))).toEqual(
      [['head-promise', 3]],
    )
  })

  it('is broken by any delay of a head of an EASY schedule', () => {
    fc.assert(
      fc.property(workloads({ estimates: 'exact' }), fc.nat(), ({ jobs, processors }, pick) => {
        const policy = policyOf('easy')
        const start = simulateSlowly({ jobs, processors, policy })
        expect(validate({ jobs, processors, start }, { policy })).toEqual([])
        // Delay one job until all is over: later heads are late now unless it was the last.
        const row = pick % jobs.length
        const delayed = start.slice()
        delayed[row] = 1 + Math.max(...start.map((time, k) => time + jobs.runtime[k]))
        const found = validate({ jobs, processors, start: delayed }, { policy })
        expect(found.some(({ rule, job }) => rule === 'head-promise' && job === jobs.id[row])).toBe(true)
      }),
      { seed: 20261121, numRuns: 500 },
    )
  })
})

describe("CONS: everyone's first reservation", () => {
  it('is the earliest slot that earlier jobs leave', () => {
    const running = { size: 2, runtime: 100, start: 0 }
    const second = { submit: 1, size: 4, runtime: 10, start: 100 }
    const third = { submit: 2, size: 2, runtime: 150 }
    const fourth = { submit: 3, size: 2, runtime: 20 }
    const policy = policyOf('cons')
    expect(broken([running, second, { ...third, start: 110 }, { ...fourth, start: 3 }], 4, policy)).toEqual(
      [],
    )
    expect(broken([running, second, { ...third, start: 110 }, { ...fourth, start: 4 }], 4, policy)).toEqual([
      ['reservation-promise', 4],
    ])
    const limited = { ...DEFAULT_SEMANTICS, sight: 2 }
    expect(broken([running, second, { ...third, start: 111 }], 4, policy, limited)).toEqual([])
  })

  it('promises zero-second jobs nothing', () => {
    const running = { size: 2, runtime: 100, start: 0 }
    const instant = { submit: 1, size: 4, runtime: 0, start: 112 }
    const across = { submit: 2, size: 2, runtime: 110, start: 2 }
    expect(broken([running, instant, across], 4, policyOf('cons'))).toEqual([])
  })

  it('is met exactly by every job of a CONS schedule', () => {
    fc.assert(
      fc.property(
        workloads({ estimates: 'exact', positive: true }),
        fc.nat(),
        ({ jobs, processors }, pick) => {
          const policy = policyOf('cons', bySubmit)
          const start = simulateSlowly({ jobs, processors, policy })
          expect(validate({ jobs, processors, start }, { policy })).toEqual([])
          const row = pick % jobs.length
          const delayed = start.slice()
          delayed[row] += 1
          const found = validate({ jobs, processors, start: delayed }, { policy })
          expect(found.some(({ rule, job }) => rule === 'reservation-promise' && job === jobs.id[row])).toBe(
            true,
          )
        },
      ),
      { seed: 20261121, numRuns: 300 },
    )
  })
})

describe('static placement', () => {
  it('finds the slots that brute force finds', () => {
    const request = fc.record({
      gap: fc.integer({ min: 0, max: 3 }),
      size: fc.integer({ min: 1, max: 9 }),
      duration: fc.integer({ min: 0, max: 12 }),
    })
    fc.assert(
      fc.property(fc.array(request, { maxLength: 50 }), (requests) => {
        const placement = new Placement(9)
        const holds: Hold[] = []
        let now = 0
        for (const { gap, size, duration } of requests) {
          now += gap
          placement.forget(now)
          const slot = placement.earliest(now, size, duration)
          expect(slot).toBe(earliestSlot(holds, 9, now, size, duration))
          placement.hold(slot, slot + duration, size)
          holds.push({ from: slot, to: slot + duration, size })
        }
      }),
      { seed: 20261121, numRuns: 500 },
    )
    expect(new Placement(4).earliest(0, 5, 1)).toBe(Number.POSITIVE_INFINITY)
  })

  it('forgets a long past without losing what lies ahead', () => {
    const placement = new Placement(2)
    for (let k = 0; k < 5000; k++) placement.hold(2 * k, 2 * k + 1, 1)
    placement.forget(9000)
    expect(placement.earliest(9000, 2, 1)).toBe(9001)
    expect(placement.earliest(9000, 2, 2)).toBe(9999)
  })
})
