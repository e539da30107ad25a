/**
 * Distances between fronts (Franke, doctoral thesis, Dortmund 2006, 8.1.2).
 *
 * Of a point p to a front F:
 *   nearest     D(p, F) = min over q in F of ‖p − q‖                                                       (8.9)
 *   hyperplane  D(p, F) = the distance of p to the hyperplane through the d points of F nearest to p         (8.10)
 * with d objectives: seven points for seven objectives. Where F has fewer points, or those span no hyperplane, the
 * distance to the nearest point is taken.
 *
 * Of two fronts F and G:
 *   plain    (Σ_{p in F} D(p, G) + Σ_{p in G} D(p, F)) / (|F| + |G|)                                        (8.11)
 *   squared  the same of D²                                                                                 (8.12)
 */
import { alike, type Front, frontOf, frontSize } from './front.js'
import { planeFinder } from './hyperplane.js'
import type { NearestPoints } from './nearest.js'

export type PointMeasure = 'nearest' | 'hyperplane'

export interface FrontDistanceSettings {
  /** `nearest` where absent. */
  readonly measure?: PointMeasure
  /** `plain` where absent. */
  readonly average?: 'plain' | 'squared'
}

/**
 * The distance of a point to a front, in the unit of the axes.
 * @throws QueuewrightError `usage` for another number of objectives, or a value that is not finite
 */
export function distanceToFront(
  point: ArrayLike<number>,
  front: NearestPoints,
  measure: PointMeasure = 'nearest',
): number {
  const { objectives, points } = frontOf(point.length, Float64Array.from(point))
  alike(front.front, { objectives, points })
  return measurer(front, measure)(points, 0)
}

/**
 * The distance of each point of `from` to a front, in the unit of the axes.
 * @throws QueuewrightError `usage` for fronts of different numbers of objectives
 */
export function pointDistances(
  from: Front,
  to: NearestPoints,
  measure: PointMeasure = 'nearest',
): Float64Array {
  alike(to.front, from)
  const { objectives, points } = from
  const distance = measurer(to, measure)
  return Float64Array.from({ length: frontSize(from) }, (_, row) => distance(points, row * objectives))
}

/**
 * The distance between two fronts: in the unit of the axes, or in its square.
 * @param limit where the distance is certainly above it, any number above it may come back that the distance is not below
 * @throws QueuewrightError `usage` for fronts of different numbers of objectives
 */
export function frontDistance(
  one: NearestPoints,
  other: NearestPoints,
  { measure = 'nearest', average = 'plain' }: FrontDistanceSettings = {},
  limit = Number.POSITIVE_INFINITY,
): number {
  alike(one.front, other.front)
  const count = frontSize(one.front) + frontSize(other.front)
  let sum = 0
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    const { objectives, points } = from.front
    const distance = measurer(to, measure)
    for (let at = 0; at < points.length; at += objectives) {
      const value = distance(points, at)
      sum += average === 'plain' ? value : value * value
      if (sum / count > limit) return sum / count
    }
  }
  return sum / count
}

/** The distance of the point at `points[at…]`. */
function measurer(to: NearestPoints, measure: PointMeasure): (points: Float64Array, at: number) => number {
  const { front } = to
  const plane = measure === 'hyperplane'
  const neighbours = plane ? Math.min(front.objectives, frontSize(front)) : 1
  const found = { places: new Int32Array(neighbours), squares: new Float64Array(neighbours) }
  const nearest = (points: Float64Array, at: number) => {
    to.search(points, at, found)
    return Math.sqrt(found.squares[0])
  }
  if (!plane || neighbours < front.objectives) return nearest
  const find = planeFinder(front.objectives)
  return (points, at) => {
    const toPoint = nearest(points, at)
    const normal = find(front, found.places)
    if (normal === null) return toPoint
    const base = found.places[0] * front.objectives
    let along = 0
    for (let k = 0; k < front.objectives; k++) along += normal[k] * (points[at + k] - front.points[base + k])
    // A rounded normal must not put the plane beyond the point that it goes through.
    return Math.min(Math.abs(along), toPoint)
  }
}
