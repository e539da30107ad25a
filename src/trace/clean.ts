/**
 * Leaving out what is no job (docs/semantics.md, "Jobs"): no positive size, a negative or missing run time, a missing
 * submit time, and jobs cancelled before they started. Every job left out is counted under one reason.
 *
 * Jobs that were cancelled while they waited may be kept for the sake of those behind them: they press on the queue until they
 * leave it (`LEFT_AFTER`).
 */
import { plural } from '../core/format.js'
import { replaceColumns } from './job-table.js'
import { selectRows, traceWith } from './select.js'
import { type DropCounts, LEFT_AFTER, type Trace } from './trace.js'

/** The further fields that cleaning reads; without `status` no job counts as cancelled, without `wait` none presses. */
export function cleaningFields({ cancelled }: CleaningOptions): readonly ('status' | 'wait')[] {
  return cancelled === 'press' ? ['status', 'wait'] : ['status']
}

/**
 * The fate of jobs cancelled before they started (status 5, run time 0 or missing): left out, kept as jobs that run for no time, or,
 * those of which the log says how long they waited, kept as jobs that leave the queue by then.
 */
export const CANCELLED = ['drop', 'keep', 'press'] as const

export interface CleaningOptions {
  readonly cancelled: (typeof CANCELLED)[number]
}

/** SWF status of a cancelled job. */
const CANCELLED_STATUS = 5

/** Reasons, in the order in which they are looked for: a job is counted under the first that holds. */
export const DROP_REASONS = ['cancelled-before-start', 'no-submit', 'no-size', 'no-runtime'] as const

/**
 * `trace` without what is no job; the counts are added to its `dropped`. Times stay as they are. Where nothing is
 * left out, the table is the same object.
 */
export function cleanTrace(trace: Trace, { cancelled }: CleaningOptions = { cancelled: 'drop' }): Trace {
  const { submit, size, runtime, length } = trace.jobs
  const { status, wait } = trace.fields
  const counts = [0, 0, 0, 0]
  const rows = new Int32Array(length)
  const leaving: number[] = []
  let kept = 0
  for (let row = 0; row < length; row++) {
    const isCancelled = cancelled !== 'keep' && status?.[row] === CANCELLED_STATUS && runtime[row] <= 0
    const presses = isCancelled && cancelled === 'press' && wait !== undefined && wait[row] > 0
    if (isCancelled && !presses) counts[0]++
    else if (!(submit[row] >= 0)) counts[1]++
    else if (size[row] <= 0) counts[2]++
    else if (!presses && !(runtime[row] >= 0)) counts[3]++
    else {
      if (presses) leaving.push(kept)
      rows[kept++] = row
    }
  }
  if (kept === length && leaving.length === 0) return trace
  const left = selectRows(trace, rows.slice(0, kept), { dropped: added(trace.dropped, counts) })
  return leaving.length === 0 ? left : withLeaving(left, leaving)
}

/** @param rows of jobs that leave the queue when they have waited as long as the log says */
function withLeaving(trace: Trace, rows: readonly number[]): Trace {
  const leftAfter = new Float64Array(trace.jobs.length).fill(-1)
  const runtime = trace.jobs.runtime.slice()
  for (const row of rows) {
    leftAfter[row] = trace.fields.wait?.[row] ?? -1
    runtime[row] = 0
  }
  return traceWith(trace, {
    jobs: replaceColumns(trace.jobs, { runtime }),
    fields: { ...trace.fields, [LEFT_AFTER]: leftAfter },
    notices: [
      ...trace.notices,
      `${plural(rows.length, 'job')} that ${rows.length === 1 ? 'was' : 'were'} cancelled while waiting press on the queue until then, and are in no schedule and no measure (--cancelled drop leaves them out)`,
    ],
  })
}

function added(before: DropCounts, counts: readonly number[]): DropCounts {
  const dropped: Record<string, number> = { ...before }
  DROP_REASONS.forEach((reason, k) => {
    if (counts[k] > 0) dropped[reason] = (dropped[reason] ?? 0) + counts[k]
  })
  return dropped
}
