/**
 * slurm: what slurmctld does, found by watching one and from its documentation: how it keeps the waits and shares of jobs
 * (ledger), the parts of a priority that do not change while a job waits (factors), both beside what a site's own Slurm
 * printed (recorded-priorities), and which jobs a cycle of its schedulers starts (scheduler/), beside those that a site's own
 * Slurm started (forced-cycles), and a whole run with the instants at which cycles run (free-run).
 */
export {
  chargeOf,
  type JobResources,
  jobSizeFactor,
  type MachineSize,
  priorityOf,
  tresPart,
} from './factors.js'
export {
  type CycleAgreement,
  type ForcedCycles,
  f1Of,
  forcedCycles,
  type WatchedSite,
} from './forced-cycles.js'
export { type FreeRun, freeRun } from './free-run.js'
export { type LedgerJob, type LedgerOptions, PriorityLedger, type PriorityState } from './ledger.js'
export { PrintedPriorities } from './printed-priorities.js'
export { type PriorityAgreement, priorityAgreement, type RecordedRun } from './recorded-priorities.js'
export {
  type ComparedJob,
  type RunAgreement,
  runAgreement,
  type WaitComparison,
} from './run-agreement.js'
export { PRIORITY_FACTORS, type PriorityFactor } from './site-priorities.js'
