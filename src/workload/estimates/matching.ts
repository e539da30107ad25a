/**
 * Which job gets which estimate, so that none is below its job's run time (Tsafrir, Etsion, Feitelson, JSSPP 2005, the
 * section on assigning estimates to jobs, and the authors' program).
 *
 * Jobs by run time and estimates by size, both descending: the j-th longest job draws uniformly among the estimates
 * not given yet that are not below its run time. As later jobs are shorter, these are always a prefix of the estimates
 * left, and every matching with e ≥ p is equally likely.
 */

import { QueuewrightError } from '../../core/errors.js'
import { stableOrder } from '../../core/ordering.js'
import type { Random } from '../../core/random.js'
import type { EstimateBin } from './tsafrir.js'

/**
 * The estimate of each job.
 * @param bins ascending by time; as many jobs in all as there are run times
 * @throws QueuewrightError `usage` where some jobs are too long for any matching
 */
export function matchEstimates(
  runtime: Float64Array,
  bins: readonly EstimateBin[],
  random: Random,
): Float64Array {
  const jobs = runtime.length
  const order = stableOrder(runtime)
  const estimates = flattened(bins, jobs)
  const matched = new Float64Array(jobs)
  // Estimates [j, allowed) may be drawn from by the j-th longest job.
  let allowed = 0
  for (let j = 0; j < jobs; j++) {
    const row = order[jobs - 1 - j]
    while (allowed < jobs && estimates[allowed] >= runtime[row]) allowed++
    if (allowed <= j) throw tooLong(runtime, runtime[row], j)
    const drawn = j + random.int(allowed - j)
    matched[row] = estimates[drawn]
    // The estimate that was next takes the free place: it is not below any run time still to come.
    estimates[drawn] = estimates[j]
  }
  return matched
}

/** Every estimate once for each of its jobs, descending. */
function flattened(bins: readonly EstimateBin[], jobs: number): Float64Array {
  const estimates = new Float64Array(jobs)
  let at = jobs
  for (const { seconds, jobs: count } of bins) {
    estimates.fill(seconds, at - count, at)
    at -= count
  }
  return estimates
}

/** @param given how many estimates of at least `length` there are */
function tooLong(runtime: Float64Array, length: number, given: number): QueuewrightError {
  const longer = runtime.reduce((count, each) => count + (each >= length ? 1 : 0), 0)
  const percent = (count: number) => `${((100 * count) / runtime.length).toFixed(1)} %`
  return new QueuewrightError('usage', 'the run times are too long for modal estimates', {
    field: 'run time',
    value: length,
    expected: `at most ${percent(given)} of the jobs to run so long, for which the model has estimates; ${percent(longer)} do`,
    remedy: 'Raise the maximum with --max, or state the share of the jobs that ask for it with --popular',
  })
}
