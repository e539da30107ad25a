/**
 * Linear least squares: the coefficients c that minimise Σ (w·(Σⱼ cⱼ·aⱼ − b))² over many rows, by Householder's
 * orthogonal triangularisation (Golub, Numerische Mathematik 7, 1965), never by the normal equations, which would square
 * the condition of the problem.
 *
 * The rows are reduced once to the triangular factor of [A b], a small matrix that says all that least squares asks of
 * them. Factors of parts of the rows can be joined (the factor of the stacked factors is that of all rows), and fits to
 * some of the columns need nothing else. So a cross-validation goes through the rows once, and not once for each part
 * that it leaves out.
 *
 * A fit brings its columns to length 1 and takes the one that is furthest from the span of those before it, again and
 * again (Businger and Golub, Numerische Mathematik 7, 1965). Where what is left of all others is rounding, they depend on
 * those taken, and no coefficients are determined.
 */
import { dot, norm } from './solver.js'

/** The upper triangular factor of the rows of [A b], b the last column. */
export interface TriangularFactor {
  /** The number of A's columns. */
  readonly columns: number
  /** Rows that it stands for. */
  readonly rows: number
  /** (columns + 1)² values, row by row. */
  readonly values: Float64Array
}

export interface LeastSquaresFit {
  /** One for each column asked for. */
  readonly coefficients: Float64Array
  /** The sum of squares that is left. */
  readonly squares: number
  /**
   * The first pivot over the last one, of columns of length 1: about the condition of the columns, from 1 (at right
   * angles) upwards. By so much a relative error of the values can grow in the coefficients.
   */
  readonly condition: number
}

/** A column that the others determine, so that it has no coefficient of its own. */
export interface Dependent {
  readonly dependent: number
}

/** Rows that are reduced at a time. */
const CHUNK = 2048

/**
 * The factor of the rows [from, to).
 * @param columns of A and then b, each at least `to` long
 * @param weights of rows; null: 1 for each
 */
export function triangularFactor(
  columns: readonly Float64Array[],
  weights: Float64Array | null,
  from: number,
  to: number,
): TriangularFactor {
  const size = columns.length
  const work = columns.map(() => new Float64Array(size + CHUNK))
  let rows = 0
  for (let first = from; first < to; first += CHUNK) {
    const last = Math.min(to, first + CHUNK)
    for (const [k, column] of columns.entries()) {
      const into = work[k]
      for (let row = first, at = rows; row < last; row++, at++) {
        into[at] = weights === null ? column[row] : weights[row] * column[row]
      }
    }
    rows = triangularise(work, rows + last - first)
  }
  return { columns: size - 1, rows: Math.max(0, to - from), values: collected(work, rows) }
}

/** The factor of all rows of these factors, which have the same columns; at least one of them. */
export function joinedFactor(factors: readonly TriangularFactor[]): TriangularFactor {
  const { columns } = factors[0]
  const size = columns + 1
  const work = Array.from({ length: size }, () => new Float64Array(2 * size))
  let rows = 0
  for (const { values } of factors) {
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) work[column][rows + row] = values[row * size + column]
    }
    rows = triangularise(work, rows + size)
  }
  return {
    columns,
    rows: factors.reduce((sum, factor) => sum + factor.rows, 0),
    values: collected(work, rows),
  }
}

/** Makes the first `rows` rows upper triangular, in place; the rows that are left. */
function triangularise(columns: readonly Float64Array[], rows: number): number {
  const size = columns.length
  for (let k = 0; k < Math.min(size, rows - 1); k++) reflect(columns, k, k, rows)
  return Math.min(rows, size)
}

/**
 * Mirrors the rows from `row` on so that column `pivot` keeps its length in that row and is 0 below; the columns behind it
 * are mirrored too.
 */
function reflect(columns: readonly Float64Array[], pivot: number, row: number, rows: number): void {
  const column = columns[pivot]
  let below = 0
  for (let k = row + 1; k < rows; k++) below += column[k] * column[k]
  if (below === 0) return
  const first = column[row]
  const length = Math.sqrt(first * first + below)
  // Away from the first value, so that nothing cancels.
  const kept = first > 0 ? -length : length
  const head = first - kept
  const square = head * head + below
  for (let other = pivot + 1; other < columns.length; other++) {
    const mirrored = columns[other]
    let product = head * mirrored[row]
    for (let k = row + 1; k < rows; k++) product += column[k] * mirrored[k]
    const twice = (2 * product) / square
    if (twice === 0) continue
    mirrored[row] -= twice * head
    for (let k = row + 1; k < rows; k++) mirrored[k] -= twice * column[k]
  }
  column[row] = kept
  column.fill(0, row + 1, rows)
}

