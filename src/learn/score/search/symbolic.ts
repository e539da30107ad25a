/**
 * Score functions as expressions of any form, by genetic programming (optimize/genetic-programming) on the simulated objective
 * itself, with the dimensions of symbolic-grammar.ts. It begins at known rules and at random expressions. Where several
 * algorithms may go by the score, each has a population of its own, and they share the budget by successive halving
 * (halving.ts).
 */
import type { Json } from '../../../core/json.js'
import { setting, someOf, type Values, whole } from '../../../core/settings/index.js'
import {
  type GeneticProgramming,
  type Grammar,
  geneticProgramming,
  layoutOf,
  restoreGeneticProgramming,
} from '../../../optimize/genetic-programming/index.js'
import type { AlgorithmName } from '../../../sim/policy.js'
import type { PolicyStrategy } from '../../../strategy/index.js'
import { algorithmsSetting, evaluationsSetting } from '../../algorithms.js'
import { type Halved, halving } from '../../halving.js'
import type { Learner, LearnerContext, LearnerKind, Standing } from '../../learner.js'
import { formulaOf, knownRules, scoreGrammar, VARIABLES } from './symbolic-grammar.js'

/** μ and λ. */
const POPULATION = 100
/** Nodes of an expression, at most. */
const MOST_NODES = 40
/** Fewest levels that all dimensions have expressions of. */
const LEAST_DEPTH = 4
/** More levels than anybody reads. */
const MOST_DEPTH = 20

/** Candidates are rounded up to whole generations. */
const SETTINGS = {
  algorithms: algorithmsSetting(['easy'], 'the score'),
  variables: setting(someOf(VARIABLES), {
    meaning: 'what a score may know, separated by commas',
    usual: VARIABLES,
    usually: 'all',
  }),
  depth: setting(whole(LEAST_DEPTH, MOST_DEPTH), { meaning: 'levels of an expression', usual: 8 }),
  evaluations: evaluationsSetting(2000),
}
type SymbolicSettings = Values<typeof SETTINGS>

/** One population: how far it has come, as plain data. */
interface Bred {
  readonly evaluations: number
  readonly best: { readonly score: number; readonly formula: string } | null
  readonly search: Json
}

interface State extends Halved {
  readonly populations: readonly Bred[]
}

export const SCORE_SYMBOLIC: LearnerKind<'score-symbolic', typeof SETTINGS> = {
  name: 'score-symbolic',
  about: 'expressions of any form, by genetic programming',
  settings: SETTINGS,
  planned: ({ evaluations }) => evaluations,
  title: ({ algorithms, variables }) =>
    `score functions, forms by genetic programming over ${variables.join(', ')}, under ${algorithms.join(', ')}`,
  open: (settings, context, state) => symbolicLearner(settings, context, state as unknown as State | null),
}

interface Population {
  readonly algorithm: AlgorithmName
  readonly search: GeneticProgramming
  evaluations: number
  best: Bred['best']
  readonly score: number
}

function symbolicLearner(settings: SymbolicSettings, { seed }: LearnerContext, from: State | null): Learner {
  const { algorithms, evaluations, variables } = settings
  const grammar = scoreGrammar(variables)
  const populations = algorithms.map((algorithm, k): Population => {
    const before = from?.populations[k]
    return {
      algorithm,
      search:
        before === undefined
          ? begun(settings, grammar, `${seed} ${algorithm}`)
          : restoreGeneticProgramming(before.search),
      evaluations: before?.evaluations ?? 0,
      best: before?.best ?? null,
      get score() {
        return this.best?.score ?? Number.POSITIVE_INFINITY
      },
    }
  })
  const budget = halving(populations, evaluations, from)
  const strategy = (algorithm: AlgorithmName, formula: string): PolicyStrategy => ({
    kind: 'policy',
    policy: `${algorithm}:(${formula})`,
  })
  return {
    ask: () => {
      const heats = budget.due().map(({ algorithm, search }) => ({
        name: algorithm,
        candidates: search.ask().map((genome) => strategy(algorithm, formulaOf(grammar, genome))),
        selection: search.selection,
      }))
      return heats.length === 0 ? null : heats
    },
    tell: (scores) => {
      for (const [heat, population] of budget.due().entries()) {
        const candidates = population.search.ask()
        population.evaluations += candidates.length
        population.search.tell(scores[heat])
        const [best] = population.search.state.parents
        // Never worse than the best before it, and of the same score the smaller one.
        if (Number.isFinite(best.score)) {
          population.best = { score: best.score, formula: formulaOf(grammar, best.genome) }
        }
      }
      budget.settle()
    },
    standings: () =>
      populations.map(({ algorithm, evaluations: used, best, score }): Standing => {
        return {
          name: algorithm,
          evaluations: used,
          score,
          strategy: best === null ? null : strategy(algorithm, best.formula),
        }
      }),
    population: () =>
      budget.left.flatMap(({ algorithm, search }) =>
        search.state.parents
          .filter(({ score }) => Number.isFinite(score))
          .map(({ genome, score }) => ({
            system: algorithm,
            score,
            strategy: strategy(algorithm, formulaOf(grammar, genome)),
          })),
      ),
    snapshot: () =>
      ({
        ...budget.save(),
        populations: populations.map(({ evaluations: used, best, search }) => ({
          evaluations: used,
          best,
          search: search.snapshot(),
        })),
      }) satisfies State as unknown as Json,
  }
}

function begun({ depth }: SymbolicSettings, grammar: Grammar, seed: string): GeneticProgramming {
  const limits = { maxDepth: depth, maxNodes: MOST_NODES, firstDepth: LEAST_DEPTH }
  const starts = knownRules(grammar).filter((genome) => (layoutOf(grammar, genome)?.height[0] ?? 0) <= depth)
  return geneticProgramming({ grammar, mu: POPULATION, lambda: POPULATION, ...limits, starts }, seed)
}
