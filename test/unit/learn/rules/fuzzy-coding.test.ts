/** Fuzzy rules and bases as genes: every genome is a valid base, and what its numbers mean. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QueuewrightError } from '../../../../src/core/errors.js'
import { Random } from '../../../../src/core/random.js'
import {
  baseCoding,
  memberText,
  randomBase,
  rulesOf,
  sizeOf,
} from '../../../../src/learn/rules/base-coding.js'
import { randomRule, ruleCoding, ruleOf } from '../../../../src/learn/rules/fuzzy-coding.js'
import { decode } from '../../../../src/optimize/box.js'
import { parsePolicy, rulePolicyText } from '../../../../src/sim/policy.js'
import {
  type FuzzyRule,
  RULE_WEIGHTS,
  SOURCE_STRATEGIES,
  USUAL_FEATURES,
} from '../../../../src/sim/rule-based/index.js'

const SEED = 924
const CODING = ruleCoding(USUAL_FEATURES, 13)
const STRATEGIES = [...SOURCE_STRATEGIES, 'head:spt']

function expectValid(rules: readonly FuzzyRule[]): void {
  const base = {
    kind: 'fuzzy',
    features: USUAL_FEATURES,
    strategies: STRATEGIES,
    rules,
    fallback: null,
  } as const
  const parsed = parsePolicy(rulePolicyText(base))
  expect(parsed).toMatchObject({ base })
}

describe('ruleCoding', () => {
  it('has two genes for each feature and one for each output', () => {
    expect(CODING.genes).toBe(27)
    expect(ruleCoding(['sd(7d)', 'hour'], 4).genes).toBe(8)
    expect(CODING.box.lower).toHaveLength(27)
    expect(CODING.steps).toHaveLength(27)
    expect([...CODING.box.lower.subarray(0, 4)]).toEqual([1, -90, 0, -1000])
    expect([...CODING.box.upper.subarray(0, 4)]).toEqual([10, 90, 100, 1000])
    expect([...CODING.box.upper.subarray(14)]).toEqual(new Array(13).fill(4))
  })

  it('mutates μ and σ of a feature alike, by its usual range', () => {
    const { box, steps } = CODING
    for (const k of [0, 1, 2]) {
      const [mu, sigma] = [2 * k, 2 * k + 1].map((gene) => steps[gene] * (box.upper[gene] - box.lower[gene]))
      expect(sigma).toBeCloseTo(mu, 9)
    }
  })

  it('refuses an unknown feature', () => {
    expect(() => ruleCoding(['um', 'moon'], 3)).toThrow(/unknown feature.*moon/)
  })
})

describe('ruleOf', () => {
  const one = ruleCoding(['um', 'sd'], 5)
  it.each<readonly [string, readonly number[], FuzzyRule]>([
    [
      'as it is, with four digits',
      [33.33333, 12.34567, 2, 0.5, 0, 1, 2, 3, 4],
      { mu: [33.33, 2], sigma: [12.35, 0.5], weights: [-5, -1, 0, 1, 5] },
    ],
    [
      'a width below 0 stands for its amount, a width of nothing for the least',
      [50, -7, 5, 0, 0.49, 0.5, 1.5, 2.5, 3.49],
      { mu: [50, 5], sigma: [7, 0.009], weights: [-5, -1, 0, 1, 1] },
    ],
    [
      'beyond the box',
      [-3, 5000, 99, -1e9, -1, -0.4, 4.4, 7, 3.5],
      { mu: [0, 10], sigma: [1000, 90], weights: [-5, -5, 5, 5, 5] },
    ],
  ])('%s', (_, genes, expected) => {
    expect(ruleOf(one, genes)).toEqual(expected)
  })

  it('makes a valid rule of any point of the box', () => {
    const unit = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 27, maxLength: 27 })
    const property = fc.property(unit, (point) => {
      expectValid([ruleOf(CODING, decode(CODING.box, Float64Array.from(point)))])
    })
    fc.assert(property, { seed: SEED, numRuns: 200 })
    expectValid([
      ruleOf(CODING, CODING.box.lower),
      ruleOf(CODING, CODING.box.upper),
      ruleOf(CODING, new Float64Array(27)),
    ])
  })
})

describe('randomRule', () => {
  const random = new Random(SEED)
  const rules = Array.from({ length: 4000 }, () => randomRule(CODING, random))

  it('keeps to the box', () => {
    for (const rule of rules) {
      expect(rule.every((gene, k) => gene >= CODING.box.lower[k] && gene <= CODING.box.upper[k])).toBe(true)
    }
    expectValid(rules.slice(0, 50).map((rule) => ruleOf(CODING, rule)))
  })

  it('has centres that are uniform, widths that are log-uniform, weights by rounding', () => {
    const share = (holds: (rule: Float64Array) => boolean) => rules.filter(holds).length / rules.length
    // sd: centres 1 to 10, widths 0.09 to 9, of which 0.9 is the middle.
    expect(share((rule) => rule[0] < 5.5)).toBeCloseTo(0.5, 1)
    expect(share((rule) => rule[0] < 3.25)).toBeCloseTo(0.25, 1)
    expect(share((rule) => rule[1] < 0.9)).toBeCloseTo(0.5, 1)
    expect(Math.min(...rules.map((rule) => rule[1]))).toBeGreaterThanOrEqual(0.09)
    expect(Math.max(...rules.map((rule) => rule[1]))).toBeLessThanOrEqual(9)
    const weights = rules.map((rule) => ruleOf(CODING, rule).weights[12])
    const parts = RULE_WEIGHTS.map(
      (weight) => weights.filter((each) => each === weight).length / weights.length,
    )
    for (const [k, part] of [1 / 8, 1 / 4, 1 / 4, 1 / 4, 1 / 8].entries())
      expect(parts[k]).toBeCloseTo(part, 1)
  })
})

describe('baseCoding', () => {
  it('is 270 genes for the ten rules of the thesis, 811 for thirty of which some count, 180 for a species', () => {
    expect(baseCoding(CODING, 10, false).box.lower).toHaveLength(270)
    expect(baseCoding(CODING, 30, true).box.lower).toHaveLength(811)
    expect(baseCoding(ruleCoding(USUAL_FEATURES, 4), 10, false).box.lower).toHaveLength(180)
  })

  it('takes the first rules, as many as count', () => {
    const coding = baseCoding(CODING, 4, true)
    const genes = randomBase(coding, new Random(1))
    const each = Array.from({ length: 4 }, (_, k) => ruleOf(CODING, genes.subarray(1 + 27 * k, 28 + 27 * k)))
    for (const [size, count] of [
      [1, 1],
      [1.49, 1],
      [1.5, 2],
      [3.4, 3],
      [4, 4],
    ]) {
      genes[0] = size
      expect(sizeOf(coding, genes)).toBe(count)
      expect(rulesOf(coding, genes)).toEqual(each.slice(0, count))
    }
    const fixed = baseCoding(CODING, 4, false)
    expect(rulesOf(fixed, genes.slice(1))).toEqual(each)
    expect(sizeOf(fixed, genes.slice(1))).toBe(4)
  })

  it('makes a valid base of any point of the box, and begins in it', () => {
    const coding = baseCoding(CODING, 3, true)
    const n = coding.box.lower.length
    const unit = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: n, maxLength: n })
    const property = fc.property(unit, fc.nat(), (point, seed) => {
      const rules = rulesOf(coding, decode(coding.box, Float64Array.from(point)))
      expect(rules.length >= 1 && rules.length <= 3).toBe(true)
      expectValid(rules)
      const first = randomBase(coding, new Random(seed))
      expect(first.every((gene, k) => gene >= coding.box.lower[k] && gene <= coding.box.upper[k])).toBe(true)
    })
    fc.assert(property, { seed: SEED, numRuns: 100 })
  })

  it('begins with numbers of rules from one to all', () => {
    const coding = baseCoding(CODING, 30, true)
    const sizes = Array.from({ length: 300 }, (_, k) => sizeOf(coding, randomBase(coding, new Random(k))))
    expect(new Set(sizes).size).toBeGreaterThan(25)
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([1, 30])
  })
})

describe('memberText', () => {
  it.each([
    ['head:greedy(a=1)', 'head:greedy(a=1)'],
    ['greedy', 'head:greedy'],
    ['easy', 'easy:fcfs'],
    ['easy:spt/fcfs', 'easy:spt/fcfs'],
  ])('of %s is %s, a policy with its order', (written, text) => {
    expect(memberText(written)).toBe(text)
  })

  it.each(['recorded', 'rules:({})', 'greedier', 'head:moon'])('refuses %s', (written) => {
    expect(() => memberText(written)).toThrow(QueuewrightError)
  })
})
