/**
 * A front as a function: one objective interpolated over the others by radial basis functions (Hardy, Journal of
 * Geophysical Research 76, 1971; Micchelli, Constructive Approximation 2, 1986), as in Franke (doctoral thesis,
 * Dortmund 2006, 8.1-8.8):
 *
 *   s(x) = Σ_o α_o·φ(‖x − x_o‖) + β,   s(x_k) = y_k for every point k of the front
 *
 *   gaussian              φ(r) = e^{−γ·r²}        order 0
 *   multiquadric          φ(r) = √(γ² + r²)       order 1
 *   inverse-multiquadric  φ(r) = 1/√(γ² + r²)     order 0
 *
 * A function of order 0 needs no polynomial (β = 0), and its matrix is positive definite: conjugate gradients. Order 1
 * needs the polynomials of degree 0, that is the constant β, and the side condition Σ α_o = 0; the matrix of both is
 * indefinite: MINRES. γ is of the axes after each was brought to [0, 1] by its range, so that no unit counts more than
 * another.
 *
 * The matrix is symmetric and dense. As many of its rows as the given memory holds are kept; the others are computed at
 * each product, which gives the same bytes.
 */
import { QueuewrightError } from '../core/errors.js'
import {
  conjugateGradients,
  minres,
  type Operator,
  type Solution,
  type SolverSettings,
} from '../core/linear/index.js'
import {
  type AxisRanges,
  axisRanges,
  axisValues,
  badFront,
  type Front,
  frontSize,
  notEmpty,
  withoutAxis,
} from './front.js'
import { nearestPoints } from './nearest.js'
import { KERNELS, kernelOperator, type RadialBasis, squareDistances } from './radial-basis.js'

export interface InterpolationSettings {
  /** `inverse-multiquadric` where absent. */
  readonly basis?: RadialBasis
  /**
   * Shape of the function, above 0, of the axes brought to [0, 1]. Where absent: c = 0.815 times the mean distance of a
   * point to its nearest one (Hardy 1971) for the multiquadrics; 1/(2c)² for the Gaussian, which would otherwise fall to
   * nothing between the points. A wider function interpolates more smoothly and converges more slowly.
   */
  readonly gamma?: number
  /** The axis that is the value; the last one where absent. */
  readonly axis?: number
  /** Relative residual ‖y − A·α‖/‖y‖ to come below, above 0; 1e-8 where absent. */
  readonly tolerance?: number
  /** Iterations at most; 10,000 where absent. */
  readonly iterations?: number
  /** Bytes of the matrix that may be kept; 256 MiB where absent. */
  readonly memory?: number
  /** Told after each iteration: how many were done, and the relative residual. */
  readonly onIteration?: (iteration: number, residual: number) => void
}

export interface FrontInterpolation {
  readonly basis: RadialBasis
  readonly gamma: number
  /** The axis that is the value. */
  readonly axis: number
  /** α of each point of the front. */
  readonly weights: Float64Array
  /** β; 0 for functions of order 0. */
  readonly constant: number
  readonly iterations: number
  /** ‖y − A·α‖/‖y‖, computed from α. */
  readonly residual: number
  /**
   * The value at a place.
   * @param place the coordinates on all other axes, in their order
   * @throws QueuewrightError `usage` for another number of coordinates
   */
  value(place: ArrayLike<number>): number
}

const DEFAULT_MEMORY = 256 * 2 ** 20
/** Hardy's share of the mean distance to the nearest point. */
const HARDY = 0.815

/**
 * @throws QueuewrightError `usage` for a front of one axis or without points, for points that differ in the value alone,
 *   for settings out of range, and where the system cannot be solved as asked
 */
