/** Kendall's τ_b beside its definition. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kendall } from '../../../src/core/inference/index.js'

function slow(a: readonly number[], b: readonly number[]): number {
  let [both, first, second] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    for (let j = 0; j < i; j++) {
      const [x, y] = [Math.sign(a[i] - a[j]), Math.sign(b[i] - b[j])]
      both += x * y
      first += x * x
      second += y * y
    }
  }
  return first * second === 0 ? Number.NaN : both / (Math.sqrt(first) * Math.sqrt(second))
}

it('is as the pairs say, with ties', () => {
  const few = fc.array(fc.tuple(fc.nat(6), fc.nat(6)), { maxLength: 40 })
  fc.assert(
    fc.property(few, (pairs) => {
      const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
      const [fast, expected] = [kendall(Float64Array.from(a), Float64Array.from(b)), slow(a, b)]
      if (Number.isNaN(expected)) expect(fast).toBeNaN()
      else expect(fast).toBeCloseTo(expected, 12)
    }),
    { seed: 7 },
  )
})
