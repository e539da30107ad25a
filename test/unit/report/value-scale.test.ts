import { describe, expect, it } from 'vitest'
import { valueScale } from '../../../src/report/terminal/value-scale.js'

describe('valueScale', () => {
  it('takes values that differ by rounding alone for one', () => {
    const makespan = 31_467
    for (const [low, high] of [
      [makespan, makespan],
      [makespan, makespan + 4e-12],
      [-1 - Number.EPSILON, -1],
      [1e300, 1e300 * (1 + 1e-12)],
    ]) {
      const { min, max, marks } = valueScale(low, high, '1', 5)
      expect(max - min).toBeGreaterThan(Math.abs(low) * 0.1)
      expect(marks.length).toBeGreaterThan(1)
    }
  })

  it('tells values apart that differ by little', () => {
    const { marks } = valueScale(1, 1 + 1e-6, '1', 5)
    expect(marks.map(({ at }) => at.toFixed(7))).toEqual(['1.0000000', '1.0000005', '1.0000010'])
  })
})
