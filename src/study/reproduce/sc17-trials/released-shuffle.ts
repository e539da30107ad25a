/**
 * How the released program (github.com/hpcsched/gen-sched-policies, training-data-generator) shuffles Q for a trial: it begins
 * with the jobs in submit order and exchanges each place in turn with a place drawn among all. That makes some orders likelier
 * than others: with 32 jobs the second is first in 4.2 % of the trials and the last in 2.3 %, instead of 3.1 % each. As a score is
 * a sum over the trials in which a job is first, each score is multiplied by how much too often its job was first.
 */
import type { Random } from '../../../core/random.js'

/** Puts 0 … n−1 into an order as the released program does. */
export function releasedShuffle(order: Int32Array, random: Random): void {
  for (let k = 0; k < order.length; k++) order[k] = k
  for (let k = 0; k < order.length; k++) {
    const other = random.int(order.length)
    const element = order[other]
    order[other] = order[k]
    order[k] = element
  }
}

/** The chance of each of n jobs to be first after that, exactly. */
export function releasedChances(n: number): Float64Array {
  /** By place: the chance of each job to be there. */
  let chances = Array.from({ length: n }, (_, place) =>
    Float64Array.from({ length: n }, (_, job) => +(job === place)),
  )
  for (let k = 0; k < n; k++) {
    const moved = chances[k]
    // The place drawn is k itself, or k's element goes there, each with the same chance.
    chances = chances.map((at, place) =>
      place === k
        ? at.map((_, job) => chances.reduce((sum, other) => sum + other[job], 0) / n)
        : at.map((chance, job) => chance + (moved[job] - chance) / n),
    )
  }
  return chances[0]
}
