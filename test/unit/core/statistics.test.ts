import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import {
  ascending,
  CompensatedSums,
  expectedQuantile,
  mean,
  median,
  quantile,
  sum,
} from '../../../src/core/statistics.js'

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

describe('expectedQuantile', () => {
  it('is type 6, as R and SciPy (weibull) have it, within the values', () => {
    const values = [15, 20, 35, 40, 50]
    expect(expectedQuantile(values, 0.4)).toBeCloseTo(26, 12)
    expect(expectedQuantile(values, 0.75)).toBeCloseTo(45, 12)
    expect([0, 0.1, 0.95, 1].map((p) => expectedQuantile(values, p))).toEqual([15, 15, 50, 50])
    expect(expectedQuantile([7], 0.5)).toBe(7)
    expect(expectedQuantile([], 0.5)).toBeNaN()
    expect(expectedQuantile(values, 0.5)).toBe(median(values))
  })

  it('is above a further value in a share p of cases, of few values as of many; type 7 is not', () => {
    const random = new Random('type 6')
    for (const count of [9, 25, 200]) {
      const shares = { expected: 0, usual: 0 }
      const times = 8000
      for (let time = 0; time < times; time++) {
        const sorted = Float64Array.from({ length: count }, () => random.uniform()).sort()
        const further = random.uniform()
        if (further < expectedQuantile(sorted, 0.9)) shares.expected++
        if (further < quantile(sorted, 0.9)) shares.usual++
      }
      expect(Math.abs(shares.expected / times - 0.9)).toBeLessThan(0.012)
      if (count === 9) expect(shares.usual / times).toBeLessThan(0.85)
    }
  })
})
