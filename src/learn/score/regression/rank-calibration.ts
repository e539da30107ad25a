/**
 * The line scale·x + offset, scale 0 or more, with the least mean absolute error |scale·x + offset − y|: what a score
 * function that was made for its order alone would say of scores, at best.
 *
 * For a given scale the best offset is the median of y − scale·x. The error is then a convex function of the scale, as the
 * minimum over one variable of a function convex in both, and is minimised by golden section (Kiefer, Proceedings of the
 * American Mathematical Society 4, 1953). With D(x) = min Σ|x − c|, scale·D(x) is at most the error and D(y) together, and
 * the error of the best scale at most D(y), that of scale 0: so the best scale is within [0, 2·D(y)/D(x)].
 */
import { ascending, median } from '../../../core/statistics.js'

export interface CalibratedLine {
  readonly scale: number
  readonly offset: number
  readonly meanAbsoluteError: number
}

const GOLDEN = (Math.sqrt(5) - 1) / 2
/** Each takes the interval to 62 %: all of them to less than 1e-12. */
const SECTIONS = 60

/** @param x finite, at least one, as many as `y` */
export function calibratedLine(x: Float64Array, y: Float64Array): CalibratedLine {
  const flat = lineAt(0, x, y)
  const spread = meanDeviation(x)
  if (spread === 0) return flat
  let [low, high] = [0, (2 * flat.meanAbsoluteError) / spread]
  let left = lineAt(high - GOLDEN * (high - low), x, y)
  let right = lineAt(low + GOLDEN * (high - low), x, y)
  for (let k = 0; k < SECTIONS; k++) {
    if (left.meanAbsoluteError <= right.meanAbsoluteError) {
      high = right.scale
      right = left
      left = lineAt(high - GOLDEN * (high - low), x, y)
    } else {
      low = left.scale
      left = right
      right = lineAt(low + GOLDEN * (high - low), x, y)
    }
  }
  const found = left.meanAbsoluteError <= right.meanAbsoluteError ? left : right
  return found.meanAbsoluteError < flat.meanAbsoluteError ? found : flat
}

function lineAt(scale: number, x: Float64Array, y: Float64Array): CalibratedLine {
  const rest = y.map((value, k) => value - scale * x[k])
  const offset = median(ascending(rest))
  return { scale, offset, meanAbsoluteError: meanDistance(rest, offset) }
}

function meanDeviation(values: Float64Array): number {
  return meanDistance(values, median(ascending(values)))
}

function meanDistance(values: Float64Array, from: number): number {
  let sum = 0
  for (const value of values) sum += Math.abs(value - from)
  return sum / values.length
}
