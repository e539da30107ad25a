/**
 * The one suite that every learner must pass, in all of its main settings: the same seed gives the same batches; asking
 * twice gives the same; a snapshot through JSON text, after any generation, goes on to the same batches, summaries,
 * population and result; what `selection` says may go unevaluated changes none of them; candidates are policies, and are
 * counted. Scores are a made-up function of a candidate's policy.
 */
import { describe, expect, it } from 'vitest'
import type { CandidateBatch, Learner, LearnerContext, LearnerKind } from '../../src/learn/learner.js'
import { checkedLearner } from '../../src/learn/learner-settings.js'
import { LEARNERS, type LearnerSettings, learnerFor } from '../../src/learn/learners.js'
import { parsePolicy } from '../../src/sim/policy.js'
import { policyOf, type Strategy } from '../../src/strategy/index.js'
import { earlyStopped } from '../support/rule-learners.js'

const CONTEXT: LearnerContext = { seed: 20261123, groups: 3, favoured: [1, 2] }
const GREEDY = 'head:g2(w1=1, w2=0.4, w3=0)'
const EVOLUTION = {
  generations: 3,
  mu: 3,
  lambda: 9,
  tau0: null,
  tau1: null,
  commonFactor: 'offspring',
  firstStep: 0.1,
} as const
const PITTSBURGH = {
  learner: 'rules-pittsburgh',
  features: ['um', 'sd'],
  greedy: GREEDY,
  reduction: 'none',
  rules: 4,
  beta: 0.5,
  pool: 6,
  kappa: null,
  ...EVOLUTION,
} as const
const MICHIGAN = {
  learner: 'rules-michigan',
  features: ['um', 'sd', 'hour'],
  greedy: GREEDY,
  generations: 3,
  mu: 8,
  lambda: 24,
  parents: 3,
  rulesPerBase: 4,
  participations: 3,
  alpha: 1.2,
  successes: 0.2,
  clusters: 3,
  clusterBest: 5,
  defaults: false,
  defaultMu: 3,
  defaultAlpha: 1.3,
} as const
const TEMPLATE = {
  learner: 'template',
  template: 'easy:({a}*wait - {b}*size)',
  parameters: [
    { name: 'a', least: 0, most: 2, scale: 'linear' },
    { name: 'b', least: 0.01, most: 10, scale: 'log' },
  ],
  method: 'cma-es',
  population: null,
  evaluations: 60,
} as const
const RIGID = { partitions: [{ feature: 'um', bounds: [50] }], greedy: GREEDY }

const MEMBERS: readonly (readonly [string, LearnerSettings, Partial<LearnerContext>?])[] = [
  ['greedy-own', { learner: 'greedy-own', algorithms: ['head', 'easy', 'cons'], evaluations: 400 }],
  ['greedy-own, one algorithm', { learner: 'greedy-own', algorithms: ['easy'], evaluations: 90 }],
  ...(['twelve', 'uniform'] as const).map(
    (systems) =>
      [
        `greedy-systems, ${systems}`,
        {
          learner: 'greedy-systems',
          systems,
          generations: 2,
          mu: 3,
          lambda: 7,
          kappa: systems === 'twelve' ? null : 2,
          stepParents: 2,
        },
      ] as const,
  ),
  [
    'greedy-evolved',
    { learner: 'greedy-evolved', algorithms: ['head', 'easy'], mu: 4, lambda: 9, evaluations: 90 },
  ],
  ['greedy-random', { learner: 'greedy-random', evaluations: 120 }],
  [
    'score-coefficients',
    {
      learner: 'score-coefficients',
      families: ['age', 'state'],
      algorithms: ['easy', 'head'],
      evaluations: 700,
    },
  ],
  [
    'score-symbolic',
    {
      learner: 'score-symbolic',
      algorithms: ['head', 'easy'],
      variables: ['submit', 'estimate', 'size', 'free'],
      depth: 6,
      evaluations: 500,
    },
  ],
  ['rules-iterative', { learner: 'rules-iterative', ...RIGID }],
  ['rules-probabilistic', { learner: 'rules-probabilistic', ...RIGID, p: 3 }],
  ['rules-michigan', MICHIGAN],
  ['rules-michigan, default values', { ...MICHIGAN, defaults: true }],
  ['rules-pittsburgh', PITTSBURGH],
  ['rules-pittsburgh, fewer by fitness', { ...PITTSBURGH, reduction: 'fitness' }],
  ['rules-pittsburgh, fewer by selection', { ...PITTSBURGH, reduction: 'selection', kappa: 2 }],
  ['rules-cca', { learner: 'rules-cca', features: ['um', 'sd'], greedy: GREEDY, rules: 3, ...EVOLUTION }],
  [
    'rules-mixture',
    {
      learner: 'rules-mixture',
      algorithms: ['easy'],
      features: ['um', 'hour'],
      guard: false,
      evaluations: 300,
    },
  ],
  [
    'rules-mixture, guarded',
    {
      learner: 'rules-mixture',
      algorithms: ['head', 'easy'],
      features: ['um'],
      guard: true,
      evaluations: 300,
    },
  ],
  [
    'rules-random',
    { learner: 'rules-random', features: ['um', 'sd'], greedy: GREEDY, rules: 3, evaluations: 120 },
  ],
  ['template', TEMPLATE],
  ['template, evolution strategy', { ...TEMPLATE, method: 'es', population: 14 }],
  ['template, redrawn windows', { ...TEMPLATE, method: 'es' }, { redrawn: true }],
  ['template, random', { ...TEMPLATE, method: 'random' }],
]

