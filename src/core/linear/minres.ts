/**
 * MINRES (Paige and Saunders, SIAM Journal on Numerical Analysis 12, 1975, section 6) for a symmetric A, definite or not:
 * Lanczos's process makes A tridiagonal, plane rotations make that triangular, and each iteration minimises ‖b − A·x‖
 * over one more dimension.
 */
import {
  type Attempt,
  dot,
  norm,
  type Operator,
  type Solution,
  type SolverSettings,
  solveBy,
} from './solver.js'

/** Solves A·x = b for a symmetric A. */
export function minres(multiply: Operator, b: Float64Array, settings: SolverSettings): Solution {
  return solveBy(attempt, multiply, b, settings)
}

function attempt(
  multiply: Operator,
  b: Float64Array,
  target: number,
  most: number,
  onIteration: (iteration: number, norm: number) => void,
): Attempt {
  const n = b.length
  const x = new Float64Array(n)
  let rest = norm(b)
  /** Lanczos vectors: the present one and the one before it, and room for the next. */
  let vector = b.map((value) => value / rest)
  let earlier = new Float64Array(n)
  let next = new Float64Array(n)
  /** Directions of the last two steps, and room for the next. */
  let direction = new Float64Array(n)
  let before = new Float64Array(n)
  let newest = new Float64Array(n)
  /** Beside the diagonal of the tridiagonal matrix. */
  let beside = 0
  /** The last two rotations. */
  let [cosine, sine, lastCosine, lastSine] = [1, 0, 1, 0]
  let turned = rest
  /** The largest sum of magnitudes over the rows of the tridiagonal matrix: about ‖A‖. */
  let largest = 0
  let iterations = 0
  while (rest > target && iterations < most) {
    multiply(vector, next)
    iterations++
    const diagonal = dot(vector, next)
    for (let k = 0; k < n; k++) next[k] -= diagonal * vector[k] + beside * earlier[k]
    const below = norm(next)
    const [first, second] = [lastSine * beside, sine * diagonal + lastCosine * cosine * beside]
    const corner = cosine * diagonal - lastCosine * sine * beside
    const pivot = Math.hypot(corner, below)
    largest = Math.max(largest, Math.abs(diagonal) + beside + below)
    // A is singular on what b reaches, but for rounding: no step is left that makes the residual smaller.
    if (pivot <= 16 * Number.EPSILON * largest) break
    lastCosine = cosine
    lastSine = sine
    cosine = corner / pivot
    sine = below / pivot
    const step = cosine * turned
    for (let k = 0; k < n; k++) {
      newest[k] = (vector[k] - first * before[k] - second * direction[k]) / pivot
      x[k] += step * newest[k]
    }
    turned *= -sine
    rest = Math.abs(turned)
    onIteration(iterations, rest)
    // The space that A makes of b is exhausted.
    if (below === 0) break
    const spent = before
    before = direction
    direction = newest
    newest = spent
    const oldest = earlier
    earlier = vector
    vector = next
    next = oldest
    for (let k = 0; k < n; k++) vector[k] /= below
    beside = below
  }
  return { x, iterations, definite: true }
}
