/** Intervals that are to hold the change of weeks to come. */
import { describe, expect, it } from 'vitest'
import { studentQuantile } from '../../../src/core/inference/index.js'
import { Random } from '../../../src/core/random.js'
import { laterInterval } from '../../../src/evaluation/results/later-change.js'

describe("quantiles of Student's t", () => {
  it.each([
    [0.95, 1, 6.314],
    [0.95, 2, 2.92],
    [0.95, 3, 2.353],
    [0.975, 10, 2.228],
    [0.05, 10, -1.812],
    [0.95, 30, 1.697],
  ])('p = %d with %d degrees of freedom', (p, freedom, value) => {
    expect(Math.abs(studentQuantile(p, freedom) - value)).toBeLessThan(0.005 * Math.abs(value))
  })
})

describe('the interval of a later change', () => {
  it('holds the next of normal values as often as it says', () => {
    const normal = new Random('later').normal(0.1, 0.3)
    for (const [count, level] of [
      [5, 0.9],
      [12, 0.8],
    ] as const) {
      let held = 0
      for (let k = 0; k < 4000; k++) {
        const interval = laterInterval(Array.from({ length: count }, normal), count, level)
        const next = normal()
        if (interval !== null && next >= interval.low && next <= interval.high) held++
      }
      expect(Math.abs(held / 4000 - level)).toBeLessThan(0.015)
    }
  })

  it('holds the next of overlapping stretches about as often, of which only those apart count', () => {
    const normal = new Random('stretches').normal()
    const stretch = 4
    let held = 0
    for (let k = 0; k < 2000; k++) {
      const weeks = Array.from({ length: 24 + stretch }, normal)
      const means = weeks.slice(stretch - 1).map((_, at) => {
        return weeks.slice(at, at + stretch).reduce((sum, each) => sum + each, 0) / stretch
      })
      const interval = laterInterval(means.slice(0, 24 - stretch + 1), 24 / stretch, 0.9)
      const next = means[24]
      if (interval !== null && next >= interval.low && next <= interval.high) held++
    }
    expect(held / 2000).toBeGreaterThan(0.86)
    expect(held / 2000).toBeLessThan(0.95)
  })

  it('is none of one stretch', () => {
    expect(laterInterval([0.1], 5, 0.9)).toBeNull()
    expect(laterInterval([0.1, 0.2], 1, 0.9)).toBeNull()
  })
})
