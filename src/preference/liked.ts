/** Schedules of a front that a formula is said to like most, where no regions say which are wanted. Pure. */
import { ascending } from '../core/statistics.js'

/** Their share, and how many they are at least. */
const LIKED = 0.01
const LEAST_LIKED = 5

/**
 * 1 for each that is liked most, 2 for the rest.
 * @param costs less is better; not finite: unknown
 */
export function liked(costs: Float64Array): Int32Array {
  const known = costs.filter(Number.isFinite)
  const most = Math.min(known.length, Math.max(LEAST_LIKED, Math.ceil(LIKED * known.length)))
  const last = most === 0 ? Number.NEGATIVE_INFINITY : ascending(known)[most - 1]
  return Int32Array.from(costs, (cost) => (cost <= last ? 1 : 2))
}
