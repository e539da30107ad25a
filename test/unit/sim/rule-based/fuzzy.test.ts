/** Inference over fuzzy rules against the equations as printed, and similarity against numerical integration. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ruleSet } from '../../../../src/sim/kernel/rule-set.js'
import { FuzzyChoice } from '../../../../src/sim/rule-based/fuzzy-choice.js'
import {
  chooserOf,
  FuzzyInference,
  type FuzzyRule,
  RULE_WEIGHTS,
  similarity,
} from '../../../../src/sim/rule-based/index.js'
import { logStrength, packed } from '../../../../src/sim/rule-based/packed-rules.js'
import { runs } from '../../../support/runs.js'
import { choiceOf, psiOf } from '../../../support/twin/rules.js'

const SEED = 20261122

const decimal = (least: number, most: number) =>
  fc
    .noBias(fc.integer({ min: 0, max: 1_000_000 }))
    .map((share) => least + ((most - least) * share) / 1_000_000)

const weights = (outputs: number) =>
  fc.array(fc.constantFrom(...RULE_WEIGHTS), { minLength: outputs, maxLength: outputs })

function ruleFor(features: number, outputs: number): fc.Arbitrary<FuzzyRule> {
  const each = (least: number, most: number) =>
    fc.array(decimal(least, most), { minLength: features, maxLength: features })
  return fc.record({ mu: each(0, 100), sigma: each(10, 80), weights: weights(outputs) })
}

/** Rules and a state of which no product of densities leaves the range of numbers. */
const near = fc
  .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 13 }))
  .chain(([features, outputs]) =>
    fc.record({
      rules: fc.array(ruleFor(features, outputs), { minLength: 1, maxLength: 12 }),
      x: fc.array(decimal(0, 100), { minLength: features, maxLength: features }),
    }),
  )

const alone = (mu: number, sigma: number, ...weighed: number[]): FuzzyRule => ({
  ...{ mu: [mu], sigma: [sigma] },
  weights: weighed,
})

function decided(rules: readonly FuzzyRule[], x: readonly number[]) {
  const inference = new FuzzyInference(rules, null)
  return { inference, place: inference.decide(Float64Array.from(x)) }
}

