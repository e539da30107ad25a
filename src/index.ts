/**
 * Queuewright as a library, built round a log: `open` it, and all that is done with it takes the options that the commands
 * take.
 *
 * ```ts
 * import { open } from 'queuewright'
 *
 * const log = await open('LOG.swf.gz')
 * const { outcomes } = await log.compare(['fcfs', 'easy', 'easy:saf'])
 * for (const { policy, objectives } of outcomes) console.log(policy, objectives.AWRT)
 * ```
 *
 * The rooms have entries of their own, for whoever builds with their parts: `queuewright/sim`, `/trace`, `/workload`,
 * `/optimize`, `/strategy`, `/preference`, `/geometry`, `/deploy`, `/calibrate`, `/sites`, `/evaluation`, `/front`, `/learn`, `/study`,
 * `/reproduce`, `/report`, `/runtime`, `/runs`, `/engines`, `/live`, `/core`.
 * @module
 */
export { EXIT_CODES, type FailureDetail, type FailureKind, QueuewrightError } from './core/errors.js'
export type { Bounded, BoundsOptions } from './lab/experiments/bounds.js'
export type { CompareOptions, Comparison } from './lab/experiments/compare.js'
export type { Experiment, ExperimentOptions, Outcome } from './lab/experiments/experiment.js'
export type { Simulated, SimulateOptions } from './lab/experiments/simulate.js'
export type { Explained } from './lab/explain/explain.js'
export type { Why, WhyOptions } from './lab/explain/why.js'
export { type Figure, type LearntStrategy, type OpenedLog, type OpenOptions, open } from './lab/faces/open.js'
export type { Log } from './lab/inputs/log.js'
export type { WrittenPolicy } from './lab/inputs/policies.js'
export type { ScenarioOptions } from './lab/inputs/prepare.js'
export type { AdviceOptions } from './lab/investigations/advise.js'
export type { LearnOptions } from './lab/investigations/learn.js'
export { type Ports, QUIET } from './lab/ports.js'
export type { LearnerSettings } from './learn/index.js'
export { type LoadOptions, loadStrategy, loadTrace, writeOutput } from './runtime/index.js'
export {
  Machine,
  measure,
  OBJECTIVES,
  ORDERS,
  type Policy,
  parsePolicy,
  type Schedule,
  simulate,
  validate,
} from './sim/index.js'
export type { Strategy, StrategyArtefact } from './strategy/index.js'
export { type JobTable, type Trace, writeSwf } from './trace/index.js'
export { demoTrace } from './workload/demo.js'
