import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { volumeBox } from '../../../src/front/box.js'
import { volumeTracker } from '../../../src/front/volume.js'
import { archiveOf, hypervolume } from '../../../src/optimize/index.js'

const point = (d: number) => fc.array(fc.integer({ min: -2, max: 12 }), { minLength: d, maxLength: d })

describe('the share of the box that a front covers', () => {
  it('is the hypervolume relative to the box, but for chance', () => {
    const box = { ideal: [0, 0, 0, 0], reference: [10, 10, 10, 10] }
    fc.assert(
      fc.property(fc.array(point(4), { maxLength: 12 }), fc.nat(), (points, seed) => {
        const tracker = volumeTracker(box, 4000, new Random(seed))
        for (const each of points) tracker.add(each)
        // What is better than the box counts as at its corner.
        const clipped = Float64Array.from(points.flat(), (value) => Math.max(0, value))
        const exact = hypervolume(clipped, box.reference) / 1e4
        const { value, error } = tracker.share()
        expect(Math.abs(value - exact)).toBeLessThanOrEqual(5 * Math.max(error, 1 / 4000))
      }),
      { seed: 3, numRuns: 100 },
    )
  })

  it('does not depend on the order of points, and goes on from a front as if it had seen its points', () => {
    const box = { ideal: [0, 0, 0], reference: [10, 9, 8] }
    fc.assert(
      fc.property(fc.array(point(3), { maxLength: 20 }), (points) => {
        const one = volumeTracker(box, 500, new Random(1))
        const other = volumeTracker(box, 500, new Random(1))
        const archive = archiveOf(3)
        for (const each of points) one.add(each)
        for (const each of [...points].reverse()) other.add(each)
        for (const [k, each] of points.entries()) archive.add(each, k)
        const resumed = volumeTracker(box, 500, new Random(1), archive.covers)
        expect(other.share()).toEqual(one.share())
        expect(resumed.share()).toEqual(one.share())
      }),
      { seed: 3, numRuns: 100 },
    )
  })

  it('never falls, is 0 without points and 1 where a point beats the whole box', () => {
    const tracker = volumeTracker({ ideal: [0, 0], reference: [1, 1] }, 200, new Random(2))
    expect(tracker.share()).toEqual({ value: 0, error: 0 })
    tracker.add([0.5, 1])
    expect(tracker.share().value).toBe(0)
    tracker.add([0.5, 0.5])
    const half = tracker.share()
    expect(half.value).toBeGreaterThan(0.15)
    expect(half.value).toBeLessThan(0.35)
    expect(half.error).toBeCloseTo(Math.sqrt((half.value * (1 - half.value)) / 200), 12)
    tracker.add([0.9, 0.9])
    expect(tracker.share()).toEqual(half)
    tracker.add([-1, 0])
    expect(tracker.share().value).toBe(1)
  })
})

describe('the box', () => {
  it('lies a tenth beyond the worst of the usual policies and the best of all', () => {
    const usual = Float64Array.of(10, -0.5, 30, -0.7)
    const others = Float64Array.of(5, -0.6)
    const { ideal, reference } = volumeBox(usual, others, 2)
    expect(ideal[0]).toBeCloseTo(5 - 2.5, 12)
    expect(reference[0]).toBeCloseTo(30 + 2.5, 12)
    expect(ideal[1]).toBeCloseTo(-0.7 - 0.02, 12)
    expect(reference[1]).toBeCloseTo(-0.5 + 0.02, 12)
  })

  it('has some extent where all policies are alike, or one has no value', () => {
    const { ideal, reference } = volumeBox(Float64Array.of(8, 0, Infinity, 0), new Float64Array(0), 2)
    expect(ideal[0]).toBeLessThan(8)
    expect(reference[0]).toBeGreaterThan(8)
    expect(Number.isFinite(reference[0])).toBe(true)
    expect(ideal[1]).toBeLessThan(reference[1])
  })
})
