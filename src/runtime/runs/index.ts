/**
 * Runs: long work kept in a folder, begun, resumed and looked at.
 *
 * ```ts
 * import { listRuns } from 'queuewright/runs'
 *
 * for (const { folder, state } of (await listRuns('queuewright-runs')) ?? []) console.log(folder, state)
 * ```
 * @module
 */
export type { RunProgress } from './drive.js'
export {
  inspectRun,
  listRuns,
  type RunRecord,
  type RunState,
  type RunSummary,
  readBatches,
  readRequest,
  readRun,
} from './inspect.js'
export type { JournalBatch } from './journal.js'
export { interruptRun } from './lock.js'
export {
  beginRun,
  owedBy,
  type ResumeOptions,
  type RunEnd,
  type RunRequest,
  type RunWork,
  resumeRun,
  settleOwed,
} from './runs.js'
