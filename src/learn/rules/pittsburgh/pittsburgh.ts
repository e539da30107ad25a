/**
 * The Pittsburgh approach to fuzzy rule bases (C. Franke, doctoral thesis, Dortmund 2006, 9.2.4.4): an individual is a whole
 * base, so that its fitness is the objective of its schedule (base-evolution.ts). Three variants:
 *
 * - *none*: each base has N_r = 10 rules, 270 numbers. The result is the best base that was seen.
 * - *fitness*: bases of at most 30 rules; the evolution strategy chooses by f − β / N_r, β = 50,000 (eq. 9.30). β is in units of
 *   the score: other objectives, and scores relative to a policy, need another one. The result is the base with the best
 *   such fitness, as it is what the thesis lists: its table L.7 has one rule for all logs but one.
 * - *selection*: bases of at most 30 rules; parents are the μ with the fewest rules among the 2μ best (algorithm 9.5) and
 *   live for κ = 4 generations. The result is the best base that was seen, of equal ones one with fewer rules.
 *
 * Scores are the plain objective in all of them.
 */
import type { Json } from '../../../core/json.js'
import { decode } from '../../../optimize/box.js'
import { type Survival, surviving } from '../../../optimize/evolution-strategy/index.js'
import { SOURCE_STRATEGIES, USUAL_FEATURES } from '../../../sim/rule-based/index.js'
import type { RulesStrategy } from '../../../strategy/index.js'
import type { Heat, Learner, LearnerContext, LearnerKind } from '../../learner.js'
import { type BaseCoding, baseCoding, memberText, rulesOf, SIZE_GENE, sizeOf } from '../base-coding.js'
import { baseEvolution, basesIn, type EvolutionSettings, PUBLISHED_EVOLUTION } from '../base-evolution.js'
import { ruleCoding } from '../fuzzy-coding.js'

export interface PittsburghSettings extends EvolutionSettings {
  readonly learner: 'rules-pittsburgh'
  readonly features: readonly string[]
  /** The policy that stands beside the twelve of the thesis. */
  readonly greedy: string
  /** How bases come to have few rules. */
  readonly reduction: 'none' | 'fitness' | 'selection'
  /** N_r; where the number of rules is reduced, the most. */
  readonly rules: number
  /** Of `fitness`, in units of the score; 0 or more. */
  readonly beta: number
  /** Of `selection`: among how many of the best the smallest are chosen; μ or more. */
  readonly pool: number
  /** Generations that a parent lives; null: for ever. */
  readonly kappa: number | null
}

/** Settings of the thesis. */
export function publishedPittsburgh(
  reduction: PittsburghSettings['reduction'],
  greedy: string,
): PittsburghSettings {
  return {
    learner: 'rules-pittsburgh',
    features: USUAL_FEATURES,
    greedy,
    reduction,
    rules: reduction === 'none' ? 10 : 30,
    beta: 50_000,
    pool: 2 * PUBLISHED_EVOLUTION.mu,
    kappa: reduction === 'selection' ? 4 : null,
    ...PUBLISHED_EVOLUTION,
  }
}

const NAME = 'pittsburgh'

interface Best {
  readonly score: number
  readonly genes: readonly number[]
}

interface State {
  /** Batches told. */
  readonly told: number
  readonly search: Json
  readonly best: Best | null
}

export const RULES_PITTSBURGH: LearnerKind<PittsburghSettings> = {
  name: 'rules-pittsburgh',
  planned: basesIn,
  title: ({ reduction, rules }) => `fuzzy rule bases, Pittsburgh, ${TITLES[reduction](rules)}`,
  open: (settings, context, state) => pittsburghLearner(settings, context, state as unknown as State | null),
}

const TITLES: Readonly<Record<PittsburghSettings['reduction'], (rules: number) => string>> = {
  none: (rules) => `${rules} rules`,
  fitness: (rules) => `at most ${rules} rules, fewer by fitness`,
  selection: (rules) => `at most ${rules} rules, fewer by selection`,
}

function pittsburghLearner(
  settings: PittsburghSettings,
  { seed }: LearnerContext,
  from: State | null,
): Learner {
  const { generations, features, kappa, reduction, rules } = settings
  const strategies = [...SOURCE_STRATEGIES, memberText(settings.greedy)]
  const coding = baseCoding(ruleCoding(features, strategies.length), rules, reduction !== 'none')
  const survival = survivalOf(settings)
  const search = baseEvolution(
    coding,
    settings,
    { kappa, survival },
    { seed, label: NAME },
    from?.search ?? null,
  )
  let told = from?.told ?? 0
  let best = from?.best ?? null

  const strategy = (genes: ArrayLike<number>): RulesStrategy => ({
    kind: 'rules',
    base: {
      kind: 'fuzzy',
      features,
      strategies,
      rules: rulesOf(coding, Float64Array.from(genes)),
      fallback: null,
    },
  })
  return {
    ask: (): readonly Heat[] | null =>
      told > generations
        ? null
        : [{ name: NAME, candidates: search.ask().map(strategy), selection: search.selection }],
    tell: ([scores]) => {
      best = bestOf(coding, survival, best, search.ask(), scores)
      search.tell(scores)
      told++
    },
    delivered: () => (best === null ? null : { strategy: strategy(best.genes), score: best.score }),
    standings: () => [
      {
        name: NAME,
        evaluations: told === 0 ? 0 : basesIn({ ...settings, generations: told - 1 }),
        score: best?.score ?? Number.POSITIVE_INFINITY,
        strategy: best === null ? null : strategy(best.genes),
      },
    ],
    population: () =>
      search.state.parents.map(({ object, score }) => ({
        system: NAME,
        score,
        strategy: strategy(decode(coding.box, object)),
      })),
    snapshot: () => ({ told, search: search.snapshot(), best }) as unknown as Json,
  }
}

function survivalOf({ reduction, beta, pool }: PittsburghSettings): Survival {
  switch (reduction) {
    case 'none':
      return { kind: 'best' }
    case 'fitness':
      return { kind: 'discounted', coordinate: SIZE_GENE, discount: beta }
    case 'selection':
      return { kind: 'smallest', coordinate: SIZE_GENE, pool }
  }
}

/** The first choice, by what parents are chosen by: by selection the best score, of equal ones the fewest rules. */
function bestOf(
  coding: BaseCoding,
  survival: Survival,
  before: Best | null,
  candidates: readonly Float64Array[],
  scores: Float64Array,
): Best {
  const all = [
    ...(before === null ? [] : [before]),
    ...candidates.map((genes, k): Best => ({ score: scores[k], genes: [...genes] })),
  ]
  const contestants = all.map(({ score, genes }) => ({ score, size: sizeOf(coding, genes) }))
  const [place] = surviving(
    contestants,
    1,
    survival.kind === 'smallest' ? { ...survival, pool: 1 } : survival,
  )
  return all[place]
}
