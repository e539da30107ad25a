/** multicluster: one batch of parallel jobs over clusters of different power, which share links. */
export {
  type Chromosome,
  type ChromosomeEvaluator,
  chromosomeEvaluator,
  fitness,
  type Measured,
} from './chromosome.js'
export { guidedNodes } from './guided.js'
export { HEURISTICS, type Heuristic, type HeuristicSchedule, runHeuristic } from './heuristics.js'
export { type Climb, climb, moved, type Step, USUAL_PATIENCE } from './hill.js'
export { multiclusterInstance } from './instance.js'
export {
  type ClusterNodes,
  type ClusterSystem,
  checkJobs,
  clusterSystem,
  type ParallelJobs,
} from './system.js'
