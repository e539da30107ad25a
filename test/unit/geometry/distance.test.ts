import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { ascending, median } from '../../../src/core/statistics.js'
import {
  distanceToFront,
  type Front,
  type FrontDistanceSettings,
  frontDistance,
  hyperplaneThrough,
  nearestPoints,
  rangeNormalisation,
  transformFront,
  withoutAxis,
} from '../../../src/geometry/index.js'
import { failureOf } from '../../support/failures.js'
import { distanceOf, frontOfRows, latticeFronts, rowsOf, sphere } from './fronts.js'

const SETTINGS: readonly FrontDistanceSettings[] = [
  {},
  { average: 'squared' },
  { measure: 'hyperplane' },
  { measure: 'hyperplane', average: 'squared' },
]

const between = (one: Front, other: Front, settings?: FrontDistanceSettings, limit?: number) =>
  frontDistance(nearestPoints(one), nearestPoints(other), settings, limit)

/** Points of the plane n·x = offset in random places. */
function onPlane(normal: readonly number[], offset: number, count: number, seed: number): Front {
  const random = new Random(seed)
  const rows = Array.from({ length: count }, () => {
    const row = normal.map(() => 10 * random.uniform())
    const along = row.reduce((sum, value, k) => sum + value * normal[k], 0) - offset
    return row.map((value, k) => value - along * normal[k])
  })
  return frontOfRows(rows)
}

describe('the hyperplane through points', () => {
  it('contains them, and is of unit normal', () => {
    const coordinate = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    const square = fc
      .integer({ min: 1, max: 7 })
      .chain((d) =>
        fc.array(fc.array(coordinate, { minLength: d, maxLength: d }), { minLength: d, maxLength: d }),
      )
    fc.assert(
      fc.property(square, (rows) => {
        const plane = hyperplaneThrough(frontOfRows(rows), Array.from(rows.keys()))
        if (plane === null) return
        expect(Math.hypot(...plane.normal)).toBeCloseTo(1, 12)
        const size = Math.max(1, ...rows.flat().map(Math.abs))
        for (const row of rows) {
          const along = row.reduce((sum, value, k) => sum + value * plane.normal[k], 0)
          expect(Math.abs(along - plane.offset) / size).toBeLessThan(1e-9)
        }
      }),
      { seed: 2, numRuns: 300 },
    )
  })

  it('is the known one', () => {
    const axes = frontOfRows([
      [3, 0, 0],
      [0, 3, 0],
      [0, 0, 3],
    ])
    const { normal, offset } = hyperplaneThrough(axes, [0, 1, 2])!
    const sign = Math.sign(offset)
    for (const value of normal) expect(sign * value).toBeCloseTo(1 / Math.sqrt(3), 14)
    expect(sign * offset).toBeCloseTo(Math.sqrt(3), 14)
  })

  it('finds a flat axis beside axes that are a million times as long', () => {
    const front = frontOfRows([
      [3e5, 0, -0.61],
      [0, 2e5, -0.61],
      [1e5, 4e5, -0.61],
    ])
    const { normal } = hyperplaneThrough(front, [0, 1, 2])!
    expect(Array.from(normal, Math.abs)).toEqual([0, 0, 1])
  })

  it.each([
    [
      'equal points',
      [
        [1, 2, 3],
        [4, 5, 6],
        [1, 2, 3],
      ],
    ],
    [
      'points on a line',
      [
        [0, 0, 0],
        [0.1, 0.2, 0.3],
        [0.3, 0.6, 0.9],
      ],
    ],
    [
      'points on a line far from the origin',
      [
        [1e6, 1e6, 1e6],
        [1e6 + 0.1, 1e6 + 0.1, 1e6 + 0.1],
        [1e6 + 0.3, 1e6 + 0.3, 1e6 + 0.3],
      ],
    ],
    [
      'points on a line but for the rounding of large coordinates',
      [
        [1e6, 1e6, 1e6],
        [1e6 + 0.1, 1e6 + 0.2, 1e6 + 0.7],
        [1e6 + 0.3, 1e6 + 0.6, 1e6 + 2.1],
      ],
    ],
    [
      'points on a line but for a millionth of a millionth',
      [
        [0, 0, 0],
        [1, 2, 4],
        [2, 4, 8 + 4e-12],
      ],
    ],
  ])('is none through %s', (_, rows) => {
    expect(hyperplaneThrough(frontOfRows(rows), [0, 1, 2])).toBeNull()
  })

  it('is one through points that are a little off a line', () => {
    const rows = [
      [0, 0, 0],
      [1, 2, 4],
      [2, 4, 8 + 1e-8],
    ]
    expect(hyperplaneThrough(frontOfRows(rows), [0, 1, 2])).not.toBeNull()
  })

  it('is through as many points as there are objectives', () => {
    expect(failureOf(() => hyperplaneThrough(sphere(3, 5, 1), [0, 1])).message).toContain('2 points')
  })
})

