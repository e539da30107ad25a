import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ascending, CompensatedSums, mean, median, quantile, sum } from '../../../src/core/statistics.js'

describe('sum', () => {
  it('keeps what plain and Kahan summation lose', () => {
    expect(sum([1, 1e100, 1, -1e100])).toBe(2)
    expect(sum(new Array(10).fill(0.1))).toBe(1)
  })

  it('gives the infinities and NaN that addition gives', () => {
    expect(sum([1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY)
    expect(sum([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBeNaN()
    expect(sum([])).toBe(0)
  })

  it('does not depend on the order of the addends, to the last digits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e15, noNaN: true }), { minLength: 1, maxLength: 200 }),
        (values) => {
          const forward = sum(values)
          const backward = sum([...values].reverse())
          expect(Math.abs(forward - backward)).toBeLessThanOrEqual(Math.abs(forward) * 2 ** -51)
        },
      ),
      { seed: 20261121, numRuns: 300 },
    )
  })

  it('sums side by side', () => {
    const sums = new CompensatedSums(2)
    for (let k = 1; k <= 100; k++) {
      sums.add(0, k)
      sums.add(1, 1 / k)
    }
    expect(sums.count).toBe(2)
    expect(sums.value(0)).toBe(5050)
    expect(sums.value(1)).toBeCloseTo(5.187377517639621, 14)
  })
})

describe('means', () => {
  it('of some and of no values', () => {
    expect(mean([1, 2, 3, 6])).toBe(3)
    expect(mean([])).toBeNaN()
  })
})

describe('quantile', () => {
  it('is of type 7: linear between order statistics at (n − 1)p', () => {
    const values = [1, 2, 3, 4]
    expect(quantile(values, 0)).toBe(1)
    expect(quantile(values, 1)).toBe(4)
    expect(quantile(values, 0.25)).toBe(1.75)
    expect(median(values)).toBe(2.5)
    // R: quantile(c(15, 20, 35, 40, 50), 0.4, type = 7) is 29.
    expect(quantile([15, 20, 35, 40, 50], 0.4)).toBeCloseTo(29, 12)
    expect(quantile([7], 0.95)).toBe(7)
    expect(quantile([], 0.5)).toBeNaN()
  })

  it('copes with infinite values', () => {
    expect(quantile([0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], 0.75)).toBe(
      Number.POSITIVE_INFINITY,
    )
  })

  it('sorts numerically, into a copy', () => {
    const values = [10, 9, -1, 2]
    expect([...ascending(values)]).toEqual([-1, 2, 9, 10])
    expect(values).toEqual([10, 9, -1, 2])
  })

  it('grows with p and stays within the values', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (values, p, q) => {
          const sorted = ascending(values)
          const low = quantile(sorted, Math.min(p, q))
          const high = quantile(sorted, Math.max(p, q))
          expect(low).toBeLessThanOrEqual(high)
          expect(low).toBeGreaterThanOrEqual(sorted[0])
          expect(high).toBeLessThanOrEqual(sorted[sorted.length - 1])
        },
      ),
      { seed: 20261121, numRuns: 300 },
    )
  })
})
