import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conjugateGradients, elimination, minres, type Operator } from '../../../src/core/linear/index.js'
import { Random } from '../../../src/core/random.js'

type Matrix = readonly Float64Array[]

const operatorOf =
  (matrix: Matrix): Operator =>
  (x, result) => {
    for (const [k, row] of matrix.entries()) result[k] = row.reduce((sum, a, j) => sum + a * x[j], 0)
  }

/** QᵀDQ with the eigenvalues D and a random orthogonal Q, by Householder reflections. */
function symmetric(eigenvalues: readonly number[], seed: number): Matrix {
  const n = eigenvalues.length
  const normal = new Random(seed).normal()
  const matrix = eigenvalues.map((value, k) => new Float64Array(n).fill(0).fill(value, k, k + 1))
  for (let step = 0; step < 3; step++) {
    const v = Float64Array.from({ length: n }, normal)
    const square = v.reduce((sum, x) => sum + x * x, 0)
    const reflect = (at: (k: number) => number, put: (k: number, value: number) => void) => {
      let along = 0
      for (let k = 0; k < n; k++) along += v[k] * at(k)
      for (let k = 0; k < n; k++) put(k, at(k) - (2 * along * v[k]) / square)
    }
    for (const row of matrix) {
      reflect(
        (k) => row[k],
        (k, value) => {
          row[k] = value
        },
      )
    }
    for (let column = 0; column < n; column++) {
      reflect(
        (k) => matrix[k][column],
        (k, value) => {
          matrix[k][column] = value
        },
      )
    }
  }
  return matrix
}

/** The largest |b − A·x|. */
function largestError(matrix: Matrix, x: Float64Array, b: Float64Array): number {
  const product = new Float64Array(b.length)
  operatorOf(matrix)(x, product)
  return Math.max(...b.map((value, k) => Math.abs(value - product[k])))
}

const eigenvalue = fc.double({ min: 0.01, max: 100, noNaN: true })
const signed = fc.tuple(eigenvalue, fc.boolean()).map(([value, negative]) => (negative ? -value : value))
const seed = fc.integer({ min: 0, max: 1e6 })

const METHODS = [
  ['conjugate gradients', conjugateGradients, fc.array(eigenvalue, { minLength: 1, maxLength: 12 })],
  ['MINRES', minres, fc.array(signed, { minLength: 1, maxLength: 12 })],
] as const

