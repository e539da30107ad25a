/**
 * Policies of several members by the kernel against the engine, which is held to the slow twin in rules.test.ts: the same
 * starts, the same decisions by the same values of the features, and the same questions to an early stop.
 */
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { simulateSwitching } from '../../src/sim/kernel/switching.js'
import { parsePolicy, rulePolicyText } from '../../src/sim/policy.js'
import {
  type FuzzyRule,
  parseFeature,
  RULE_WEIGHTS,
  type RuleBase,
  SOURCE_STRATEGIES,
  USUAL_FEATURES,
} from '../../src/sim/rule-based/index.js'
import { DEFAULT_SEMANTICS } from '../../src/sim/semantics.js'
import { setUp, simulate, simulateBelow } from '../../src/sim/simulate.js'
import { timeClassClock } from '../../src/sim/time-class.js'
import { jobsOf, LARGE, recorder, type Shape, SMALL } from '../support/kernel-jobs.js'
import { runs } from '../support/runs.js'
import { withoutKernel } from '../support/without-kernel.js'

const SEED = 20261124

/** Beside the strategies of the sources one whose keys are linear in time; those that change with the time of week too. */
const LINEAR = [
  'head:g2(a=0.4, b=0.1)',
  'easy:g3',
  'head:g1(a=0.5, b=1, w2=0.3, day.b=0)',
  'easy:g2(a=0.2, b=1, night.a=0.9, night.K2=5)',
  'easy:(-wait / (1 + hour))',
]
const FEATURES = [...USUAL_FEATURES, 'queue', 'backlog', 'oldest', 'hour', 'weekday']

const byEngine = await withoutKernel(() => import('../../src/sim/simulate.js'))

afterAll(() => vi.resetModules())

const part = fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map((share) => share / 1_000_000)

/** About where features of small workloads are. */
const extentOf = (name: string) => parseFeature(name).usual[1] * (name === 'oldest' ? 0.01 : 1)

function fuzzyRule(features: readonly string[], outputs: number): fc.Arbitrary<FuzzyRule> {
  return fc.record({
    mu: fc.tuple(...features.map((name) => part.map((share) => share * extentOf(name)))),
    sigma: fc.tuple(...features.map((name) => part.map((share) => (0.1 + share) * extentOf(name)))),
    weights: fc.array(fc.constantFrom(...RULE_WEIGHTS), { minLength: outputs, maxLength: outputs }),
  })
}

const chosen = fc.record({
  strategies: fc
    .tuple(fc.subarray([...SOURCE_STRATEGIES], { minLength: 1 }), fc.constantFrom(null, ...LINEAR))
    .map(([some, linear]) => (linear === null ? some : [...some, linear])),
  features: fc.subarray(FEATURES, { minLength: 1 }),
})

const fuzzyBases: fc.Arbitrary<RuleBase> = chosen.chain(({ strategies, features }) =>
  fc.record({
    kind: fc.constant('fuzzy' as const),
    features: fc.constant(features),
    strategies: fc.constant(strategies),
    rules: fc.array(fuzzyRule(features, strategies.length), { minLength: 2, maxLength: 20 }),
    fallback: fc.constant(null),
  }),
)

/** Another member at nearly every decision. */
const restlessBases: fc.Arbitrary<RuleBase> = chosen.chain(({ strategies }) =>
  fc.record({
    kind: fc.constant('rigid' as const),
    partitions: fc.constant([
      { feature: 'um', bounds: Array.from({ length: 40 }, (_, k) => 100 - 40 / (k + 1)) },
      { feature: 'queue', bounds: [1, 2, 3, 5, 8, 13] },
    ]),
    strategies: fc.constant(strategies),
    classes: fc.array(fc.nat({ max: strategies.length - 1 }), { minLength: 41 * 7, maxLength: 41 * 7 }),
  }),
)

/** Is told of decisions, and keeps them. */
function witness() {
  const told: unknown[] = []
  return {
    told,
    always: false,
    decided: (now: number, values: Float64Array, place: number) => told.push([now, ...values, place]),
  }
}

const timeClasses = timeClassClock({ unixStart: 835_823_160, zone: 'US/Eastern' })

