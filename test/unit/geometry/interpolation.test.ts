import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import {
  type Front,
  type InterpolationSettings,
  interpolateFront,
  type RadialBasis,
} from '../../../src/geometry/index.js'
import { failureOf } from '../../support/failures.js'
import { frontOfRows, rowsOf, sphere } from './fronts.js'

const BASES: readonly RadialBasis[] = ['gaussian', 'multiquadric', 'inverse-multiquadric']

/** Points of two axes on a grid, with the value of `f` as the third. */
function surface(f: (x: number, y: number) => number, steps: number): Front {
  const ticks = Array.from({ length: steps }, (_, k) => k / (steps - 1))
  return frontOfRows(ticks.flatMap((x) => ticks.map((y) => [x, y, f(x, y)])))
}

describe.each(BASES)('interpolation by the basis %s', (basis) => {
  it.each(['elimination', 'iterative'] as const)(
    'has the value of every point at its place, by %s',
    (method) => {
      const front = sphere(7, 250, 1)
      const { value, residual, iterations, axis } = interpolateFront(front, { basis, method })
      expect(axis).toBe(6)
      expect(residual).toBeLessThanOrEqual(1e-8)
      if (method === 'elimination') expect(iterations).toBe(1)
      else expect(iterations).toBeGreaterThan(5)
      for (const row of rowsOf(front)) expect(value(row.slice(0, 6))).toBeCloseTo(row[6], 6)
    },
  )

  it('comes near to a smooth surface between the points', () => {
    const f = (x: number, y: number) => 1 + Math.sin(2 * x) * Math.cos(y)
    const { value } = interpolateFront(surface(f, 12), { basis })
    for (const [x, y] of [
      [0.13, 0.52],
      [0.5, 0.5],
      [0.77, 0.31],
    ]) {
      expect(Math.abs(value([x, y]) - f(x, y))).toBeLessThan(0.02)
    }
  })

  it('does not depend on the units of the axes', () => {
    const front = sphere(4, 80, 2)
    const scaled = frontOfRows(rowsOf(front).map(([a, b, c, d]) => [a * 1e5 + 3e5, b * 1e-3, c, d]))
    const [plain, other] = [interpolateFront(front, { basis }), interpolateFront(scaled, { basis })]
    expect(other.gamma).toBeCloseTo(plain.gamma, 8)
    expect(other.value([0.3 * 1e5 + 3e5, 0.4e-3, 0.5])).toBeCloseTo(plain.value([0.3, 0.4, 0.5]), 5)
  })

  it('is the same whatever part of the matrix is kept', () => {
    const front = sphere(3, 90, 3)
    const weights = (memory: number) =>
      interpolateFront(front, { basis, memory, method: 'iterative' }).weights
    const all = weights(2 ** 20)
    for (const memory of [0, 800, 10_000]) expect(weights(memory)).toEqual(all)
  })

  it('takes another axis as the value', () => {
    const front = sphere(3, 60, 4)
    const { value } = interpolateFront(front, { basis, axis: 0 })
    for (const [x, y, z] of rowsOf(front)) expect(value([y, z])).toBeCloseTo(x, 6)
  })

  it('is not of points that are equal but for the value', () => {
    const front = frontOfRows([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
      [4, 5, 0],
    ])
    const failure = failureOf(() => interpolateFront(front, { basis }))
    expect(failure).toMatchObject({ kind: 'usage', detail: { value: '1 and 3' } })
  })

  it('says when it has not converged, and how far it came', () => {
    const front = sphere(5, 100, 5)
    const failure = failureOf(() => interpolateFront(front, { basis, iterations: 3, method: 'iterative' }))
    expect(failure.message).toContain('did not converge: after 3 iterations all iterations are done')
    expect(Number(failure.detail.value)).toBeGreaterThan(1e-8)
    expect(Number(failure.detail.value)).toBeLessThan(1.5)
  })

  it.each(['elimination', 'iterative'] as const)('says when rounding forbids a solution by %s', (method) => {
    // So wide that all rows of the matrix are nearly equal.
    const wide = { basis, gamma: basis === 'gaussian' ? 1e-6 : 1e4, iterations: 3000, method }
    const failure = failureOf(() => interpolateFront(sphere(4, 60, 6), wide))
    expect(failure.message).toMatch(/did not converge: .*(rounding|all iterations)/)
  })

  it('tells of its iterations', () => {
    const told: number[] = []
    const { iterations } = interpolateFront(sphere(3, 40, 7), {
      basis,
      method: 'iterative',
      onIteration: (iteration) => told.push(iteration),
    })
    expect(told).toEqual(Array.from({ length: iterations }, (_, k) => k + 1))
  })
})

