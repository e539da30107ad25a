import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  forwardSelection,
  joinedFactor,
  type LeastSquaresFit,
  leastSquares,
  triangularFactor,
} from '../../../src/core/linear/index.js'
import { Random } from '../../../src/core/random.js'

/** Columns of A and then b. */
function columnsOf(random: Random, rows: number, columns: number): Float64Array[] {
  const draw = random.normal()
  return Array.from({ length: columns + 1 }, () => Float64Array.from({ length: rows }, draw))
}

function fitted(columns: readonly Float64Array[], weights: Float64Array | null, which?: readonly number[]) {
  const all = Array.from({ length: columns.length - 1 }, (_, k) => k)
  const fit = leastSquares(triangularFactor(columns, weights, 0, columns[0].length), which ?? all)
  if ('dependent' in fit) throw new TypeError(`column ${fit.dependent} depends on others`)
  return fit
}

/** w·(A·c − b), row by row. */
function residual(
  columns: readonly Float64Array[],
  weights: Float64Array | null,
  { coefficients }: LeastSquaresFit,
) {
  const b = columns[columns.length - 1]
  return b.map((value, row) => {
    const sum = coefficients.reduce((total, c, k) => total + c * columns[k][row], 0)
    return (weights?.[row] ?? 1) * (sum - value)
  })
}

const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + value * b[k], 0)

describe('least squares', () => {
  it('leaves a residual at right angles to every weighted column, whatever their scales', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 6 }), (seed, count) => {
        const random = new Random(seed)
        const columns = columnsOf(random, 40 + count, count)
        const scales = columns.map(() => 10 ** (6 * random.uniform() - 3))
        const scaled = columns.map((column, k) => column.map((value) => value * scales[k]))
        const weights = Float64Array.from({ length: 40 + count }, () => 10 ** (4 * random.uniform()))
        const fit = fitted(scaled, weights)
        const left = residual(scaled, weights, fit)
        const size = Math.sqrt(dot(left, left))
        for (let k = 0; k < count; k++) {
          const weighted = scaled[k].map((value, row) => value * weights[row])
          expect(Math.abs(dot(weighted, left))).toBeLessThan(1e-9 * Math.sqrt(dot(weighted, weighted)) * size)
        }
        expect(fit.squares / size ** 2).toBeCloseTo(1, 9)
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('finds the coefficients that made the values', () => {
    const columns = columnsOf(new Random(3), 5000, 3)
    const b = columns[0].map((value, row) => 2e-7 * value - 3 * columns[1][row] + 1e5 * columns[2][row])
    const { coefficients, squares } = fitted([...columns.slice(0, 3), b], null)
    expect(coefficients[0] / 2e-7).toBeCloseTo(1, 2)
    expect(coefficients[1]).toBeCloseTo(-3, 8)
    expect(coefficients[2] / 1e5).toBeCloseTo(1, 12)
    expect(squares).toBeLessThan(1e-15)
  })

  it('does not lose small values below a large one', () => {
    const fit = fitted([Float64Array.of(1, 1e-9, 0), Float64Array.of(1, 2, 3)], null)
    expect(fit.coefficients[0] - 1).toBeCloseTo(2e-9, 15)
    expect(fit.squares).toBeCloseTo(13, 7)
  })

  it('takes some of the columns as if there were no others', () => {
    const columns = columnsOf(new Random(4), 300, 5)
    const some = fitted(columns, null, [3, 0])
    const alone = fitted([columns[3], columns[0], columns[5]], null)
    expect(some.squares).toBeCloseTo(alone.squares, 9)
    for (const [k, c] of alone.coefficients.entries()) expect(some.coefficients[k]).toBeCloseTo(c, 12)
  })

  it('is the same from parts of the rows, also from parts of fewer rows than columns, and from many rows', () => {
    const rows = 4500
    const columns = columnsOf(new Random(5), rows, 4)
    const weights = Float64Array.from({ length: rows }, (_, row) => 1 + (row % 7))
    const bounds = [0, 1, 2, 5, 2100, 4499, rows]
    const parts = bounds.slice(1).map((end, k) => triangularFactor(columns, weights, bounds[k], end))
    const joined = joinedFactor(parts)
    expect(joined.rows).toBe(rows)
    const whole = fitted(columns, weights)
    const fromParts = leastSquares(joined, [0, 1, 2, 3]) as LeastSquaresFit
    expect(fromParts.squares / whole.squares).toBeCloseTo(1, 11)
    for (const [k, c] of whole.coefficients.entries()) expect(fromParts.coefficients[k]).toBeCloseTo(c, 11)
  })

  it('says which column the others determine', () => {
    const columns = columnsOf(new Random(6), 50, 3)
    columns[1] = columns[0].map((value, row) => value * 1e-6 + columns[2][row])
    const factor = triangularFactor(columns, null, 0, 50)
    expect(leastSquares(factor, [0, 1, 2])).toHaveProperty('dependent')
    expect(leastSquares(factor, [0, 1])).not.toHaveProperty('dependent')
    const zero = [new Float64Array(50), columns[3]]
    expect(leastSquares(triangularFactor(zero, null, 0, 50), [0])).toEqual({ dependent: 0 })
    // Two rows cannot tell three coefficients.
    expect(
      leastSquares(triangularFactor(columnsOf(new Random(7), 2, 3), null, 0, 2), [0, 1, 2]),
    ).toHaveProperty('dependent')
  })

  it('says how nearly columns depend on each other', () => {
    const [a, noise, b] = columnsOf(new Random(8), 1000, 2)
    const near = a.map((value, row) => value + 1e-4 * noise[row])
    expect(fitted([a, noise, b], null).condition).toBeLessThan(1.2)
    const { condition } = fitted([a, near, b], null)
    expect(condition).toBeGreaterThan(3e3)
    expect(condition).toBeLessThan(3e4)
  })
})

describe('forward selection', () => {
  it('takes at each step the column that leaves the least', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), (seed) => {
        const random = new Random(seed)
        const columns = columnsOf(random, 60, 7)
        // So that columns share what they say of b.
        for (let k = 1; k < 7; k++) columns[k] = columns[k].map((value, row) => value + columns[k - 1][row])
        const factor = triangularFactor(columns, null, 0, 60)
        const order = forwardSelection(factor, [2], 7)
        expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
        expect(order[0]).toBe(2)
        const squares = (which: readonly number[]) => (leastSquares(factor, which) as LeastSquaresFit).squares
        for (let step = 1; step < 7; step++) {
          const before = order.slice(0, step)
          const least = Math.min(...order.slice(step).map((next) => squares([...before, next])))
          expect(squares(order.slice(0, step + 1))).toBeLessThanOrEqual(least * (1 + 1e-9))
        }
      }),
      { numRuns: 30, seed: 2 },
    )
  })

  it('ends where all others depend on those taken, and at the number asked for', () => {
    const columns = columnsOf(new Random(9), 40, 3)
    columns[2] = columns[0].map((value, row) => value - 2 * columns[1][row])
    const factor = triangularFactor(columns, null, 0, 40)
    expect(forwardSelection(factor, [], 3)).toHaveLength(2)
    expect(forwardSelection(factor, [], 1)).toHaveLength(1)
  })
})
