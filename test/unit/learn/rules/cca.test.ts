/** Cooperative coevolution: settings of the thesis, pairs, resumption, early stops, that it learns. */

import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import type { SettingsOf } from '../../../../src/learn/learner.js'
import { settledLearner } from '../../../../src/learn/learner-settings.js'
import { RULES_CCA } from '../../../../src/learn/rules/cca/cca.js'
import { rulePolicyText } from '../../../../src/sim/policy.js'
import {
  type FuzzyRule,
  membersOf,
  type RuleBase,
  USUAL_FEATURES,
} from '../../../../src/sim/rule-based/index.js'
import { baseIn, CONTEXT, earlyStopped, mistakes, type Score, teach } from '../../../support/rule-learners.js'

const GREEDY = 'head:greedy(a=1)'
const random = new Random(78)
const STATES = Array.from({ length: 120 }, () =>
  Float64Array.from(USUAL_FEATURES, (name) => random.uniform() * 100 * (name === 'sd' ? 0.1 : 1)),
)
/** The order goes by one feature, the algorithm by another. */
const score = mistakes(
  STATES,
  ([, um, first]) => `${um > 50 ? 'easy' : 'head'}:${first > 40 ? 'group' : 'spt'}`,
)

const short = (changes: Partial<SettingsOf<typeof RULES_CCA>> = {}): SettingsOf<typeof RULES_CCA> => ({
  ...settledLearner(RULES_CCA, { greedy: GREEDY }),
  generations: 12,
  rules: 5,
  ...changes,
})
const run = (
  settings: SettingsOf<typeof RULES_CCA>,
  by: Score = score,
  how: Parameters<typeof teach>[3] = {},
) => teach(RULES_CCA, settings, by, how)
const pairIn = (base: RuleBase) => {
  if (base.kind !== 'pair') throw new RangeError('no pair')
  return base
}
const basesIn = ({ generations }: ReturnType<typeof run>) =>
  generations.map(({ batches }) => batches[0].candidates.map((each) => pairIn(baseIn(each))))
const policies = (taught: ReturnType<typeof run>) => basesIn(taught).map((bases) => bases.map(rulePolicyText))

describe('settings of the thesis', () => {
  it('two species of 180 numbers, each (3+21) without recombination', () => {
    const learner = RULES_CCA.open(settledLearner(RULES_CCA, { greedy: GREEDY }), CONTEXT, null)
    const searches = JSON.parse(JSON.stringify(learner.snapshot())).parts[0].search
    expect(searches).toHaveLength(2)
    for (const { settings } of searches) {
      expect(settings).toMatchObject({
        mu: 3,
        lambda: 21,
        kappa: 'Infinity',
        objects: { parents: 1 },
        steps: { parents: 1 },
        firstStep: 0.1,
      })
      expect(settings.survival).toBeUndefined()
      expect(settings.box.lower).toHaveLength(180)
      expect(settings.scale.slice(-18, -15)).toEqual([1, 0.05, 1])
      expect(settings.rule.tau0).toBeCloseTo(0.053, 3)
      expect(settings.rule.tau1).toBeCloseTo(0.193, 3)
    }
    expect(searches[0].seed).not.toBe(searches[1].seed)
    expect(RULES_CCA.planned(settledLearner(RULES_CCA, { greedy: GREEDY }))).toBe(843)
  })

  it('asks for 3 pairs, then 40 times for 21, over four orders, three algorithms and greedy', () => {
    const taught = run({ ...settledLearner(RULES_CCA, { greedy: 'greedy' }) })
    expect(taught.generations.map(({ scores }) => scores[0].length)).toEqual([3, ...new Array(40).fill(21)])
    for (const base of basesIn(taught).flat()) {
      expect(base.orderRules.map(({ weights }) => weights.length)).toEqual(new Array(10).fill(4))
      expect(base.algorithmRules.map(({ weights }) => weights.length)).toEqual(new Array(10).fill(4))
    }
    const members = membersOf(basesIn(taught)[0][0])
    expect(members).toHaveLength(16)
    // Greedy ignores the order that is chosen.
    expect(members.slice(12)).toEqual(new Array(4).fill('head:greedy'))
  })

  it.each<readonly [Partial<SettingsOf<typeof RULES_CCA>>, string]>([
    [{ mu: 0 }, 'mu'],
    [{ firstStep: 7 }, 'firstStep'],
    [{ features: ['moon'] }, 'moon'],
    [{ greedy: 'rules:({})' }, 'kind'],
  ])('refuses %j', (changes, named) => {
    expect(() => RULES_CCA.open(short(changes), CONTEXT, null)).toThrow(named)
  })
})

