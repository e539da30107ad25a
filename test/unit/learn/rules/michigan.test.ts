/** The Michigan learner as a whole: what a generation is made of, who survives, what is delivered, interruptions, early stops. */
import { describe, expect, it } from 'vitest'
import type { LearntLog } from '../../../../src/evaluation/searches/final-measurement.js'
import { LEARN } from '../../../../src/learn/investigation.js'
import type { CandidateBatch, Learner, SettingsOf } from '../../../../src/learn/learner.js'
import { settledLearner } from '../../../../src/learn/learner-settings.js'
import { learnerFor } from '../../../../src/learn/learners.js'
import { type LearnRequest, prepareLearning } from '../../../../src/learn/prepare.js'
import { RULES_MICHIGAN } from '../../../../src/learn/rules/michigan/michigan.js'
import { learnJson } from '../../../../src/learn/spec.js'
import { policyName } from '../../../../src/sim/policy.js'
import { type FuzzyBase, RULE_WEIGHTS, SOURCE_STRATEGIES } from '../../../../src/sim/rule-based/index.js'
import { policyOf, readStrategy, type Strategy } from '../../../../src/strategy/index.js'
import { datasetOf, groupTrace } from '../../../../src/trace/index.js'
import { demoTrace } from '../../../../src/workload/demo.js'
import { drive } from '../../../support/investigate.js'
import { scenarioOn } from '../../../support/scenarios.js'

const PUBLISHED = settledLearner(RULES_MICHIGAN, { greedy: 'head:g2' })
const SMALL: SettingsOf<typeof RULES_MICHIGAN> = {
  ...PUBLISHED,
  ...{ generations: 6, mu: 8, lambda: 24, rulesPerBase: 4, participations: 3, parents: 4, clusters: 3 },
}
const WITH_DEFAULTS: SettingsOf<typeof RULES_MICHIGAN> = { ...SMALL, defaults: true, defaultMu: 3 }
const CONTEXT = { seed: 3, groups: 5, favoured: [1, 2] }

const opened = (settings: SettingsOf<typeof RULES_MICHIGAN>, seed = 3) =>
  RULES_MICHIGAN.open(settings, { ...CONTEXT, seed }, null)
const baseOf = (strategy: Strategy | null): FuzzyBase => {
  if (strategy?.kind !== 'rules' || strategy.base.kind !== 'fuzzy') throw new Error('no fuzzy rules')
  return strategy.base
}
const heatOf = (learner: Learner): CandidateBatch => {
  const batches = learner.ask()
  if (batches?.length !== 1) throw new Error('not one batch')
  return batches[0]
}
/** Least where rules are about a busy machine and for the last strategy, and about everything else against it. */
const scoreOf = (strategy: Strategy): number =>
  baseOf(strategy).rules.reduce(
    (sum, { mu, weights }) => sum + Math.abs(mu[1] - 80) / 100 + (5 - weights[12]) / 10,
    1,
  )
const tell = (learner: Learner): Float64Array => {
  const scores = Float64Array.from(heatOf(learner).candidates, scoreOf)
  learner.tell([scores])
  return scores
}
const keyOf = (rule: object) => JSON.stringify(rule)

