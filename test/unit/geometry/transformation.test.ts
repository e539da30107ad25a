import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AxisBounds,
  axisRanges,
  type FitSettings,
  type FittedTransformation,
  fitSteps,
  fitTransformation,
  frontDistance,
  maximumNormalisation,
  nearestPoints,
  RESPONSE_TIME_BOUNDS,
  rangeNormalisation,
  transformFront,
  UTILIZATION_BOUNDS,
} from '../../../src/geometry/index.js'
import { boxOf, evolutionStrategy } from '../../../src/optimize/index.js'
import { failureOf } from '../../support/failures.js'
import { frontOfRows, latticeFronts, rowsOf, sphere } from './fronts.js'

describe('normalisation', () => {
  it('by the maximum divides by the largest magnitude', () => {
    const front = frontOfRows([
      [2, -0.4, 0],
      [8, -0.8, 0],
    ])
    expect(rowsOf(transformFront(front, maximumNormalisation(front)))).toEqual([
      [0.25, -0.5, 0],
      [1, -1, 0],
    ])
  })

  it('by the range brings every axis to [0, 1]', () => {
    fc.assert(
      fc.property(latticeFronts, (front) => {
        const { least, most } = axisRanges(transformFront(front, rangeNormalisation(front)))
        const before = axisRanges(front)
        for (let axis = 0; axis < front.objectives; axis++) {
          expect(least[axis]).toBeCloseTo(0, 12)
          expect(most[axis]).toBeCloseTo(before.most[axis] > before.least[axis] ? 1 : 0, 12)
        }
      }),
      { seed: 4 },
    )
  })
})

describe('a transformation', () => {
  it('has a scale and a shift for each axis', () => {
    const front = frontOfRows([[1, 2, 3]])
    const [two, three] = [Float64Array.of(1, 1), Float64Array.of(1, 1, 1)]
    expect(rowsOf(transformFront(front, { scale: three, shift: three }))).toEqual([[2, 3, 4]])
    for (const transformation of [
      { scale: two, shift: three },
      { scale: three, shift: two },
    ]) {
      expect(failureOf(() => transformFront(front, transformation)).message).toMatch(/value 2, expected 3/)
    }
  })
})

describe('a fit', () => {
  const bounds: readonly AxisBounds[] = [0, 1, 2].map(() => ({ scale: [0.5, 2], shift: [-1, 1] }))
  const front = sphere(3, 60, 1)
  /** The transformation that is to be found. */
  const known = { scale: Float64Array.of(0.8, 1.5, 1.1), shift: Float64Array.of(0.3, -0.2, 0) }
  const reference = transformFront(front, known)

  it('finds a known transformation', () => {
    const { transformation, distance } = fitTransformation(
      front,
      reference,
      { bounds, generations: 150, strategy: { mu: 10, lambda: 70 }, distance: { average: 'squared' } },
      7,
    )
    expect(distance).toBeLessThan(1e-5)
    for (let axis = 0; axis < 3; axis++) {
      expect(transformation.scale[axis]).toBeCloseTo(known.scale[axis], 1)
      expect(transformation.shift[axis]).toBeCloseTo(known.shift[axis], 1)
    }
  })

  const settings: FitSettings = { bounds, generations: 6, strategy: { mu: 3, lambda: 9 } }

  it('tells of every generation, and ends with the best', () => {
    const told: FittedTransformation[] = []
    const end = fitTransformation(front, reference, settings, 1, (fitted) => told.push(fitted))
    expect(told.map(({ generation }) => generation)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(told.map(({ evaluations }) => evaluations)).toEqual([3, 12, 21, 30, 39, 48, 57])
    const distances = told.map(({ distance }) => distance)
    expect(distances).toEqual([...distances].sort((a, b) => b - a))
    expect(distances[6]).toBeLessThan(distances[0])
    expect(told[6]).toEqual(end)
    const { transformation, distance } = end
    const moved = nearestPoints(transformFront(front, transformation))
    expect(frontDistance(nearestPoints(reference), moved)).toBe(distance)
  })

  it('is that of its seed', () => {
    const fitted = (seed: number) => fitTransformation(front, reference, settings, seed)
    expect(fitted(5)).toEqual(fitted(5))
    expect(fitted(5).distance).not.toBe(fitted(6).distance)
  })

  it('can be taken a step at a time', () => {
    const steps = fitSteps(front, reference, settings, 1)
    const told: FittedTransformation[] = []
    fitTransformation(front, reference, settings, 1, (fitted) => told.push(fitted))
    expect([steps.next().value, steps.next().value]).toEqual(told.slice(0, 2))
  })

  it('begins with transformations that are given', () => {
    const identity = { scale: new Float64Array(3).fill(1), shift: new Float64Array(3) }
    const { distance } = fitSteps(front, front, { ...settings, starts: [identity] }, 1).next().value
    expect(distance).toBe(0)
  })

  it('has the published bounds: response times, and utilization last', () => {
    const far = { scale: new Float64Array(3).fill(1), shift: Float64Array.of(2e6, -2e6, 0.2) }
    const start = (shift: readonly number[]) =>
      fitSteps(
        front,
        front,
        {
          starts: [{ ...far, shift: Float64Array.from(shift) }],
          generations: 1,
          strategy: { mu: 1, lambda: 1 },
        },
        1,
      ).next()
    expect(start([2e6, -2e6, 0.2]).value.evaluations).toBe(1)
    expect(failureOf(() => start([2.1e6, 0, 0])).message).toContain('starts[0][3]')
    expect(failureOf(() => start([0, 0, 0.21])).message).toContain('starts[0][5]')
    expect(RESPONSE_TIME_BOUNDS.scale).toEqual([0.5, 2])
    expect(UTILIZATION_BOUNDS.scale).toEqual([0.7, 1.4])
  })

  it('gives what it would if hopeless candidates were measured to the end', () => {
    const optimizer = evolutionStrategy(
      { ...settings.strategy, box: boxOf([0.5, 0.5, 0.5, -1, -1, -1], [2, 2, 2, 1, 1, 1]) },
      3,
    )
    const still = nearestPoints(reference)
    let best = Number.POSITIVE_INFINITY
    for (const { distance } of fitSteps(front, reference, settings, 3)) {
      const scores = Float64Array.from(optimizer.ask(), (genes) => {
        const moved = transformFront(front, { scale: genes.slice(0, 3), shift: genes.slice(3) })
        return frontDistance(still, nearestPoints(moved))
      })
      optimizer.tell(scores)
      best = Math.min(best, ...scores)
      expect(distance).toBe(best)
    }
  })

  it.each<readonly [string, FitSettings, string]>([
    ['other axes', { bounds: bounds.slice(1) }, 'field bounds'],
    ['a scale of 0', { bounds: [...bounds.slice(1), { scale: [0, 1], shift: [0, 1] }] }, 'bounds[2].scale'],
    ['bounds the wrong way', { bounds: [...bounds.slice(1), { scale: [2, 1], shift: [0, 1] }] }, 'bounds[2]'],
    ['no generations', { bounds, generations: 0 }, 'field generations'],
    ['a strategy that cannot be', { bounds, strategy: { mu: 0 } }, 'field mu'],
  ])('is not made with %s', (_, bad, text) => {
    expect(failureOf(() => fitTransformation(front, reference, bad, 1)).message).toContain(text)
  })

  it('is between fronts of one space', () => {
    expect(failureOf(() => fitTransformation(front, sphere(4, 9, 1), {}, 1))).toMatchObject({ kind: 'usage' })
  })
})
