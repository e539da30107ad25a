/** The conditions that a simulation takes for granted of its jobs and its machine, told to whoever did not prepare them. Pure. */
import { QueuewrightError } from '../core/errors.js'
import type { JobTable } from '../trace/job-table.js'
import { MOST_COUNT } from '../trace/limits.js'
import { oversizeError } from './prepare.js'

const EXPECTED = {
  submit: 'at least that of the job above',
  runtime: 'seconds, from 0',
  estimate: 'seconds, from 0',
  size: 'processors, from 1',
}

/** The largest job of tables that are known to be sound: search simulates the same jobs again and again. */
const LARGEST = new WeakMap<JobTable, number>()

/**
 * @throws QueuewrightError `usage` for what is no machine; `job-oversize` for a job that is larger; `line-value` for a job that there
 * cannot be, and for one that was submitted before the one above it
 */
export function checkSimulable(jobs: JobTable, processors: number, isPool: boolean): void {
  if (!(Number.isInteger(processors) && processors > 0 && processors <= MOST_COUNT)) {
    throw new QueuewrightError('usage', 'no machine has so many processors', {
      ...{ field: 'processors', value: processors, expected: `a whole number from 1 to ${MOST_COUNT}` },
    })
  }
  const largest = LARGEST.get(jobs) ?? largestIn(jobs)
  LARGEST.set(jobs, largest)
  if (!isPool || largest <= processors) return
  const large = jobs.size.reduce((count, size) => count + Number(size > processors), 0)
  throw oversizeError(jobs, processors, large)
}

/** @throws QueuewrightError `line-value` */
function largestIn(jobs: JobTable): number {
  checkRows(jobs)
  return jobs.size.reduce((most, size) => Math.max(most, size), 0)
}

function checkRows(jobs: JobTable): void {
  let before = Number.NEGATIVE_INFINITY
  for (let row = 0; row < jobs.length; row++) {
    const field = oddField(jobs, row, before)
    if (field !== null) {
      throw new QueuewrightError('line-value', `job ${jobs.id[row]} cannot be simulated`, {
        ...{ job: jobs.id[row], field, value: jobs[field][row], expected: EXPECTED[field] },
        remedy: 'Sort jobs by submit time, and prepare them by prepareJobs',
      })
    }
    before = jobs.submit[row]
  }
}

function oddField(jobs: JobTable, row: number, before: number): keyof typeof EXPECTED | null {
  if (!(jobs.submit[row] >= before)) return 'submit'
  if (!(jobs.runtime[row] >= 0 && jobs.runtime[row] < Number.POSITIVE_INFINITY)) return 'runtime'
  if (!(jobs.estimate[row] >= 0)) return 'estimate'
  return jobs.size[row] > 0 ? null : 'size'
}