export function interpolateFront(front: Front, settings: InterpolationSettings = {}): FrontInterpolation {
  const { basis = 'inverse-multiquadric', tolerance = 1e-8, iterations = 10_000 } = settings
  const { axis = front.objectives - 1, memory = DEFAULT_MEMORY, onIteration } = settings
  positive('tolerance', tolerance)
  positive('iterations', iterations)
  if (!(memory >= 0)) throw badFront('memory', memory, 'a number of bytes from 0')
  const values = axisValues(notEmpty(front), axis)
  const others = withoutAxis(front, axis)
  const ranges = axisRanges(others)
  const centres = inRanges(others, ranges)
  const spacing = HARDY * meanSpacing(centres)
  const gamma = positive('gamma', settings.gamma ?? (basis === 'gaussian' ? 1 / (2 * spacing) ** 2 : spacing))
  const kernel = KERNELS[basis](gamma)
  const multiply = kernelOperator(centres, kernel, memory)
  const solver = { tolerance, iterations, onIteration }
  const { weights, constant, solution } =
    basis === 'multiquadric'
      ? solvedWithConstant(multiply, values, solver)
      : solvedAlone(multiply, values, solver)
  if (solution.end !== 'converged') throw unsolved(gamma, tolerance, solution, WHY[solution.end])
  return {
    basis,
    gamma,
    axis,
    weights,
    constant,
    iterations: solution.iterations,
    residual: solution.residual,
    value: (place) => {
      if (place.length !== others.objectives) {
        throw badFront('place', `${place.length} coordinates`, `${others.objectives}, all axes but the value`)
      }
      const at = inRanges({ objectives: others.objectives, points: Float64Array.from(place) }, ranges)
      const phi = new Float64Array(values.length)
      squareDistances(at.points, 0, centres, values.length, phi)
      kernel(phi, values.length)
      return phi.reduce((sum, value, k) => sum + value * weights[k], constant)
    },
  }
}

interface Solved {
  readonly weights: Float64Array
  readonly constant: number
  readonly solution: Solution
}

function solvedAlone(multiply: Operator, values: Float64Array, settings: SolverSettings): Solved {
  const solution = conjugateGradients(multiply, values, settings)
  return { weights: solution.x, constant: 0, solution }
}

/** With the unknown β last, and Σ α_o = 0 as the last equation. */
function solvedWithConstant(multiply: Operator, values: Float64Array, settings: SolverSettings): Solved {
  const count = values.length
  const bordered: Operator = (x, result) => {
    const weights = x.subarray(0, count)
    multiply(weights, result.subarray(0, count))
    for (let k = 0; k < count; k++) result[k] += x[count]
    result[count] = weights.reduce((sum, weight) => sum + weight, 0)
  }
  const right = new Float64Array(count + 1)
  right.set(values)
  const solution = minres(bordered, right, settings)
  return { weights: solution.x.slice(0, count), constant: solution.x[count], solution }
}

/** The points with each axis brought to [0, 1]; one without a range to 0. */
function inRanges({ objectives, points }: Front, { least, most }: AxisRanges): Front {
  const share = (value: number, axis: number) => {
    const range = most[axis] - least[axis]
    return range === 0 ? 0 : (value - least[axis]) / range
  }
  return { objectives, points: points.map((value, k) => share(value, k % objectives)) }
}

/** Mean distance of a point to its nearest other one; 1 for a single point. */
function meanSpacing(centres: Front): number {
  const count = frontSize(centres)
  if (count === 1) return 1
  const index = nearestPoints(centres)
  const found = { places: new Int32Array(2), squares: new Float64Array(2) }
  let total = 0
  for (let row = 0; row < count; row++) {
    index.search(centres.points, row * centres.objectives, found)
    if (found.squares[1] === 0) {
      const [first, second] = found.places
      throw new QueuewrightError(
        'usage',
        'the front is no function of its other axes: two points differ at most in the value',
        {
          field: 'points',
          value: `${first} and ${second}`,
          expected: 'points that differ elsewhere',
          remedy: 'Keep one of them, or take another axis as the value',
        },
      )
    }
    total += Math.sqrt(found.squares[1])
  }
  return total / count
}

function positive(field: string, value: number): number {
  if (value > 0 && Number.isFinite(value)) return value
  throw badFront(field, value, 'a number above 0')
}

const WHY: Readonly<Record<Exclude<Solution['end'], 'converged'>, string>> = {
  iterations: 'all iterations are done',
  stagnated: 'rounding allows no more',
  'not-definite': 'rounding has made the matrix indefinite',
}

function unsolved(
  gamma: number,
  tolerance: number,
  { iterations, residual }: Solution,
  why: string,
): QueuewrightError {
  return new QueuewrightError(
    'usage',
    `the interpolation did not converge: after ${iterations} iterations ${why}`,
    {
      field: 'residual',
      value: residual,
      expected: `${tolerance} or less`,
      remedy: `Take a narrower function (here gamma is ${gamma}), another basis, more iterations or a larger tolerance`,
    },
  )
}
