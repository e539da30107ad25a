/**
 * The quick choice of fuzzy rules is that of the whole inference where it is hardest: rules that fire by just so much less that they
 * may be left out, sums that nothing but these tell apart, the ends of what rules may say.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleSet } from '../../src/sim/kernel/rule-set.js'
import { FuzzyChoice } from '../../src/sim/rule-based/fuzzy-choice.js'
import {
  type Fallback,
  FuzzyInference,
  type FuzzyRule,
  RULE_WEIGHTS,
} from '../../src/sim/rule-based/index.js'
import { packed } from '../../src/sim/rule-based/packed-rules.js'
import { runs } from '../support/runs.js'
import { expectIs } from '../support/same.js'

const SEED = 20261122
/** Of a table. */
const BINS = 32
/** Of centres and widths. */
const LARGEST = 1e12

/** By how much less a rule fires, as a logarithm: about all limits at which something is left out. */
const less = fc.oneof(
  fc.constantFrom(
    0,
    1e-12,
    0.1,
    1,
    4,
    6,
    7.9,
    8,
    8.1,
    10,
    11.9,
    12,
    12.1,
    39,
    40,
    41,
    59.9,
    60,
    60.1,
    61,
    70,
    90,
    101,
    746,
    1e4,
  ),
  fc.noBias(fc.integer({ min: 0, max: 120_000 })).map((thousandths) => thousandths / 1000),
)
const centre = fc.oneof(
  fc.constantFrom(0, 50, 100, 0.1 + 0.2, 0.3, 1e6, -LARGEST, LARGEST, 5e-324),
  fc.noBias(fc.integer({ min: 0, max: 100_000 })).map((thousandths) => thousandths / 1000),
)
const width = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.noBias(fc.integer({ min: -100, max: 300 })).map((share) => 10 ** (share / 100)),
  },
  { weight: 1, arbitrary: fc.integer({ min: -12, max: 12 }).map((power) => 10 ** power) },
  { weight: 1, arbitrary: fc.constantFrom(1 / LARGEST, LARGEST) },
)
/** What no feature says. */
const nowhere = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)

/** Often the same for all outputs, so that rules which fire less decide. */
function weightsOf(outputs: number): fc.Arbitrary<readonly number[]> {
  const weight = fc.constantFrom(...RULE_WEIGHTS)
  const same = weight.map((each) => new Array<number>(outputs).fill(each))
  const butOne = fc.tuple(same, fc.nat({ max: outputs - 1 }), weight)
  return fc.oneof(
    { weight: 3, arbitrary: same },
    { weight: 2, arbitrary: butOne.map(([all, output, own]) => all.with(output, own)) },
    { weight: 2, arbitrary: fc.array(weight, { minLength: outputs, maxLength: outputs }) },
  )
}

/** A rule like a shape but for one feature, in which it fires less at the centre. */
interface Draft {
  readonly shape: number
  readonly feature: number
  readonly change: 'moved' | 'wider'
  readonly less: number
  readonly weights: readonly number[]
}

/** A value of a feature: at or beside the centre of a rule, or on the edge of a bin. */
interface Value {
  readonly kind: 'centre' | 'above' | 'below' | 'edge' | number
  readonly less: number
  readonly bin: number
  /** Steps of rounding. */
  readonly nudge: number
}

interface Case {
  readonly rules: readonly FuzzyRule[]
  readonly fallback: Fallback | null
  readonly states: readonly (readonly number[])[]
}

const value: fc.Arbitrary<Value> = fc.record({
  kind: fc.oneof(
    { weight: 24, arbitrary: fc.constant('centre' as const) },
    { weight: 12, arbitrary: fc.constantFrom('above' as const, 'below' as const, 'edge' as const) },
    { weight: 3, arbitrary: centre },
    { weight: 1, arbitrary: nowhere },
  ),
  less,
  bin: fc.integer({ min: -1, max: BINS + 1 }),
  nudge: fc.integer({ min: -2, max: 2 }),
})

