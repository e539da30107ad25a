/**
 * How large the machine is: accounting does not say. The peak of what was held at one time is a lower bound, and on a
 * machine with a queue a good one.
 */
import { stableOrder } from '../../core/ordering.js'

/** Largest sum of `held` over intervals [start, end) at one instant. */
export function peakHeld(start: Float64Array, end: Float64Array, held: Float64Array): number {
  // An interval of no length holds nothing.
  const holds = held.map((size, row) => (end[row] > start[row] ? size : 0))
  const ends = stableOrder(end)
  let peak = 0
  let now = 0
  let next = 0
  for (const row of stableOrder(start)) {
    while (end[ends[next]] <= start[row]) now -= holds[ends[next++]]
    now += holds[row]
    if (now > peak) peak = now
  }
  return peak
}
