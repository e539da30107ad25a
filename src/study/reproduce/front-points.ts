/** Points of fronts for the studies that a search for a front is a part of. */
import type { FrontFound } from '../../front/index.js'
import type { FrontModel } from '../../front/model.js'
import type { FinishedPart } from './composition.js'

export type FrontPoints = Omit<FrontModel, 'title'>

/** @param part a search that is at its end */
export function frontPoints({ found }: FinishedPart): FrontPoints {
  return (found as FrontFound).front
}

/** The value of one objective at each point, by which the points are then known. */
export function columnOf({ axes, points }: Pick<FrontPoints, 'axes' | 'points'>, name: string): Float64Array {
  const place = axes.findIndex((axis) => axis.name === name)
  if (place < 0) throw new RangeError(`the front has no objective ${name}`)
  return points.filter((_, at) => at % axes.length === place)
}

/** 10·AWRT1 + 4·AWRT2 at each point. */
export function linearObjective(front: Pick<FrontPoints, 'axes' | 'points'>): Float64Array {
  const [first, second] = [columnOf(front, 'AWRT1'), columnOf(front, 'AWRT2')]
  return first.map((value, k) => 10 * value + 4 * second[k])
}

/** The place of the least value; −1 of none. */
export function placeOfLeast(values: ArrayLike<number>): number {
  let place = -1
  for (let k = 0; k < values.length; k++) if (place < 0 || values[k] < values[place]) place = k
  return place
}