describe.each(METHODS)('%s', (_, solve, spectra) => {
  it('solves what it is for', () => {
    fc.assert(
      fc.property(spectra, seed, (eigenvalues, s) => {
        const matrix = symmetric(eigenvalues, s)
        const b = Float64Array.from(eigenvalues, new Random(s).fork('b').normal())
        const { x, residual, end } = solve(operatorOf(matrix), b, { tolerance: 1e-9, iterations: 1000 })
        expect(end).toBe('converged')
        expect(residual).toBeLessThanOrEqual(1e-9)
        expect(largestError(matrix, x, b)).toBeLessThanOrEqual(1e-9 * Math.hypot(...b))
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  it('needs as many iterations as there are different eigenvalues', () => {
    const matrix = symmetric([1, 1, 1, 4, 4, 4, 4, 9, 9, 9], 7)
    const b = Float64Array.from({ length: 10 }, new Random(3).normal())
    expect(solve(operatorOf(matrix), b, { tolerance: 1e-10, iterations: 100 })).toMatchObject({
      iterations: 3,
      end: 'converged',
    })
  })

  it('gives 0 for the right side 0, without an iteration', () => {
    const solution = solve(operatorOf(symmetric([1, 2], 1)), new Float64Array(2), {
      tolerance: 1e-9,
      iterations: 5,
    })
    expect(solution).toEqual({ x: new Float64Array(2), iterations: 0, residual: 0, end: 'converged' })
  })

  it('says when the iterations are too few, with the residual that it came to', () => {
    const matrix = symmetric(
      Array.from({ length: 30 }, (_, k) => 2 ** (k / 2)),
      5,
    )
    const b = new Float64Array(30).fill(1)
    const told: (readonly [number, number])[] = []
    const { x, iterations, residual, end } = solve(operatorOf(matrix), b, {
      tolerance: 1e-12,
      iterations: 6,
      onIteration: (iteration, rest) => told.push([iteration, rest]),
    })
    expect({ iterations, end }).toEqual({ iterations: 6, end: 'iterations' })
    const product = new Float64Array(30)
    operatorOf(matrix)(x, product)
    expect(residual).toBeCloseTo(
      Math.hypot(...b.map((value, k) => value - product[k])) / Math.hypot(...b),
      12,
    )
    expect(told.map(([iteration]) => iteration)).toEqual([1, 2, 3, 4, 5, 6])
    expect(told[5][1]).toBeCloseTo(residual, 10)
  })

  const scattered = (perDecade: number) =>
    symmetric(
      Array.from({ length: 40 }, (_, k) => 10 ** (k / perDecade)),
      9,
    )

  it('refines where the residual by the recurrence drifts from the true one', () => {
    const matrix = scattered(8)
    const b = Float64Array.from({ length: 40 }, new Random(4).normal())
    const told: number[] = []
    const { x, residual, iterations, end } = solve(operatorOf(matrix), b, {
      tolerance: 1e-12,
      iterations: 5000,
      onIteration: (_, rest) => told.push(rest),
    })
    expect(end).toBe('converged')
    expect(residual).toBeLessThanOrEqual(1e-12)
    expect(largestError(matrix, x, b)).toBeLessThanOrEqual(1e-12 * Math.hypot(...b))
    // It was below the tolerance by the recurrence before, and had to begin again.
    expect(told.findIndex((rest) => rest <= 1e-12)).toBeLessThan(iterations - 1)
  })

  it('says when rounding forbids what was asked for', () => {
    const b = Float64Array.from({ length: 40 }, new Random(4).normal())
    const { end, residual, iterations } = solve(operatorOf(scattered(6)), b, {
      tolerance: 1e-14,
      iterations: 5000,
    })
    expect(end).toBe('stagnated')
    expect(residual).toBeLessThan(1e-10)
    expect(iterations).toBeLessThan(2000)
  })
})

describe('conjugate gradients', () => {
  it('end where A is not positive definite', () => {
    const b = Float64Array.of(1, 2, 3)
    const { end } = conjugateGradients(operatorOf(symmetric([-1, -2, -3], 1)), b, {
      tolerance: 1e-9,
      iterations: 50,
    })
    expect(end).toBe('not-definite')
  })
})

describe('MINRES', () => {
  it('ends at the least residual where A is singular and b out of its reach', () => {
    const matrix: Matrix = [Float64Array.of(2, 0), Float64Array.of(0, 0)]
    const { x, residual, end } = minres(operatorOf(matrix), Float64Array.of(4, 3), {
      tolerance: 1e-9,
      iterations: 50,
    })
    expect(end).toBe('stagnated')
    expect(x[0]).toBeCloseTo(2, 10)
    expect(residual).toBeCloseTo(3 / 5, 10)
  })

  it('never makes the residual larger', () => {
    const matrix = symmetric(
      Array.from({ length: 25 }, (_, k) => (k - 12.5) * 2),
      2,
    )
    const residuals: number[] = []
    minres(operatorOf(matrix), new Float64Array(25).fill(1), {
      tolerance: 1e-10,
      iterations: 100,
      onIteration: (_, residual) => residuals.push(residual),
    })
    expect(residuals.length).toBeGreaterThan(10)
    for (const [k, residual] of residuals.entries()) {
      expect(residual).toBeLessThanOrEqual(k === 0 ? 1 : residuals[k - 1])
    }
  })
})

describe('elimination', () => {
  const rowsOfAll = (matrix: Matrix) => Float64Array.from(matrix.flatMap((row) => [...row]))
  const settings = { tolerance: 1e-12, iterations: 10 }

  it('solves what is definite or not, symmetric or not', () => {
    fc.assert(
      fc.property(fc.array(signed, { minLength: 1, maxLength: 12 }), seed, (eigenvalues, s) => {
        const normal = new Random(s).fork('skew').normal()
        const matrix = symmetric(eigenvalues, s).map((row) => row.map((value) => value + normal() / 1e3))
        const b = Float64Array.from(eigenvalues, normal)
        const { x, residual, end } = elimination(rowsOfAll(matrix), operatorOf(matrix), b, {
          ...settings,
          tolerance: 1e-9,
        })
        expect(end).toBe('converged')
        expect(residual).toBeLessThanOrEqual(1e-9)
        expect(largestError(matrix, x, b)).toBeLessThanOrEqual(1e-9 * Math.hypot(...b))
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  it('exchanges rows where the diagonal is 0', () => {
    const matrix = [Float64Array.of(0, 2, 1), Float64Array.of(1, 0, 0), Float64Array.of(0, 1, 0)]
    const { x, iterations } = elimination(
      rowsOfAll(matrix),
      operatorOf(matrix),
      Float64Array.of(7, 3, 2),
      settings,
    )
    expect([...x]).toEqual([3, 2, 3])
    expect(iterations).toBe(1)
  })

  it('takes one iteration where others take more than there are unknowns', () => {
    const matrix = symmetric(
      Array.from({ length: 40 }, (_, k) => 10 ** (k / 8)),
      3,
    )
    const b = new Float64Array(40).fill(1)
    const asked = { tolerance: 1e-9, iterations: 10_000 }
    const { end, iterations } = elimination(rowsOfAll(matrix), operatorOf(matrix), b, asked)
    expect([end, iterations]).toEqual(['converged', 1])
    expect(minres(operatorOf(matrix), b, asked).iterations).toBeGreaterThan(40)
  })

  it('says of a singular matrix that there is no solution', () => {
    const matrix = [Float64Array.of(1, 2), Float64Array.of(2, 4)]
    const b = Float64Array.of(1, 0)
    const { end, residual } = elimination(rowsOfAll(matrix), operatorOf(matrix), b, settings)
    expect(end).toBe('stagnated')
    expect(residual).toBeGreaterThan(0.1)
  })
})
