import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Front, frontSize, nearestPoints, transformFront } from '../../../src/geometry/index.js'
import { failureOf } from '../../support/failures.js'
import { frontOfRows, latticeFronts, nearestOf, rowsOf, sphere } from './fronts.js'

const twin = (front: Front, point: readonly number[], count: number) => {
  const found = nearestOf(front, point, count)
  return {
    places: Int32Array.from(found, ({ place }) => place),
    squares: Float64Array.from(found, ({ square }) => square),
  }
}

describe('nearest points', () => {
  it('are those that a search through all points finds, ties by place', () => {
    const coordinate = fc.integer({ min: -4, max: 4 })
    fc.assert(
      fc.property(
        latticeFronts,
        fc.array(coordinate, { minLength: 4, maxLength: 4 }),
        fc.nat(),
        (front, four, pick) => {
          const point = four.slice(0, front.objectives)
          const count = 1 + (pick % frontSize(front))
          expect(nearestPoints(front).nearest(point, count)).toEqual(twin(front, point, count))
        },
      ),
      { seed: 1, numRuns: 500 },
    )
  })

  it('are so with thousands of points of seven objectives', () => {
    const front = sphere(7, 3000, 1)
    const index = nearestPoints(front)
    for (const point of rowsOf(sphere(7, 40, 2))) {
      for (const count of [1, 7]) expect(index.nearest(point, count)).toEqual(twin(front, point, count))
    }
  })

  it('of a moved index are those of an index of the moved front', () => {
    const front = sphere(5, 400, 3)
    const scale = Float64Array.of(0.5, 2, 1e4, 1, 0.01)
    const shift = Float64Array.of(0, -3, 1e5, 0.1, 7)
    const moved = transformFront(front, { scale, shift })
    const index = nearestPoints(front).moved(scale, shift)
    expect(index.front).toEqual(moved)
    for (const point of rowsOf(transformFront(sphere(5, 30, 4), { scale, shift }))) {
      expect(index.nearest(point, 5)).toEqual(twin(moved, point, 5))
    }
  })

  it('refuse what makes no sense', () => {
    const index = nearestPoints(frontOfRows([[0, 0]]))
    expect(failureOf(() => index.nearest([1, 2, 3], 1))).toMatchObject({ kind: 'usage' })
    expect(failureOf(() => index.nearest([1, 2], 2)).message).toContain('field neighbours, value 2')
    expect(failureOf(() => index.nearest([1, 2], 0))).toMatchObject({ kind: 'usage' })
    const empty = { objectives: 2, points: new Float64Array(0) }
    expect(failureOf(() => nearestPoints(empty)).message).toContain('at least one point')
  })
})
