/** The jobs that a log tells of: requests, and when they really ran. Those that ran in no known time are left out. */
import { type JobTable, selectJobs, type Trace } from '../trace/index.js'

/** Fields of the log that a calibration reads beside its jobs. */
export const OBSERVED_FIELDS = ['wait', 'queue', 'partition'] as const

/** Jobs in job order; times in seconds from the log's zero. */
export interface Observed {
  readonly jobs: JobTable
  readonly length: number
  readonly submit: Float64Array
  readonly start: Float64Array
  readonly end: Float64Array
  /** The time asked for; where the log does not say, or the job ran longer, the run time. */
  readonly estimate: Float64Array
  readonly size: Int32Array
  readonly user: Int32Array
  /** −1 where the log does not say. */
  readonly queue: Int32Array
  readonly partition: Int32Array
  /** Processors by the header. */
  readonly header: number | null
  /** Jobs left out. */
  readonly missing: number
}

export function observedOf(trace: Trace): Observed {
  const all = trace.jobs
  const wait = trace.fields.wait
  const kept: number[] = []
  for (let row = 0; row < all.length; row++) {
    if ((wait?.[row] ?? -1) >= 0 && all.runtime[row] >= 0 && all.size[row] > 0) kept.push(row)
  }
  const rows = Int32Array.from(kept)
  const jobs = rows.length === all.length ? all : selectJobs(all, rows)
  const field = (name: 'queue' | 'partition') =>
    Int32Array.from(rows, (row) => trace.fields[name]?.[row] ?? -1)
  const start = Float64Array.from(rows, (row) => all.submit[row] + (wait?.[row] ?? 0))
  return {
    ...{ jobs, length: rows.length, submit: jobs.submit, start },
    end: start.map((at, row) => at + jobs.runtime[row]),
    estimate: Float64Array.from(jobs.estimate, (each, row) => Math.max(each, jobs.runtime[row])),
    ...{ size: jobs.size, user: jobs.user, queue: field('queue'), partition: field('partition') },
    ...{ header: trace.processors, missing: all.length - rows.length },
  }
}

/** The different values of a column, ascending. */
export function distinct(column: Int32Array): readonly number[] {
  return [...new Set(column)].sort((a, b) => a - b)
}
