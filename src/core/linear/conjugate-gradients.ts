/**
 * Conjugate gradients (Hestenes and Stiefel, Journal of Research of the National Bureau of Standards 49, 1952, section 3)
 * for a symmetric, positive definite A: each iteration minimises the error in the norm of A over one more dimension.
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

/** Solves A·x = b for a symmetric, positive definite A. */
export function conjugateGradients(multiply: Operator, b: Float64Array, settings: SolverSettings): Solution {
  return solveBy(attempt, multiply, b, settings)
}

function attempt(
  multiply: Operator,
  b: Float64Array,
  target: number,
  most: number,
  onIteration: (iteration: number, norm: number) => void,
): Attempt {
  const x = new Float64Array(b.length)
  const rest = Float64Array.from(b)
  const direction = Float64Array.from(b)
  const product = new Float64Array(b.length)
  let square = dot(rest, rest)
  let iterations = 0
  while (Math.sqrt(square) > target && iterations < most) {
    multiply(direction, product)
    iterations++
    const curvature = dot(direction, product)
    if (!(curvature > 0)) return { x, iterations, definite: false }
    const step = square / curvature
    for (let k = 0; k < x.length; k++) {
      x[k] += step * direction[k]
      rest[k] -= step * product[k]
    }
    const next = dot(rest, rest)
    const share = next / square
    for (let k = 0; k < x.length; k++) direction[k] = rest[k] + share * direction[k]
    square = next
    onIteration(iterations, norm(rest))
  }
  return { x, iterations, definite: true }
}
