/**
 * Hypervolume: the volume that points dominate, up to a reference point that is worse than they are (Zitzler and Thiele,
 * PPSN 1998). All objectives are minimised. Points that are not better than the reference point in every objective add
 * nothing, nor does any part beyond it.
 *
 * Exact: a sweep in two dimensions, a sweep over slices in three, and above that the WFG algorithm (While, Bradstreet and
 * Barone, IEEE Transactions on Evolutionary Computation 16, 2012), the sum of each point's exclusive volume over those
 * after it, with slicing of the last objective. Its time grows exponentially with the objectives and fast with the
 * points: hundreds of points of seven objectives are exact in about a second, more are a matter for the estimate.
 *
 * Estimate: the share of uniform points, in the box between the best values and the reference, that are dominated. The
 * standard error is that of a share, √(p(1−p)/samples), times the volume of the box.
 */
import type { Random } from '../../core/random.js'
import { wholeSetting } from '../settings.js'
import { lexicographic } from './dominance.js'
import { ndTree } from './nd-tree.js'
import { nonDominated, rowsAt } from './sort.js'

export interface HypervolumeEstimate {
  readonly value: number
  readonly standardError: number
}

/**
 * @param points row-major, without NaN
 * @param reference one value for each objective
 */
export function hypervolume(points: Float64Array, reference: ArrayLike<number>): number {
  const objectives = reference.length
  const inside = front(points, reference)
  if (inside.length === 0) return 0
  const count = inside.length / objectives
  const gains = new Float64Array(inside.length)
  for (let k = 0; k < inside.length; k++) gains[k] = reference[k % objectives] - inside[k]
  return volume(gains, count, objectives, objectives)
}

/**
 * Monte-Carlo estimate of the same.
 * @param samples 1 or more
 */
export function estimateHypervolume(
  points: Float64Array,
  reference: ArrayLike<number>,
  samples: number,
  random: Random,
): HypervolumeEstimate {
  wholeSetting('samples', samples, 1)
  const objectives = reference.length
  const inside = front(points, reference)
  const count = inside.length / objectives
  if (count === 0) return { value: 0, standardError: 0 }
  const best = Float64Array.from({ length: objectives }, (_, k) => {
    let least = Number.POSITIVE_INFINITY
    for (let row = 0; row < count; row++) least = Math.min(least, inside[row * objectives + k])
    return least
  })
  const box = best.reduce((product, least, k) => product * (reference[k] - least), 1)
  const tree = ndTree(objectives, { points: inside })
  for (let row = 0; row < count; row++) tree.insert(row, () => {})
  let hits = 0
  const point = new Float64Array(objectives)
  for (let sample = 0; sample < samples; sample++) {
    for (let k = 0; k < objectives; k++) point[k] = best[k] + random.uniform() * (reference[k] - best[k])
    if (tree.covers(point)) hits++
  }
  const share = hits / samples
  return { value: box * share, standardError: box * Math.sqrt((share * (1 - share)) / samples) }
}

/** The points that count; above three objectives without those that others dominate or equal. */
function front(points: Float64Array, reference: ArrayLike<number>): Float64Array {
  const objectives = reference.length
  const inside: number[] = []
  for (let row = 0; row * objectives < points.length; row++) {
    let counts = true
    for (let k = 0; k < objectives; k++) if (!(points[row * objectives + k] < reference[k])) counts = false
    if (counts) inside.push(row)
  }
  const rows = rowsAt(points, objectives, inside)
  // Both sweeps pass over what is dominated.
  if (objectives <= 3) return rows
  const best = rowsAt(rows, objectives, nonDominated(rows, objectives))
  const order = lexicographic(best, objectives)
  const different = order.filter((row, k) => k === 0 || differ(best, row, order[k - 1], objectives))
  return rowsAt(best, objectives, different)
}

function differ(points: Float64Array, a: number, b: number, objectives: number): boolean {
  for (let k = 0; k < objectives; k++)
    if (points[a * objectives + k] !== points[b * objectives + k]) return true
  return false
}

// From here on: gains over the reference, maximised, above 0; `width` numbers a row, of which the first `m` count.

function volume(gains: Float64Array, count: number, m: number, width: number): number {
  if (count === 0) return 0
  if (count === 1) return box(gains, 0, m)
  if (m === 1) return extreme(gains, count, width)
  const order = byObjective(gains, count, m - 1, width)
  if (m === 2) return area(gains, order, width)
  if (m === 3) return slices(gains, order, width)
  return wfg(gains, order, m, width)
}

