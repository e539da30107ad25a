/** The result of a simulation: for every job of a table the instant it was started. */
import { gather, type JobTable, selectJobs } from '../trace/job-table.js'
import type { JobPlaces } from './facility/places.js'

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
  /** Where the machine has partitions: the nodes, or kinds of processors, that each job was put on. */
  readonly places?: JobPlaces
}

/** The schedule of some of the jobs alone, ascending rows of its own; not of one whose submissions depended on others. */
export function scheduleOf(
  { jobs, processors, start, corrections, places }: Schedule,
  rows: Int32Array,
): Schedule {
  return {
    jobs: selectJobs(jobs, rows),
    processors,
    start: gather(start, rows, new Float64Array(rows.length)),
    ...(corrections && { corrections: gather(corrections, rows, new Int32Array(rows.length)) }),
    ...(places && { places: places.among(rows) }),
  }
}

/** Completion of job `row`, seconds from the log's zero. */
export function endOf(schedule: Schedule, row: number): number {
  return schedule.start[row] + schedule.jobs.runtime[row]
}
