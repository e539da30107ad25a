/**
 * A front as geometry sees it: points in the space of the objectives. All objectives are minimised; one that is to be
 * maximised, as utilization is, enters negated. Whether the points dominate each other does not matter here.
 */
import { QueuewrightError } from '../core/errors.js'

export interface Front {
  /** Objectives of a point: 1 or more. */
  readonly objectives: number
  /** Points × objectives, row-major, all finite. */
  readonly points: Float64Array
}

/**
 * A front of these points, checked; not copied.
 * @throws QueuewrightError `usage` for values that are no whole number of points, or that are not finite
 */
export function frontOf(objectives: number, points: Float64Array): Front {
  if (!Number.isInteger(objectives) || objectives < 1) {
    throw badFront('objectives', objectives, 'a whole number from 1')
  }
  if (points.length % objectives !== 0) {
    throw badFront('points', `${points.length} values`, `a multiple of the ${objectives} objectives`)
  }
  const bad = points.findIndex((value) => !Number.isFinite(value))
  if (bad >= 0) {
    const place = `points[${Math.floor(bad / objectives)}][${bad % objectives}]`
    throw badFront(place, points[bad], 'a finite number')
  }
  return { objectives, points }
}

/** Points of a front. */
export function frontSize({ objectives, points }: Front): number {
  return points.length / objectives
}

/** The points at `places`, in that order. */
export function selectPoints({ objectives, points }: Front, places: ArrayLike<number>): Front {
  const rows = new Float64Array(places.length * objectives)
  for (let k = 0; k < places.length; k++) {
    rows.set(points.subarray(places[k] * objectives, (places[k] + 1) * objectives), k * objectives)
  }
  return { objectives, points: rows }
}

/** The front without one of its axes. Points that differed there alone fall together. */
export function withoutAxis(front: Front, axis: number): Front {
  const { objectives, points } = front
  checkedAxis(front, axis)
  if (objectives === 1) throw badFront('axis', axis, 'a front of at least 2 objectives')
  return {
    objectives: objectives - 1,
    points: points.filter((_, k) => k % objectives !== axis),
  }
}

/** The front on some of its axes alone, in the order of their places. */
export function withAxes({ objectives, points }: Front, axes: readonly number[]): Front {
  return { objectives: axes.length, points: points.filter((_, at) => axes.includes(at % objectives)) }
}

/** The values of all points on one axis. */
export function axisValues(front: Front, axis: number): Float64Array {
  const { objectives, points } = front
  checkedAxis(front, axis)
  return Float64Array.from(
    { length: points.length / objectives },
    (_, row) => points[row * objectives + axis],
  )
}

/** The least and the greatest value of each axis. */
export interface AxisRanges {
  readonly least: Float64Array
  readonly most: Float64Array
}

/** @throws QueuewrightError `usage` for a front without points */
export function axisRanges(front: Front): AxisRanges {
  const { objectives, points } = notEmpty(front)
  const least = points.slice(0, objectives)
  const most = points.slice(0, objectives)
  for (let k = objectives; k < points.length; k++) {
    const axis = k % objectives
    if (points[k] < least[axis]) least[axis] = points[k]
    if (points[k] > most[axis]) most[axis] = points[k]
  }
  return { least, most }
}

export function checkedAxis({ objectives }: Front, axis: number): number {
  if (Number.isInteger(axis) && axis >= 0 && axis < objectives) return axis
  throw badFront('axis', axis, `a whole number from 0 to ${objectives - 1}`)
}

/** @throws QueuewrightError `usage` for a front without points */
export function notEmpty(front: Front, field = 'points'): Front {
  if (front.points.length > 0) return front
  throw badFront(field, 'no points', 'at least one point')
}

/** @throws QueuewrightError `usage` for fronts of different spaces */
export function alike(front: Front, other: Front): void {
  if (front.objectives === other.objectives) return
  throw badFront('objectives', other.objectives, `${front.objectives}, as the other front has`)
}

export function badFront(field: string, value: string | number, expected: string): QueuewrightError {
  // JSON has no NaN and no infinity.
  const shown = Number.isFinite(value) ? value : String(value)
  return new QueuewrightError('usage', 'a front cannot be used so', { field, value: shown, expected })
}
