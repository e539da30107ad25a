/**
 * Users for a workload that has none. Ours, not a part of the model of 2003, which leaves sizes, run times and
 * arrivals as they are and only says whose each job is.
 *
 * User k of N is active ∝ k^−1.2 (Zipf, so that a few users submit much and many little) and has habits: a typical
 * job, drawn from the workload itself, of size n_k and run time r_k. A job of size n and run time r belongs to user k
 * with probability ∝ k^−1.2 · exp(−½ ((log₂ n − log₂ n_k)² + (ln r − ln r_k)²) / 1.5²). To be quick, sizes and run
 * times are taken by cells: log₂ n and ln r to the nearest whole number. Jobs are independent given their sizes and
 * run times: users have no sessions here.
 */
import type { Random } from '../../core/random.js'
import { firstAbove } from '../../core/statistics.js'
import { MOST_LOGARITHM } from './parameters.js'

const ACTIVITY_EXPONENT = 1.2
const HABIT_WIDTH = 1.5
/** Cells of ln r, from 0 to what the longest run time needs. */
const RUN_CELLS = MOST_LOGARITHM + 1

/** The user, 1 … `users`, of each job. */
export function drawUsers(
  random: Random,
  users: number,
  sizes: Int32Array,
  runtimes: Float64Array,
): Int32Array {
  const habits = Array.from({ length: users }, () => {
    const typical = random.int(sizes.length)
    return { size: Math.log2(sizes[typical]), run: Math.log(runtimes[typical]) }
  })
  const cells = new Map<number, Float64Array>()
  return sizes.map((size, job) => {
    const sizeCell = Math.round(Math.log2(size))
    const runCell = Math.round(Math.log(runtimes[job]))
    const cell = sizeCell * RUN_CELLS + runCell
    let cumulative = cells.get(cell)
    if (cumulative === undefined) {
      cumulative = cumulativeWeights(habits, sizeCell, runCell)
      cells.set(cell, cumulative)
    }
    return firstAbove(cumulative, random.uniform() * cumulative[users - 1]) + 1
  })
}

function cumulativeWeights(
  habits: readonly { readonly size: number; readonly run: number }[],
  size: number,
  run: number,
): Float64Array {
  const exponents = habits.map(
    (habit, k) =>
      -ACTIVITY_EXPONENT * Math.log(k + 1) -
      ((size - habit.size) ** 2 + (run - habit.run) ** 2) / (2 * HABIT_WIDTH ** 2),
  )
  // The largest taken off, so that a job far from every habit still has a user.
  const largest = exponents.reduce((most, exponent) => Math.max(most, exponent))
  const cumulative = new Float64Array(habits.length)
  let sum = 0
  exponents.forEach((exponent, k) => {
    sum += Math.exp(exponent - largest)
    cumulative[k] = sum
  })
  return cumulative
}
