import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import { symmetricEigen } from '../../../src/optimize/index.js'

function symmetric(n: number, entry: (row: number, column: number) => number): Float64Array {
  const matrix = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      matrix[i * n + j] = entry(i, j)
      matrix[j * n + i] = matrix[i * n + j]
    }
  }
  return matrix
}

/** Largest deviation from A·v = λ·v and from VᵀV = I, relative to the largest eigenvalue. */
function errors(matrix: Float64Array, n: number) {
  const eigen = symmetricEigen(matrix, n)
  if (eigen === null) throw new Error('no eigenvalues')
  const { values, vectors } = eigen
  const size = Math.max(...values.map(Math.abs), Number.MIN_VALUE)
  let residual = 0
  let skew = 0
  for (let k = 0; k < n; k++) {
    for (let i = 0; i < n; i++) {
      let product = 0
      let inner = 0
      for (let j = 0; j < n; j++) {
        product += matrix[i * n + j] * vectors[j * n + k]
        inner += vectors[j * n + i] * vectors[j * n + k]
      }
      residual = Math.max(residual, Math.abs(product - values[k] * vectors[i * n + k]) / size)
      skew = Math.max(skew, Math.abs(inner - (i === k ? 1 : 0)))
    }
  }
  return { values, residual, skew }
}

describe('symmetricEigen', () => {
  it('diagonalises any symmetric matrix', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 24 }),
      fc.nat(),
      fc.integer({ min: 0, max: 12 }),
      (n, seed, spread) => {
        const random = new Random(seed)
        const normal = random.normal()
        const scale = Float64Array.from({ length: n }, () => 10 ** (spread * random.uniform()))
        const { values, residual, skew } = errors(
          symmetric(n, (i, j) => normal() * scale[i] * scale[j]),
          n,
        )
        expect(residual).toBeLessThan(1e-12)
        expect(skew).toBeLessThan(1e-12)
        expect([...values]).toEqual([...values].sort((a, b) => a - b))
      },
    )
    fc.assert(property, { seed: 7, numRuns: 150 })
  })

  it('knows the eigenvalues of the second difference: 2 − 2·cos(kπ/(n+1))', () => {
    const n = 40
    const { values, residual } = errors(
      symmetric(n, (i, j) => (i === j ? 2 : i === j + 1 ? -1 : 0)),
      n,
    )
    expect(residual).toBeLessThan(1e-13)
    for (const [k, value] of values.entries()) {
      expect(value).toBeCloseTo(2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)), 12)
    }
  })

  it('bears equal eigenvalues, zeros and a diagonal', () => {
    expect(
      [
        ...errors(
          symmetric(5, () => 1),
          5,
        ).values,
      ].map((value) => Math.round(value * 1e9) / 1e9 + 0),
    ).toEqual([0, 0, 0, 0, 5])
    expect([
      ...errors(
        symmetric(4, () => 0),
        4,
      ).values,
    ]).toEqual([0, 0, 0, 0])
    expect([
      ...errors(
        symmetric(3, (i, j) => (i === j ? [9, -1, 4][i] : 0)),
        3,
      ).values,
    ]).toEqual([-1, 4, 9])
  })

  it('is null for what is not finite', () => {
    expect(symmetricEigen(Float64Array.of(1, Number.NaN, Number.NaN, 1), 2)).toBeNull()
    expect(symmetricEigen(Float64Array.of(Number.POSITIVE_INFINITY), 1)).toBeNull()
  })
})
