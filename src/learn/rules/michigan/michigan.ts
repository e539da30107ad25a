/**
 * Fuzzy rules by symbiotic evolution, the Michigan approach (C. Franke, J. Lepping, F. Hoffmann, U. Schwiegelshohn: Development of
 * scheduling strategies with genetic fuzzy systems, Dortmund 2006, 4.2 and 4.3; C. Franke, doctoral thesis, Dortmund 2006,
 * 9.2.4.3). An individual is a single rule. Rules are composed into bases (composition.ts), bases are simulated,
 * and a rule is as good as the bases that it took part in (fitness.ts). The next parents are selected from parents and children
 * by clusters of their centres (selection.ts); children come of mixed recombination, with one step size for all (variation.ts).
 * A second population may learn what holds where rules say too little (defaults.ts).
 *
 * The first generation has λ random rules; parents have the fitness that they got as children. The best base that was ever
 * simulated is the result.
 *
 * Where the sources say nothing: centres are clustered as shares of the ranges of their features, else the slowdown, from 1 to 10,
 * would not count beside percentages; the step size begins at 0.1 of a gene's range, kept in [10⁻⁴, 0.5]; among equally good
 * rules a child goes before a parent.
 */
import { exact, floats, json, list, nullable, object, objectOf, whole } from '../../../core/codec.js'
import { stateOf } from '../../../core/documents.js'
import type { Json } from '../../../core/json.js'
import { Random } from '../../../core/random.js'
import { decode, encode } from '../../../optimize/box.js'
import { kMeansExchange } from '../../../optimize/clustering/index.js'
import type { EvolutionStrategy } from '../../../optimize/evolution-strategy/index.js'
import { ranking } from '../../../optimize/stepped.js'
import { FUZZY_BASE } from '../../../sim/policy.js'
import {
  FALLBACK,
  type Fallback,
  FUZZY_RULE,
  type FuzzyBase,
  type FuzzyRule,
  SOURCE_STRATEGIES,
} from '../../../sim/rule-based/index.js'
import type { Strategy } from '../../../strategy/index.js'
import type { CandidateBatch, Learner, LearnerContext, LearnerKind } from '../../learner.js'
import { memberText } from '../base-coding.js'
import { type RuleCoding, randomRule, ruleCoding, ruleOf } from '../fuzzy-coding.js'
import { composeBases, similarities } from './composition.js'
import { defaultValues, fallbackOf, scoresOfDefaults } from './defaults.js'
import { fitnessOf } from './fitness.js'
import { selectByClusters } from './selection.js'
import { basesEach, checkedMichigan, MICHIGAN, type MichiganSettings } from './settings.js'
import { type Child, childOf, nextStep, STEPS } from './variation.js'

const NAME = 'rules'

export const RULES_MICHIGAN: LearnerKind<'rules-michigan', typeof MICHIGAN> = {
  name: 'rules-michigan',
  about:
    'Learn fuzzy rules by the Michigan approach: each rule is an individual, as good as the rule bases that it takes part in.',
  settings: MICHIGAN,
  rounds: { setting: 'generations', first: () => 0, each: basesEach, least: 'one generation' },
  planned: (settings) => settings.generations * basesEach(settings),
  title: ({ rulesPerBase, defaults }) =>
    `fuzzy rules, Michigan approach, bases of ${rulesPerBase}${defaults ? ' with default values' : ''}`,
  open: (settings, context, state) =>
    michiganLearner(checkedMichigan(settings), context, stateOf(STATE, state)),
}

interface Parent {
  /** In the unit cube. */
  readonly genes: Float64Array
  readonly fitness: number
}

/** A generation that was told, as far as its bases are concerned. */
interface Told {
  readonly rules: readonly FuzzyRule[]
  readonly bases: readonly (readonly number[])[]
  readonly fallbacks: readonly (Fallback | null)[]
  readonly scores: readonly number[]
}

interface State {
  /** Generations told. */
  readonly generation: number
  readonly step: number
  /** None before the first scores. */
  readonly parents: readonly Parent[]
  readonly best: { readonly score: number; readonly base: FuzzyBase } | null
  readonly last: Told | null
}

/** A state, and that of the default values. */
interface Saved extends State {
  readonly defaults: Json
}

const STATE = objectOf<Saved>({
  ...{ generation: whole(0), step: exact, best: nullable(object({ score: exact, base: FUZZY_BASE })) },
  parents: list(objectOf<Parent>({ genes: floats(), fitness: exact })),
  last: nullable(
    objectOf<Told>({
      ...{ rules: list(FUZZY_RULE), bases: list(list(whole(0))), fallbacks: list(nullable(FALLBACK)) },
      scores: list(exact),
    }),
  ),
  defaults: json,
})

/** The parts of a generation: they follow from the state alone. */
interface Round {
  readonly children: readonly Child[]
  readonly rules: readonly FuzzyRule[]
  readonly bases: readonly Int32Array[]
  readonly fallbacks: readonly (Fallback | null)[]
  readonly candidates: readonly FuzzyBase[]
}

