/**
 * The one suite that every algorithm with every order must pass, under every combination of rules:
 *
 * - the schedule is the slow twin's, start by start (test/support/twin.ts);
 * - every job is placed, none before its submit, and the machine is never overfull (the validator);
 * - the algorithm keeps its promise where it makes one.
 *
 * The twin keeps nothing from one simulation to the next, so an engine that did would differ from it in the next one; that
 * the very same simulation gives the same bytes is tried where queues are long.
 *
 * A new algorithm or order is covered as soon as it is in its registry.
 */
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { orderNames } from '../../src/sim/orders/index.js'
import { ALGORITHM_NAMES, type Policy } from '../../src/sim/policy.js'
import { DIALECTS, type Semantics } from '../../src/sim/semantics.js'
import { simulate } from '../../src/sim/simulate.js'
import { validate } from '../../src/sim/validate.js'
import { type SmallWorkload, workloads } from '../support/arbitraries.js'
import { generateJobs } from '../support/generate.js'
import { asGeneral, byState, bySubmit, linearOrder, policyOf, staticOrder } from '../support/orders.js'
import { plainPolicy } from '../support/policies.js'
import { remembered } from '../support/remembered.js'
import { rulesFor } from '../support/rules-arbitrary.js'
import { runs } from '../support/runs.js'
import { expectNone, expectSame } from '../support/same.js'
import { simulateSlowly } from '../support/twin.js'
import { turningClock } from '../support/worlds.js'

const SEED = 20261121

/** Orders as a user writes them: all of the registry, some with parameters, and formulas of every kind. */
const WRITTEN = [
  ...orderNames(),
  'g1(a=0.5, b=0.5, w2=0.3, K1=2)',
  'g2(a=0.2, b=1, night.a=0.9, night.K2=5)',
  'greedy(criterion=3, a=0.4, w1=0.5, K3=3)',
  '(estimate * size - 3 * submit)',
  '(-wait / estimate)',
  '(size - wait * group / 4)',
  '(if((hour >= 8) * (hour < 18), size - wait, -wait / (1 + situation)))',
  '(queue * size - free * estimate)',
  '(log10(estimate) * size + 8 * log10(submit))',
  '(max(size, free) - wait ^ 2 / estimate)',
]

/** Orders made for these tests: unlike any real one, and as awkward as an order may be. */
const MADE = [
  bySubmit,
  staticOrder('size', (jobs, row) => (jobs.user[row] === 5 ? Number.NaN : jobs.size[row] - 3)),
  staticOrder('area', (jobs, row) => -jobs.size[row] * jobs.estimate[row]),
  asGeneral(bySubmit),
  linearOrder(Number.POSITIVE_INFINITY),
  linearOrder(13),
  byState,
]

const CLOCK = turningClock(11)

const anyWorkload = remembered(
  fc.oneof(workloads(), workloads({ estimates: 'exact' }), workloads({ estimates: 'keep' })),
)

function expectConformance({ jobs, processors }: SmallWorkload, policy: Policy, rules: Semantics): void {
  const setup = { jobs, processors, policy, rules, timeClasses: CLOCK }
  const schedule = simulate(setup)
  expectSame(schedule.start, simulateSlowly(setup))
  expectNone(validate(schedule, { policy, rules }))
}

function expectConformanceOf(
  policies: fc.Arbitrary<Policy>,
  rules: fc.Arbitrary<Semantics>,
  numRuns: number,
): void {
  fc.assert(fc.property(anyWorkload, policies, rules, expectConformance), { seed: SEED, numRuns })
}

describe.each(ALGORITHM_NAMES)('%s', (algorithm) => {
  describe('conforms with the order', () => {
    it.each(WRITTEN)('%s', (order) => {
      const policies = fc.constant(plainPolicy(`${algorithm}:${order}`))
      expectConformanceOf(policies, rulesFor(algorithm), runs(150, 300))
    })

    it.each(MADE.map((order) => [order.name, order] as const))('made for this test: %s', (_, order) => {
      expectConformanceOf(fc.constant(policyOf(algorithm, order)), rulesFor(algorithm), runs(200, 600))
    })
  })

  it.each(Object.keys(DIALECTS))('conforms in the dialect %s', (dialect) => {
    const policies = fc.constantFrom(...MADE).map((order) => policyOf(algorithm, order))
    expectConformanceOf(policies, fc.constant(DIALECTS[dialect]), runs(250, 500))
  })

  it('keeps its promise when estimates are exact', () => {
    fc.assert(
      fc.property(workloads({ estimates: 'exact' }), rulesFor(algorithm), ({ jobs, processors }, rules) => {
        const policy = policyOf(algorithm)
        const schedule = simulate({ jobs, processors, policy, rules })
        expectNone(validate(schedule, { policy, rules }))
      }),
      { seed: SEED, numRuns: runs(300, 1000) },
    )
  })
})

describe('easy with a backfill order of its own', () => {
  it.each(MADE.map((order) => [order.name, order] as const))('conforms in the queue order %s', (_, order) => {
    const policies = fc.constantFrom(...MADE).map((backfill) => policyOf('easy', order, backfill))
    expectConformanceOf(policies, rulesFor('easy'), runs(500, 1500))
  })
})

/** Queues of hundreds of jobs, where structures that skip whole blocks of jobs come into their own. */
describe.each(ALGORITHM_NAMES)('%s with long queues', (algorithm) => {
  // The twin's conservative profile grows with the cube of the queue.
  const length = algorithm === 'cons' ? 90 : 700
  const orders = ['fcfs', 'spt', 'wfp3', 'g2', 'f1', '(queue * size - free * estimate)']

  it.each(orders)('conforms with the order %s', (order) => {
    const policy = plainPolicy(`${algorithm}:${order}`)
    for (const [k, rules] of [
      DIALECTS.default,
      DIALECTS.pyss,
      DIALECTS.sc17,
      DIALECTS.rlscheduler,
    ].entries()) {
      const jobs = generateJobs({ seed: 100 + k, jobs: length, processors: 48, load: 4 })
      expectConformance({ jobs, processors: 48 }, policy, rules)
      const setup = { jobs, processors: 48, policy, rules, timeClasses: CLOCK }
      expectSame(simulate(setup).start, simulate(setup).start)
    }
  })
})
