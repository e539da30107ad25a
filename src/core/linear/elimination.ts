/**
 * Gaussian elimination with partial pivoting (Golub and Van Loan, Matrix Computations, 4th ed., 2013, 3.4) of a dense
 * matrix. The residual of a solution is of the order of rounding times ‖A‖·‖x‖, however badly A is conditioned (Higham,
 * Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002, ch. 9), where iterative methods take the longer the worse
 * it is. It takes 2/3·n³ operations and n² numbers of memory.
 */
import { type Attempt, type Operator, type Solution, type SolverSettings, solveBy } from './solver.js'

/**
 * Solves A·x = b for any A, definite or not. An iteration solves for what is left of b by the same factors; one is mostly
 * enough.
 * @param matrix A, n × n, row by row, finite; overwritten
 * @param multiply A as what it makes of a vector
 */
export function elimination(
  matrix: Float64Array,
  multiply: Operator,
  b: Float64Array,
  settings: SolverSettings,
): Solution {
  const order = factorise(matrix, b.length)
  return solveBy(
    (_, right): Attempt => ({ x: substitute(matrix, order, right), iterations: 1, definite: true }),
    multiply,
    b,
    settings,
  )
}

/**
 * Puts the factors in the place of the matrix: below the diagonal L, whose own is 1, from it on U.
 * @returns which row each row was. A column of a singular matrix may have no pivot; U then has a 0 there
 */
function factorise(matrix: Float64Array, size: number): Int32Array {
  const order = Int32Array.from({ length: size }, (_, row) => row)
  for (let step = 0; step < size; step++) {
    const pivot = pivotRow(matrix, size, step)
    if (pivot !== step) {
      exchangeRows(matrix, size, step, pivot)
      const was = order[step]
      order[step] = order[pivot]
      order[pivot] = was
    }
    const above = step * size
    const head = matrix[above + step]
    if (head === 0) continue
    for (let row = step + 1; row < size; row++) {
      const at = row * size
      const factor = matrix[at + step] / head
      matrix[at + step] = factor
      if (factor !== 0) for (let k = step + 1; k < size; k++) matrix[at + k] -= factor * matrix[above + k]
    }
  }
  return order
}

/** The row, from `step` on, whose value in that column is the largest. */
function pivotRow(matrix: Float64Array, size: number, step: number): number {
  let best = step
  let most = -1
  for (let row = step; row < size; row++) {
    const value = Math.abs(matrix[row * size + step])
    if (value > most) {
      best = row
      most = value
    }
  }
  return best
}

function exchangeRows(matrix: Float64Array, size: number, a: number, b: number): void {
  const row = matrix.slice(a * size, (a + 1) * size)
  matrix.copyWithin(a * size, b * size, (b + 1) * size)
  matrix.set(row, b * size)
}

/** Forwards through L, then back through U; an unknown without a pivot is 0, and the residual tells of it. */
function substitute(matrix: Float64Array, order: Int32Array, right: Float64Array): Float64Array {
  const size = right.length
  const x = Float64Array.from(order, (row) => right[row])
  for (let row = 1; row < size; row++) {
    let rest = x[row]
    for (let k = 0, at = row * size; k < row; k++, at++) rest -= matrix[at] * x[k]
    x[row] = rest
  }
  for (let row = size - 1; row >= 0; row--) {
    let rest = x[row]
    for (let k = row + 1, at = row * size + k; k < size; k++, at++) rest -= matrix[at] * x[k]
    const head = matrix[row * size + row]
    x[row] = head === 0 ? 0 : rest / head
  }
  return x
}