function simulationOf(base: RuleBase, shape: Shape, seed: number, second: number) {
  const policy = parsePolicy(rulePolicyText(base))
  if (policy.algorithm === 'recorded') throw new TypeError('no policy')
  return { jobs: jobsOf(shape, seed, second), processors: shape.processors, policy, timeClasses }
}

function expectSame(bases: fc.Arbitrary<RuleBase>, shape: Shape, numRuns: number): void {
  fc.assert(
    fc.property(
      bases,
      fc.nat(),
      // With the second unit sums of what has ended are rounded.
      fc.constantFrom(1, 1 / 3, 1234567.1),
      fc.array(fc.integer({ min: 0, max: shape.jobs + 1 }), { maxLength: 6 }),
      fc.boolean(),
      (base, seed, second, places, givesUp) => {
        const simulation = simulationOf(base, shape, seed, second)
        const sorted = places.toSorted((a, b) => a - b)
        const [ours, theirs] = [recorder(sorted, givesUp), recorder(sorted, givesUp)]
        const [mine, other] = [witness(), witness()]
        const below = simulateBelow({ ...simulation, witness: mine }, ours)
        const expected = byEngine.simulateBelow({ ...simulation, witness: other }, theirs)
        expect(below?.start).toEqual(expected?.start)
        // What the kernel gave up, when lines could no longer be compared, is done anew from the first decision on.
        const before = mine.told.length - other.told.length
        expect(mine.told.slice(before)).toEqual(other.told)
        expect(mine.told.slice(0, before)).toEqual(other.told.slice(0, before))
        if (second < 1000) expect(before).toBe(0)
        if (before === 0) expect(ours.told).toEqual(theirs.told)
        if (below !== null) expect(simulate(simulation).start).toEqual(below.start)
      },
    ),
    { seed: SEED, numRuns, endOnFailure: true },
  )
}

describe.each([
  ['fuzzy rules', fuzzyBases],
  ['rules that change the member all the time', restlessBases],
] as const)('%s', (_, bases) => {
  it.each(SMALL)('on $jobs jobs, $processors processors, in $span s', (shape) => {
    expectSame(bases, shape, runs(60, 200))
  })

  it.each(LARGE)('on $jobs jobs, $processors processors, in $span s', (shape) => {
    expectSame(bases, shape, 2)
  })
})

describe('a simulation by rules', () => {
  const [, shape] = SMALL
  const outcome = (strategies: readonly string[], features = ['queue'], always = false) => {
    const rule = { mu: features.map(() => 1), sigma: features.map(() => 1), weights: strategies.map(() => 1) }
    const base: RuleBase = { kind: 'fuzzy', features, strategies, rules: [rule], fallback: null }
    const simulation = simulationOf(base, shape, 1, 1)
    const { setup } = setUp({ ...simulation, witness: { always, decided: () => {} } })
    const { queues, switching } = setup.scheduler
    if (switching === undefined) throw new TypeError('a policy of several members')
    return simulateSwitching({ ...simulation, rules: DEFAULT_SEMANTICS, queues, switching }, null)
  }

  it.each([...SOURCE_STRATEGIES.map((strategy) => [strategy]), ...LINEAR.map((linear) => ['cons', linear])])(
    'is done by the kernel to the end by %s %s',
    (...strategies) => {
      expect(outcome(strategies.filter((each) => each !== undefined))).toBeInstanceOf(Float64Array)
    },
  )

  it.each([
    ['list scheduling', ['easy', 'list:spt']],
    ['an order of its own to backfill in', ['easy:wfp3/spt']],
    ['keys that depend on the state', ['head:(queue*size - free*estimate)']],
    ['conservative backfilling by linear keys', ['cons:wfp3']],
    ['two orders of linear keys', LINEAR.slice(0, 2)],
  ])('is left to the engine with %s', (_, strategies) => {
    expect(outcome(strategies)).toBe('unable')
  })

  it('is left to the engine with a slowdown over a window, or where all decisions are asked for', () => {
    expect(outcome(['easy', 'cons'], ['sd(7d)'])).toBe('unable')
    expect(outcome(['easy', 'cons'], ['sd'], true)).toBe('unable')
  })
})
