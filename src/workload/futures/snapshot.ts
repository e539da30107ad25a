/**
 * A schedule at an instant, as somebody could have known it then: which jobs had ended, which ran, which waited. Whatever the
 * columns say of later is not looked at, so that any earlier instant of the same columns is a snapshot, too.
 */
import { stableOrder } from '../../core/ordering.js'
import { firstFrom } from '../../core/statistics.js'
import type { Snapshot } from '../../sim/continued.js'

/** The rows of a snapshot. */
export interface SnapshotRows {
  /** By end. */
  readonly ended: Int32Array
  /** By submit. */
  readonly running: Int32Array
  readonly waiting: Int32Array
}

export function rowsAt({ at, jobs, start }: Snapshot): SnapshotRows {
  const ended: number[] = []
  const running: number[] = []
  const waiting: number[] = []
  const known = firstFrom(jobs.submit, at)
  for (let row = 0; row < known; row++) {
    const runtime = jobs.runtime[row]
    if (!(start[row] < at)) waiting.push(row)
    else if (runtime >= 0 && start[row] + runtime <= at) ended.push(row)
    else running.push(row)
  }
  const byEnd = stableOrder(Float64Array.from(ended, (row) => start[row] + jobs.runtime[row]))
  return {
    ended: Int32Array.from(byEnd, (place) => ended[place]),
    running: Int32Array.from(running),
    waiting: Int32Array.from(waiting),
  }
}
