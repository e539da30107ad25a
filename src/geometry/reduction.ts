/**
 * Reduction of a front to the schedules of (nearly) the highest utilization (Franke, doctoral thesis, Dortmund 2006,
 * 8.1.6): the others are specialists, which win a little in one objective by leaving the machine idle, and outweigh in
 * every distance the many that a provider would consider. The highest of all is no good measure where sequences that idle
 * at the start reach more than any machine does in use: then `from` is what EASY has.
 */
import { axisValues, badFront, checkedAxis, type Front, notEmpty } from './front.js'

export interface ReductionSettings {
  /** The value that the tolerance is counted from, such as EASY's; the least of the axis where absent. */
  readonly from?: number
  /** The axis that decides, minimised like all: negated utilization. The last one where absent. */
  readonly axis?: number
  /** How far above it a point may lie; 0.01, a point of utilization, where absent. */
  readonly tolerance?: number
}

/**
 * Places of the points that are kept, ascending (`selectPoints` makes a front of them).
 * @throws QueuewrightError `usage` for a front without points, or settings out of range
 */
export function reducedPlaces(
  front: Front,
  { from, axis, tolerance = 0.01 }: ReductionSettings = {},
): Int32Array {
  const values = axisValues(notEmpty(front), checkedAxis(front, axis ?? front.objectives - 1))
  if (!(tolerance >= 0)) throw badFront('tolerance', tolerance, 'a number from 0')
  const most = (from ?? values.reduce((least, value) => Math.min(least, value))) + tolerance
  return Int32Array.from(values.keys()).filter((place) => values[place] <= most)
}
