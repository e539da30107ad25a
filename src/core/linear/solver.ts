/**
 * Systems of linear equations A·x = b with an A that is known by what it makes of a vector. What the methods have in
 * common: when they end, and that what they say of the solution is true.
 *
 * A method updates its residual by a recurrence, which drifts away from b − A·x by rounding. So when it says that it is
 * done, the residual is computed anew; if that is too large the method begins again with it as right side and what comes
 * is added (iterative refinement; Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002, ch. 12). Where
 * that no longer halves the residual, rounding forbids more.
 */

/** Writes A·x to `result`; both have the system's length. */
export type Operator = (x: Float64Array, result: Float64Array) => void

export interface SolverSettings {
  /** ‖b − A·x‖ / ‖b‖ to come below; above 0. */
  readonly tolerance: number
  /** Iterations at most: products with A, those that check residuals not counted, or substitutions. */
  readonly iterations: number
  /** Told after each product with A: how many were done, and the relative residual by the recurrence. */
  readonly onIteration?: ((iteration: number, residual: number) => void) | undefined
}

export interface Solution {
  readonly x: Float64Array
  readonly iterations: number
  /** ‖b − A·x‖ / ‖b‖, computed from x; 0 for b = 0. */
  readonly residual: number
  /**
   * Why it ended: within the tolerance; all iterations done; rounding or a singular A forbids a smaller residual; A is
   * not positive definite as the method needs it.
   */
  readonly end: 'converged' | 'iterations' | 'stagnated' | 'not-definite'
}

/** One run of a method from x = 0. */
export interface Attempt {
  readonly x: Float64Array
  readonly iterations: number
  readonly definite: boolean
}

/**
 * @param target ‖b − A·x‖ to come below
 * @param most iterations
 */
export type LinearMethod = (
  multiply: Operator,
  b: Float64Array,
  target: number,
  most: number,
  onIteration: (iteration: number, norm: number) => void,
) => Attempt

export function solveBy(
  method: LinearMethod,
  multiply: Operator,
  b: Float64Array,
  { tolerance, iterations: most, onIteration }: SolverSettings,
): Solution {
  const size = norm(b)
  const x = new Float64Array(b.length)
  if (size === 0) return { x, iterations: 0, residual: 0, end: 'converged' }
  const target = tolerance * size
  const product = new Float64Array(b.length)
  const rest = Float64Array.from(b)
  let iterations = 0
  let before = size
  for (;;) {
    const done = iterations
    const attempt = method(multiply, rest, target, most - done, (iteration, length) =>
      onIteration?.(done + iteration, length / size),
    )
    iterations += attempt.iterations
    for (let k = 0; k < x.length; k++) x[k] += attempt.x[k]
    multiply(x, product)
    for (let k = 0; k < rest.length; k++) rest[k] = b[k] - product[k]
    const length = norm(rest)
    const result = { x, iterations, residual: length / size }
    if (length <= target) return { ...result, end: 'converged' }
    if (!attempt.definite) return { ...result, end: 'not-definite' }
    if (iterations >= most) return { ...result, end: 'iterations' }
    if (!(length <= before / 2)) return { ...result, end: 'stagnated' }
    before = length
  }
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k]
  return sum
}

export function norm(a: Float64Array): number {
  return Math.sqrt(dot(a, a))
}