const cases: fc.Arbitrary<Case> = fc
  .tuple(fc.constantFrom(1, 1, 2, 3, 7), fc.constantFrom(1, 2, 3, 5, 13, 33, 40))
  .chain(([features, outputs]) => {
    const each = <Item>(item: fc.Arbitrary<Item>) =>
      fc.array(item, { minLength: features, maxLength: features })
    const draft: fc.Arbitrary<Draft> = fc.record({
      shape: fc.nat(),
      feature: fc.nat({ max: features - 1 }),
      change: fc.constantFrom('moved', 'moved', 'wider'),
      less,
      weights: weightsOf(outputs),
    })
    const fallback = fc.record({
      exponent: fc.integer({ min: -300, max: 90 }),
      strategy: fc.nat({ max: outputs - 1 }),
    })
    return fc
      .record({
        shapes: fc.array(fc.record({ mu: each(centre), sigma: each(width) }), { minLength: 1, maxLength: 3 }),
        drafts: fc
          .constantFrom(1, 2, 3, 5, 31, 32, 33, 64, 65, 130)
          .chain((count) => fc.array(draft, { minLength: count, maxLength: count })),
        states: fc.array(fc.record({ rule: fc.nat(), values: each(value) }), { minLength: 1, maxLength: 12 }),
        fallback: fc.option(fallback, { nil: null }),
      })
      .map(({ shapes, drafts, states, fallback }) => {
        const rules = drafts.map((each) => ruleOf(shapes[each.shape % shapes.length], each))
        return {
          ...{ rules, fallback },
          states: states.map(({ rule, values }) =>
            values.map((each, k) => valueAt(k, rules[rule % rules.length], rules, each)),
          ),
        }
      })
  })

function ruleOf(
  shape: Pick<FuzzyRule, 'mu' | 'sigma'>,
  { feature: k, change, less, weights }: Draft,
): FuzzyRule {
  const { mu, sigma } = shape
  return change === 'moved'
    ? { mu: mu.with(k, Math.min(LARGEST, mu[k] + distance(sigma[k], less))), sigma, weights }
    : { mu, sigma: sigma.with(k, Math.min(LARGEST, sigma[k] * Math.exp(less))), weights }
}

function valueAt(
  k: number,
  { mu, sigma }: FuzzyRule,
  rules: readonly FuzzyRule[],
  { kind, less, bin, nudge }: Value,
): number {
  switch (kind) {
    case 'centre':
      return mu[k]
    case 'above':
      return mu[k] + distance(sigma[k], less)
    case 'below':
      return mu[k] - distance(sigma[k], less)
    case 'edge': {
      const centres = rules.map((rule) => rule.mu[k])
      const first = Math.min(...centres)
      const range = Math.max(...centres) - first
      return (first + (bin * range) / BINS) * (1 + nudge * Number.EPSILON)
    }
    default:
      return kind
  }
}

/** How far from its centre a Gaussian is e to the power of −`less` of what it is there. */
function distance(sigma: number, less: number): number {
  return sigma * Math.sqrt(2 * less)
}

