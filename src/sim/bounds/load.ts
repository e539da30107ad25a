/**
 * The jobs that are judged, as relaxations read them.
 *
 * All other jobs may be left out without loss: every objective here is of the judged jobs' starts alone, and a
 * schedule that starts the others after the last judged one has ended is feasible and hinders none of them.
 */
import type { JobTable } from '../../trace/job-table.js'

/** Columns of the judged jobs, in order of release. */
export interface Load {
  readonly length: number
  readonly processors: number
  /**
   * The magnitude at which the instants of schedules are rounded, seconds: the first submit; 0 where all times are whole
   * seconds.
   */
  readonly rounded: number
  /** Submit, seconds since the first one. */
  readonly release: Float64Array
  /** p, seconds. */
  readonly runtime: Float64Array
  readonly size: Float64Array
  /** p·m, processor seconds. */
  readonly work: Float64Array
  readonly group: Int32Array
  /** Seconds from the first release to the last end, each job alone. */
  readonly span: number
}

/** @param rows of the jobs that are judged, in any order; null: all */
export function loadOf(jobs: JobTable, rows: Int32Array | null, processors: number): Load {
  const judged = rows === null ? null : Int32Array.from(rows).sort()
  const length = judged === null ? jobs.length : judged.length
  const rowOf = (k: number): number => (judged === null ? k : judged[k])
  const first = length === 0 ? 0 : jobs.submit[rowOf(0)]
  const load = {
    length,
    processors,
    release: new Float64Array(length),
    runtime: new Float64Array(length),
    size: new Float64Array(length),
    work: new Float64Array(length),
    group: new Int32Array(length),
  }
  let span = 0
  let whole = Number.isInteger(first)
  for (let k = 0; k < length; k++) {
    const row = rowOf(k)
    load.release[k] = jobs.submit[row] - first
    load.runtime[k] = jobs.runtime[row]
    whole &&= Number.isInteger(jobs.submit[row]) && Number.isInteger(jobs.runtime[row])
    load.size[k] = jobs.size[row]
    load.work[k] = jobs.runtime[row] * jobs.size[row]
    load.group[k] = jobs.group[row]
    span = Math.max(span, load.release[k] + load.runtime[k])
  }
  return { ...load, span, rounded: whole ? 0 : Math.abs(first) }
}