describe('fuzzy inference', () => {
  it('adds up weights as equations 9.12 and 9.19 to 9.22 do', () => {
    fc.assert(
      fc.property(near, ({ rules, x }) => {
        const { inference } = decided(rules, x)
        const scale = Math.exp(inference.logUnit)
        const psi = psiOf(rules, x)
        // Of what is added up, also where sums cancel out.
        const size = Math.max(
          ...psiOf(
            rules.map((rule) => ({ ...rule, weights: [5] })),
            x,
          ),
        )
        for (const [h, sum] of inference.sums.entries()) {
          expect(Math.abs(sum * scale - psi[h])).toBeLessThanOrEqual(1e-9 * size)
        }
      }),
      { seed: SEED, numRuns: runs(650, 2000) },
    )
  })

  it('chooses the largest sum, equation 9.23', () => {
    fc.assert(
      fc.property(near, ({ rules, x }) => {
        const { place } = decided(rules, x)
        const psi = psiOf(rules, x)
        const [first, second = Number.NEGATIVE_INFINITY] = [...psi].sort((a, b) => b - a)
        fc.pre(first - second > 1e-9 * Math.abs(first))
        expect(psi[place]).toBe(first)
      }),
      { seed: SEED, numRuns: runs(650, 2000) },
    )
  })

  it('takes the first of equal sums', () => {
    expect(decided([alone(0, 1, 1, 5, 5)], [3]).place).toBe(1)
    expect(decided([alone(0, 1, -5, -5)], [3]).place).toBe(0)
    expect(decided([alone(0, 1, 5, -5, 0), alone(0, 1, -5, 5, 0)], [3]).place).toBe(0)
  })

  it('says how much each rule fires, as a part of the one that fires most', () => {
    const { inference } = decided([alone(0, 1, 1), alone(1, 1, 1), alone(0, 2, 1)], [0])
    expect(inference.strengths[0]).toBe(1)
    expect(inference.strengths[1]).toBeCloseTo(Math.exp(-0.5), 15)
    expect(inference.strengths[2]).toBeCloseTo(0.5, 15)
    expect(inference.logUnit).toBeCloseTo(-0.5 * Math.log(2 * Math.PI), 15)
  })

  it('forgets the last state', () => {
    const rules = [alone(0, 1, 5, 0), alone(100, 1, 0, 5)]
    const inference = new FuzzyInference(rules, null)
    expect([0, 100, 0].map((x) => inference.decide(Float64Array.of(x)))).toEqual([0, 1, 0])
    expect([...inference.strengths]).toEqual([1, 0])
  })

  it('goes by the rule that fires most where all densities are 0 as numbers', () => {
    const rules = [alone(0, 0.1, 5, -5), alone(10, 0.1, -5, 5)]
    expect(psiOf(rules, [1e4])).toEqual([0, 0])
    expect(decided(rules, [1e4]).place).toBe(1)
    expect(decided(rules, [-1e4]).place).toBe(0)
    // In the middle of both, and a little beside it.
    expect(decided(rules, [5]).place).toBe(0)
    expect(decided(rules, [5 + 1e-9]).place).toBe(1)
  })

  it('asks rules that fire far less only where the others recommend nothing', () => {
    // At 0 the second rule fires e⁻²⁰⁰ as much as the first.
    const far = alone(20, 1, 5, 1, 5)
    expect(decided([alone(0, 1, -5, 0, 0), far], [0]).place).toBe(2)
    expect(decided([far, alone(0, 1, -5, 0, -1)], [0]).place).toBe(1)
    expect(decided([alone(0, 1, 5, 5, 5), far], [0]).place).toBe(0)
    // One between, e⁻⁸ as much as the first, which recommends little.
    expect(decided([alone(0, 1, -5, 0, 0), alone(4, 1, 0, 1, 0), far], [0]).place).toBe(1)
  })

  it('leaves no rule half looked at, however close it is to the limit', () => {
    // By the first two features the second rule fires e⁻⁶⁰ as much as the first or less, as rounding will have it; by the third not at all.
    const sigma = [1.0499e-5, 1.0499e-5, 1.0499e-5]
    const rules = [
      { mu: [0, 0, 0], sigma, weights: [5] },
      { mu: [8.132490430366328e-5, 8.132490430366341e-5, 1], sigma, weights: [5] },
    ]
    expect([...decided(rules, [0, 0, 0]).inference.strengths]).toEqual([1, 0])
  })

  it('does not depend on the states before', () => {
    fc.assert(
      fc.property(fc.array(ruleFor(3, 4), { minLength: 1, maxLength: 8 }), (drafts) => {
        const rules = drafts.map((rule) => ({ ...rule, sigma: rule.sigma.map((width) => width / 20) }))
        const used = new FuzzyInference(rules, null)
        for (const x of [0, 30, 55, 80, 100, 30]) {
          const state = Float64Array.of(x, 100 - x, 50)
          const fresh = new FuzzyInference(rules, null)
          expect(used.decide(state)).toBe(fresh.decide(state))
          expect([...used.sums]).toEqual([...fresh.sums])
          expect([...used.strengths]).toEqual([...fresh.strengths])
          expect(used.logUnit).toBe(fresh.logUnit)
        }
      }),
      { seed: SEED, numRuns: runs(250, 500) },
    )
  })

  it('goes by the widest rule far away, and by the narrowest near by, as densities have area 1', () => {
    const rules = [alone(0, 1, 5, 0), alone(0, 10, 0, 5)]
    expect(decided(rules, [0]).place).toBe(0)
    expect(decided(rules, [1e5]).place).toBe(1)
  })

  it('stays among numbers at the ends of what rules may be', () => {
    const limits = [1e-12, 1e12]
    for (const sigma of limits) {
      for (const other of limits) {
        for (const mu of [-1e12, 0, 1e12]) {
          const rules = [alone(mu, sigma, 5, -5), alone(0, other, -5, 5)]
          for (const x of [0, 1, 1e6]) {
            const { inference, place } = decided(rules, [x])
            expect([...inference.sums].every(Number.isFinite)).toBe(true)
            expect(Math.max(...inference.strengths)).toBe(1)
            expect([0, 1]).toContain(place)
          }
        }
      }
    }
    expect(decided([alone(3, 1e-12, 5, -5), alone(4, 1e-12, -5, 5)], [3]).place).toBe(0)
    expect(decided([alone(3, 1e-12, 5, -5), alone(4, 1e-12, -5, 5)], [4]).place).toBe(1)
  })

  it('falls back where the largest sum is less than the threshold', () => {
    // The density of a standard normal is 0.24197 at 1 and 0.0044 at 3.
    const rules = [alone(0, 1, 1, 5)]
    const at = (exponent: number, x: number) =>
      new FuzzyInference(rules, { exponent, strategy: 0 }).decide(Float64Array.of(x))
    expect(at(0, 1)).toBe(1)
    expect(at(Math.log10(5 * 0.2419), 1)).toBe(1)
    expect(at(Math.log10(5 * 0.242), 1)).toBe(0)
    expect(at(-1, 3)).toBe(0)
    expect(at(-2, 3)).toBe(1)
    // The logarithm of a density that no number can hold.
    expect(at(-300, 100)).toBe(0)
    expect(at(-300, 30)).toBe(1)
  })

  it('falls back where nothing is recommended', () => {
    const none = new FuzzyInference([alone(0, 1, -5, 0, -1)], { exponent: -300, strategy: 2 })
    expect(none.decide(Float64Array.of(0))).toBe(2)
  })

  it('with a fallback decides as the equations do', () => {
    const fallback = fc.record({ exponent: fc.integer({ min: -30, max: 0 }), place: fc.nat({ max: 12 }) })
    fc.assert(
      fc.property(near, fallback, ({ rules, x }, { exponent, place }) => {
        const strategies = rules[0].weights.map(() => 'easy')
        const strategy = place % strategies.length
        const base = {
          kind: 'fuzzy' as const,
          features: x.map(() => 'um'),
          ...{ strategies, rules, fallback: { exponent, strategy } },
        }
        const psi = psiOf(rules, x)
        const [first, second = Number.NEGATIVE_INFINITY] = [...psi].sort((a, b) => b - a)
        fc.pre(first - second > 1e-9 * Math.abs(first))
        fc.pre(Math.abs(first - 10 ** exponent) > 1e-9 * 10 ** exponent)
        expect(chooserOf(base)(Float64Array.from(x))).toBe(choiceOf(base, x))
      }),
      { seed: SEED, numRuns: runs(300, 1000) },
    )
  })

  it('of a pair chooses order and algorithm apart, algorithm by algorithm', () => {
    const choose = chooserOf({
      kind: 'pair',
      features: ['um'],
      orders: ['spt', 'fcfs', 'group'],
      algorithms: ['head', 'easy'],
      orderRules: [alone(0, 10, 5, 0, 0), alone(50, 10, 0, 5, 0), alone(100, 10, 0, 0, 5)],
      algorithmRules: [alone(0, 10, 5, 0), alone(60, 10, 0, 5)],
    })
    expect([0, 28, 35, 50, 100].map((x) => choose(Float64Array.of(x)))).toEqual([0, 1, 4, 4, 5])
  })
})

