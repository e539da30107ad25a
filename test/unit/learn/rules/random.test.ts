/** Random fuzzy rule bases: what is drawn, resumption, early stops, and that the best of all is the result. */

import { describe, expect, it } from 'vitest'
import type { SettingsOf } from '../../../../src/learn/learner.js'
import { RULES_RANDOM } from '../../../../src/learn/rules/random/random.js'
import { rulePolicyText } from '../../../../src/sim/policy.js'
import {
  parseFeature,
  type RuleBase,
  SOURCE_STRATEGIES,
  USUAL_FEATURES,
} from '../../../../src/sim/rule-based/index.js'
import { failureOf } from '../../../support/failures.js'
import { baseIn, CONTEXT, type Score, teach } from '../../../support/rule-learners.js'

const SETTINGS: SettingsOf<typeof RULES_RANDOM> = {
  learner: 'rules-random',
  features: USUAL_FEATURES,
  greedy: 'head:greedy(a=1)',
  rules: 5,
  evaluations: 120,
}

/** Some number of the base that has nothing to do with when it was drawn. */
const score: Score = (base) =>
  base.kind === 'fuzzy' ? base.rules.reduce((sum, { mu }) => sum + mu[1], 0) : Number.NaN
const run = (settings = SETTINGS, how: Parameters<typeof teach>[3] = {}, by = score) =>
  teach(RULES_RANDOM, settings, by, how)
const basesOf = ({ generations }: ReturnType<typeof run>): readonly RuleBase[] =>
  generations.flatMap(({ batches }) => batches.flatMap(({ candidates }) => candidates.map(baseIn)))
const texts = (taught: ReturnType<typeof run>) => basesOf(taught).map(rulePolicyText)
const best = ({ learner }: ReturnType<typeof run>) => {
  const [{ strategy, score: reached, evaluations }] = learner.summaries()
  return { policy: strategy && rulePolicyText(baseIn(strategy)), score: reached, evaluations }
}

describe('random bases', () => {
  it('are as many as asked for, all different, of so many rules each', () => {
    const taught = run()
    const bases = basesOf(taught)
    expect(taught.generations.map(({ batches }) => batches[0].candidates.length)).toEqual([50, 50, 20])
    expect(RULES_RANDOM.planned(SETTINGS)).toBe(120)
    expect(new Set(texts(taught)).size).toBe(120)
    for (const base of bases) {
      expect(base).toMatchObject({
        kind: 'fuzzy',
        features: USUAL_FEATURES,
        strategies: [...SOURCE_STRATEGIES, 'head:greedy(a=1)'],
        fallback: null,
      })
      expect(base.kind === 'fuzzy' && base.rules.length).toBe(5)
    }
  })

  it('have their centres all over the usual ranges of the features', () => {
    const rules = basesOf(run()).flatMap((base) => (base.kind === 'fuzzy' ? base.rules : []))
    for (const [k, name] of USUAL_FEATURES.entries()) {
      const [least, most] = parseFeature(name).usual
      const shares = rules.map(({ mu }) => (mu[k] - least) / (most - least))
      expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...shares)).toBeLessThanOrEqual(1)
      // The mean of 600 uniform numbers, within five standard errors.
      expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) / 600 - 0.5)).toBeLessThan(0.06)
    }
  })

  it('come to the best of them, the first of equal ones', () => {
    const taught = run()
    const scores = basesOf(taught).map(score)
    const least = Math.min(...scores)
    expect(best(taught)).toEqual({
      policy: texts(taught)[scores.indexOf(least)],
      score: least,
      evaluations: 120,
    })
    const even = run(SETTINGS, {}, () => 7)
    expect(best(even)).toMatchObject({ policy: texts(even)[0], score: 7 })
  })

  it('are others by another seed, and the same whatever is told', () => {
    const first = texts(run())
    expect(texts(run(SETTINGS, {}, () => 1))).toEqual(first)
    const other = new Set(texts(run(SETTINGS, { seed: 2 })))
    expect(first.some((text) => other.has(text))).toBe(false)
  })

  it('have no result while none has a score', () => {
    const none = run({ ...SETTINGS, evaluations: 50 }, { reopen: () => true }, () => Number.POSITIVE_INFINITY)
    expect(best(none)).toEqual({ policy: null, score: Number.POSITIVE_INFINITY, evaluations: 50 })
  })

  it.each([
    ['rules', { rules: 0 }, 0],
    ['evaluations', { evaluations: 0 }, 0],
    ['features', { features: [] }, ''],
  ] as const)('need %s', (field, changes, value) => {
    const failure = failureOf(() => RULES_RANDOM.open({ ...SETTINGS, ...changes }, CONTEXT, null))
    expect(failure.kind).toBe('usage')
    expect(failure.detail).toMatchObject({ field, value })
  })

  it('refuse unknown features and greedy policies that are none', () => {
    const opened = (changes: Partial<SettingsOf<typeof RULES_RANDOM>>) =>
      failureOf(() => RULES_RANDOM.open({ ...SETTINGS, ...changes }, CONTEXT, null)).kind
    expect(opened({ features: ['load'] })).toBe('policy-parameter')
    expect(opened({ greedy: 'recorded' })).toBe('unknown-policy')
  })
})
