/** Whether an objective has a value on some jobs, which no schedule of them changes. */
import type { CompositeObjective } from '../../sim/objectives/index.js'
import type { Stage } from './scenario.js'

/**
 * Measures the schedule in which every job starts at its submit.
 * @throws QueuewrightError `objective-undefined`, which says which part of the objective has no value and why
 */
export function requireValue(
  objective: CompositeObjective,
  { jobs, measured }: Pick<Stage, 'jobs' | 'measured'>,
  processors: number,
): void {
  objective.of(measured({ jobs, processors, start: jobs.submit }))
}