describe('the distance of a point to a front', () => {
  const normal = [0.6, 0, 0.8]
  const plane = onPlane(normal, 4, 200, 5)
  const index = nearestPoints(plane)

  it('to the hyperplane of the nearest points is that to the plane they all lie on', () => {
    for (const row of rowsOf(onPlane(normal, 4, 30, 6))) {
      const away = row.map((value, k) => value + 2.5 * normal[k])
      expect(distanceToFront(away, index, 'hyperplane')).toBeCloseTo(2.5, 9)
      expect(distanceToFront(row, index, 'hyperplane')).toBeCloseTo(0, 9)
      expect(distanceToFront(row, index, 'nearest')).toBeGreaterThan(0.01)
    }
  })

  it('to the hyperplane is no more than to the nearest point', () => {
    const front = nearestPoints(sphere(7, 500, 7))
    const ratios = rowsOf(sphere(7, 100, 8)).map((row) => {
      const point = row.map((value) => 1.1 * value)
      return distanceToFront(point, front, 'hyperplane') / distanceToFront(point, front)
    })
    expect(Math.max(...ratios)).toBeLessThanOrEqual(1)
    // Between the points the sphere is nearer than its nearest point.
    expect(median(ascending(ratios))).toBeLessThan(0.8)
    expect(median(ascending(ratios))).toBeGreaterThan(0.1)
  })

  it('is refused for a point of another space, or of none', () => {
    const front = nearestPoints(sphere(3, 5, 1))
    expect(failureOf(() => distanceToFront([1, 2], front)).message).toMatch(/objectives, value 2, expected 3/)
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(failureOf(() => distanceToFront([1, value, 2], front)).message).toContain(
        `field points[0][1], value "${value}", expected a finite number`,
      )
    }
  })

  it('is that to the nearest point where the nearest ones span no hyperplane', () => {
    const line = nearestPoints(
      frontOfRows([
        [0, 0, 0],
        [1, 1, 1],
        [2, 2, 2],
        [9, 0, 0],
      ]),
    )
    expect(distanceToFront([1, 1, 2], line, 'hyperplane')).toBe(1)
    const pair = nearestPoints(
      frontOfRows([
        [0, 0, 0],
        [1, 0, 0],
      ]),
    )
    expect(distanceToFront([0, 3, 4], pair, 'hyperplane')).toBe(5)
  })
})

describe('a front of schedules of one log', () => {
  /** AWRT is the mean of the groups' AWRTs, weighted by their shares of the consumption. */
  const schedules = (seed: number) => {
    const weights = [0.4, 0.25, 0.2, 0.1, 0.05]
    return frontOfRows(
      rowsOf(sphere(6, 300, seed)).map(([utilization, ...groups]) => {
        const seconds = groups.map((value) => 1e5 * (1 - value))
        return [seconds.reduce((sum, value, k) => sum + weights[k] * value, 0), ...seconds, -utilization]
      }),
    )
  }
  const [one, other] = [schedules(1), schedules(2)]

  it('lies on one hyperplane, to which every schedule is near', () => {
    expect(between(one, other, { measure: 'hyperplane' })).toBeLessThan(1e-6)
    expect(between(one, other)).toBeGreaterThan(1000)
  })

  it('has hyperplanes of its own without AWRT', () => {
    const [groups, others] = [withoutAxis(one, 0), withoutAxis(other, 0)]
    const shares = rangeNormalisation(groups)
    const moved = [groups, others].map((front) => transformFront(front, shares))
    expect(between(moved[0], moved[1], { measure: 'hyperplane' })).toBeGreaterThan(0.01)
  })
})

describe('the distance between fronts', () => {
  it('is that of its formulas', () => {
    const pairs = latticeFronts.chain((one) =>
      fc.tuple(
        fc.constant(one),
        latticeFronts.filter(({ objectives }) => objectives === one.objectives),
        fc.constantFrom(...SETTINGS),
      ),
    )
    fc.assert(
      fc.property(pairs, ([one, other, settings]) => {
        expect(between(one, other, settings)).toBeCloseTo(distanceOf(one, other, settings), 10)
      }),
      { seed: 3, numRuns: 300 },
    )
  })

  it.each(SETTINGS)('of seven objectives is that of its formulas: %j', (settings) => {
    const [one, other] = [
      sphere(7, 400, 9),
      transformFront(sphere(7, 300, 10), {
        scale: new Float64Array(7).fill(1.2),
        shift: new Float64Array(7).fill(0.05),
      }),
    ]
    const expected = distanceOf(one, other, settings)
    expect(between(one, other, settings)).toBeCloseTo(expected, 12)
    expect(between(other, one, settings)).toBeCloseTo(expected, 12)
  })

  it('of a front to itself is 0, also to its hyperplanes', () => {
    const front = sphere(4, 100, 11)
    for (const settings of SETTINGS) expect(between(front, front, settings)).toBe(0)
  })

  it('weighs all points of both alike', () => {
    const one = frontOfRows([[0, 0]])
    const other = frontOfRows([
      [3, 4],
      [6, 8],
    ])
    expect(between(one, other)).toBe((5 + 5 + 10) / 3)
    expect(between(one, other, { average: 'squared' })).toBe((25 + 25 + 100) / 3)
  })

  it('above a limit is any number above it that is not above the distance', () => {
    const [one, other] = [sphere(3, 100, 12), sphere(3, 120, 13)]
    const distance = between(one, other)
    expect(between(one, other, {}, distance)).toBe(distance)
    const bound = between(one, other, {}, distance / 3)
    expect(bound).toBeGreaterThan(distance / 3)
    expect(bound).toBeLessThan(distance)
  })

  it('is of fronts of one space', () => {
    expect(failureOf(() => between(sphere(3, 4, 1), sphere(4, 4, 1))).message).toContain('field objectives')
    expect(failureOf(() => distanceToFront([1], nearestPoints(sphere(3, 4, 1))))).toMatchObject({
      kind: 'usage',
    })
  })
})
