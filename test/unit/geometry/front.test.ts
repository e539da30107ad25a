import { describe, expect, it } from 'vitest'
import {
  axisRanges,
  axisValues,
  frontOf,
  frontSize,
  reducedPlaces,
  selectPoints,
  withoutAxis,
} from '../../../src/geometry/index.js'
import { failureOf } from '../../support/failures.js'
import { frontOfRows, rowsOf } from './fronts.js'

const front = frontOfRows([
  [1, 20, -0.6],
  [3, 10, -0.5],
  [2, 30, -0.7],
])

describe('a front', () => {
  it('has points, axes and ranges', () => {
    expect(frontSize(front)).toBe(3)
    expect(axisValues(front, 1)).toEqual(Float64Array.of(20, 10, 30))
    expect(axisRanges(front)).toEqual({
      least: Float64Array.of(1, 10, -0.7),
      most: Float64Array.of(3, 30, -0.5),
    })
    expect(rowsOf(selectPoints(front, [2, 0]))).toEqual([
      [2, 30, -0.7],
      [1, 20, -0.6],
    ])
    expect(rowsOf(withoutAxis(front, 1))).toEqual([
      [1, -0.6],
      [3, -0.5],
      [2, -0.7],
    ])
  })

  it.each([
    [0, [1, 2], 'field objectives, value 0'],
    [1.5, [1, 2], 'field objectives, value 1.5'],
    [2, [1, 2, 3], 'field points, value "3 values"'],
    [2, [1, 2, 3, Number.NaN], 'field points[1][1]'],
    [1, [Number.POSITIVE_INFINITY], 'field points[0][0]'],
  ])('of %s objectives is not made of %j', (objectives, values, text) => {
    expect(failureOf(() => frontOf(objectives, Float64Array.from(values))).message).toContain(text)
  })

  it('has no other axes', () => {
    for (const axis of [-1, 3, 0.5]) {
      expect(failureOf(() => axisValues(front, axis)).message).toContain('from 0 to 2')
      expect(failureOf(() => withoutAxis(front, axis)).message).toContain('from 0 to 2')
    }
    expect(failureOf(() => withoutAxis(frontOfRows([[1], [2]]), 0)).message).toContain('at least 2')
  })
})

describe('reduction', () => {
  const utilization = (...values: number[]) => frontOfRows(values.map((value) => [1, -value]))

  it('keeps a point of utilization below the highest', () => {
    expect(reducedPlaces(utilization(0.65, 0.661, 0.67, 0.2, 0.6601))).toEqual(Int32Array.of(1, 2, 4))
  })

  it('takes another axis and another tolerance', () => {
    expect(reducedPlaces(front, { axis: 0, tolerance: 1 })).toEqual(Int32Array.of(0, 2))
    expect(reducedPlaces(front, { axis: 1, tolerance: 0 })).toEqual(Int32Array.of(1))
  })

  it('refuses what makes no sense', () => {
    expect(failureOf(() => reducedPlaces(front, { tolerance: -1 })).message).toContain('field tolerance')
    expect(failureOf(() => reducedPlaces(front, { axis: 3 })).message).toContain('field axis')
    expect(failureOf(() => reducedPlaces({ objectives: 2, points: new Float64Array(0) })).message).toContain(
      'no points',
    )
  })
})
