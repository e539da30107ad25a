/**
 * live: the queue of a real Slurm, read and, within bounds, steered. `commands` is the port to Slurm's own programs; `queue` what
 * they tell, `order` a policy over it, `plan` the fewest site factors that bring it about, `ledger` what was done, `undo` the way
 * back, `steer` all of that again and again;
 * `known-jobs` all that is known of its jobs as a log up to now, `predict` when they will start, `shadow` a policy that looks on.
 *
 * ```ts
 * import { forecasts, type MachineState } from 'queuewright/live'
 * import { parsePolicy, RECORDED, timeClassClock } from 'queuewright/sim'
 *
 * const state: MachineState = {
 *   at: 3600,
 *   processors: 128,
 *   running: [{ id: 1, user: 7, size: 96, start: 0, limit: 7200 }],
 *   waiting: [{ id: 2, user: 7, size: 64, submit: 600, limit: 3600 }],
 * }
 * const policy = parsePolicy('easy')
 * const situation = timeClassClock({ unixStart: 0, zone: 0 })
 * if (policy.algorithm !== RECORDED) {
 *   const [{ early, median, late }] = forecasts(state, [], { policy, situation, futures: 100, seed: 1 })
 *   console.log(early, median, late)
 * }
 * ```
 * @module
 */
export type { QueuedJob } from '../trace/slurm-run/index.js'
export { accountedSince } from './accounts.js'
export { type Audit, type LiveEvent, openAudit, type Teller } from './audit.js'
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
export { Ledger, type LedgerEntry, Memory, type Period, parseLedger } from './ledger.js'
export { type Metric, type Metrics, metricsText, openMetrics } from './metrics.js'
export { costOf, EPOCH, type LiveOrder, liveOrder, ranked } from './order.js'
export { plannedFactors } from './plan.js'
export { livePolicy } from './policy.js'
export { type Forecast, forecasts } from './predict.js'
export { jobsInQueue, type LiveQueue, lookAtQueue, queueOf, type WaitingJob } from './queue.js'
export { type Onlooker, shadow } from './shadow.js'
export { parseShadowLog, SHADOW_LOG, type ShadowEntry, type ShadowState, shadowState } from './shadow-log.js'
export { type ShadowJobs, shadowJobs, shadowReport } from './shadow-report.js'
export {
  type Bounds,
  type Cycle,
  type Plan,
  partitionNames,
  partitionNodes,
  planOf,
  requireNoneLeft,
  type SteerOptions,
  slurmFacts,
  steer,
  undo,
} from './steer.js'
export { LOCAL, type Surroundings } from './surroundings.js'
export { type Undone, undoFactors } from './undo.js'
