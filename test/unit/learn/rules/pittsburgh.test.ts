/** The Pittsburgh learner: settings of the thesis, the three variants, resumption, early stops, that it learns. */

import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import type { SettingsOf } from '../../../../src/learn/learner.js'
import { settledLearner } from '../../../../src/learn/learner-settings.js'
import { RULES_PITTSBURGH } from '../../../../src/learn/rules/pittsburgh/pittsburgh.js'
import { rulePolicyText } from '../../../../src/sim/policy.js'
import { type RuleBase, SOURCE_STRATEGIES, USUAL_FEATURES } from '../../../../src/sim/rule-based/index.js'
import { baseIn, CONTEXT, earlyStopped, mistakes, type Score, teach } from '../../../support/rule-learners.js'

const GREEDY = 'head:greedy(a=1)'
const VARIANTS = ['none', 'fitness', 'selection'] as const
const random = new Random(77)
const STATES = Array.from({ length: 120 }, () =>
  Float64Array.from(USUAL_FEATURES, (name) => random.uniform() * 100 * (name === 'sd' ? 0.1 : 1)),
)
/** One strategy where the machine is full, another where it is not. */
const score = mistakes(STATES, ([, um]) => (um > 50 ? 'easy:group' : 'head:spt'))

const short = (
  reduction: SettingsOf<typeof RULES_PITTSBURGH>['reduction'],
  changes: Partial<SettingsOf<typeof RULES_PITTSBURGH>> = {},
) => ({
  ...settledLearner(RULES_PITTSBURGH, { reduction, greedy: GREEDY }),
  generations: 12,
  rules: 6,
  beta: 20,
  ...changes,
})
const run = (
  settings: SettingsOf<typeof RULES_PITTSBURGH>,
  by: Score = score,
  how: Parameters<typeof teach>[3] = {},
) => teach(RULES_PITTSBURGH, settings, by, how)
const rulesIn = (base: RuleBase) => (base.kind === 'fuzzy' ? base.rules.length : Number.NaN)
const policies = ({ generations }: ReturnType<typeof run>) =>
  generations.map(({ batches }) =>
    batches.map(({ candidates }) => candidates.map((each) => rulePolicyText(baseIn(each)))),
  )
const delivered = ({ learner }: ReturnType<typeof run>) => {
  const found = learner.delivered?.() ?? null
  if (found === null) throw new RangeError('nothing delivered')
  return { base: baseIn(found.strategy), score: found.score }
}