/** From 1 to 2, another one for nearly every policy: FNV-1a. */
function scoreOf(strategy: Strategy): number {
  const hash = [...policyOf(strategy)].reduce(
    (sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193),
    0x811c9dc5,
  )
  return 1 + (hash >>> 0) / 2 ** 32
}

/** What a learner did and came to. */
interface Taught {
  readonly asked: readonly (readonly CandidateBatch[])[]
  readonly told: readonly (readonly Float64Array[])[]
  readonly learner: Learner
}

interface How {
  readonly reopen?: true
  readonly early?: true
  readonly seed?: number
}

function taught(settings: LearnerSettings, own: Partial<LearnerContext>, how: How = {}): Taught {
  const kind: LearnerKind = learnerFor(settings)
  const context = { ...CONTEXT, ...own, seed: how.seed ?? CONTEXT.seed }
  let learner = kind.open(settings, context, null)
  const asked: (readonly CandidateBatch[])[] = []
  const told: (readonly Float64Array[])[] = []
  for (let batches = learner.ask(); batches !== null; batches = learner.ask()) {
    const scores = batches.map((batch) => {
      const all = Float64Array.from(batch.candidates, scoreOf)
      return how.early ? earlyStopped(batch, all) : all
    })
    learner.tell(scores)
    asked.push(batches)
    told.push(scores)
    if (how.reopen) learner = kind.open(settings, context, JSON.parse(JSON.stringify(learner.snapshot())))
  }
  return { asked, told, learner }
}

const candidatesOf = ({ asked }: Taught) =>
  asked.map((batches) => batches.map(({ name, candidates }) => ({ name, candidates })))
const outcomeOf = ({ learner }: Taught) => ({
  summaries: learner.summaries(),
  delivered: learner.delivered?.() ?? null,
})

it('is about every learner', () => {
  const names = new Set(MEMBERS.map(([, { learner }]) => learner))
  expect([...names].toSorted()).toEqual(LEARNERS.map(({ name }) => name).toSorted())
})

describe.each(MEMBERS.map(([name, settings, own = {}]) => ({ name, settings, own })))(
  '$name',
  ({ settings, own }) => {
    const whole = taught(settings, own)

    it('has settings that fit its declarations', () => {
      const { learner: _, ...rest } = settings
      expect(checkedLearner(learnerFor(settings).settings, rest)).toBe(rest)
    })

    it('asks for the same by the same seed, and for the same twice; for others by another seed', () => {
      expect(candidatesOf(taught(settings, own))).toEqual(candidatesOf(whole))
      const learner = learnerFor(settings).open(settings, { ...CONTEXT, ...own }, null)
      expect(learner.ask()).toEqual(learner.ask())
      const other = candidatesOf(taught(settings, own, { seed: 2 }))
      // Classes are filled in one after the other: no chance has a part in it.
      if (settings.learner === 'rules-iterative') expect(other).toEqual(candidatesOf(whole))
      else expect(other).not.toEqual(candidatesOf(whole))
    })

    it('goes on from a snapshot, after any generation, as if it had not been left', () => {
      const parts = taught(settings, own, { reopen: true })
      expect(parts.asked).toEqual(whole.asked)
      expect(outcomeOf(parts)).toEqual(outcomeOf(whole))
      expect(parts.learner.population()).toEqual(whole.learner.population())
      expect(JSON.stringify(parts.learner.snapshot())).toBe(JSON.stringify(whole.learner.snapshot()))
      expect(parts.learner.ask()).toBeNull()
    })

    it('goes the same way where scores are not told that change nothing', () => {
      const early = taught(settings, own, { early: true })
      expect(candidatesOf(early)).toEqual(candidatesOf(whole))
      expect(outcomeOf(early)).toEqual(outcomeOf(whole))
    })

    it('has candidates that can be simulated, and counts them', () => {
      const all = whole.asked.flatMap((batches) => batches.flatMap(({ candidates }) => candidates))
      for (const candidate of all) expect(() => parsePolicy(policyOf(candidate))).not.toThrow()
      const summaries = whole.learner.summaries()
      const counted = summaries.reduce((sum, { evaluations }) => sum + evaluations, 0)
      // Forms with a term left out are tried once, and are nobody's.
      const omitted = whole.asked
        .flat()
        .filter(({ name }) => name.endsWith(', one left out'))
        .reduce((sum, { candidates }) => sum + candidates.length, 0)
      expect(counted + omitted).toBe(all.length)
      for (const { strategy, score } of summaries)
        if (strategy !== null) expect(scoreOf(strategy)).toBe(score)
      const planned = learnerFor(settings).planned(settings)
      expect(all.length).toBeGreaterThanOrEqual(planned)
    })

    it('keeps the best that it was told of, unless it chooses by more than the score', () => {
      const least = Math.min(...whole.told.flatMap((scores) => scores.flatMap((each) => [...each])))
      const best = Math.min(...whole.learner.summaries().map(({ score }) => score))
      if (settings.learner === 'rules-pittsburgh' && settings.reduction === 'fitness') {
        expect(best).toBeGreaterThanOrEqual(least)
      } else if (settings.learner !== 'score-coefficients') expect(best).toBe(least)
    })
  },
)