function collected(columns: readonly Float64Array[], rows: number): Float64Array {
  const size = columns.length
  const values = new Float64Array(size * size)
  for (let row = 0; row < rows; row++) {
    for (let column = row; column < size; column++) values[row * size + column] = columns[column][row]
  }
  return values
}

/**
 * The fit to some of the columns of A.
 * @param which their numbers, each once
 */
export function leastSquares(
  factor: TriangularFactor,
  which: readonly number[],
): LeastSquaresFit | Dependent {
  const { columns, b, lengths, slack } = unitColumns(factor, which)
  const size = factor.columns + 1
  const order = which.map((_, k) => k)
  const work = [...columns, b]
  for (let k = 0; k < which.length; k++) {
    const [best, rest] = furthest(work, k, which.length, size)
    if (rest <= slack) return { dependent: which[order[best]] }
    exchange(work, k, best)
    exchange(order, k, best)
    reflect(work, k, k, size)
  }
  const coefficients = new Float64Array(which.length)
  const solved = new Float64Array(which.length)
  for (let k = which.length - 1; k >= 0; k--) {
    let rest = b[k]
    for (let later = k + 1; later < which.length; later++) rest -= work[later][k] * solved[later]
    solved[k] = rest / work[k][k]
    coefficients[order[k]] = solved[k] / lengths[order[k]]
  }
  let squares = 0
  for (let row = which.length; row < size; row++) squares += b[row] * b[row]
  const last = which.length - 1
  const condition = last < 0 ? 1 : Math.abs(work[0][0] / work[last][last])
  return { coefficients, squares, condition }
}

/**
 * Columns one after the other, each time the one that leaves the least sum of squares beside those already taken:
 * forward selection by orthogonal least squares (Chen, Billings, Luo, International Journal of Control 50(5), 1989). Ends
 * early where all others depend on those taken.
 * @param always taken first, in this order; they have to be independent
 * @param most columns, those included
 * @returns the numbers of columns in the order in which they are taken
 */
export function forwardSelection(
  factor: TriangularFactor,
  always: readonly number[],
  most: number,
): readonly number[] {
  const all = Array.from({ length: factor.columns }, (_, k) => k)
  const { columns, b, slack } = unitColumns(factor, all)
  const taken: number[] = []
  while (taken.length < Math.min(most, factor.columns)) {
    const next = taken.length < always.length ? always[taken.length] : mostTelling(columns, b, taken, slack)
    if (next === null) break
    taken.push(next)
    const direction = columns[next].slice()
    const square = dot(direction, direction)
    if (square === 0) continue
    for (const other of [...columns, b]) {
      // Twice: once leaves what rounding has left of the direction (Parlett: twice is enough).
      for (let time = 0; time < 2; time++) {
        const share = dot(direction, other) / square
        for (let row = 0; row < other.length; row++) other[row] -= share * direction[row]
      }
    }
  }
  return taken
}

/** The column not yet taken whose part outside the span of those taken says most of what is left of b. */
function mostTelling(
  columns: readonly Float64Array[],
  b: Float64Array,
  taken: readonly number[],
  slack: number,
): number | null {
  let best: number | null = null
  let most = 0
  for (const [k, column] of columns.entries()) {
    if (taken.includes(k)) continue
    const square = dot(column, column)
    if (Math.sqrt(square) <= slack) continue
    const said = dot(column, b) ** 2 / square
    if (best === null || said > most) {
      best = k
      most = said
    }
  }
  return best
}

interface UnitColumns {
  /** The columns, each of length 1, or 0 where all values are. */
  readonly columns: Float64Array[]
  readonly b: Float64Array
  readonly lengths: Float64Array
  /** The most that rounding can leave of a column that depends on others. */
  readonly slack: number
}

function unitColumns({ columns, rows, values }: TriangularFactor, which: readonly number[]): UnitColumns {
  const size = columns + 1
  const column = (k: number) => Float64Array.from({ length: size }, (_, row) => values[row * size + k])
  const lengths = new Float64Array(which.length)
  const unit = which.map((k, place) => {
    const found = column(k)
    const length = norm(found)
    lengths[place] = length
    return length === 0 ? found : found.map((value) => value / length)
  })
  return { columns: unit, b: column(columns), lengths, slack: Math.max(rows, size) * Number.EPSILON }
}

/** The column with the longest part from row `first` on, of those from `first` to before `end`, and that length. */
function furthest(
  columns: readonly Float64Array[],
  first: number,
  end: number,
  rows: number,
): readonly [place: number, length: number] {
  let best = first
  let most = -1
  for (let k = first; k < end; k++) {
    let square = 0
    for (let row = first; row < rows; row++) square += columns[k][row] ** 2
    if (square > most) {
      best = k
      most = square
    }
  }
  return [best, Math.sqrt(most)]
}

function exchange<T>(list: T[], a: number, b: number): void {
  const one = list[a]
  list[a] = list[b]
  list[b] = one
}
