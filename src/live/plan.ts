/**
 * Site factors by which waiting jobs come to stand in an order, none of them beyond a bound, and as few of them changed as can be.
 *
 * A job of base b (its priority without the factor) can have any value b + f with |f| ≤ N, from 1 to 2³² − 1, where priorities end.
 *
 * - What can be had. A job whose base is far above another's stays before it, whatever the order says. Places are given from the
 *   first on, each to the first job of the order among those whose base is at most W = 2N − (n − 1) below the largest that is
 *   left; the W leaves each of n jobs a value of its own, so that what is chosen here can always be had.
 * - What need not be touched. With U_k = min(u_k, U_{k−1} − 1) and L_k = max(l_k, L_{k+1} + 1), of the bounds of the job in place
 *   k, jobs whose present values lie within [L_k, U_k] and fall from place to place by at least one each may stay as they are; the
 *   longest such sequence does. Every other job finds a value between its neighbours, since any two of the bounds overlap.
 */
import { EventQueue } from '../core/heap.js'

/** The largest priority: Slurm takes anything above for this. */
export const MOST_PRIORITY = 2 ** 32 - 1

/** A value that a job is left, when others come between, as a part of what all may be moved by. */
const SPREAD = 4

/**
 * @param order numbers of jobs, the first to go first; there are at most `most` of them
 * @param base priority of each job without its factor, from 0
 * @param factor the present one of each
 * @param most largest absolute factor
 * @returns the factor that each job should have
 */
export function plannedFactors(
  order: Int32Array,
  base: Float64Array,
  factor: Float64Array,
  most: number,
): Float64Array {
  const places = reachable(order, base, 2 * most - (order.length - 1))
  const bounds = boundsOf(places, base, most)
  const present = Float64Array.from(places, (job) => base[job] + factor[job])
  const kept = unmoved(present, bounds)
  const values = filled(places, base, present, kept, bounds, Math.floor(most / SPREAD / order.length) + 1)
  const planned = new Float64Array(factor.length)
  places.forEach((job, k) => {
    planned[job] = values[k] - base[job]
  })
  return planned
}

/**
 * The order as far as it can be had.
 * @param window how far below another's base that of a job before it may be
 */
export function reachable(order: Int32Array, base: Float64Array, window: number): Int32Array {
  const n = order.length
  const rank = new Int32Array(base.length)
  order.forEach((job, k) => {
    rank[job] = k
  })
  const byBase = order.slice().sort((a, b) => base[b] - base[a] || rank[a] - rank[b])
  const taken = new Uint8Array(base.length)
  const open = new EventQueue()
  const places = new Int32Array(n)
  let largest = 0
  let next = 0
  for (let k = 0; k < n; k++) {
    while (taken[byBase[largest]] === 1) largest++
    const least = base[byBase[largest]] - Math.max(0, window)
    while (next < n && base[byBase[next]] >= least) {
      open.push(rank[byBase[next]], byBase[next])
      next++
    }
    const job = open.take()
    taken[job] = 1
    places[k] = job
  }
  return places
}

interface Bounds {
  readonly lower: Float64Array
  readonly upper: Float64Array
}

function boundsOf(places: Int32Array, base: Float64Array, most: number): Bounds {
  const n = places.length
  const upper = Float64Array.from(places, (job) => Math.min(MOST_PRIORITY, base[job] + most))
  const lower = Float64Array.from(places, (job) => Math.max(1, base[job] - most))
  for (let k = 1; k < n; k++) upper[k] = Math.min(upper[k], upper[k - 1] - 1)
  for (let k = n - 2; k >= 0; k--) lower[k] = Math.max(lower[k], lower[k + 1] + 1)
  return { lower, upper }
}

/** Whether the job in each place stays as it is: a longest sequence whose values fall by one a place or more. */
function unmoved(present: Float64Array, { lower, upper }: Bounds): Uint8Array {
  const n = present.length
  /** The last place of the sequence of each length whose end is largest. */
  const ends = new Int32Array(n)
  const before = new Int32Array(n).fill(-1)
  const height = (k: number) => present[k] + k
  let length = 0
  for (let k = 0; k < n; k++) {
    if (present[k] < lower[k] || present[k] > upper[k]) continue
    let [from, to] = [0, length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (height(ends[middle]) >= height(k)) from = middle + 1
      else to = middle
    }
    before[k] = from === 0 ? -1 : ends[from - 1]
    ends[from] = k
    if (from === length) length++
  }
  const kept = new Uint8Array(n)
  for (let k = length === 0 ? -1 : ends[length - 1]; k >= 0; k = before[k]) kept[k] = 1
  return kept
}

/** The value of each place: those that are kept, and between them others with room for jobs that come. */
function filled(
  places: Int32Array,
  base: Float64Array,
  present: Float64Array,
  kept: Uint8Array,
  { lower, upper }: Bounds,
  room: number,
): Float64Array {
  const n = places.length
  const values = new Float64Array(n)
  let next = 0
  for (let k = 0; k < n; k++) {
    if (kept[k] === 1) {
      values[k] = present[k]
      continue
    }
    if (next <= k) for (next = k + 1; next < n && kept[next] === 0; ) next++
    const above = k === 0 ? Number.POSITIVE_INFINITY : values[k - 1]
    const below = next === n ? Number.NEGATIVE_INFINITY : present[next]
    const most = Math.min(upper[k], above - 1)
    const least = Math.max(lower[k], below + (next - k))
    const wanted =
      k === 0
        ? next === n
          ? base[places[k]]
          : below + room * (next - k)
        : next === n
          ? above - room
          : above - Math.floor((above - below) / (next - k + 1))
    values[k] = Math.min(most, Math.max(least, wanted))
  }
  return values
}