describe('a generation', () => {
  it('is 70 bases of 50 rules each, of 350 rules that take part in 10 each, every score of which matters', () => {
    const learner = opened({ ...PUBLISHED, generations: 2 })
    expect(RULES_MICHIGAN.planned(PUBLISHED)).toBe(2800)
    for (let generation = 0; generation < 2; generation++) {
      const { candidates, selection } = heatOf(learner)
      expect(selection).toEqual({ selects: 70, rivals: [], floor: Number.POSITIVE_INFINITY })
      expect(candidates).toHaveLength(70)
      const counts = new Map<string, number>()
      for (const { features, strategies, rules, fallback } of candidates.map(baseOf)) {
        expect(features).toEqual(['sd', 'um', 'prcwq1', 'prcwq2', 'prcwq3', 'prcwq4', 'prcwq5'])
        expect(strategies).toEqual([...SOURCE_STRATEGIES, 'head:g2'])
        expect(fallback).toBeNull()
        expect(rules).toHaveLength(50)
        for (const rule of rules) counts.set(keyOf(rule), (counts.get(keyOf(rule)) ?? 0) + 1)
      }
      expect(counts.size).toBe(350)
      expect(new Set(counts.values())).toEqual(new Set([10]))
      tell(learner)
    }
    expect(learner.ask()).toBeNull()
    expect(learner.summaries()[0].evaluations).toBe(140)
  })

  it('has rules in the ranges of the features, and weights of the set', () => {
    const rules = heatOf(opened(PUBLISHED)).candidates.flatMap((each) => baseOf(each).rules)
    for (const { mu, sigma, weights } of rules) {
      for (const [k, centre] of mu.entries()) {
        expect(centre).toBeGreaterThanOrEqual(k === 0 ? 1 : 0)
        expect(centre).toBeLessThanOrEqual(k === 0 ? 10 : 100)
        expect(sigma[k]).toBeGreaterThanOrEqual(k === 0 ? 0.09 : 1)
        expect(sigma[k]).toBeLessThanOrEqual(k === 0 ? 9 : 100)
      }
      for (const weight of weights) expect(RULE_WEIGHTS).toContain(weight)
    }
  })

  it('takes other features, too', () => {
    const learner = opened({ ...SMALL, features: ['um', 'queue'] })
    tell(learner)
    const { features, rules } = baseOf(heatOf(learner).candidates[0])
    expect(features).toEqual(['um', 'queue'])
    expect(rules[0].mu).toHaveLength(2)
  })
})

/** The parents in a snapshot. */
const parentsIn = (learner: Learner) =>
  (learner.snapshot() as unknown as { parents: { genes: number[]; fitness: number }[]; step: number }).parents
const stepIn = (learner: Learner) => (learner.snapshot() as unknown as { step: number }).step

