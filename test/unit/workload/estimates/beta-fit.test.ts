import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import { fitBetaParameters, MOST_CONCENTRATED } from '../../../../src/workload/estimates/beta-fit.js'
import { digamma } from '../../../../src/workload/estimates/special.js'

function sample(a: number, b: number, count: number, seed = 1): Float64Array {
  const draw = new Random(seed).beta(a, b)
  return Float64Array.from({ length: count }, () => Math.min(1 - 1e-12, Math.max(1e-12, draw())))
}

describe('fitBetaParameters', () => {
  it.each([
    [0.5, 0.5],
    [0.4, 6],
    [2, 3],
    [20, 2],
    [300, 500],
  ])('finds a = %d, b = %d again', (a, b) => {
    const fit = fitBetaParameters(sample(a, b, 20_000))
    expect(fit.a / a).toBeGreaterThan(0.96)
    expect(fit.a / a).toBeLessThan(1.04)
    expect(fit.b / b).toBeGreaterThan(0.96)
    expect(fit.b / b).toBeLessThan(1.04)
  })

  it('ends where the likelihood has no slope, however few and uneven the numbers', () => {
    const inside = fc.double({ min: 1e-6, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(fc.array(inside, { minLength: 2, maxLength: 60 }), (values) => {
        const numbers = Float64Array.from(values)
        const { a, b } = fitBetaParameters(numbers)
        expect(a).toBeGreaterThan(0)
        expect(b).toBeGreaterThan(0)
        if (a + b > MOST_CONCENTRATED * 0.99) return
        const mean = (of: (x: number) => number) => numbers.reduce((sum, x) => sum + of(x), 0) / values.length
        const slopeA = digamma(a + b) - digamma(a) + mean(Math.log)
        const slopeB = digamma(a + b) - digamma(b) + mean((x) => Math.log1p(-x))
        // In units of ln x, which spans many.
        expect(Math.abs(slopeA)).toBeLessThan(1e-5)
        expect(Math.abs(slopeB)).toBeLessThan(1e-5)
      }),
      { numRuns: 500, seed: 7 },
    )
  })

  it('is more likely than the fit by moments', () => {
    const values = sample(0.4, 6, 2000, 3)
    const mean = values.reduce((sum, x) => sum + x, 0) / values.length
    const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / values.length
    const whole = (mean * (1 - mean)) / variance - 1
    const moments = { a: mean * whole, b: (1 - mean) * whole }
    const fit = fitBetaParameters(values)
    // The slope of the likelihood along the way from moments to fit is positive where it starts.
    const meanLog = values.reduce((sum, x) => sum + Math.log(x), 0) / values.length
    const meanRest = values.reduce((sum, x) => sum + Math.log1p(-x), 0) / values.length
    const slope =
      (digamma(whole) - digamma(moments.a) + meanLog) * (fit.a - moments.a) +
      (digamma(whole) - digamma(moments.b) + meanRest) * (fit.b - moments.b)
    expect(slope).toBeGreaterThan(0)
  })

  it('is bounded for numbers that do not differ', () => {
    expect(fitBetaParameters(Float64Array.of(0.5))).toEqual({ a: 5000, b: 5000 })
    const same = fitBetaParameters(new Float64Array(50).fill(0.2))
    expect(same.a).toBeCloseTo(0.2 * MOST_CONCENTRATED, 6)
    expect(same.b).toBeCloseTo(0.8 * MOST_CONCENTRATED, 6)
    const nearly = fitBetaParameters(Float64Array.of(0.4999999, 0.5, 0.5000001))
    expect(nearly.a + nearly.b).toBeCloseTo(MOST_CONCENTRATED, 6)
  })
})
