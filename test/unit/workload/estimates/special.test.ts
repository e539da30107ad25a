import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digamma, trigamma } from '../../../../src/workload/estimates/special.js'

const EULER = 0.5772156649015329

describe('digamma and trigamma', () => {
  it('have their known values', () => {
    expect(digamma(1)).toBeCloseTo(-EULER, 13)
    expect(digamma(0.5)).toBeCloseTo(-EULER - 2 * Math.LN2, 13)
    expect(digamma(0.25)).toBeCloseTo(-EULER - Math.PI / 2 - 3 * Math.LN2, 13)
    // ψ(n) = H(n−1) − γ.
    let harmonic = 0
    for (let k = 1; k < 30; k++) harmonic += 1 / k
    expect(digamma(30)).toBeCloseTo(harmonic - EULER, 13)
    expect(trigamma(1)).toBeCloseTo(Math.PI ** 2 / 6, 13)
    expect(trigamma(0.5)).toBeCloseTo(Math.PI ** 2 / 2, 12)
  })

  it('obey recurrence and reflection', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.99, noNaN: true }), (x) => {
        const scale = Math.abs(digamma(x)) + 1
        expect(Math.abs(digamma(x + 1) - digamma(x) - 1 / x) / scale).toBeLessThan(1e-12)
        const cotangent = Math.PI / Math.tan(Math.PI * x)
        expect(Math.abs(digamma(1 - x) - digamma(x) - cotangent) / scale).toBeLessThan(1e-12)
        const reflected = (Math.PI / Math.sin(Math.PI * x)) ** 2
        expect((trigamma(x) + trigamma(1 - x)) / reflected).toBeCloseTo(1, 11)
      }),
    )
  })
})
