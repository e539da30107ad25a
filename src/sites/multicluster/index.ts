/** multicluster: one batch of parallel jobs over clusters of different power, which share links. */

export { AT_FIRST, BATCH_STATE, type BatchState, type RunningJob } from './batch-state.js'
export { type ChromosomeEvaluator, chromosomeEvaluator } from './chromosome.js'
export {
  CLUSTERS,
  type ClusterBatch,
  type Clusters,
  PUBLISHED_CLUSTERS,
  readBatch,
  readClusters,
} from './document.js'
export {
  type GenomeSource,
  genomeSource,
  type PacketGenetic,
  packetGenetic,
  restorePacketGenetic,
  STARTS,
} from './genetic.js'
export {
  type Chromosome,
  chromosomeOf,
  genomeOf,
  genomeOperators,
  genomeShape,
} from './genome.js'
export { guidedNodes } from './guided.js'
export { HEURISTICS, type Heuristic, type HeuristicSchedule, runHeuristic } from './heuristics.js'
export { type Climb, climb, randomSteps, USUAL_PATIENCE } from './hill.js'
export { multiclusterInstance } from './instance.js'
export {
  type ArrivingJobs,
  EMPTY_LANE,
  LANES,
  type Lane,
  type LanePlan,
  laneAfter,
  lanesIn,
  nextPacket,
  planWorkload,
} from './lane.js'
export { type ListScheduler, listScheduler } from './list-schedule.js'
export { type ClusterMeasures, fitness, measureAhead } from './measures.js'
export { type Passed, passedUntil } from './passed.js'
export { isHeuristic, type PacketPlan, type PlanRequest, planJobs } from './plan.js'
export {
  CLUSTER_ALGORITHMS,
  type ClusterAlgorithm,
  MULTICLUSTER_SETTINGS,
  type MulticlusterSettings,
  PLAN_SETTINGS,
  type PlanSettings,
} from './settings.js'
export {
  type ClusterNodes,
  type ClusterSystem,
  checkJobs,
  clusterSystem,
  type ParallelJobs,
  someJobs,
} from './system.js'
export { type ClusterSchedule, type ClusterViolation, type Judged, judgeClusters } from './validate.js'
export { clusterRows, parallelJobs, spreadOver } from './workload.js'
