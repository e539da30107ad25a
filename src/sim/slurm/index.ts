/**
 * slurm: what slurmctld does, found by watching one and from its documentation: how it keeps the waits and shares of jobs
 * (ledger), the parts of a priority that do not change while a job waits (factors), and both beside what a site's own Slurm
 * printed (recorded-priorities).
 */
export {
  chargeOf,
  type JobResources,
  jobSizeFactor,
  type MachineSize,
  priorityOf,
  tresPart,
} from './factors.js'
export { type LedgerJob, type LedgerOptions, PriorityLedger, type Standing } from './ledger.js'
export {
  PRIORITY_FACTORS,
  type PriorityAgreement,
  type PriorityFactor,
  priorityAgreement,
  type RecordedRun,
} from './recorded-priorities.js'
