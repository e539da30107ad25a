/**
 * Radial basis functions φ(r), and the symmetric matrix φ(‖x_i − x_j‖) of the points of a front, in full and as what it
 * makes of a vector. For the latter half of the matrix is looked at, row by row, each entry used twice. The first rows are kept as far as memory
 * allows; the others are computed at each product, to the same bits.
 */
import type { Operator } from '../core/linear/index.js'
import { type Front, frontSize } from './front.js'

export const RADIAL_BASES = ['gaussian', 'multiquadric', 'inverse-multiquadric'] as const
export type RadialBasis = (typeof RADIAL_BASES)[number]

/** Puts φ(r) in the place of the first `count` values of `squares`, which are r². */
export type Kernel = (squares: Float64Array, count: number) => void

export const KERNELS: Readonly<Record<RadialBasis, (gamma: number) => Kernel>> = {
  gaussian: (gamma) => (squares, count) => {
    for (let k = 0; k < count; k++) squares[k] = Math.exp(-gamma * squares[k])
  },
  multiquadric: (gamma) => (squares, count) => {
    const square = gamma * gamma
    for (let k = 0; k < count; k++) squares[k] = Math.sqrt(square + squares[k])
  },
  'inverse-multiquadric': (gamma) => (squares, count) => {
    const square = gamma * gamma
    for (let k = 0; k < count; k++) squares[k] = 1 / Math.sqrt(square + squares[k])
  },
}

/** Squared distances from the point at `from[at…]` to the first `count` centres. */
export function squareDistances(
  from: Float64Array,
  at: number,
  { objectives, points }: Front,
  count: number,
  squares: Float64Array,
): void {
  for (let row = 0, base = 0; row < count; row++) {
    let sum = 0
    for (let k = 0; k < objectives; k++, base++) {
      const gap = from[at + k] - points[base]
      sum += gap * gap
    }
    squares[row] = sum
  }
}

/**
 * The matrix in full, row by row.
 * @param size the number of centres, or one more: with a last row and column of ones and a 0 in the corner
 */
export function kernelMatrix(centres: Front, kernel: Kernel, size: number): Float64Array {
  const { objectives, points } = centres
  const count = frontSize(centres)
  const matrix = new Float64Array(size * size)
  for (let row = 0; row < count; row++) {
    const entries = matrix.subarray(row * size, row * size + count)
    squareDistances(points, row * objectives, centres, count, entries)
    kernel(entries, count)
  }
  for (let k = 0; k < count && size > count; k++) {
    matrix[k * size + count] = 1
    matrix[count * size + k] = 1
  }
  return matrix
}

/** Rows taken together, so that what they share is read and written once: a third of the time of single rows. */
const BLOCK = 4

/** @param memory bytes that kept rows may take */
export function kernelOperator(centres: Front, kernel: Kernel, memory: number): Operator {
  const { objectives, points } = centres
  const count = frontSize(centres)
  const kept = keptRows(count, memory)
  const triangle = new Float64Array(rowStart(kept))
  const fill = (row: number, entries: Float64Array): void => {
    squareDistances(points, row * objectives, centres, row, entries)
    kernel(entries, row)
  }
  for (let row = 0; row < kept; row++) fill(row, triangle.subarray(rowStart(row), rowStart(row + 1)))
  const room = Array.from({ length: kept < count ? BLOCK : 0 }, () => new Float64Array(count))
  const diagonal = new Float64Array(1)
  kernel(diagonal, 1)

  const entriesOf = (row: number, first: number): Float64Array => {
    if (row < kept) return triangle.subarray(rowStart(row), rowStart(row + 1))
    fill(row, room[row - first])
    return room[row - first]
  }
  return (x, result) => {
    for (let row = 0; row < count; row++) result[row] = diagonal[0] * x[row]
    for (let first = 0; first < count; first += BLOCK) {
      const rows = Array.from({ length: Math.min(BLOCK, count - first) }, (_, k) =>
        entriesOf(first + k, first),
      )
      if (rows.length === BLOCK) multiplyBlock(rows, first, x, result)
      // What is not in the block of whole columns: a small triangle, or all of too few rows.
      const from = rows.length === BLOCK ? first : 0
      for (const [k, entries] of rows.entries()) multiplyRow(entries, from, first + k, x, result)
    }
  }
}

/** The columns before `first` of the rows first … first+3. */
function multiplyBlock(
  [a, b, c, d]: readonly Float64Array[],
  first: number,
  x: Float64Array,
  result: Float64Array,
): void {
  const [xa, xb, xc, xd] = [x[first], x[first + 1], x[first + 2], x[first + 3]]
  let [sumA, sumB, sumC, sumD] = [0, 0, 0, 0]
  for (let k = 0; k < first; k++) {
    const value = x[k]
    sumA += a[k] * value
    sumB += b[k] * value
    sumC += c[k] * value
    sumD += d[k] * value
    result[k] += a[k] * xa + b[k] * xb + c[k] * xc + d[k] * xd
  }
  result[first] += sumA
  result[first + 1] += sumB
  result[first + 2] += sumC
  result[first + 3] += sumD
}

/** The columns from … row−1 of one row. */
function multiplyRow(
  entries: Float64Array,
  from: number,
  row: number,
  x: Float64Array,
  result: Float64Array,
): void {
  const value = x[row]
  let sum = 0
  for (let k = from; k < row; k++) {
    sum += entries[k] * x[k]
    result[k] += entries[k] * value
  }
  result[row] += sum
}

/** Where a row of the strict lower triangle begins. */
function rowStart(row: number): number {
  return (row * (row - 1)) / 2
}

/** Rows whose entries take `memory` bytes at most. */
function keptRows(count: number, memory: number): number {
  const entries = memory / Float64Array.BYTES_PER_ELEMENT
  const rows = Math.floor((1 + Math.sqrt(1 + 8 * entries)) / 2)
  return Math.min(count, rows)
}