describe('coevolution', () => {
  it('proposes the same for the same seed, others for another', () => {
    expect(policies(run(short()))).toEqual(policies(run(short())))
    expect(policies(run(short(), score, { seed: 2 }))[0]).not.toEqual(policies(run(short()))[0])
  })

  it('loses nothing by scores that need not be known', () => {
    const fine: Score = (base) => score(base) + rulePolicyText(base).length / 1e5
    const [all, early] = [run(short(), fine), run(short(), fine, { told: earlyStopped })]
    expect(policies(early)).toEqual(policies(all))
    expect(early.learner.summaries()).toEqual(all.learner.summaries())
    expect(early.generations.flatMap(({ scores }) => [...scores[0]])).toContain(Number.POSITIVE_INFINITY)
  })

  it('evaluates each individual of a generation once', () => {
    for (const bases of basesIn(run(short()))) {
      for (const rules of ['orderRules', 'algorithmRules'] as const) {
        expect(new Set(bases.map((base) => JSON.stringify(base[rules]))).size).toBe(bases.length)
      }
    }
  })

  it('selects both species by the scores of the pairs', () => {
    const { learner } = run(short())
    const searches = JSON.parse(JSON.stringify(learner.snapshot())).parts[0].search
    const scores = searches.map(({ parents }: { parents: { score: number; age: number }[] }) =>
      parents.map(({ score: each, age }) => [each, age]),
    )
    expect(scores[0]).toEqual(scores[1])
    const population = learner.population()
    expect(population).toHaveLength(3)
    // Parents are pairs that were evaluated together.
    for (const each of population) expect(score(baseIn(each.strategy))).toBe(each.score)
  })

  it('pairs at random: which parent an order comes from says nothing of where its partner comes from', () => {
    // Steps so small that each offspring lies by its parent; all are equally good, so that the first parents stay.
    const settings = short({ firstStep: 1e-4, generations: 60, rules: 2, tau0: 1e-9, tau1: 1e-9 })
    let best = 0
    const taught = run(settings, () => best++)
    const [parents, ...generations] = basesIn(taught)
    const distance = (a: readonly FuzzyRule[], b: readonly FuzzyRule[]) =>
      a.reduce(
        (sum, { mu }, k) => sum + mu.reduce((all, value, j) => all + Math.abs(value - b[k].mu[j]), 0),
        0,
      )
    const nearest = (rules: readonly FuzzyRule[], which: 'orderRules' | 'algorithmRules') => {
      const distances = parents.map((parent) => distance(rules, parent[which]))
      return distances.indexOf(Math.min(...distances))
    }
    const counts = [0, 1, 2].map(() => [0, 0, 0])
    for (const { orderRules, algorithmRules } of generations.flat())
      counts[nearest(orderRules, 'orderRules')][nearest(algorithmRules, 'algorithmRules')]++
    const expected = (60 * 21) / 9
    const chiSquare = counts.flat().reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    // The 99.9 per cent point with 8 degrees of freedom.
    expect(chiSquare).toBeLessThan(26.1)
  })

  it('learns, and delivers the best pair that was seen', () => {
    for (const seed of [1, 2, 3]) {
      const taught = run(short({ generations: 30 }), score, { seed })
      const [{ score: found, strategy, evaluations }] = taught.learner.summaries()
      const all = taught.generations.map(({ scores }) => Math.min(...scores[0]))
      expect(found).toBe(Math.min(...all))
      expect(found).toBeLessThan(all[0] - 10)
      expect(score(baseIn(strategy))).toBe(found)
      expect(evaluations).toBe(3 + 30 * 21)
    }
  })

  it('delivers the first of equal pairs', () => {
    const taught = run(short({ generations: 3 }), () => 5)
    const [{ strategy }] = taught.learner.summaries()
    expect(baseIn(strategy)).toEqual(basesIn(taught)[0][0])
  })

  it('has nothing before the first scores', () => {
    const learner = RULES_CCA.open(short(), CONTEXT, null)
    expect(learner.summaries()).toEqual([
      { name: 'cca', evaluations: 0, score: Number.POSITIVE_INFINITY, strategy: null },
    ])
    expect(learner.population()).toEqual([])
  })
})
