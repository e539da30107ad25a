/**
 * The policy `recorded`: the starts that the log itself tells, so that a site can compare everything with what really
 * happened. Nothing is simulated; a log whose waits are rounded may show more processors in use than there are.
 */
import { QueuewrightError } from '../core/errors.js'
import { plural } from '../core/format.js'
import type { JobTable } from '../trace/job-table.js'
import type { Schedule } from './schedule.js'

/**
 * @param wait recorded wait of each job in seconds; −1 where the log does not say
 * @throws QueuewrightError `usage` where a job has no recorded wait
 */
export function recordedSchedule(jobs: JobTable, processors: number, wait: Float64Array): Schedule {
  let missing = 0
  let first = -1
  const start = new Float64Array(jobs.length)
  for (let row = 0; row < jobs.length; row++) {
    if (wait[row] < 0) {
      missing++
      if (first < 0) first = row
    }
    start[row] = jobs.submit[row] + wait[row]
  }
  if (missing > 0) {
    throw new QueuewrightError(
      'usage',
      `${missing} of ${plural(jobs.length, 'job')} ${missing === 1 ? 'has' : 'have'} no recorded wait`,
      {
        job: jobs.id[first],
        field: 'wait',
        value: wait[first],
        remedy: 'Leave out the policy recorded for this log.',
      },
    )
  }
  return { jobs, processors, start }
}