function michiganLearner(settings: MichiganSettings, { seed }: LearnerContext, from: Saved | null): Learner {
  const { features, greedy, generations } = settings
  const strategies = [...SOURCE_STRATEGIES, memberText(greedy)]
  const coding = ruleCoding(features, strategies.length)
  const root = new Random(seed).fork(RULES_MICHIGAN.name)
  const bases = basesEach(settings)
  const defaults = settings.defaults
    ? defaultValues(settings, strategies.length, bases, `${seed} defaults`, from?.defaults ?? null)
    : null
  let state: State = from ?? BEGINNING
  let round: Round | null = null

  const baseOf = (rules: readonly FuzzyRule[], fallback: Fallback | null): FuzzyBase => ({
    kind: 'fuzzy',
    features,
    strategies,
    rules,
    fallback,
  })
  const present = (): Round => {
    round ??= roundOf(settings, coding, state, defaults, root.fork(state.generation), baseOf)
    return round
  }
  return {
    ask: () => {
      if (state.generation >= generations) return null
      const batch: CandidateBatch = {
        name: NAME,
        candidates: present().candidates.map(strategyOf),
        // Every base tells of its rules, however bad it is.
        selection: { selects: bases, rivals: [], floor: Number.POSITIVE_INFINITY },
      }
      return [batch]
    },
    tell: ([told]) => {
      const scores = told.map((score) => (Number.isNaN(score) ? Number.POSITIVE_INFINITY : score))
      const asked = present()
      state = advanced(settings, coding, state, asked, scores, root.fork(state.generation).fork('clusters'))
      defaults?.tell(scoresOfDefaults(defaults.ask().length, scores))
      round = null
    },
    summaries: () => [
      {
        name: NAME,
        evaluations: state.generation * bases,
        score: state.best?.score ?? Number.POSITIVE_INFINITY,
        strategy: state.best && strategyOf(state.best.base),
      },
    ],
    population: () => populationOf(state.last, baseOf),
    snapshot: () => STATE.encode({ ...state, defaults: defaults?.snapshot() ?? null }),
  }
}

const BEGINNING: State = { generation: 0, step: STEPS.first, parents: [], best: null, last: null }

function strategyOf(base: FuzzyBase): Strategy {
  return { kind: 'rules', base }
}

function roundOf(
  settings: MichiganSettings,
  coding: RuleCoding,
  { generation, parents, step }: State,
  defaults: EvolutionStrategy | null,
  random: Random,
  baseOf: (rules: readonly FuzzyRule[], fallback: Fallback | null) => FuzzyBase,
): Round {
  const { lambda, rulesPerBase, participations } = settings
  const ruleAt = (genes: Float64Array) => ruleOf(coding, decode(coding.box, genes))
  const variation = random.fork('rules')
  const genes = parents.map((parent) => parent.genes)
  const alike = similarities(genes.map(ruleAt))
  const mutation = { step, scale: coding.steps }
  const children = Array.from({ length: lambda }, (): Child => {
    if (generation > 0) return childOf(genes, alike, settings.parents, mutation, variation)
    return { genes: encode(coding.box, randomRule(coding, variation)), rival: -1 }
  })
  const rules = children.map((child) => ruleAt(child.genes))
  const bases = composeBases(similarities(rules), rulesPerBase, participations, random.fork('bases'))
  const values = defaults?.ask()
  const fallbacks = bases.map((_, k) =>
    values ? fallbackOf(values[k % values.length], coding.outputs) : null,
  )
  const candidates = bases.map((places, k) =>
    baseOf(
      Array.from(places, (place) => rules[place]),
      fallbacks[k],
    ),
  )
  return { children, rules, bases, fallbacks, candidates }
}

function advanced(
  settings: MichiganSettings,
  coding: RuleCoding,
  state: State,
  { children, rules, bases, fallbacks, candidates }: Round,
  scores: Float64Array,
  random: Random,
): State {
  const { mu, alpha, successes, clusters, clusterBest } = settings
  const { generation, parents, step } = state
  const fitness = fitnessOf(bases, scores, children.length)
  const pool = [...children.map(({ genes }, k): Parent => ({ genes, fitness: fitness[k] })), ...parents]
  const centres = pool.map(({ genes }) => Float64Array.from(coding.features, (_, k) => genes[2 * k]))
  const { clusterOf } = kMeansExchange(centres, clusters, random)
  const selected = selectByClusters(
    Float64Array.from(pool, (each) => each.fitness),
    clusterOf,
    mu,
    clusterBest,
  )
  const better = children.filter(({ rival }, k) => rival >= 0 && fitness[k] < parents[rival].fitness)
  const place = scores.reduce((least, score, k) => (score < scores[least] ? k : least), 0)
  const known = state.best?.score ?? Number.POSITIVE_INFINITY
  return {
    generation: generation + 1,
    // Nobody of the first generation has a parent to be better than.
    step: generation === 0 ? step : nextStep(step, better.length / children.length, successes, alpha),
    parents: Array.from(selected, (each) => pool[each]),
    best: scores[place] < known ? { score: scores[place], base: candidates[place] } : state.best,
    last: { rules, bases: bases.map((base) => [...base]), fallbacks, scores: [...scores] },
  }
}

/** The bases of a generation, best first. */
function populationOf(
  last: Told | null,
  baseOf: (rules: readonly FuzzyRule[], fallback: Fallback | null) => FuzzyBase,
): ReturnType<Learner['population']> {
  if (last === null) return []
  const { rules, bases, fallbacks, scores } = last
  return Array.from(ranking(scores), (place) => ({
    system: NAME,
    score: scores[place],
    strategy: strategyOf(
      baseOf(
        bases[place].map((rule) => rules[rule]),
        fallbacks[place],
      ),
    ),
  }))
}
