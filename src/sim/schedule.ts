/** The result of a simulation: for every job of a table the instant it was started. */
import type { JobTable } from '../trace/job-table.js'
import type { NodePlaces } from './nodes/places.js'

export interface Schedule {
  /** The jobs as they were scheduled: estimates as the scheduler saw them, run times as they ran. */
  readonly jobs: JobTable
  /** Processors of the machine. */
  readonly processors: number
  /** Start of each job, seconds from the log's zero; row by row beside `jobs`. */
  readonly start: Float64Array
  /**
   * Where submissions depended on the ends of other jobs: for each job its row in the table that was simulated. The
   * jobs are in order of submission then.
   */
  readonly rows?: Int32Array
  /** Where run times were predicted: how often each job's prediction was corrected. */
  readonly corrections?: Int32Array
  /** Where the machine has nodes: those that each job was put on. */
  readonly places?: NodePlaces
}

/** Completion of job `row`, seconds from the log's zero. */
export function endOf(schedule: Schedule, row: number): number {
  return schedule.start[row] + schedule.jobs.runtime[row]
}
