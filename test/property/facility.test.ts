/**
 * Facilities against what is simpler: one partition is one pool, so that each start is that of the engine of the house; a plan is
 * what counting second by second says; and on random facilities the independent check finds nothing.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Facility } from '../../src/sim/facility/index.js'
import { kindsOf, processorsOf } from '../../src/sim/facility/index.js'
import { Plan } from '../../src/sim/facility/plan.js'
import { validateFacility } from '../../src/sim/facility/validate.js'
import { Windows } from '../../src/sim/facility/windows.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { workloads } from '../support/arbitraries.js'
import { plainPolicy } from '../support/policies.js'
import { runs } from '../support/runs.js'
import { expectNone, expectSame } from '../support/same.js'

const SEED = 20261123

const ORDERS = [
  'fcfs',
  'spt',
  'largest',
  'wfp3',
  'fairshare',
  'g1(a=0.5,b=0.5,w2=0.3,K1=2)',
  '(size - wait * free)',
]
const POLICIES = ['head', 'list', 'easy', 'cons'].flatMap((algorithm) =>
  ORDERS.map((order) => `${algorithm}:${order}`),
)

/** Waiting jobs that are looked at. */
const SIGHTS = [Number.POSITIVE_INFINITY, 1, 2, 5]

const POOL = { priorities: [], limits: [], maintenance: null }

describe('one partition', () => {
  // Keys that depend on what is free are taken once a pass here, and after every start there.
  it.each([...POLICIES.filter((name) => !name.includes('free')), 'easy:fcfs/spt'])(
    'is one pool: %s',
    (name) => {
      const policy = plainPolicy(name)
      const lasting = fc.oneof(
        workloads({ positive: true }),
        workloads({ positive: true, estimates: 'exact' }),
        workloads({ positive: true, estimates: 'keep' }),
      )
      fc.assert(
        fc.property(lasting, fc.constantFrom(...SIGHTS), ({ jobs, processors }, sight) => {
          const partitions = [{ name: 'all', processors: [[0, processors - 1] as const], jobs: null }]
          const facility: Facility = { ...POOL, partitions }
          const rules = { ...DEFAULT_SEMANTICS, sight }
          expectSame(
            simulate({ jobs, processors, policy, rules, facility }).start,
            simulate({ jobs, processors, policy, rules }).start,
          )
        }),
        { seed: SEED, numRuns: runs(20, 60) },
      )
    },
  )
})

describe('a plan', () => {
  const jobs = fc.record({
    partition: fc.nat(1),
    size: fc.integer({ min: 1, max: 4 }),
    length: fc.integer({ min: 0, max: 12 }),
    from: fc.nat(20),
    back: fc.boolean(),
  })
  it('has the earliest beginnings, as counted second by second', () => {
    const partitions = [
      { name: 'a', processors: [[0, 4] as const], jobs: null },
      { name: 'b', processors: [[3, 7] as const], jobs: null },
    ]
    const kinds = kindsOf(partitions)
    const seconds = 400
    fc.assert(
      fc.property(
        fc.array(jobs, { maxLength: 25 }),
        fc.boolean(),
        fc.constantFrom(1, 5),
        (asked, closed, step) => {
          const plan = new Plan(kinds.counts)
          const windows = new Windows(closed ? { every: 40, start: 11, duration: 6 } : null)
          const tick = (at: number) => Math.ceil(at / step) * step
          const free = Array.from({ length: seconds }, () => [...kinds.counts])
          const shut = (at: number) => closed && (at + 29) % 40 < 6
          for (const { partition, size, length, from, back } of asked) {
            const own = [...kinds.of[partition]]
            const found = plan.earliestOf(kinds.of[partition], size, length, from, { windows, tick })
            const span = (at: number) => Array.from({ length: Math.max(1, length) }, (_, k) => at + k)
            let at = tick(from)
            const least = (kind: number) => Math.min(...span(at).map((second) => free[second][kind]))
            const fits = () =>
              own.reduce((sum, kind) => sum + least(kind), 0) >= size &&
              !shut(at) &&
              !(length > 0 && span(at).some(shut))
            while (!fits()) at += step
            expect(found).toBe(at)
            const share = plan.choose(kinds.of[partition], size)
            let left = size
            for (const kind of own) {
              expect(share[kind]).toBe(Math.min(left, least(kind)))
              left -= share[kind]
            }
            if (back) continue
            plan.take(at, at + length, share)
            if (length > 0)
              for (const second of span(at)) for (const kind of own) free[second][kind] -= share[kind]
          }
        },
      ),
      { seed: SEED, numRuns: runs(150, 300) },
    )
  })
})

describe('random facilities', () => {
  const range = (processors: number) =>
    fc
      .tuple(fc.nat(processors - 1), fc.nat(processors - 1))
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

  it.each(POLICIES)('%s breaks no rule, and starts every job', (name) => {
    const policy = plainPolicy(name)
    const cases = workloads().chain(({ jobs, processors }) =>
      fc.record({
        jobs: fc.constant(jobs),
        ranges: fc.array(range(processors), { minLength: 1, maxLength: 3 }),
        all: fc.constant(processors),
        queues: fc.array(fc.nat(4), { minLength: jobs.length, maxLength: jobs.length }),
        userJobs: fc.integer({ min: 1, max: 4 }),
        queueJobs: fc.integer({ min: 1, max: 3 }),
        kept: fc.boolean(),
        interval: fc.constantFrom(0, 7),
      }),
    )
    fc.assert(
      fc.property(cases, ({ jobs, ranges, all, queues, userJobs, queueJobs, kept, interval }) => {
        const partitions = [
          ...ranges.map((processors, k) => ({
            ...{ name: `p${k}`, processors: [processors], jobs: { queues: [k], partitions: [] } },
          })),
          { name: 'all', processors: [[0, all - 1] as const], jobs: null },
        ]
        const facility: Facility = {
          partitions,
          priorities: [{ queue: 1, priority: 3 }],
          limits: [
            { kind: 'user-jobs', value: userJobs },
            { kind: 'queue-jobs', queue: 2, value: queueJobs },
          ],
          maintenance: { every: 100_000, start: 50, duration: 500 },
        }
        const { sizes } = kindsOf(partitions)
        // A job that is too large for its queue's partition goes to the one that takes all.
        const queue = Float64Array.from(queues, (each, job) =>
          each < ranges.length && jobs.size[job] <= sizes[each] ? each : 9,
        )
        const fields = { queue, partition: new Float64Array(jobs.length).fill(-1) }
        const schedule = simulate({
          ...{ jobs, policy, facility, fields, processors: processorsOf(facility) },
          rules: { ...DEFAULT_SEMANTICS, passInterval: interval, compress: kept ? 'none' : 'queue' },
        })
        expectNone(validate(schedule))
        expectNone(validateFacility(schedule, facility, fields))
      }),
      { seed: SEED, numRuns: runs(6, 12) },
    )
  })
})