describe('settings of the thesis', () => {
  it.each([
    ['none', 270, 'Infinity', 0.043, 0.174, undefined],
    ['fitness', 811, 'Infinity', 0.025, 0.133, { kind: 'discounted', coordinate: 0, discount: 50_000 }],
    ['selection', 811, 4, 0.025, 0.133, { kind: 'smallest', coordinate: 0, pool: 6 }],
  ] as const)('%s', (reduction, genes, kappa, tau0, tau1, survival) => {
    const settings = settledLearner(RULES_PITTSBURGH, { reduction, greedy: GREEDY })
    const learner = RULES_PITTSBURGH.open(settings, CONTEXT, null)
    const { search } = JSON.parse(JSON.stringify(learner.snapshot())).parts[0]
    expect(search.settings).toMatchObject({
      mu: 3,
      lambda: 21,
      kappa,
      objects: { parents: 1 },
      steps: { parents: 1 },
      rule: { kind: 'non-isotropic', common: 'offspring' },
      firstStep: 0.1,
      leastStep: 1e-4,
      mostStep: 0.5,
      repair: 'clip',
    })
    expect(search.settings.survival).toEqual(survival)
    expect(search.settings.box.lower).toHaveLength(genes)
    // Steps of widths count as those of centres, by the usual range of the feature.
    expect(search.settings.scale).toHaveLength(genes)
    expect(search.settings.scale.slice(-27, -24)).toEqual([1, 0.05, 1])
    expect(search.settings.rule.tau0).toBeCloseTo(tau0, 3)
    expect(search.settings.rule.tau1).toBeCloseTo(tau1, 3)
    expect(RULES_PITTSBURGH.planned(settings)).toBe(843)
  })

  it('asks for 3 bases, then 40 times for 21, all valid, over the twelve strategies and greedy', () => {
    const settings = settledLearner(RULES_PITTSBURGH, { greedy: 'greedy' })
    const taught = run(settings)
    expect(taught.generations.map(({ scores }) => scores[0].length)).toEqual([3, ...new Array(40).fill(21)])
    for (const strategy of taught.generations.flatMap(({ batches }) => batches[0].candidates)) {
      const base = baseIn(strategy)
      expect(base).toMatchObject({
        kind: 'fuzzy',
        features: USUAL_FEATURES,
        strategies: [...SOURCE_STRATEGIES, 'head:greedy'],
        fallback: null,
      })
      expect(rulesIn(base)).toBe(10)
    }
    expect(taught.learner.summaries()).toMatchObject([{ evaluations: 843 }])
  })

  it('takes learning rates and the common factor that it is given', () => {
    const settings = short('none', { tau0: 0.5, tau1: 0.25, commonFactor: 'generation', firstStep: 0.02 })
    const { search } = JSON.parse(JSON.stringify(RULES_PITTSBURGH.open(settings, CONTEXT, null).snapshot()))
      .parts[0]
    expect(search.settings).toMatchObject({
      rule: { tau0: 0.5, tau1: 0.25, common: 'generation' },
      firstStep: 0.02,
    })
  })

  it.each<readonly [Partial<SettingsOf<typeof RULES_PITTSBURGH>>, string]>([
    [{ mu: 0 }, 'mu'],
    [{ lambda: 0 }, 'lambda'],
    [{ tau1: -1 }, 'tau1'],
    [{ pool: 2 }, 'pool'],
    [{ kappa: 0 }, 'kappa'],
    [{ features: ['moon'] }, 'moon'],
    [{ greedy: 'recorded' }, 'recorded'],
  ])('refuses %j', (changes, named) => {
    expect(() => RULES_PITTSBURGH.open(short('selection', changes), CONTEXT, null)).toThrow(named)
  })
})

describe.each(VARIANTS)('%s', (reduction) => {
  const settings = short(reduction)

  it('loses nothing by scores that need not be known', () => {
    // Scores that differ, and are large beside β.
    const fine: Score = (base) => 1000 + 10 * score(base) + rulePolicyText(base).length / 1000
    const [all, early] = [run(settings, fine), run(settings, fine, { told: earlyStopped })]
    expect(policies(early)).toEqual(policies(all))
    expect(delivered(early)).toEqual(delivered(all))
    expect(early.generations.flatMap(({ scores }) => [...scores[0]])).toContain(Number.POSITIVE_INFINITY)
  })

  it('learns', () => {
    const runs = [1, 2, 3, 4, 5, 6].map((seed) => {
      const taught = run({ ...settings, beta: 1, generations: 30 }, score, { seed })
      const found = delivered(taught)
      expect(score(found.base)).toBe(found.score)
      return { first: Math.min(...taught.generations[0].scores[0]), found: found.score }
    })
    const mean = (value: (run: (typeof runs)[number]) => number) =>
      runs.reduce((sum, each) => sum + value(each), 0) / runs.length
    for (const { first, found } of runs) expect(found).toBeLessThan(first)
    expect(mean(({ found }) => found)).toBeLessThan(mean(({ first }) => first) - 20)
    // One strategy everywhere is right in about half of the states.
    expect(Math.min(...runs.map(({ found }) => found))).toBeLessThan(30)
  })

  it('ends with parents whose scores are theirs', () => {
    const { learner } = run(settings)
    const population = learner.population()
    expect(population).toHaveLength(3)
    for (const each of population) expect(each.score).toBe(score(baseIn(each.strategy)))
  })

  it('has nothing to deliver before the first scores', () => {
    const learner = RULES_PITTSBURGH.open(settings, CONTEXT, null)
    expect(learner.delivered?.()).toBeNull()
    expect(learner.summaries()).toEqual([
      { name: 'pittsburgh', evaluations: 0, score: Number.POSITIVE_INFINITY, strategy: null },
    ])
    expect(learner.population()).toEqual([])
  })
})

