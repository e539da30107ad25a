/**
 * live: the queue of a real Slurm, read and, within bounds, steered. `commands` is the port to Slurm's own programs; `queue` what
 * they tell, `order` a policy over it, `plan` the fewest site factors that bring it about, `ledger` what was done, `undo` the way
 * back, `steer` all of that again and again;
 * `known-jobs` all that is known of its jobs as a log up to now, `predict` when they will start, `shadow` a policy that looks on.
 *
 * ```ts
 * import { plannedFactors } from 'queuewright/live'
 *
 * // Three waiting jobs, their priorities, and the order in which they should go: the third, the first, the second.
 * const order = Int32Array.of(2, 0, 1)
 * const factors = plannedFactors(order, Float64Array.of(500, 400, 300), new Float64Array(3), 1_000)
 * console.log(factors)
 * ```
 * @module
 */
export { accountedSince, printedShares } from './accounts.js'
export { type Audit, type EventSink, type LiveEvent, openAudit } from './audit.js'
export { localCommands, type SlurmCommands, type SlurmOutput, type SlurmProgram } from './commands.js'
export { jobDetails } from './details.js'
export { type FactorWrite, writeFactors } from './factors.js'
export { entriesIn, Journal, type JournalKind, lookAtJournal } from './journal.js'
export {
  type JobLog,
  jobLog,
  type KnownJob,
  type KnownJobs,
  knownJobs,
  type NamedPlace,
} from './known-jobs.js'
export { Ledger, type LedgerEntry, LedgerState, type Period, parseLedger } from './ledger.js'
export { type Metric, type Metrics, metricsText, openMetrics } from './metrics.js'
export { costOf, EPOCH, type LiveOrder, liveOrder, ranked } from './order.js'
export { plannedFactors } from './plan.js'
export { livePolicy } from './policy.js'
export { type Forecast, forecasts } from './predict.js'
export { jobsInQueue, type LiveQueue, lookAtQueue, queueOf, type WaitingJob } from './queue.js'
export { type ShadowPolicy, shadow } from './shadow.js'
export { parseShadowLog, SHADOW_LOG, type ShadowEntry, type ShadowState, shadowState } from './shadow-log.js'
export { type ShadowJobs, shadowJobs, shadowReport } from './shadow-report.js'
export {
  type Bounds,
  type Cycle,
  partitionNames,
  partitionNodes,
  planOf,
  requireNoneLeft,
  type SteeringPlan,
  type SteerOptions,
  slurmFacts,
  steer,
  undo,
} from './steer.js'
export { LOCAL, type Surroundings } from './surroundings.js'
export { type Undone, undoFactors } from './undo.js'
