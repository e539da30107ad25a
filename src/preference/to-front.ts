/**
 * How far a schedule is from a front: from the hyperplane through the m points of the front nearest to it, on m axes
 * (Franke, doctoral thesis, Dortmund 2006, 8.10 and 8.23), or from the nearest point where these span none.
 *
 * As printed it vanishes where an axis depends linearly on others, as AWRT does on its groups: then all schedules lie on
 * one hyperplane. So axes that depend on later ones are left out, unless it is asked for as printed.
 */
import { singularValues } from '../core/linear/index.js'
import { planeFinder } from '../geometry/hyperplane.js'
import { type Front, frontSize, nearestPoints, withAxes } from '../geometry/index.js'
import { FAR_POINT } from './bisectors.js'

/** Differences of points span no hyperplane where their singular values are this far apart. */
const FLAT = 1e-9

/**
 * `hyperplane`, unsigned; `signed`: negative on the better side, away from Z; `nearest`: from the nearest point.
 */
export type FrontMeasure = 'hyperplane' | 'signed' | 'nearest'

/**
 * @param front in a normalised space
 * @param axes places of the axes to measure on
 */
export function distanceTo(
  front: Front,
  axes: readonly number[],
  measure: FrontMeasure,
): (point: Float64Array) => number {
  const projected = withAxes(front, axes)
  const m = axes.length
  const nearest = nearestPoints(projected)
  const planar = measure !== 'nearest' && frontSize(projected) >= m
  const neighbours = planar ? m : 1
  const places = new Int32Array(neighbours)
  const squares = new Float64Array(neighbours)
  const find = planeFinder(m)
  return (point) => {
    const own = Float64Array.from(axes, (axis) => point[axis])
    nearest.search(own, 0, { places, squares })
    const toPoint = Math.sqrt(squares[0])
    const { points } = projected
    const base = places[0] * m
    const offset = own.map((value, k) => value - points[base + k])
    const normal = planar && spans(projected, places) ? find(projected, places) : null
    if (normal === null) return measure === 'signed' ? signed(toPoint, sum(offset)) : toPoint
    const along = offset.reduce((total, value, k) => total + value * normal[k], 0)
    // A rounded normal must not put the plane beyond the point that it goes through.
    const distance = Math.min(Math.abs(along), toPoint)
    if (measure !== 'signed') return distance
    const towardsZ = normal.reduce((total, value, k) => total + value * (FAR_POINT - points[base + k]), 0)
    return signed(distance, along * towardsZ)
  }
}

/**
 * The axes that do not depend linearly on later ones, so that of a mean and its parts the parts are kept.
 * @returns places, ascending
 */
export function independentAxes(front: Front): readonly number[] {
  const d = front.objectives
  const count = frontSize(front)
  if (count < 3) return Array.from({ length: d }, (_, axis) => axis)
  const kept: { readonly axis: number; readonly direction: Float64Array }[] = []
  for (let axis = d - 1; axis >= 0; axis--) {
    const column = centred(Float64Array.from({ length: count }, (_, row) => front.points[row * d + axis]))
    const size = length(column)
    // Twice, as once leaves what rounding has left (Giraud, Langou, Rozložník, van den Eshof, Numer. Math. 101, 2005).
    for (let pass = 0; pass < 2; pass++) {
      for (const { direction } of kept) {
        const along = column.reduce((total, value, k) => total + value * direction[k], 0)
        for (let k = 0; k < count; k++) column[k] -= along * direction[k]
      }
    }
    const left = length(column)
    if (left <= FLAT * size) continue
    kept.unshift({ axis, direction: column.map((value) => value / left) })
  }
  return kept.map(({ axis }) => axis)
}

function spans({ objectives: m, points }: Front, places: Int32Array): boolean {
  if (m === 1) return true
  const differences = new Float64Array((m - 1) * m)
  for (let row = 1; row < m; row++) {
    for (let k = 0; k < m; k++) {
      differences[(row - 1) * m + k] = points[places[row] * m + k] - points[places[0] * m + k]
    }
  }
  const values = singularValues(differences, m)
  return values[0] > 0 && values[m - 2] >= FLAT * values[0]
}

function signed(distance: number, side: number): number {
  return side < 0 ? -distance : distance
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0)
}

function length(values: Float64Array): number {
  return Math.sqrt(values.reduce((total, value) => total + value * value, 0))
}

function centred(values: Float64Array): Float64Array {
  const mean = sum(values) / values.length
  return values.map((value) => value - mean)
}
