/**
 * sim: what a schedule is and how one comes about. The engine (engine/), the algorithms that run on it (algorithms/),
 * the orders they go by (orders/), the rules of a simulation, what schedules are judged by (objectives/, breakdown),
 * what no schedule can surpass (bounds/), and the validator, which shares nothing with the engine. Everything here is a
 * pure function of its arguments; it reads job tables (trace/) and knows nothing of files, reports or how workloads are
 * made.
 *
 * ```ts
 * import { measure, parsePolicy, prepareJobs, DEFAULT_PREPARATION, RECORDED, simulate } from 'queuewright/sim'
 * import { demoTrace } from 'queuewright/workload'
 *
 * const processors = 128
 * const { jobs } = prepareJobs(demoTrace({ jobs: 500 }).jobs, { ...DEFAULT_PREPARATION, processors })
 * const policy = parsePolicy('easy:saf')
 * if (policy.algorithm !== RECORDED) {
 *   console.log(measure(simulate({ jobs, processors, policy }), null, ['AWRT', 'UTIL']))
 * }
 * ```
 * @module
 */
export { ALGORITHMS, type Algorithm } from './algorithms/index.js'
export { type Allocation, allocateProcessors, intervalsOf } from './allocation.js'
export * from './bounds/index.js'
export {
  type Breakdown,
  breakdown,
  type ClassOfJobs,
  type Margin,
  parseMargin,
  type Trimming,
  trimRows,
} from './breakdown.js'
export { checkDependencies, type Dependencies } from './dependencies.js'
export { Machine, type MachineOptions, type SubmittedJob } from './machine.js'
export { type Member, membersOf } from './members.js'
export * from './objectives/index.js'
export type {
  Circumstances,
  GeneralRanking,
  JobField,
  LinearRanking,
  QueueOrder,
  QueueState,
  Ranking,
  StaticRanking,
  TimeClass,
  TimeClassClock,
  VisibleJobs,
  World,
} from './order.js'
export * from './orders/index.js'
export {
  ALGORITHM_NAMES,
  type AlgorithmName,
  type ParsedPolicy,
  type Policy,
  type PolicyParts,
  parsePolicy,
  policyName,
  policyParts,
  RECORDED,
  type RecordedPolicy,
  RULE_BASED,
  type RulePolicy,
  rulePolicyText,
  type SimulatedPolicy,
  splitPolicies,
} from './policy.js'
export type { Predictions, PredictionWorld, Predictor, RequestedJobs } from './prediction.js'
export { DEFAULT_PREPARATION, type Preparation, type PreparedJobs, prepareJobs } from './prepare.js'
export { AvailabilityProfile } from './profile.js'
export { recordedSchedule } from './recorded.js'
export {
  type Fallback,
  FEATURES,
  type Feature,
  type FeatureKind,
  type FuzzyBase,
  FuzzyInference,
  type FuzzyRule,
  type PairBase,
  type Partition,
  parseFeature,
  type RigidBase,
  RULE_WEIGHTS,
  type RuleBase,
  SOURCE_PARTITIONS,
  SOURCE_STRATEGIES,
  similarity,
  USUAL_FEATURES,
} from './rule-based/index.js'
export { endOf, type Schedule } from './schedule.js'
export type { Accounts, Pass, SchedulerView } from './scheduler.js'
export { DEFAULT_SEMANTICS, DIALECTS, type Semantics } from './semantics.js'
export { type SequenceRoom, sequenceByGroups, sequenceRoom, simulateSequence } from './sequence.js'
export { type Simulation, simulate, simulateBelow } from './simulate.js'
export {
  type Ranked,
  type Share,
  type Site,
  type SitePartition,
  type SiteQos,
  type SiteTexts,
  siteOf,
} from './site.js'
export { TIME_CLASS_NAMES, timeClassClock, UTC_TIME_CLASSES } from './time-class.js'
export * from './trials/index.js'
export { type CheckRule, type ValidateOptions, type Violation, validate } from './validate.js'
