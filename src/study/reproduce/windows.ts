/** Parts of a log that a study simulates one by one, each on an empty machine, and the mean slowdown of one. */
import { MeasuredSchedule, measureOne, requireObjective } from '../../sim/objectives/index.js'
import type { Schedule } from '../../sim/schedule.js'
import { type JobTable, replaceColumns, selectJobs } from '../../trace/job-table.js'
import { rowsFrom } from '../../trace/select.js'

const AVERAGE_BOUNDED_SLOWDOWN = requireObjective('AVEbsld')

/** Rows [from, to) of `jobs`, their submits counted from `origin`. */
export function windowOf(jobs: JobTable, from: number, to: number, origin: number): JobTable {
  const part = selectJobs(jobs, rowsFrom(from, to))
  return origin === 0 ? part : replaceColumns(part, { submit: part.submit.map((submit) => submit - origin) })
}

/** AVEbsld (τ = 10 s) over the jobs from row `from` on; NaN where there are none. */
export function slowdownFrom(schedule: Schedule, from: number): number {
  const judged = new MeasuredSchedule(schedule, rowsFrom(from, schedule.jobs.length))
  return measureOne(judged, AVERAGE_BOUNDED_SLOWDOWN) ?? Number.NaN
}
