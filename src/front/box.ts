/**
 * The box that a front's hypervolume is measured in. It is fixed before the search begins, by some policies, so that
 * fronts of one log and the same objectives can be compared whatever the plan, the seed and the budget were. One corner is
 * the worst that the usual policies have in each objective: what is worse is of little interest. The other is the best
 * that they have, or EASY has with one of the user groups before all others. Both are moved apart by a tenth.
 */
import { largestOf, smallestOf } from '../core/statistics.js'
import type { VolumeBox } from './volume.js'

/** Policies whose worst values make the reference point: they stay as they are, or hypervolumes could not be compared any more. */
export const BOX_POLICIES = ['fcfs', 'easy', 'cons', 'fcfs:group', 'easy:group'] as const

/** EASY with each group before all others. */
export function groupPolicies(groups: readonly number[]): readonly string[] {
  return groups.map((group) => `easy:(group != ${group})`)
}

const MARGIN = 0.1
/** The least range of a value that no policy changes, relative to it. */
const LEAST_RANGE = 1e-3

/**
 * @param usual values of the usual policies, minimised, row-major
 * @param others of those that only improve the best
 */
export function volumeBox(usual: Float64Array, others: Float64Array, objectives: number): VolumeBox {
  const ideal: number[] = []
  const reference: number[] = []
  for (let k = 0; k < objectives; k++) {
    const of = (values: Float64Array) => Array.from(values.filter((_, at) => at % objectives === k))
    const known = of(usual).filter(Number.isFinite)
    const worst = largestOf(known)
    const best = smallestOf([...known, ...of(others)])
    const least = LEAST_RANGE * (Math.abs(worst) || 1)
    const range = Math.max(worst - best, least)
    ideal.push(best - MARGIN * range)
    reference.push(worst + MARGIN * range)
  }
  return { ideal, reference }
}
