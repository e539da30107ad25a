/** Whether an objective has a value on some jobs, which no schedule of them changes. */
import type { CompositeObjective } from '../sim/objectives/index.js'
import type { JobTable } from '../trace/job-table.js'

/**
 * Measures the schedule in which every job starts at its submit.
 * @param judged rows of the jobs that are judged; null: all
 * @throws QueuewrightError `objective-undefined`, which says which part of the objective has no value and why
 */
export function requireValue(
  objective: CompositeObjective,
  jobs: JobTable,
  judged: Int32Array | null,
  processors: number,
): void {
  objective.measure({ jobs, processors, start: jobs.submit }, judged)
}
