/**
 * optimize: methods that search, and what judges their results. They know nothing of jobs, files or time: an optimiser
 * proposes candidates and is told their scores (optimizer.ts). Evolution strategies, CMA-ES and genetic programming for one
 * objective, NSGA, NSGA-II, NSGA-III and θ-DEA for several, random search for both; codings and operators; non-dominated
 * sorting, hypervolume, an archive of non-dominated points; clusters of points; the field's test problems. Imports core alone.
 *
 * ```ts
 * import { boxOf, cmaEs } from 'queuewright/optimize'
 *
 * const search = cmaEs({ box: boxOf([-5, -5], [5, 5]) }, 'a seed')
 * while (search.stopped === null) {
 *   search.tell(Float64Array.from(search.ask(), ([x, y]) => (x - 1) ** 2 + y * y))
 * }
 * ```
 * @module
 */
export { type Box, boxOf, cubeOf } from './box.js'
export * from './clustering/index.js'
export * from './cma-es/index.js'
export type { Coding, Individual } from './coding/coding.js'
export {
  type PermutationCodingSettings,
  type PermutationOperator,
  permutationCoding,
} from './coding/permutation.js'
export type { Population, PopulationOptimizer } from './coding/population.js'
export { type RealCodingSettings, realCoding } from './coding/real.js'
export * from './evolution-strategy/index.js'
export {
  type GeneticProgramming,
  type GeneticProgrammingSettings,
  type Grammar,
  geneticProgramming,
  type Node as GrammarNode,
  type OperatorShares,
  type Primitive,
  restoreGeneticProgramming,
  treeOf,
} from './genetic-programming/index.js'
export { sharedFitness } from './nsga/fitness.js'
export { type NsgaSettings, nsga, restoreNsga } from './nsga/nsga.js'
export { crowding } from './nsga2/crowding.js'
export { type Nsga2Settings, nsga2, restoreNsga2 } from './nsga2/nsga2.js'
export {
  geometric,
  type JumpRules,
  jump,
  move,
  recombineOrder,
  swap,
} from './operators/permutation.js'
export {
  type Crossover,
  type PolynomialMutation,
  polynomialMutation,
  simulatedBinaryCrossover,
} from './operators/real.js'
export { binaryTournaments, universalSampling } from './operators/selection.js'
export type { Optimizer, Selection } from './optimizer.js'
export { type Archive, archiveOf, restoreArchive } from './pareto/archive.js'
export { dominates } from './pareto/dominance.js'
export { estimateHypervolume, type HypervolumeEstimate, hypervolume } from './pareto/hypervolume.js'
export { nonDominated, nonDominatedSort } from './pareto/sort.js'
export { BBOB_FUNCTIONS, type BbobFunction, bbob } from './problems/bbob.js'
export { dtlz2, dtlz2FrontVolume } from './problems/dtlz.js'
export { type MultiObjectiveProblem, ZDT_NAMES, type ZdtName, zdt, zdtFront } from './problems/zdt.js'
export { type RandomSearchSettings, randomSearch, restoreRandomSearch } from './random-search.js'
export type { ReferencePointSettings } from './reference-point/method.js'
export { nsga3, restoreNsga3 } from './reference-point/nsga3.js'
export { referencePoints } from './reference-point/reference-points.js'
export { restoreThetaDea, thetaDea } from './reference-point/theta-dea.js'
export { type Genome, OPTIMIZER_KINDS, restoreOptimizer } from './restore.js'
export type { Seed } from './stepped.js'