/** ∫ g_a·g_b, by the trapezoid rule, which for such functions converges faster than any power of its step. */
function overlap(a: FuzzyRule, b: FuzzyRule, k: number): number {
  const density = (x: number, { mu, sigma }: FuzzyRule) =>
    Math.exp(-((x - mu[k]) ** 2) / (2 * sigma[k] ** 2)) / (sigma[k] * Math.sqrt(2 * Math.PI))
  // All of the product lies where the narrower density does.
  const narrow = a.sigma[k] < b.sigma[k] ? a : b
  const [centre, width] = [narrow.mu[k], narrow.sigma[k]]
  const step = width / 50
  let sum = 0
  for (let x = centre - 40 * width; x <= centre + 40 * width; x += step) sum += density(x, a) * density(x, b)
  return sum * step
}

describe('similarity', () => {
  const pairs = fc
    .integer({ min: 1, max: 7 })
    .chain((features) => fc.tuple(ruleFor(features, 1), ruleFor(features, 1)))

  it('is the mean of the integrals of the products of densities', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const integrals = a.mu.map((_, k) => overlap(a, b, k))
        const mean = integrals.reduce((sum, each) => sum + each, 0) / integrals.length
        expect(Math.abs(similarity(a, b) - mean)).toBeLessThanOrEqual(1e-9 * mean)
      }),
      { seed: SEED, numRuns: runs(50, 100) },
    )
  })

  it('is symmetric, and largest with the same centres', () => {
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        expect(similarity(a, b)).toBe(similarity(b, a))
        expect(similarity({ ...a, mu: b.mu }, b)).toBeGreaterThanOrEqual(similarity(a, b))
      }),
      { seed: SEED, numRuns: runs(100, 200) },
    )
  })

  it('of a rule with itself is 1 / 2σ√π, so narrow rules are more like themselves', () => {
    expect(similarity(alone(3, 2, 0), alone(3, 2, 5))).toBeCloseTo(1 / (4 * Math.sqrt(Math.PI)), 15)
    expect(similarity(alone(0, 1, 0), alone(1e5, 1, 0))).toBe(0)
  })
})

