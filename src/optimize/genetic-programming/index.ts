/** Genetic programming: expressions of a typed grammar, varied and selected. */
export {
  type GeneticProgramming,
  type GeneticProgrammingSettings,
  geneticProgramming,
  type OperatorShares,
  restoreGeneticProgramming,
} from './genetic-programming.js'
export type { Grammar, Primitive } from './grammar.js'
export { genomeOf, layoutOf, type Node, treeOf } from './tree.js'
