/**
 * The task `front-interpolation`: the last objective of a front interpolated over the others (geometry/interpolation.ts)
 * from nine of ten points, and how far it is off at the tenth ones, beside the value of the nearest point.
 */
import { type Decoded, exact, floats, nullable, object, oneOf, whole } from '../../core/codec.js'
import { readKept } from '../../core/documents.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Json } from '../../core/json.js'
import { mean } from '../../core/statistics.js'
import {
  type Front,
  frontOf,
  frontSize,
  interpolateFront,
  nearestPoints,
  RADIAL_BASES,
  rangeNormalisation,
  selectPoints,
  transformFront,
  withoutAxis,
} from '../../geometry/index.js'
import type { Task } from '../../optimize/evaluator.js'
import type { TaskKind } from './task-kind.js'

const PAYLOAD = object({ objectives: whole(2), points: floats(), basis: oneOf(RADIAL_BASES) })
export type FrontInterpolationPayload = Decoded<typeof PAYLOAD>

/** `iterations` and `error` are null where the system could not be solved. */
export const FRONT_INTERPOLATION_RESULT = object({
  points: whole(0),
  iterations: nullable(whole(0)),
  /** Mean distance of the value from the point's own, at points left out. */
  error: nullable(exact),
  /** The same of the value that the nearest point has; null where none was left out. */
  nearest: nullable(exact),
})
export type FrontInterpolationResult = Decoded<typeof FRONT_INTERPOLATION_RESULT>

export function frontInterpolationTask(payload: FrontInterpolationPayload): Task {
  return { kind: FRONT_INTERPOLATION.kind, payload: PAYLOAD.encode(payload), data: [] }
}

/** @throws QueuewrightError `input-document` for what is no result of this task */
export function frontInterpolationResult(result: Json): FrontInterpolationResult {
  return readKept(FRONT_INTERPOLATION_RESULT, result, 'result')
}

/** One point of so many is left out. */
const LEFT_OUT = 10

export const FRONT_INTERPOLATION: TaskKind = {
  kind: 'front-interpolation',
  open: () => (given) => {
    const { objectives, points, basis } = readKept(PAYLOAD, given, 'task')
    const front = frontOf(objectives, points)
    const places = Array.from({ length: frontSize(front) }, (_, place) => place)
    const known = selectPoints(
      front,
      places.filter((place) => place % LEFT_OUT !== LEFT_OUT - 1),
    )
    const asked = selectPoints(
      front,
      places.filter((place) => place % LEFT_OUT === LEFT_OUT - 1),
    )
    const nearest = meanError(asked, nearestValue(known))
    try {
      const { iterations, value } = interpolateFront(known, { basis })
      return FRONT_INTERPOLATION_RESULT.encode({
        ...{ points: frontSize(known), iterations, nearest },
        error: meanError(asked, value),
      })
    } catch (error) {
      if (!(error instanceof QueuewrightError)) throw error
      return FRONT_INTERPOLATION_RESULT.encode({
        ...{ points: frontSize(known), iterations: null, error: null, nearest },
      })
    }
  },
}

/** @param value of a place on all axes but the last */
function meanError({ objectives, points }: Front, value: (place: Float64Array) => number): number | null {
  if (points.length === 0) return null
  const errors = Float64Array.from({ length: points.length / objectives }, (_, row) => {
    const end = (row + 1) * objectives - 1
    return Math.abs(value(points.slice(row * objectives, end)) - points[end])
  })
  return mean(errors)
}

/** The value of the nearest point, in ranges of the axes. */
function nearestValue(front: Front): (place: Float64Array) => number {
  if (front.points.length === 0) return () => 0
  const last = front.objectives - 1
  const others = withoutAxis(front, last)
  const ranges = rangeNormalisation(others)
  const index = nearestPoints(transformFront(others, ranges))
  const found = { places: new Int32Array(1), squares: new Float64Array(1) }
  return (place) => {
    index.search(transformFront({ objectives: last, points: place }, ranges).points, 0, found)
    return front.points[found.places[0] * front.objectives + last]
  }
}
