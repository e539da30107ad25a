import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { midranks, spearman } from '../../../src/core/inference/index.js'

const of = (...values: number[]) => Float64Array.from(values)

describe('midranks', () => {
  it('count from 1, equal values sharing the mean of their ranks', () => {
    expect([...midranks(of(30, 10, 20, 10))]).toEqual([4, 1.5, 3, 1.5])
    expect([...midranks(of(0, -0, 5))]).toEqual([1.5, 1.5, 3])
    expect([...midranks(of(-Infinity, Number.NaN, Infinity, Number.NaN))]).toEqual([1, 3.5, 2, 3.5])
    expect([...midranks(of())]).toEqual([])
  })
})

describe("Spearman's rank correlation", () => {
  it('is 1 − 6·Σd²/(n³ − n) without equal values', () => {
    // Ranks 1 2 3 4 5 against 2 1 4 3 5: Σd² = 4.
    expect(spearman(of(1, 2, 3, 4, 5), of(20, 10, 40, 30, 50))).toBeCloseTo(1 - (6 * 4) / 120, 14)
  })

  it('is the product-moment correlation of midranks where values are equal', () => {
    // Ranks 1.5 1.5 3 against 1 2 3.
    expect(spearman(of(1, 1, 2), of(1, 2, 3))).toBeCloseTo(1.5 / Math.sqrt(1.5 * 2), 14)
  })

  it('is the same for many values as for few', () => {
    const many = Float64Array.from({ length: 300 }, (_, k) => (k * 37) % 50)
    const order = Array.from(many.keys()).sort((a, b) => many[a] - many[b])
    const ranks = midranks(many)
    // Six of each value: 1 to 6 share 3.5, 7 to 12 share 9.5 and so on.
    for (const [place, k] of order.entries()) expect(ranks[k]).toBe(6 * Math.floor(place / 6) + 3.5)
    expect([...midranks(many.slice(0, 50))]).toEqual([...many.slice(0, 50)].map((value) => value + 1))
  })

  it('knows nothing of lists that tell nothing apart', () => {
    expect(spearman(of(1, 1, 1), of(1, 2, 3))).toBeNaN()
    expect(spearman(of(1), of(1))).toBeNaN()
  })

  it('stays the same under what keeps the order, and turns round with it', () => {
    const values = fc.uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(values, fc.infiniteStream(fc.integer({ min: 0, max: 9 })), (a, stream) => {
        const x = Float64Array.from(a)
        const y = x.map(() => stream.next().value)
        const found = spearman(x, y)
        const grown = spearman(
          x.map((value) => Math.exp(value / 10)),
          y,
        )
        const turned = spearman(
          x.map((value) => -value),
          y,
        )
        if (Number.isNaN(found)) expect(grown).toBeNaN()
        else {
          expect(grown).toBeCloseTo(found, 12)
          expect(turned).toBeCloseTo(-found, 12)
          expect(Math.abs(found)).toBeLessThanOrEqual(1 + 1e-12)
        }
      }),
      { seed: 3 },
    )
  })
})
