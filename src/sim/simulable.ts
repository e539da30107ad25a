/** The conditions that a simulation takes for granted of its jobs and its machine, told to whoever did not prepare them. Pure. */
import { QueuewrightError } from '../core/errors.js'
import type { JobTable } from '../trace/job-table.js'
import { MOST_COUNT } from '../trace/limits.js'
import { oversizeError } from './prepare.js'

const HOLDS = {
  submit: { holds: Number.isFinite, expected: 'a finite number' },
  runtime: {
    holds: (seconds: number) => seconds >= 0 && Number.isFinite(seconds),
    expected: 'seconds, from 0',
  },
  estimate: { holds: (seconds: number) => seconds >= 0, expected: 'seconds, from 0' },
  size: { holds: (processors: number) => processors > 0, expected: 'processors, from 1' },
}
type Checked = keyof typeof HOLDS
const CHECKED = Object.keys(HOLDS) as Checked[]

/** Tables that are known to be sound: search simulates the same jobs again and again. */
const SOUND = new WeakSet<JobTable>()

/**
 * @throws QueuewrightError `usage` for what is no machine; `job-oversize` for a job that is larger; `line-value` for a job that there
 * cannot be
 */
export function checkSimulable(jobs: JobTable, processors: number, isPool: boolean): void {
  if (!(Number.isInteger(processors) && processors > 0 && processors <= MOST_COUNT)) {
    throw new QueuewrightError('usage', 'no machine has so many processors', {
      ...{ field: 'processors', value: processors, expected: `a whole number from 1 to ${MOST_COUNT}` },
    })
  }
  if (!SOUND.has(jobs)) {
    for (const field of CHECKED) checkColumn(jobs, field)
    checkOrder(jobs)
    SOUND.add(jobs)
  }
  if (!isPool) return
  let large = 0
  for (const size of jobs.size) large += Number(size > processors)
  if (large > 0) throw oversizeError(jobs, processors, large)
}

function checkColumn(jobs: JobTable, field: Checked): void {
  const { holds, expected } = HOLDS[field]
  const column: ArrayLike<number> = jobs[field]
  for (let row = 0; row < jobs.length; row++) {
    const value = column[row]
    if (holds(value)) continue
    throw new QueuewrightError('line-value', `job ${jobs.id[row]} cannot be simulated`, {
      ...{ job: jobs.id[row], field, value, expected },
      remedy: 'Prepare the jobs by prepareJobs',
    })
  }
}

/** Rows are in the order of submit: what comes next is never looked for further down. */
function checkOrder({ length, id, submit }: JobTable): void {
  for (let row = 1; row < length; row++) {
    if (submit[row] >= submit[row - 1]) continue
    throw new QueuewrightError('line-value', `job ${id[row]} comes behind one that was submitted later`, {
      ...{ job: id[row], field: 'submit', value: submit[row], expected: `at least ${submit[row - 1]}` },
      remedy: 'Sort the jobs by submit time',
    })
  }
}
