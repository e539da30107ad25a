/** Fronts to test with, and slow twins of what is tested. */
import fc from 'fast-check'
import { Random } from '../../../src/core/random.js'
import {
  type Front,
  type FrontDistanceSettings,
  frontOf,
  frontSize,
  hyperplaneThrough,
} from '../../../src/geometry/index.js'

/** Rows as points. */
export function frontOfRows(rows: readonly (readonly number[])[]): Front {
  return frontOf(rows[0].length, Float64Array.from(rows.flat()))
}

export function rowsOf({ objectives, points }: Front): number[][] {
  return Array.from({ length: points.length / objectives }, (_, row) =>
    Array.from(points.subarray(row * objectives, (row + 1) * objectives)),
  )
}

/** Points on the part of the unit sphere where all coordinates are positive. */
export function sphere(objectives: number, count: number, seed: number): Front {
  const normal = new Random(seed).normal()
  const rows = Array.from({ length: count }, () => {
    const row = Array.from({ length: objectives }, () => Math.abs(normal()))
    const length = Math.hypot(...row)
    return row.map((value) => value / length)
  })
  return frontOfRows(rows)
}

/** Points of small whole coordinates, so that equal distances, equal points and flat fronts come up. */
export const latticeFronts = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 40 }))
  .chain(([objectives, count]) =>
    fc
      .array(fc.integer({ min: -3, max: 3 }), {
        minLength: objectives * count,
        maxLength: objectives * count,
      })
      .map((values) => frontOf(objectives, Float64Array.from(values))),
  )

export function squareDistance(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, k) => sum + (value - b[k]) ** 2, 0)
}

/** Twin of `nearest`: all points, sorted. */
export function nearestOf(front: Front, point: readonly number[], count: number) {
  return rowsOf(front)
    .map((row, place) => ({ place, square: squareDistance(point, row) }))
    .sort((a, b) => a.square - b.square || a.place - b.place)
    .slice(0, count)
}

/** Twin of `frontDistance`, by its formulas. */
export function distanceOf(one: Front, other: Front, settings: FrontDistanceSettings): number {
  const power = settings.average === 'squared' ? 2 : 1
  const toFront = (point: readonly number[], front: Front) => {
    const found = nearestOf(front, point, front.objectives)
    const toPoint = Math.sqrt(found[0].square)
    if (settings.measure !== 'hyperplane' || found.length < front.objectives) return toPoint
    const plane = hyperplaneThrough(
      front,
      found.map(({ place }) => place),
    )
    if (plane === null) return toPoint
    return Math.abs(point.reduce((sum, value, k) => sum + value * plane.normal[k], 0) - plane.offset)
  }
  const sum = (from: Front, to: Front) =>
    rowsOf(from).reduce((total, point) => total + toFront(point, to) ** power, 0)
  return (sum(one, other) + sum(other, one)) / (frontSize(one) + frontSize(other))
}
