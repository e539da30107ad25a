/**
 * slurm: what slurmctld does, found by watching one and from its documentation: how it keeps the waits and shares of jobs
 * (ledger), the parts of a priority that do not change while a job waits (factors), both beside what a site's own Slurm
 * printed (recorded-priorities), and which jobs a cycle of its schedulers starts (scheduler/), beside those that a site's own
 * Slurm started (forced-cycles).
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
export { type LedgerJob, type LedgerOptions, PriorityLedger, type Standing } from './ledger.js'
export { PrintedPriorities } from './printed-priorities.js'
export {
  PRIORITY_FACTORS,
  type PriorityAgreement,
  type PriorityFactor,
  priorityAgreement,
  type RecordedRun,
} from './recorded-priorities.js'
