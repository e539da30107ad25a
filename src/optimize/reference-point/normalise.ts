/**
 * Normalisation of NSGA-III (Deb and Jain 2014, section IV-C): objectives are moved to the ideal point and divided by where
 * the hyperplane through the extreme points meets the axes, so that the front spans the unit simplex.
 *
 * The extreme point of an axis minimises the achievement scalarising function along it: the largest of all translated
 * objectives, those off the axis weighted by 10⁶. Extreme points and the ideal point are remembered from generation to
 * generation. Where the hyperplane does not exist or meets an axis at a bad place, the worst of the first front stands in,
 * and where that is no range, the worst of all (Blank, Deb and Roy, EMO 2019).
 */
import { largestOf } from '../../core/statistics.js'
import { rowsAt } from '../pareto/sort.js'

export interface Scale {
  readonly ideal: Float64Array
  /** One point for each axis, row-major; those that are not known yet are infinite. */
  readonly extremes: Float64Array
}

export function firstScale(objectives: number): Scale {
  return {
    ideal: new Float64Array(objectives).fill(Number.POSITIVE_INFINITY),
    extremes: new Float64Array(objectives * objectives).fill(Number.POSITIVE_INFINITY),
  }
}

/** Weight of what is off an axis. */
const OFF_AXIS = 1e6
/** Ranges below it are none. */
const LEAST_RANGE = 1e-6
/** The value that infinite ones count as, in normalised units. */
const FAR = 1e10

/** @param front places of the first front */
export function rescaled(scale: Scale, points: Float64Array, objectives: number, front: Int32Array): Scale {
  const ideal = Float64Array.from(scale.ideal)
  for (let at = 0; at < points.length; at++) {
    const k = at % objectives
    if (points[at] < ideal[k]) ideal[k] = points[at]
  }
  // Remembered ones first, so that equals do not replace them.
  const known = rowsAt(points, objectives, front)
  const candidates = new Float64Array(scale.extremes.length + known.length)
  candidates.set(scale.extremes)
  candidates.set(known, scale.extremes.length)
  const extremes = new Float64Array(objectives * objectives)
  for (let axis = 0; axis < objectives; axis++) {
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let row = 0; row * objectives < candidates.length; row++) {
      const value = achievement(candidates, row, objectives, ideal, axis)
      if (value < least) {
        least = value
        best = row
      }
    }
    extremes.set(candidates.subarray(best * objectives, (best + 1) * objectives), axis * objectives)
  }
  return { ideal, extremes }
}

function achievement(
  points: Float64Array,
  row: number,
  objectives: number,
  ideal: Float64Array,
  axis: number,
): number {
  let most = 0
  for (let k = 0; k < objectives; k++) {
    const gap = points[row * objectives + k] - ideal[k]
    most = Math.max(most, k === axis ? gap : OFF_AXIS * gap)
  }
  return Number.isNaN(most) ? Number.POSITIVE_INFINITY : most
}

/**
 * All points in units of the front: 0 at the ideal point, 1 at the nadir point.
 * @param front how many of the points, from the first, are the first front
 */
export function normalised(
  { ideal, extremes }: Scale,
  points: Float64Array,
  objectives: number,
  front: number,
): Float64Array {
  const nadir = nadirPoint(ideal, extremes, points, objectives, front)
  return points.map((value, at) => {
    const k = at % objectives
    const share = (value - ideal[k]) / (nadir[k] - ideal[k])
    return Number.isFinite(share) ? Math.min(share, FAR) : FAR
  })
}

function nadirPoint(
  ideal: Float64Array,
  extremes: Float64Array,
  points: Float64Array,
  objectives: number,
  front: number,
): Float64Array {
  const worstOfFront = worst(points.subarray(0, front * objectives), objectives)
  const worstOfAll = worst(points, objectives)
  const intercepts = hyperplane(extremes, ideal, objectives)
  const nadir = ideal.map((least, k) => {
    const intercept = intercepts === null ? Number.NaN : least + intercepts[k]
    // An intercept beyond the worst of all is no estimate of the front's end.
    return intercept - least > LEAST_RANGE && intercept <= worstOfAll[k] ? intercept : Number.NaN
  })
  const estimated = nadir.some(Number.isNaN) ? worstOfFront : nadir
  return estimated.map((most, k) => {
    if (most - ideal[k] > LEAST_RANGE) return most
    return worstOfAll[k] - ideal[k] > LEAST_RANGE ? worstOfAll[k] : ideal[k] + LEAST_RANGE
  })
}

/** Largest finite value of each objective. */
function worst(points: Float64Array, objectives: number): Float64Array {
  const most = new Float64Array(objectives).fill(Number.NEGATIVE_INFINITY)
  for (let at = 0; at < points.length; at++) {
    const k = at % objectives
    if (points[at] > most[k] && Number.isFinite(points[at])) most[k] = points[at]
  }
  return most
}

/**
 * Where the hyperplane through the extreme points meets the axes, from the ideal point; null where it does not meet all
 * of them. Solves E·b = 1 by elimination with row pivots; the intercepts are 1/b.
 */
function hyperplane(extremes: Float64Array, ideal: Float64Array, objectives: number): Float64Array | null {
  const n = objectives
  const rows = Array.from({ length: n }, (_, row) => [
    ...Array.from(ideal, (least, k) => extremes[row * n + k] - least),
    1,
  ])
  if (rows.some((row) => !row.every(Number.isFinite))) return null
  const size = largestOf(rows.flat().map(Math.abs))
  for (let k = 0; k < n; k++) {
    const pivot = rows.reduce(
      (best, row, at) => (at >= k && Math.abs(row[k]) > Math.abs(rows[best][k]) ? at : best),
      k,
    )
    if (Math.abs(rows[pivot][k]) <= 1e-12 * size) return null
    const lead = rows[pivot]
    rows[pivot] = rows[k]
    rows[k] = lead
    for (let row = 0; row < n; row++) {
      if (row === k) continue
      const factor = rows[row][k] / lead[k]
      for (let j = k; j <= n; j++) rows[row][j] -= factor * lead[j]
    }
  }
  const intercepts = Float64Array.from(rows, (row, k) => row[k] / row[n])
  return intercepts.every((value) => Number.isFinite(value) && value > 0) ? intercepts : null
}
