/**
 * User feedback (Shmueli and Feitelson, MASCOTS 2007): a job that its user submitted after another had ended is
 * submitted, in a simulation too, a think time after that other job's end, not at its recorded instant.
 */
import { QueuewrightError } from '../core/errors.js'
import type { JobTable } from '../trace/job-table.js'

/** Row by row beside the jobs. */
export interface Dependencies {
  /** Row of the job on whose end this job's submission depends; −1: it is submitted at its recorded instant. */
  readonly preceding: Int32Array
  /** Seconds from that end to this job's submission, 0 or more; of no meaning without one. */
  readonly think: Float64Array
}

/**
 * Checks that the dependencies of `jobs` can be simulated: rows of the table, none that waits for itself.
 * @throws QueuewrightError `line-value` naming the job
 */
export function checkDependencies(jobs: JobTable, { preceding, think }: Dependencies): void {
  const { length } = jobs
  /** 0 unknown, 1 on the path at hand, 2 sound. */
  const state = new Uint8Array(length)
  for (let row = 0; row < length; row++) {
    const before = preceding[row]
    if (!(Number.isInteger(before) && before >= -1 && before < length)) {
      throw unusable(jobs, row, 'precedingJob', before, 'a row of the log, or -1')
    }
    if (before >= 0 && !(think[row] >= 0 && think[row] < Number.POSITIVE_INFINITY)) {
      throw unusable(jobs, row, 'thinkTime', think[row], 'seconds, 0 or more')
    }
    let at = row
    while (at >= 0 && state[at] === 0) {
      state[at] = 1
      at = preceding[at]
    }
    if (at >= 0 && state[at] === 1) {
      throw unusable(
        jobs,
        at,
        'precedingJob',
        jobs.id[preceding[at]],
        'a job that does not depend on this one',
      )
    }
    for (at = row; at >= 0 && state[at] === 1; at = preceding[at]) state[at] = 2
  }
}

function unusable(jobs: JobTable, row: number, field: string, value: number, expected: string) {
  return new QueuewrightError('line-value', `job ${jobs.id[row]} depends on a job in a way that cannot be`, {
    job: jobs.id[row],
    field,
    value,
    expected,
    remedy: 'Correct its line of the log, or leave --feedback log out',
  })
}