describe('the search', () => {
  it('keeps μ rules by the mean score of their bases, parents by what they had as children', () => {
    const learner = opened(SMALL)
    let before: readonly number[] = []
    for (let generation = 0; generation < SMALL.generations; generation++) {
      const bases = heatOf(learner).candidates.map(baseOf)
      const scores = tell(learner)
      const possible = new Map<string, number[]>()
      for (const [k, { rules }] of bases.entries()) {
        for (const rule of rules) {
          possible.set(keyOf(rule), [...(possible.get(keyOf(rule)) ?? []), scores[k]])
        }
      }
      const ofChildren = [...possible.values()].map(
        (own) => own.reduce((sum, score) => sum + score, 0) / own.length,
      )
      const parents = parentsIn(learner).map(({ fitness }) => fitness)
      expect(parents).toHaveLength(8)
      expect(parents).toEqual(parents.toSorted((a, b) => a - b))
      for (const fitness of parents) {
        const nearest = Math.min(...[...ofChildren, ...before].map((each) => Math.abs(each - fitness)))
        expect(nearest).toBeLessThan(1e-12)
      }
      before = parents
    }
  })

  /** Each base is a rule, and its score the fitness of the rule. */
  const SINGLE: SettingsOf<typeof RULES_MICHIGAN> = {
    ...{ ...SMALL, features: ['um'], rulesPerBase: 1, participations: 1, generations: 2 },
    ...{ lambda: 200, mu: 6, clusters: 2, parents: 1 },
  }
  const ruleIn = (strategy: Strategy) => baseOf(strategy).rules[0]

  it('selects by clusters of the centres of rules', () => {
    for (let seed = 0; seed < 5; seed++) {
      const learner = opened(SINGLE, seed)
      // The clusters meet about the middle, where rules are bad. One has a mean of 1, the other of 2: 4 and 2 of 6 rules.
      const scores = heatOf(learner).candidates.map((each) => {
        const [centre] = ruleIn(each).mu
        return centre < 35 ? 1 : centre > 65 ? 2 : 3
      })
      learner.tell([Float64Array.from(scores)])
      expect(parentsIn(learner).map(({ fitness }) => fitness)).toEqual([1, 1, 1, 1, 2, 2])
    }
  })

  it('mutates centres and widths alike, as shares of the range of a feature', () => {
    const learner = opened({ ...SINGLE, mu: 1, clusters: 1 })
    const { candidates } = heatOf(learner)
    // The parent is far from all bounds.
    const far = candidates.map((each) => {
      const { mu, sigma } = ruleIn(each)
      return Math.abs(mu[0] - 50) + Math.abs(sigma[0] - 50)
    })
    const parent = ruleIn(candidates[far.indexOf(Math.min(...far))])
    learner.tell([Float64Array.from(far)])
    const children = heatOf(learner).candidates.map(ruleIn)
    for (const name of ['mu', 'sigma'] as const) {
      const squares = children.map((child) => (child[name][0] - parent[name][0]) ** 2)
      const deviation = Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / children.length)
      expect(deviation).toBeGreaterThan(8)
      expect(deviation).toBeLessThan(12)
    }
  })

  it('multiplies or divides its step size by α after each generation but the first', () => {
    const learner = opened(SMALL)
    expect(stepIn(learner)).toBe(0.1)
    tell(learner)
    expect(stepIn(learner)).toBe(0.1)
    for (let generation = 1; generation < SMALL.generations; generation++) {
      const step = stepIn(learner)
      const fitness = parentsIn(learner).map((parent) => parent.fitness)
      // Better than all parents, or worse than all of them.
      const all = generation % 2 === 0 ? Math.min(...fitness) - 1 : Math.max(...fitness) + 1
      learner.tell([new Float64Array(18).fill(all)])
      expect(stepIn(learner)).toBeCloseTo(generation % 2 === 0 ? step * 1.224 : step / 1.224, 12)
    }
  })

  it('improves, and delivers the best base that it ever asked for', () => {
    const learner = opened({ ...SMALL, generations: 25 })
    const means: number[] = []
    let best: { score: number; strategy: Strategy | null } = {
      score: Number.POSITIVE_INFINITY,
      strategy: null,
    }
    while (learner.ask() !== null) {
      const { candidates } = heatOf(learner)
      const scores = tell(learner)
      means.push(scores.reduce((sum, score) => sum + score, 0) / scores.length)
      for (const [k, score] of scores.entries()) {
        if (score < best.score) best = { score, strategy: candidates[k] }
      }
      expect(learner.summaries()).toMatchObject([{ name: 'rules', ...best }])
    }
    const random = opened({ ...SMALL, generations: 1, lambda: 24 * 25, mu: 8 })
    expect(best.score).toBeLessThan(Math.min(...tell(random)))
    expect(means[means.length - 1]).toBeLessThan(0.6 * means[0])
  })

  it('ends with the bases of the last generation, best first', () => {
    const learner = opened(WITH_DEFAULTS)
    expect(learner.population()).toEqual([])
    let last: readonly Strategy[] = []
    while (learner.ask() !== null) {
      last = heatOf(learner).candidates
      tell(learner)
    }
    const population = learner.population()
    expect(new Set(population.map(({ strategy }) => keyOf(strategy)))).toEqual(new Set(last.map(keyOf)))
    const scores = population.map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    for (const { strategy, score } of population) expect(score).toBe(scoreOf(strategy))
  })

  it('has found nothing where nothing has a score, and goes on', () => {
    const learner = opened(WITH_DEFAULTS)
    learner.tell([new Float64Array(18).fill(Number.NaN)])
    expect(learner.summaries()).toMatchObject([
      { evaluations: 18, score: Number.POSITIVE_INFINITY, strategy: null },
    ])
    const again = RULES_MICHIGAN.open(WITH_DEFAULTS, CONTEXT, JSON.parse(JSON.stringify(learner.snapshot())))
    expect(again.ask()).toEqual(learner.ask())
    expect(tell(again)).toEqual(tell(learner))
    expect(again.snapshot()).toEqual(learner.snapshot())
    expect(learner.summaries()[0].strategy).not.toBeNull()
  })

  it.each([
    ['without default values', SMALL],
    ['with default values', WITH_DEFAULTS],
  ])('goes on from a snapshot to the same candidates, %s', (_, settings) => {
    const whole = opened(settings)
    let parts = opened(settings)
    while (whole.ask() !== null) {
      expect(parts.ask()).toEqual(whole.ask())
      tell(whole)
      tell(parts)
      const text = JSON.stringify(parts.snapshot())
      expect(text).toBe(JSON.stringify(whole.snapshot()))
      parts = RULES_MICHIGAN.open(settings, CONTEXT, JSON.parse(text))
      expect(parts.summaries()).toEqual(whole.summaries())
      expect(parts.population()).toEqual(whole.population())
    }
    expect(parts.ask()).toBeNull()
  })
})