describe('interpolation', () => {
  it('by the multiquadric gives a constant back exactly, with no weights', () => {
    const front = surface(() => 0.7, 5)
    const { constant, weights, value } = interpolateFront(front, { basis: 'multiquadric' })
    expect(constant).toBeCloseTo(0.7, 7)
    expect(Math.max(...weights.map(Math.abs))).toBeLessThan(1e-7)
    expect(value([0.123, 0.9])).toBeCloseTo(0.7, 7)
  })

  it('by the multiquadric has weights that sum to 0', () => {
    const { weights } = interpolateFront(sphere(4, 120, 8), { basis: 'multiquadric' })
    expect(Math.max(...weights.map(Math.abs))).toBeGreaterThan(0.1)
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(0, 5)
  })

  it.each([
    ['gaussian', Math.exp(-2 * 0.25)],
    ['multiquadric', Math.sqrt(4 + 0.25)],
    ['inverse-multiquadric', 1 / Math.sqrt(4 + 0.25)],
  ] as const)('by the basis %s is the sum of its formula', (basis, phi) => {
    // Two points one apart on the only axis; their middle is 1/2 from both.
    const front = frontOfRows([
      [10, 3],
      [20, 5],
    ])
    const { weights, constant, gamma, value } = interpolateFront(front, { basis, gamma: 2 })
    expect(gamma).toBe(2)
    expect(value([15])).toBeCloseTo((weights[0] + weights[1]) * phi + constant, 12)
  })

  it('of many points is by the lower quartile of the distances to the nearest one', () => {
    const line = frontOfRows([
      [0, 1],
      [1, 2],
      [3, 2],
      [10, 4],
    ])
    // On the axis brought to [0, 1] the nearest distances are 0.1, 0.1, 0.2 and 0.7.
    const c = 0.815 * 0.1
    expect(interpolateFront(line).gamma).toBeCloseTo(c, 12)
    expect(interpolateFront(line, { basis: 'gaussian' }).gamma).toBeCloseTo(1 / (2 * c) ** 2, 10)
  })

  it('works with an axis of one value, and with a single point', () => {
    const flat = frontOfRows([
      [1, 7, 3],
      [2, 7, 4],
      [5, 7, 1],
    ])
    expect(interpolateFront(flat).value([2, 7])).toBeCloseTo(4, 7)
    for (const basis of BASES) {
      expect(interpolateFront(frontOfRows([[1, 2, 0.5]]), { basis }).value([1, 2])).toBeCloseTo(0.5, 10)
    }
  })

  it.each<readonly [InterpolationSettings, string]>([
    [{ gamma: 0 }, 'gamma'],
    [{ gamma: Number.NaN }, 'gamma'],
    [{ tolerance: 0 }, 'tolerance'],
    [{ iterations: 0 }, 'iterations'],
    [{ memory: -1 }, 'memory'],
    [{ axis: 9 }, 'axis'],
  ])('is not made with %j', (settings, field) => {
    expect(failureOf(() => interpolateFront(sphere(3, 9, 1), settings)).detail.field).toBe(field)
  })

  it('is at places of all other axes', () => {
    const { value } = interpolateFront(sphere(3, 9, 1))
    expect(failureOf(() => value([1, 2, 3])).message).toContain('3 coordinates')
  })

  it('is of fronts of dense places far from each other, where the mean distance is too wide', () => {
    const random = new Random(2)
    const dense = Array.from({ length: 150 }, () => [1e-6 * random.uniform(), 1e-6 * random.uniform()])
    const far = Array.from({ length: 50 }, () => [random.uniform(), random.uniform()])
    const front = frontOfRows(
      [...dense, ...far].map(([x, y]) => [x, y, Math.sin(3 * x) + random.uniform() / 1000]),
    )
    const { value, residual } = interpolateFront(front)
    expect(residual).toBeLessThanOrEqual(1e-8)
    for (const [x, y, z] of rowsOf(front)) expect(value([x, y])).toBeCloseTo(z, 6)
    for (const method of ['elimination', 'iterative'] as const) {
      expect(failureOf(() => interpolateFront(front, { gamma: 0.02, method })).kind).toBe('usage')
    }
  })

  it('of two thousand points is done', () => {
    const random = new Random(1)
    const rows = Array.from({ length: 2000 }, () => {
      const [x, y, z] = [random.uniform(), random.uniform(), random.uniform()]
      return [x, y, z, x * y + Math.sin(z)]
    })
    const { value, residual } = interpolateFront(frontOfRows(rows))
    expect(residual).toBeLessThanOrEqual(1e-8)
    expect(value([0.4, 0.6, 0.5])).toBeCloseTo(0.24 + Math.sin(0.5), 2)
  })
})