function box(gains: Float64Array, from: number, m: number): number {
  let product = 1
  for (let k = 0; k < m; k++) product *= gains[from + k]
  return product
}

function extreme(gains: Float64Array, count: number, width: number): number {
  let most = 0
  for (let row = 0; row < count; row++) most = Math.max(most, gains[row * width])
  return most
}

/** Rows by objective `k`, the largest gain first. */
function byObjective(gains: Float64Array, count: number, k: number, width: number): Int32Array {
  const order = Int32Array.from({ length: count }, (_, row) => row)
  return order.sort((a, b) => gains[b * width + k] - gains[a * width + k] || a - b)
}

/** Two objectives: a sweep by the second, in which only what widens the first adds. */
function area(gains: Float64Array, order: Int32Array, width: number): number {
  let sum = 0
  let widest = 0
  for (const row of order) {
    const wide = gains[row * width]
    if (wide <= widest) continue
    sum += (wide - widest) * gains[row * width + 1]
    widest = wide
  }
  return sum
}

/** Three objectives: a sweep by the third over the area of the staircase of what came so far. */
function slices(gains: Float64Array, order: Int32Array, width: number): number {
  // The staircase: first gains ascending, second gains descending.
  const wide: number[] = []
  const high: number[] = []
  let base = 0
  let sum = 0
  for (const [k, row] of order.entries()) {
    const [w, h, level] = [gains[row * width], gains[row * width + 1], gains[row * width + 2]]
    let at = firstNotBelow(wide, w)
    if (!(at < wide.length && high[at] >= h)) {
      // Steps that the new one covers lie before it.
      const last = at < wide.length && wide[at] === w ? at + 1 : at
      let from = at
      let left = from > 0 ? wide[from - 1] : 0
      let covered = 0
      if (last > at) covered += (wide[at] - left) * high[at]
      else if (at < wide.length) covered += (w - left) * high[at]
      while (from > 0 && high[from - 1] <= h) {
        from--
        left = from > 0 ? wide[from - 1] : 0
        covered += (wide[from] - left) * high[from]
      }
      base += (w - left) * h - covered
      wide.splice(from, last - from, w)
      high.splice(from, last - from, h)
      at = from
    }
    const next = k + 1 < order.length ? gains[order[k + 1] * width + 2] : 0
    sum += base * (level - next)
  }
  return sum
}

function firstNotBelow(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (ascending[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * WFG: in the order of the last objective, largest gain first, each point adds what the points before it leave to it. In
 * that slice all of them reach at least as far in the last objective, so what they leave is a volume of one dimension
 * less, times the point's own gain.
 */
function wfg(gains: Float64Array, order: Int32Array, m: number, width: number): number {
  const inner = m - 1
  const before = new Float64Array(order.length * inner)
  let sum = 0
  for (const [k, row] of order.entries()) {
    const from = row * width
    let kept = 0
    for (let earlier = 0; earlier < k; earlier++) {
      const other = order[earlier] * width
      for (let j = 0; j < inner; j++) {
        before[kept * inner + j] = Math.min(gains[from + j], gains[other + j])
      }
      kept = keepNonDominated(before, kept, inner)
    }
    sum +=
      gains[from + inner] *
      (box(gains, from, inner) - volume(before.slice(0, kept * inner), kept, inner, inner))
  }
  return sum
}

/** Row `count` joins the `count` rows before it, unless one of them is nowhere less; those it covers leave. */
function keepNonDominated(rows: Float64Array, count: number, width: number): number {
  const added = count * width
  let kept = 0
  for (let row = 0; row < count; row++) {
    const from = row * width
    let addedCovers = true
    let rowCovers = true
    for (let k = 0; k < width && (addedCovers || rowCovers); k++) {
      if (rows[added + k] < rows[from + k]) addedCovers = false
      if (rows[added + k] > rows[from + k]) rowCovers = false
    }
    // Rows do not cover each other, so nothing has been removed if one of them covers the new one.
    if (rowCovers) return count
    if (addedCovers) continue
    if (kept !== row) rows.copyWithin(kept * width, from, from + width)
    kept++
  }
  rows.copyWithin(kept * width, added, added + width)
  return kept + 1
}
