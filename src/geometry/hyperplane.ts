/**
 * The hyperplane through d points of a space of d dimensions, n·x = offset with ‖n‖ = 1 (Franke, doctoral thesis, Dortmund 2006, 8.18): n is
 * orthogonal to the differences of the points, found by Gaussian elimination with complete pivoting.
 *
 * Points span a hyperplane if their d − 1 differences are linearly independent, which is judged by the pivots: one is
 * taken for 0 at 10⁻¹² of the largest, or at what rounding of the coordinates can make.
 */
import { badFront, type Front } from './front.js'

export interface Hyperplane {
  /** The normal, of length 1. Its sign is not determined. */
  readonly normal: Float64Array
  readonly offset: number
}

const RELATIVE = 1e-12

/**
 * The hyperplane through the points of the front at `places`, as many as it has objectives; null if they span none.
 * @throws QueuewrightError `usage` for another number of places
 */
export function hyperplaneThrough(front: Front, places: ArrayLike<number>): Hyperplane | null {
  const { objectives, points } = front
  if (places.length !== objectives) {
    throw badFront('places', `${places.length} points`, `${objectives}, as many as objectives`)
  }
  const normal = planeFinder(objectives)(front, places)?.slice() ?? null
  if (normal === null) return null
  const base = places[0] * objectives
  return { normal, offset: normal.reduce((sum, value, k) => sum + value * points[base + k], 0) }
}

/** Finds normals of hyperplanes, each in the place of the one before it. */
export function planeFinder(d: number): (front: Front, places: ArrayLike<number>) => Float64Array | null {
  const rows = d - 1
  const matrix = new Float64Array(rows * d)
  const columns = new Int32Array(d)
  const normal = new Float64Array(d)

  /** The largest entry from row and column `step` on is brought there. Returns its size. */
  function pivot(step: number): number {
    let [bestRow, bestColumn, most] = [step, step, 0]
    for (let row = step; row < rows; row++) {
      for (let column = step; column < d; column++) {
        const size = Math.abs(matrix[row * d + column])
        if (size > most) [bestRow, bestColumn, most] = [row, column, size]
      }
    }
    if (bestRow !== step) for (let k = 0; k < d; k++) swap(matrix, step * d + k, bestRow * d + k)
    if (bestColumn !== step) {
      for (let row = 0; row < rows; row++) swap(matrix, row * d + step, row * d + bestColumn)
      swap(columns, step, bestColumn)
    }
    return most
  }

  return ({ points }, places) => {
    const first = places[0] * d
    let magnitude = 0
    for (let k = 0; k < d; k++) {
      columns[k] = k
      magnitude = Math.max(magnitude, Math.abs(points[first + k]))
    }
    for (let row = 0; row < rows; row++) {
      const base = places[row + 1] * d
      for (let k = 0; k < d; k++) {
        magnitude = Math.max(magnitude, Math.abs(points[base + k]))
        matrix[row * d + k] = points[base + k] - points[first + k]
      }
    }
    let least = 2 * d * Number.EPSILON * magnitude
    for (let step = 0; step < rows; step++) {
      const size = pivot(step)
      if (step === 0) least = Math.max(least, RELATIVE * size)
      if (size <= least) return null
      for (let row = step + 1; row < rows; row++) {
        const factor = matrix[row * d + step] / matrix[step * d + step]
        for (let k = step + 1; k < d; k++) matrix[row * d + k] -= factor * matrix[step * d + k]
      }
    }
    let square = 1
    normal[columns[d - 1]] = 1
    for (let row = rows - 1; row >= 0; row--) {
      let sum = 0
      for (let k = row + 1; k < d; k++) sum += matrix[row * d + k] * normal[columns[k]]
      const value = -sum / matrix[row * d + row]
      normal[columns[row]] = value
      square += value * value
    }
    const length = Math.sqrt(square)
    for (let k = 0; k < d; k++) normal[k] /= length
    return normal
  }
}

function swap(values: Float64Array | Int32Array, a: number, b: number): void {
  const value = values[a]
  values[a] = values[b]
  values[b] = value
}
