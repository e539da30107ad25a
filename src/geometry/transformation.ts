/**
 * Scaling and moving the axes of a front, x' = s·x + t with s and t of each axis (Franke, doctoral thesis, Dortmund 2006,
 * 8.13-8.15), and the two normalisations that are such. Nothing is turned, so every axis stays the objective that it was,
 * and, as s > 0, better stays better.
 */
import { alike, axisRanges, type Front } from './front.js'

export interface AxisTransformation {
  /** s of each axis, above 0. */
  readonly scale: Float64Array
  /** t of each axis, in the unit of the result. */
  readonly shift: Float64Array
}

/**
 * The front with every point moved.
 * @throws QueuewrightError `usage` for a transformation of another number of axes
 */
export function transformFront(front: Front, { scale, shift }: AxisTransformation): Front {
  const { objectives } = front
  for (const each of [scale, shift]) alike(front, { objectives: each.length, points: each })
  return {
    objectives,
    points: front.points.map((value, k) => scale[k % objectives] * value + shift[k % objectives]),
  }
}

/**
 * Maximum normalisation, x' = x / x_max (8.13): into [0, 1] where all values are 0 or more, and an axis that was negated
 * into [−1, 0], as the largest magnitude is taken for x_max. An axis of zeros stays.
 * @throws QueuewrightError `usage` for a front without points
 */
export function maximumNormalisation(front: Front): AxisTransformation {
  const { least, most } = axisRanges(front)
  return {
    scale: most.map((value, axis) => 1 / (Math.max(Math.abs(value), Math.abs(least[axis])) || 1)),
    shift: new Float64Array(front.objectives),
  }
}

/**
 * Value-range normalisation, x' = (x − x_min) / (x_max − x_min) (8.14), into [0, 1]; an axis of one value becomes 0.
 * @throws QueuewrightError `usage` for a front without points
 */
export function rangeNormalisation(front: Front): AxisTransformation {
  const { least, most } = axisRanges(front)
  const scale = most.map((value, axis) => 1 / (value - least[axis] || 1))
  return { scale, shift: least.map((value, axis) => -value * scale[axis]) }
}
