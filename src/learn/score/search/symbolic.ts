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
import { algorithmsSetting, evaluationsSetting } from '../../algorithms.js'
import { halving } from '../../halving.js'
import type { LearnerKind } from '../../learner.js'
import { type Scored, type SubSearchPlan, subSearch } from '../../sub-search.js'
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

export const SCORE_SYMBOLIC: LearnerKind<'score-symbolic', typeof SETTINGS> = {
  name: 'score-symbolic',
  about: 'expressions of any form, by genetic programming',
  settings: SETTINGS,
  planned: ({ evaluations }) => evaluations,
  title: ({ algorithms, variables }) =>
    `score functions, forms by genetic programming over ${variables.join(', ')}, under ${algorithms.join(', ')}`,
  open: (settings, { seed }, state) => {
    const { algorithms, evaluations, variables } = settings
    const grammar = scoreGrammar(variables)
    const openings = algorithms.map((algorithm) => {
      const plan: SubSearchPlan<GeneticProgramming> = {
        name: algorithm,
        search: (saved) =>
          saved === null
            ? begun(settings, grammar, `${seed} ${algorithm}`)
            : restoreGeneticProgramming(saved),
        strategy: (genome) => ({
          kind: 'policy',
          policy: `${algorithm}:(${formulaOf(grammar, Float64Array.from(genome))})`,
        }),
        // Never worse than the best before it, and of the same score the smaller one.
        best: (_, { state }) => scored(state.parents[0]),
        last: ({ state }) => state.parents.filter(({ score }) => Number.isFinite(score)).map(scored),
      }
      return (saved: Json | null) => subSearch(plan, saved)
    })
    return halving(openings, evaluations, state)
  },
}

function scored({ score, genome }: GeneticProgramming['state']['parents'][number]): Scored {
  return { score, genome: [...genome] }
}

function begun({ depth }: SymbolicSettings, grammar: Grammar, seed: string): GeneticProgramming {
  const limits = { maxDepth: depth, maxNodes: MOST_NODES, firstDepth: LEAST_DEPTH }
  const starts = knownRules(grammar).filter((genome) => (layoutOf(grammar, genome)?.height[0] ?? 0) <= depth)
  return geneticProgramming({ grammar, mu: POPULATION, lambda: POPULATION, ...limits, starts }, seed)
}
