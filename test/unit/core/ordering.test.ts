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

describe('stableOrder', () => {
  it('equals a comparator sort on all doubles, NaN last', () => {
    fc.assert(
      fc.property(fc.array(fc.double(), { maxLength: 60 }), (keys) => {
        expect([...stableOrder(Float64Array.from(keys))]).toEqual(slowOrder(keys))
      }),
      { seed: 20261121, numRuns: 500 },
    )
  })

  it('keeps the order of rows with equal keys, negative zero included', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, -0, 1, -1, 2.5), { maxLength: 80 }), (keys) => {
        expect([...stableOrder(Float64Array.from(keys))]).toEqual(slowOrder(keys))
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })
})
