import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  describeEstimates,
  estimateDistance,
  kolmogorovSmirnov,
} from '../../../../src/workload/estimates/index.js'
import { traceOf } from '../../../support/estimates.js'
import { failureOf } from '../../../support/failures.js'

describe('describeEstimates', () => {
  it('counts and measures', () => {
    const runtime = [30, 50, 300, 600, 1200, 7200, 99, 100, -1, 10]
    const estimate = [300, 50, 300, 1200, 1200, 7000, 100, 1000, 300, -1]
    const facts = describeEstimates(traceOf(runtime, estimate))
    expect(facts).toMatchObject({ name: 'log', jobs: 10, missing: 2 })
    // 0.1, 1, 1, 0.5, 1, 1 (an overrun), 0.99, 0.1.
    const { accuracy } = facts
    expect(accuracy.mean).toBeCloseTo(5.69 / 8, 12)
    expect(accuracy.deciles).toHaveLength(11)
    expect([accuracy.deciles[0], accuracy.deciles[5], accuracy.deciles[10]]).toEqual([0.1, 0.995, 1])
    expect(accuracy.atLimit).toBe(5 / 8)
    expect(accuracy.exact).toBe(3 / 8)
    expect(accuracy.overruns).toBe(1 / 8)
    expect(facts.byRuntime.map(({ label, jobs, atLimit }) => [label, jobs, atLimit])).toEqual([
      ['< 1 min', 2, 0.5],
      ['1-10 min', 3, 1 - 1 / 3],
      ['10-60 min', 2, 0.5],
      ['1-6 h', 1, 1],
    ])
    expect(facts.byRuntime[0]).toMatchObject({ mean: 0.55, median: 0.55 })
    expect(facts.values).toMatchObject({ distinct: 6, largest: 7000, popularShare: 1 })
    expect(facts.values.popular.slice(0, 3)).toEqual([
      { seconds: 300, jobs: 2, share: 0.25 },
      { seconds: 1200, jobs: 2, share: 0.25 },
      { seconds: 50, jobs: 1, share: 0.125 },
    ])
  })

  it('names at most twenty popular values', () => {
    const estimate = Float64Array.from({ length: 60 }, (_, k) => 100 + (k % 30))
    const { values } = describeEstimates(traceOf(new Float64Array(60).fill(5), estimate))
    expect(values.distinct).toBe(30)
    expect(values.popular).toHaveLength(20)
    expect(values.popularShare).toBeCloseTo(2 / 3, 12)
  })

  it('refuses a log without estimates', () => {
    expect(failureOf(() => describeEstimates(traceOf([1, 2])))).toMatchObject({
      kind: 'input-empty',
      detail: { value: 'none of 2 jobs' },
    })
  })
})

describe('estimateDistance', () => {
  it('is 0 from a log to itself, and by class where both have jobs', () => {
    const one = traceOf([10, 100, 1000, 1000], [20, 200, 1000, 4000])
    const same = estimateDistance(one, one)
    expect([same.all, same.estimates]).toEqual([0, 0])
    const other = traceOf([10, 100, 100_000], [20, 100, 200_000])
    const { all, byRuntime, estimates } = estimateDistance(one, other)
    // 0.25, 0.5, 0.5, 1 and 0.5, 0.5, 1: a quarter at 0.25, a third less three quarters at 0.5.
    expect(all).toBeCloseTo(0.25, 12)
    expect(byRuntime.map(({ distance }) => distance)).toEqual([0, 1, null, null, null, null])
    // 20, 200, 1000, 4000 and 20, 100, 200000: a quarter less two thirds at 100.
    expect(estimates).toBeCloseTo(5 / 12, 12)
    expect(failureOf(() => estimateDistance(one, traceOf([1]))).kind).toBe('input-empty')
  })
})

describe('kolmogorovSmirnov', () => {
  it('is the largest difference of the distribution functions', () => {
    const numbers = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(numbers, numbers, (a, b) => {
        const at = (values: number[], x: number) =>
          values.filter((value) => value <= x).length / values.length
        const expected = Math.max(...Array.from({ length: 13 }, (_, x) => Math.abs(at(a, x) - at(b, x))))
        const sorted = [a, b].map((values) => values.toSorted((x, y) => x - y))
        expect(kolmogorovSmirnov(sorted[0], sorted[1])).toBeCloseTo(expected, 12)
      }),
    )
  })
})
