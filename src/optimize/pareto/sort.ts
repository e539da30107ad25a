/**
 * Non-dominated sorting: front 0 holds what nothing dominates, front 1 what only front 0 dominates, and so on. Efficient
 * non-dominated sort with binary search (ENS-BS; Zhang, Tian, Cheng and Jin, IEEE Transactions on Evolutionary
 * Computation 19, 2015): in lexicographic order nothing that comes later dominates what came before, so each point is
 * compared with the fronts as they stand, latest members first; of two objectives with the latest alone, which has the
 * least second objective of its front. O(N·log N) for two objectives, for more O(M·N·log N) at best, O(M·N²) at worst.
 */
import { dominates, lexicographic } from './dominance.js'

/**
 * @param points row-major, all minimised, without NaN
 * @returns the places of each front's points, ascending
 */
export function nonDominatedSort(points: Float64Array, objectives: number): readonly Int32Array[] {
  const fronts: number[][] = []
  for (const place of lexicographic(points, objectives)) {
    const dominated = (front: number) => {
      const members = fronts[front]
      const least = objectives === 2 ? members.length - 1 : 0
      for (let k = members.length - 1; k >= least; k--) {
        if (dominates(points, members[k], points, place, objectives)) return true
      }
      return false
    }
    // A point that front k dominates is dominated by all fronts before it, too.
    let low = 0
    let high = fronts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (dominated(middle)) low = middle + 1
      else high = middle
    }
    if (low === fronts.length) fronts.push([place])
    else fronts[low].push(place)
  }
  return fronts.map((front) => Int32Array.from(front).sort())
}

/** The front of each point. */
export function ranksOf(fronts: readonly Int32Array[], count: number): Int32Array {
  const ranks = new Int32Array(count)
  for (const [rank, front] of fronts.entries()) for (const place of front) ranks[place] = rank
  return ranks
}

/** Places of the points that no other dominates; equal points are all kept. */
export function nonDominated(points: Float64Array, objectives: number): Int32Array {
  return nonDominatedSort(points, objectives).at(0) ?? new Int32Array(0)
}

/** The rows at `places`, as one array. */
export function rowsAt(points: Float64Array, objectives: number, places: ArrayLike<number>): Float64Array {
  const rows = new Float64Array(places.length * objectives)
  for (let k = 0; k < places.length; k++) {
    rows.set(points.subarray(places[k] * objectives, (places[k] + 1) * objectives), k * objectives)
  }
  return rows
}