describe('what is delivered', () => {
  const everything = (taught: ReturnType<typeof run>) =>
    taught.generations.flatMap(({ batches, scores }) =>
      batches[0].candidates.map((strategy, k) => ({ rules: rulesIn(baseIn(strategy)), score: scores[0][k] })),
    )

  it('none: the best base that was seen', () => {
    const taught = run(short('none'))
    expect(delivered(taught).score).toBe(Math.min(...everything(taught).map((each) => each.score)))
  })

  it('fitness: the base with the least f − β/N_r, told with its f', () => {
    let others = 0
    for (const seed of [1, 2, 3, 4]) {
      const taught = run(short('fitness', { beta: 40 }), score, { seed })
      const found = delivered(taught)
      const all = everything(taught)
      const fitness = Math.min(...all.map((each) => each.score - 40 / each.rules))
      expect(found.score - 40 / rulesIn(found.base)).toBe(fitness)
      expect(found.score).toBe(score(found.base))
      if (found.score > Math.min(...all.map((each) => each.score))) others++
    }
    expect(others).toBeGreaterThan(0)
  })

  it('selection: the best base that was seen, of equal ones the one with the fewest rules', () => {
    // Many scores are equal.
    const coarse: Score = (base) => Math.round(score(base) / 20)
    const taught = run(short('selection'), coarse)
    const all = everything(taught)
    const best = Math.min(...all.map((each) => each.score))
    const found = delivered(taught)
    expect(found.score).toBe(best)
    expect(rulesIn(found.base)).toBe(
      Math.min(...all.filter((each) => each.score === best).map((each) => each.rules)),
    )
  })
})

describe('fewer rules', () => {
  it('by selection, never at the cost of the result', () => {
    // The more rules, the better.
    const taught = run(short('selection', { rules: 60, generations: 4 }), (base) => -rulesIn(base))
    const sizes = taught.generations.flatMap(({ scores }) => [...scores[0]].map((each) => -each))
    expect(Math.max(...sizes)).toBeGreaterThan(Math.min(...sizes))
    expect(rulesIn(delivered(taught).base)).toBe(Math.max(...sizes))
  })

  it.each(['fitness', 'selection'] as const)('by %s, where rules are of no use', (reduction) => {
    const settings = short(reduction, { rules: 30, generations: 30 })
    const taught = run(settings, () => 7)
    const sizes = taught.generations.map(({ batches }) => {
      const rules = batches[0].candidates.map((strategy) => rulesIn(baseIn(strategy)))
      return rules.reduce((sum, each) => sum + each, 0) / rules.length
    })
    expect(sizes[0]).toBeGreaterThan(5)
    expect(sizes[sizes.length - 1]).toBeLessThan(3)
    expect(rulesIn(delivered(taught).base)).toBe(1)
  })

  it('with β of nothing, as many as without', () => {
    const [nothing, much] = [0, 1000].map((beta) => {
      const taught = run(short('fitness', { beta, rules: 12, generations: 25 }), score, { seed: 5 })
      return { score: delivered(taught).score, rules: rulesIn(delivered(taught).base) }
    })
    expect(much.rules).toBe(1)
    expect(nothing.rules).toBeGreaterThan(1)
    expect(nothing.score).toBeLessThan(much.score)
  })

  it('lets parents of the modified selection live for κ generations at most', () => {
    const settings = short('selection')
    let learner = RULES_PITTSBURGH.open(settings, CONTEXT, null)
    const ages: number[] = []
    for (let generation = 0; generation <= 10; generation++) {
      const [batch] = learner.ask() ?? []
      // Offspring are always worse than the first parents.
      learner.tell([Float64Array.from(batch.candidates, (_, k) => 100 * generation + k)])
      const snapshot = JSON.parse(JSON.stringify(learner.snapshot()))
      ages.push(Math.max(...snapshot.parts[0].search.parents.map(({ age }: { age: number }) => age)))
      learner = RULES_PITTSBURGH.open(settings, CONTEXT, snapshot)
    }
    expect(Math.max(...ages)).toBeLessThanOrEqual(4)
    expect(ages[2]).toBeGreaterThan(1)
  })
})
