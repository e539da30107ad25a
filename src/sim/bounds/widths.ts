/**
 * Sizes as relaxations count them: which jobs fit beside each other, as far as sums of widths can say it.
 *
 * Sizes may be replaced by other widths, and the machine by another capacity, so that every set of jobs that fits
 * still fits: what holds of all schedules by widths then holds of all schedules. In terms of shares x of the machine
 * such a replacement is a *dual feasible function* (Lueker 1983; Fekete and Schepers, Mathematical Programming 91,
 * 2001, which these are from): Σ x ≤ 1 implies Σ u(x) ≤ 1.
 *
 * - *whole*: no processor that can never be used is counted. Where all sizes are multiples of g, so is the sum of any,
 *   and the machine is as good as one of g·⌊m/g⌋. A job beside which not even the smallest fits counts as the whole
 *   machine. Never larger than what it replaces, so this is the plain relaxation.
 * - *wide jobs*, k = 1, 2: u(x) = x where (k+1)·x is whole, else ⌊(k+1)·x⌋ / k. For k = 1, two jobs wider than half the
 *   machine never run together; for k = 2, not three wider than a third, nor such a one beside one wider than two
 *   thirds. Narrower jobs take no room, so this is the better one only where jobs are wide.
 */
import type { Load } from './load.js'

export interface Widths {
  /** The name of a bound that comes of it. */
  readonly name: string
  /** Beside the jobs; whole numbers, 0 where a job takes no room. */
  readonly size: Float64Array
  readonly capacity: number
}

/** *whole* first, then those of wide jobs where there are any. */
export function widthsOf(load: Load): readonly Widths[] {
  const { size, processors } = load
  let widest = 0
  for (let k = 0; k < size.length; k++) if (load.work[k] > 0 && size[k] > widest) widest = size[k]
  const wide = [1, 2].filter((k) => (k + 1) * widest > processors)
  return [whole(load), ...wide.map((k) => wideJobs(load, k))]
}

function whole({ size, work, processors }: Load): Widths {
  let unit = 0
  let least = Number.POSITIVE_INFINITY
  for (let k = 0; k < size.length; k++) {
    if (!(work[k] > 0)) continue
    unit = greatestCommonDivisor(size[k], unit)
    least = Math.min(least, size[k])
  }
  const capacity = Math.floor(processors / unit)
  const most = processors - least
  const counted = size.map((m, k) => (work[k] > 0 ? (m > most ? capacity : m / unit) : 0))
  return { name: 'fluid', size: counted, capacity }
}

function wideJobs({ size, work, processors }: Load, k: number): Widths {
  // In units of 1/(k·m) of the machine.
  const counted = size.map((m, job) => {
    if (!(work[job] > 0)) return 0
    const parts = (k + 1) * m
    return parts % processors === 0 ? k * m : Math.floor(parts / processors) * processors
  })
  return { name: k === 1 ? 'wide 1/2' : 'wide 1/3', size: counted, capacity: k * processors }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
