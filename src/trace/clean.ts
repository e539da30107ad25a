/**
 * Leaving out what is no job (docs/semantics.md, "Jobs"): no positive size, a negative or missing run time, a missing
 * submit time, and jobs cancelled before they started. Every job left out is counted under one reason.
 */
import { selectRows } from './select.js'
import type { DropCounts, SwfField, Trace } from './trace.js'

/** The further fields that cleaning reads; without `status` no job counts as cancelled. */
export const CLEANING_FIELDS = ['status'] as const satisfies readonly SwfField[]

export interface CleaningOptions {
  /** Whether jobs cancelled before they started (status 5, run time 0 or missing) are left out. */
  readonly cancelled: 'drop' | 'keep'
}

/** SWF status of a cancelled job. */
const CANCELLED = 5

/** Reasons, in the order in which they are looked for: a job is counted under the first that holds. */
export const DROP_REASONS = ['cancelled-before-start', 'no-submit', 'no-size', 'no-runtime'] as const

/**
 * `trace` without what is no job; the counts are added to its `dropped`. Times stay as they are. Where nothing is
 * left out, the table is the same object.
 */
export function cleanTrace(trace: Trace, options: CleaningOptions = { cancelled: 'drop' }): Trace {
  const { submit, size, runtime, length } = trace.jobs
  const status = options.cancelled === 'drop' ? trace.fields.status : undefined
  const counts = [0, 0, 0, 0]
  const rows = new Int32Array(length)
  let kept = 0
  for (let row = 0; row < length; row++) {
    if (status !== undefined && status[row] === CANCELLED && runtime[row] <= 0) counts[0]++
    else if (!(submit[row] >= 0)) counts[1]++
    else if (size[row] <= 0) counts[2]++
    else if (!(runtime[row] >= 0)) counts[3]++
    else rows[kept++] = row
  }
  if (kept === length) return trace
  return selectRows(trace, rows.slice(0, kept), { dropped: added(trace.dropped, counts) })
}

function added(before: DropCounts, counts: readonly number[]): DropCounts {
  const dropped: Record<string, number> = { ...before }
  DROP_REASONS.forEach((reason, k) => {
    if (counts[k] > 0) dropped[reason] = (dropped[reason] ?? 0) + counts[k]
  })
  return dropped
}
