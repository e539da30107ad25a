/** Runs: beginning, resuming and looking at them. */
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
export {
  beginRun,
  type ResumeOptions,
  type RunEnd,
  type RunRequest,
  type RunWork,
  resumeRun,
} from './runs.js'
