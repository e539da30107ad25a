import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stableOrder } from '../../../src/core/ordering.js'

function slowOrder(keys: readonly number[]): number[] {
  return keys
    .map((_, row) => row)
    .sort((a, b) => {
      const x = keys[a]
      const y = keys[b]
      if (Number.isNaN(x) || Number.isNaN(y))
        return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b
      return x < y ? -1 : x > y ? 1 : a - b
    })
}

// A few keys are compared, many are distributed by their digits.
describe.each([
  ['few', 60, 500],
  ['many', 1500, 60],
])('stableOrder of %s', (_, maxLength, numRuns) => {
  const minLength = maxLength > 400 ? 401 : 0
  const options = { seed: 20261121, numRuns }

  it('equals a comparator sort on all doubles, NaN last', () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { minLength, maxLength, size: 'max' }), (keys) => {
        expect([...stableOrder(Float64Array.from(keys))]).toEqual(slowOrder(keys))
      }),
      options,
    )
  })

  it('keeps the order of rows with equal keys, negative zero included', () => {
    const key = fc.constantFrom(0, -0, 1, -1, 2.5)
    fc.assert(
      fc.property(fc.array(key, { minLength, maxLength, size: 'max' }), (keys) => {
        expect([...stableOrder(Float64Array.from(keys))]).toEqual(slowOrder(keys))
      }),
      options,
    )
  })

  it('takes whole numbers near each other, far from each other, and beyond what is exact', () => {
    const key = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      fc.constantFrom(2 ** 32 - 1, 2 ** 32, -(2 ** 32), 2 ** 53, 2 ** 60, Number.POSITIVE_INFINITY),
    )
    const near = fc.integer({ min: 820_000_000, max: 850_000_000 })
    for (const each of [key, near, fc.integer({ min: -5, max: 5000 })]) {
      fc.assert(
        fc.property(fc.array(each, { minLength, maxLength, size: 'max' }), (keys) => {
          expect([...stableOrder(Float64Array.from(keys))]).toEqual(slowOrder(keys))
        }),
        { ...options, numRuns: 20 },
      )
    }
  })
})
