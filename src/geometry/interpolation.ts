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
 * A function of order 0 needs no polynomial (β = 0), and its matrix is positive definite. Order 1 needs the polynomials
 * of degree 0, that is the constant β, and the side condition Σ α_o = 0; the matrix of both is indefinite. γ is of the axes
 * after each was brought to [0, 1] by its range, so that no unit counts more than another.
 *
 * The matrix is symmetric and dense, and the worse conditioned the wider φ is beside the gaps between points. Up to some
 * points it is eliminated; of more, conjugate gradients (order 0) and MINRES (order 1) solve. Then as many of its rows as
 * the given memory holds are kept; the others are computed at each product, which gives the same bytes.
 */
import { QueuewrightError } from '../core/errors.js'
import {
  conjugateGradients,
  elimination,
  minres,
  type Operator,
  type Solution,
} from '../core/linear/index.js'
import { ascending, quantile } from '../core/statistics.js'
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
import { KERNELS, kernelMatrix, kernelOperator, type RadialBasis, squareDistances } from './radial-basis.js'

export interface InterpolationSettings {
  /** `multiquadric` where absent: the others fall to 0 in gaps wider than they are. */
  readonly basis?: RadialBasis
  /**
   * Shape of the function, above 0, of the axes brought to [0, 1]. Where absent: c = 0.815 times the lower quartile of the
   * distances of points to their nearest ones for the multiquadrics; 1/(2c)² for the Gaussian, which would otherwise fall
   * to nothing between the points. Hardy (1971) has the mean in place of the quartile. On a front with far points and dense
   * places that is a hundred times as wide as most gaps, and the matrix is singular but for rounding. A wider function interpolates
   * more smoothly; its matrix is conditioned worse.
   */
  readonly gamma?: number
  /** The axis that is the value; the last one where absent. */
  readonly axis?: number
  /** `elimination` up to 2,000 points where absent, `iterative` from there on. */
  readonly method?: 'elimination' | 'iterative'
  /** Relative residual ‖y − A·α‖/‖y‖ to come below, above 0; 1e-8 where absent. */
  readonly tolerance?: number
  /** Iterations at most; 10,000 where absent. */
  readonly iterations?: number
  /** Bytes of the matrix that iterative methods may keep; 256 MiB where absent. */
  readonly memory?: number
  /** Told after each iteration of an iterative method: how many were done, and the relative residual. */
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
/** Hardy's share of the distance to the nearest point. */
const HARDY = 0.815
/** Points up to which a matrix is eliminated: 32 MB, and some seconds. */
const ELIMINATED = 2000

/**
 * @throws QueuewrightError `usage` for a front of one axis or without points, for points that differ in the value alone,
 *   for settings out of range, and where the system cannot be solved as asked
 */
export function interpolateFront(front: Front, settings: InterpolationSettings = {}): FrontInterpolation {
  const { basis = 'multiquadric', tolerance = 1e-8, iterations = 10_000 } = settings
  const { axis = front.objectives - 1, memory = DEFAULT_MEMORY, onIteration } = settings
  positive('tolerance', tolerance)
  positive('iterations', iterations)
  if (!(memory >= 0)) throw badFront('memory', memory, 'a number of bytes from 0')
  const values = axisValues(notEmpty(front), axis)
  const others = withoutAxis(front, axis)
  const ranges = axisRanges(others)
  const centres = inRanges(others, ranges)
  const spacing = HARDY * usualSpacing(centres)
  const gamma = positive('gamma', settings.gamma ?? (basis === 'gaussian' ? 1 / (2 * spacing) ** 2 : spacing))
  const kernel = KERNELS[basis](gamma)
  const count = values.length
  const { method = count <= ELIMINATED ? 'elimination' : 'iterative' } = settings
  const withConstant = basis === 'multiquadric'
  const alone = kernelOperator(centres, kernel, memory)
  const multiply = withConstant ? bordered(alone, count) : alone
  // With the unknown β last, and Σ α_o = 0 as the last equation.
  const right = new Float64Array(withConstant ? count + 1 : count)
  right.set(values)
  const solver = { tolerance, iterations, onIteration }
  const solution =
    method === 'elimination'
      ? elimination(kernelMatrix(centres, kernel, right.length), multiply, right, solver)
      : (withConstant ? minres : conjugateGradients)(multiply, right, solver)
  if (solution.end !== 'converged') throw unsolved(gamma, tolerance, solution, WHY[solution.end])
  const weights = solution.x.slice(0, count)
  const constant = withConstant ? solution.x[count] : 0
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
      const phi = new Float64Array(count)
      squareDistances(at.points, 0, centres, count, phi)
      kernel(phi, count)
      return phi.reduce((sum, value, k) => sum + value * weights[k], constant)
    },
  }
}

/** The matrix of a function of order 1: with a column and a row of ones for the constant. */
function bordered(multiply: Operator, count: number): Operator {
  return (x, result) => {
    const weights = x.subarray(0, count)
    multiply(weights, result.subarray(0, count))
    for (let k = 0; k < count; k++) result[k] += x[count]
    result[count] = weights.reduce((sum, weight) => sum + weight, 0)
  }
}

/** The points with each axis brought to [0, 1]; one without a range to 0. */
function inRanges({ objectives, points }: Front, { least, most }: AxisRanges): Front {
  const share = (value: number, axis: number) => {
    const range = most[axis] - least[axis]
    return range === 0 ? 0 : (value - least[axis]) / range
  }
  return { objectives, points: points.map((value, k) => share(value, k % objectives)) }
}

/** The lower quartile of the distances of points to their nearest other ones; 1 for a single point. */
function usualSpacing(centres: Front): number {
  const count = frontSize(centres)
  if (count === 1) return 1
  const index = nearestPoints(centres)
  const found = { places: new Int32Array(2), squares: new Float64Array(2) }
  const gaps = new Float64Array(count)
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
    gaps[row] = Math.sqrt(found.squares[1])
  }
  return quantile(ascending(gaps), 0.25)
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
