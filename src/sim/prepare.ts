/**
 * From a log's jobs to jobs that can be simulated (docs/semantics.md, "Jobs"): estimates for all, estimates and run times in
 * the relation that the overrun rule wants, and no job larger than the machine. The log's table is left as it is.
 */
import { oneOf } from '../core/codec.js'
import { QueuewrightError } from '../core/errors.js'
import { type JobTable, replaceColumns, selectJobs } from '../trace/job-table.js'
import type { DropCounts } from '../trace/trace.js'

export const OVERRUN = oneOf(['extend', 'kill', 'keep'])
export const OVERSIZE = oneOf(['error', 'drop', 'cap'])

export interface Preparation {
  /** Processors of the machine. */
  readonly processors: number
  /** `user`: the requested time, the run time where there is none. `actual`: the run time. */
  readonly estimates: 'user' | 'actual'
  /**
   * A job whose run time is above its estimate: its estimate is raised (`extend`), its run time cut (`kill`), or both
   * stay (`keep`).
   */
  readonly overrun: 'extend' | 'kill' | 'keep'
  /** A job larger than the machine: an error, left out, or cut to the machine's size. */
  readonly oversize: 'error' | 'drop' | 'cap'
}

export const DEFAULT_PREPARATION: Omit<Preparation, 'processors'> = {
  estimates: 'user',
  overrun: 'extend',
  oversize: 'error',
}

export interface PreparedJobs {
  readonly jobs: JobTable
  /** Row of each prepared job in the log's table; null where no job was left out. */
  readonly rows: Int32Array | null
  readonly dropped: DropCounts
  /** Jobs whose estimate was raised or run time cut. */
  readonly adjusted: number
  /** Jobs whose size was cut to the machine's. */
  readonly capped: number
}

/**
 * @param table cleaned jobs: positive sizes, run times ≥ 0
 * @throws QueuewrightError `job-oversize` with the first job larger than the machine, under `oversize: error`
 */
export function prepareJobs(table: JobTable, preparation: Preparation): PreparedJobs {
  const { processors, oversize } = preparation
  const large = table.size.reduce((count, size) => count + (size > processors ? 1 : 0), 0)
  let kept = table
  let rows: Int32Array | null = null
  if (large > 0 && oversize === 'error') throw oversizeError(table, processors, large)
  if (large > 0 && oversize === 'drop') {
    rows = new Int32Array(table.length - large)
    let n = 0
    for (let row = 0; row < table.length; row++) if (table.size[row] <= processors) rows[n++] = row
    kept = selectJobs(table, rows)
  }
  const { runtime, estimate, adjusted } = reconcile(kept, preparation)
  const size = large > 0 && oversize === 'cap' ? kept.size.map((s) => Math.min(s, processors)) : kept.size
  return {
    jobs: replaceColumns(kept, { runtime, estimate, size }),
    rows,
    dropped: rows === null ? {} : { oversize: large },
    adjusted,
    capped: oversize === 'cap' ? large : 0,
  }
}

function reconcile(table: JobTable, { estimates, overrun }: Preparation) {
  const runtime = table.runtime.slice()
  const estimate = table.estimate.slice()
  let adjusted = 0
  for (let row = 0; row < table.length; row++) {
    if (estimate[row] < 0) estimate[row] = runtime[row]
    else if (estimate[row] < runtime[row] && overrun !== 'keep') {
      adjusted++
      if (overrun === 'kill') runtime[row] = estimate[row]
      else estimate[row] = runtime[row]
    }
    if (estimates === 'actual') estimate[row] = runtime[row]
  }
  return { runtime, estimate, adjusted }
}

/** @param count how many jobs are larger */
export function oversizeError(table: JobTable, processors: number, count: number): QueuewrightError {
  const row = table.size.findIndex((size) => size > processors)
  return new QueuewrightError(
    'job-oversize',
    `job ${table.id[row]} is larger than the machine${count > 1 ? ` (one of ${count} such jobs)` : ''}`,
    {
      job: table.id[row],
      field: 'size',
      value: table.size[row],
      expected: `at most ${processors} processors`,
      remedy: 'Name the machine with --machine N, or choose --oversize drop or --oversize cap',
    },
  )
}