describe('the choice of fuzzy rules', () => {
  it('is that of the whole inference, whatever was asked before', () => {
    fc.assert(
      fc.property(cases, ({ rules, fallback, states }) => {
        const choice = new FuzzyChoice(rules, fallback)
        const expected = states.map((state) =>
          new FuzzyInference(rules, fallback).decide(Float64Array.from(state)),
        )
        for (let round = 0; round < 2; round++) {
          expect(states.map((state) => choice.of(Float64Array.from(state)))).toEqual(expected)
        }
      }),
      { seed: SEED, numRuns: runs(650, 2000) },
    )
  })

  it('is that of the whole inference wherever rules that fire less begin to matter', () => {
    // At x the second fires e to the power of x − 50 as much as the first, the third of −x − 50.
    const rules = [
      { mu: [0], sigma: [10], weights: [5, 5, -5] },
      { mu: [100], sigma: [10], weights: [0, 1, 0] },
      { mu: [-100], sigma: [10], weights: [1, 0, 0] },
    ]
    const choice = new FuzzyChoice(rules, null)
    const whole = new FuzzyInference(rules, null)
    const sweep = Array.from({ length: 201 }, (_, k) => 50 - k / 2)
    for (const x of [...sweep, ...sweep.toReversed()]) {
      const values = Float64Array.of(x)
      expectIs(choice.of(values), whole.decide(values))
    }
  })

  it('is known to the kernel wherever it does not hang on rounding', () => {
    // Alike in all that counts; apart by a rule that fires from a little to 10⁻¹⁰ as much; and by one that rounding swallows.
    const bounds = { all: -60, doubt: 1e-5, rounding: 1e-12, error: 1e-6 }
    const rules = (less: number): FuzzyRule[] => [
      { mu: [0], sigma: [1], weights: [1, 5, 5, 5] },
      { mu: [distance(1, less)], sigma: [1], weights: [5, 0, 1, 1] },
    ]
    const chosen = (less: number) => ruleSet(packed(rules(less)), bounds)?.choose(Float64Array.of(0))
    for (const less of [0.1, 1, 5, 8, 20, 23]) expect([less, chosen(less)]).toEqual([less, 2])
    for (const less of [29, 40, 59]) expect([less, chosen(less)]).toEqual([less, -1])
    for (const less of [61, 800]) expect([less, chosen(less)]).toEqual([less, 1])
  })

  it('is not taken from leads that are closer than the kernel knows', () => {
    // What one rule says of the second output is as much as another says of the third, but for a part in 10⁷ to 10¹¹.
    for (let less = 1.7; less < 8; less += 0.037) {
      for (const [power, sign] of [7, 8, 9, 10, 11].flatMap((each) => [
        [each, 1],
        [each, -1],
      ])) {
        const rules = [
          { mu: [0], sigma: [1], weights: [0, 5, 5] },
          { mu: [distance(1, less)], sigma: [1], weights: [0, 5, 0] },
          { mu: [-distance(1, less + sign * 10 ** -power + Math.log(0.2))], sigma: [1], weights: [0, 0, 1] },
        ]
        const values = Float64Array.of(0)
        const expected = new FuzzyInference(rules, null).decide(values)
        expectIs(new FuzzyChoice(rules, null).of(values), expected)
      }
    }
  })

  it('hears rules that fire very little where the others say little', () => {
    for (let less = 30; less < 62; less += 0.1) {
      const rules = [
        { mu: [0], sigma: [1], weights: [0, 0] },
        { mu: [distance(1, 3)], sigma: [1], weights: [1, 1] },
        { mu: [-distance(1, less)], sigma: [1], weights: [0, 5] },
      ]
      const values = Float64Array.of(0)
      expectIs(new FuzzyChoice(rules, null).of(values), new FuzzyInference(rules, null).decide(values))
    }
  })

  it('leaves out no rule that turns a lead round', () => {
    // Two outputs alike in the rule that fires most; of the others one speaks for the first, one that fires less for the second.
    for (let less = 2; less < 62; less += 0.02) {
      for (const offset of [0, 2, 3, 5, 40]) {
        const rules = [
          { mu: [distance(10, offset)], sigma: [10], weights: [5, 5, 0] },
          { mu: [-distance(10, offset + less - 1.55)], sigma: [10], weights: [1, 0, 0] },
          { mu: [distance(10, offset + less)], sigma: [10], weights: [0, 5, 0] },
        ]
        const choice = new FuzzyChoice(rules, null)
        const values = Float64Array.of(0)
        const expected = new FuzzyInference(rules, null).decide(values)
        if ([1, 2, 3].some(() => choice.of(values) !== expected)) expect({ less, offset }).toBeUndefined()
      }
    }
  })
})