describe('default values', () => {
  it('are one of each base: in the first generation each of the first μ in as many, then each of λ in one', () => {
    const learner = opened({ ...PUBLISHED, generations: 2, defaults: true })
    const fallbacks = () => heatOf(learner).candidates.map((each) => keyOf(baseOf(each).fallback ?? {}))
    const first = fallbacks()
    expect(new Set(first).size).toBe(10)
    for (const [k, each] of first.entries()) expect(each).toBe(first[k % 10])
    tell(learner)
    expect(new Set(fallbacks()).size).toBeGreaterThan(60)
  })

  it('are selected by the scores of their bases, and change no rule of the first generation', () => {
    const learner = opened({ ...WITH_DEFAULTS, generations: 30 })
    const rules = heatOf(learner).candidates.map((each) => baseOf(each).rules)
    expect(rules).toEqual(heatOf(opened(SMALL)).candidates.map((each) => baseOf(each).rules))
    /** Best at 10⁻⁵ and for strategy 3, whatever the rules. */
    const ofFallback = (strategy: Strategy) => {
      const { exponent, strategy: place } = baseOf(strategy).fallback ?? { exponent: 0, strategy: 0 }
      return 1 + Math.abs(exponent + 5) + Math.abs(place - 3)
    }
    while (learner.ask() !== null) {
      learner.tell([Float64Array.from(heatOf(learner).candidates, ofFallback)])
    }
    const [{ score, strategy }] = learner.summaries()
    expect(score).toBeLessThan(1.3)
    expect(baseOf(strategy).fallback?.strategy).toBe(3)
  })
})

const SHARES = { by: 'share', thresholds: [0.08, 0.02, 0.01, 0.001] } as const
const made = (jobs: number, seed: number) =>
  datasetOf(groupTrace(demoTrace({ jobs, seed }), SHARES).trace, [])
const [demo, other] = [made(300, 1), made(200, 9)]
const datasets = new Map([demo, other].map((dataset) => [dataset.digest, dataset]))
const logOf = (name: string, dataset: typeof demo): LearntLog => ({
  name,
  jobs: dataset.jobs.length,
  train: dataset.jobs.length,
  scenario: scenarioOn(dataset),
})
const REQUEST: LearnRequest = {
  objective: '10*AWRT1 + 4*AWRT2',
  constraints: [],
  relativeTo: null,
  logs: [logOf('demo', demo)],
  tests: [],
  windows: null,
  under: [],
  combine: 'mean',
  learner: SMALL,
  earlyStop: true,
  seed: 1,
  compare: ['easy', 'fcfs:group', 'easy:group'],
}
const run = (changes: Partial<LearnRequest>, reopen?: (batch: number) => boolean) =>
  drive(LEARN, learnJson(prepareLearning({ ...REQUEST, ...changes }, datasets)), datasets, reopen)

describe.each<readonly [string, Partial<LearnRequest>]>([
  ['as published, but smaller', {}],
  ['with default values', { learner: WITH_DEFAULTS }],
  [
    'for two logs, with a constraint',
    {
      logs: [logOf('demo', demo), logOf('other', other)],
      relativeTo: 'easy',
      constraints: ['maxWait <= 1.5*easy'],
    },
  ],
  ['where more is better', { objective: 'UTIL' }],
])('learning, %s', (_, changes) => {
  it('ends at the same bytes with and without early stops', async () => {
    const whole = await run(changes)
    const { artefacts, tasks } = await run({ ...changes, earlyStop: false })
    expect(artefacts).toEqual(whole.artefacts)
    // Nothing is given up: every score is one of some rules.
    expect(tasks).toBe(whole.tasks)
    const { strategy, evidence } = readStrategy(String(artefacts[0].content), 'strategy.json')
    expect(baseOf(strategy).rules).toHaveLength(4)
    expect(evidence?.evaluations).toBe(108)
    expect(evidence?.method).toBe(
      learnerFor(SMALL).title((changes.learner ?? SMALL) as SettingsOf<typeof RULES_MICHIGAN>),
    )
    const measured = evidence?.measured.map(({ policy }) => policy)
    expect(measured).toContain(policyName(policyOf(strategy)))
  })
})