describe('the choice alone', () => {
  /** Rules of which some are alike, so that sums are equal, and widths from a thousandth of the range to ten times it. */
  const many = fc
    .tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 13 }))
    .chain(([features, outputs]) => {
      const mu = fc.array(fc.oneof(decimal(0, 100), fc.constantFrom(0, 50, 100)), {
        ...{ minLength: features, maxLength: features },
      })
      const width = decimal(-1, 3).map((exponent) => 10 ** exponent)
      const sigma = fc.array(width, { minLength: features, maxLength: features })
      const shapes = fc.array(fc.record({ mu, sigma }), { minLength: 1, maxLength: 40 })
      const rule = shapes.chain((all) =>
        fc.array(
          fc.tuple(fc.nat({ max: all.length - 1 }), weights(outputs)).map(([k, own]) => ({
            ...all[k],
            weights: own,
          })),
          { minLength: 1, maxLength: 70 },
        ),
      )
      const fallback = fc.record({
        exponent: fc.integer({ min: -60, max: 0 }),
        strategy: fc.nat({ max: outputs - 1 }),
      })
      return fc.record({
        rules: rule,
        fallback: fc.option(fallback, { nil: null }),
        states: fc.array(
          fc.array(fc.oneof(decimal(0, 100), fc.constantFrom(0, 50, 100, 1e6)), {
            ...{ minLength: features, maxLength: features },
          }),
          { minLength: 1, maxLength: 12 },
        ),
      })
    })

  it('is always the one of the whole inference, equal sums and fallbacks included', () => {
    fc.assert(
      fc.property(many, ({ rules, fallback, states }) => {
        const whole = new FuzzyInference(rules, fallback)
        const choice = new FuzzyChoice(rules, fallback)
        for (const state of states) {
          const values = Float64Array.from(state)
          expect(choice.of(values)).toBe(whole.decide(values))
        }
      }),
      { seed: SEED, numRuns: runs(650, 2000) },
    )
  })

  it('is that of rules that fire far less, where the others recommend nothing', () => {
    const far = alone(20, 1, 5, 1, 5)
    const at0 = (...rules: FuzzyRule[]) => new FuzzyChoice(rules, null).of(Float64Array.of(0))
    expect(at0(alone(0, 1, -5, 0, 0), far)).toBe(2)
    expect(at0(alone(0, 1, 5, 5, 5), far)).toBe(0)
    // The second rule fires e to the power of −18 as much as the first, and tells two equal outputs apart.
    expect(at0(alone(0, 1, 5, 5, 0), alone(6, 1, 0, 1, 5))).toBe(1)
    // e to the power of −11.9 for the first output, and five times e to the power of −12.1 for the second.
    const [near, further] = [Math.sqrt(23.8), Math.sqrt(24.2)]
    expect(at0(alone(0, 1, 5, 5), alone(near, 1, 1, 0), alone(further, 1, 0, 5))).toBe(1)
  })

  it('goes on where all rules fire little', () => {
    const choice = new FuzzyChoice([alone(0, 1, 5, -5), alone(100, 1, -5, 5)], null)
    const at = (x: number) => choice.of(Float64Array.of(x))
    expect([0, 1000, -1000, 51, 49, 1e6, 0].map(at)).toEqual([0, 1, 0, 1, 0, 1, 0])
  })

  it('is made of strengths that are to the last digit those of the whole inference', () => {
    fc.assert(
      fc.property(many, ({ rules, states }) => {
        const all = packed(rules)
        const set = ruleSet(all, { all: -60, doubt: 1e-5, rounding: 1e-12, error: 1e-6 })
        for (const state of states) {
          const values = Float64Array.from(state)
          const most = set?.fire(values)
          const logs = rules.map((_, rule) => logStrength(all, rule, values))
          expect(set?.logs.slice(set.logsAt, set.logsAt + rules.length)).toEqual(Float64Array.from(logs))
          expect(most).toBe(Math.max(...logs))
        }
      }),
      { seed: SEED, numRuns: runs(250, 500) },
    )
  })

  it('is the same for bases that take turns, more than there is room for at a time', () => {
    const bases = Array.from({ length: 100 }, (_, k) =>
      Array.from({ length: k % 2 === 0 ? 500 : 3 }, (_, rule) =>
        alone(((rule * 37 + k) % 101) - k, 1 + (rule % 5), ...(rule % 3 === 0 ? [5, -1, k % 2] : [0, 1, 5])),
      ),
    )
    const choices = bases.map((rules) => new FuzzyChoice(rules, null))
    for (let x = -40; x < 120; x += 17.3) {
      const values = Float64Array.of(x)
      expect(choices.map((choice) => choice.of(values))).toEqual(
        bases.map((rules) => new FuzzyInference(rules, null).decide(values)),
      )
    }
  })
})
