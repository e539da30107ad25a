/**
 * Five functions of the noiseless BBOB testbed (Hansen, Finck, Ros and Auger, INRIA research report 6829, 2009), by which
 * single-objective methods are compared: f1 sphere, f8 Rosenbrock, f10 rotated ellipsoid, f12 bent cigar, f14 sum of
 * different powers. Each is minimised, its least value is 0 and lies inside [−4, 4]ⁿ; all but the sphere and Rosenbrock
 * are rotated at random. BBOB fixes its instances by a generator of its own; here a seed makes them.
 */
import { Random } from '../../core/random.js'

export const BBOB_FUNCTIONS = {
  1: 'sphere',
  8: 'Rosenbrock',
  10: 'ellipsoid',
  12: 'bent cigar',
  14: 'different powers',
} as const
export type BbobFunction = 1 | 8 | 10 | 12 | 14

export type Objective = (point: Float64Array) => number

/** @param n dimensions, 2 or more */
export function bbob(id: BbobFunction, n: number, seed: number | string): Objective {
  const random = new Random(seed).fork('bbob').fork(id).fork(n)
  const reach = id === 8 ? 3 : 4
  const optimum = Float64Array.from({ length: n }, () => reach * (2 * random.uniform() - 1))
  const moved = (point: Float64Array) => point.map((value, k) => value - optimum[k])
  switch (id) {
    case 1:
      return (point) => moved(point).reduce((sum, z) => sum + z * z, 0)
    case 8: {
      const scale = Math.max(1, Math.sqrt(n) / 8)
      return (point) => rosenbrock(moved(point).map((z) => scale * z + 1))
    }
    case 10: {
      const turn = rotation(n, random)
      return (point) =>
        turn(moved(point))
          .map(oscillated)
          .reduce((sum, z, k) => sum + 10 ** ((6 * k) / (n - 1)) * z * z, 0)
    }
    case 12: {
      const turn = rotation(n, random)
      return (point) =>
        turn(
          turn(moved(point)).map((z, k) => (z > 0 ? z ** (1 + ((0.5 * k) / (n - 1)) * Math.sqrt(z)) : z)),
        ).reduce((sum, z, k) => sum + (k === 0 ? 1 : 1e6) * z * z, 0)
    }
    case 14: {
      const turn = rotation(n, random)
      return (point) =>
        Math.sqrt(turn(moved(point)).reduce((sum, z, k) => sum + Math.abs(z) ** (2 + (4 * k) / (n - 1)), 0))
    }
  }
}

function rosenbrock(z: Float64Array): number {
  let sum = 0
  for (let k = 0; k + 1 < z.length; k++) sum += 100 * (z[k] ** 2 - z[k + 1]) ** 2 + (z[k] - 1) ** 2
  return sum
}

/** T_osz of BBOB: small, smooth irregularities. */
function oscillated(z: number): number {
  if (z === 0) return 0
  const log = Math.log(Math.abs(z))
  const [fast, slow] = z > 0 ? [10, 7.9] : [5.5, 3.1]
  return Math.sign(z) * Math.exp(log + 0.049 * (Math.sin(fast * log) + Math.sin(slow * log)))
}

/** Multiplication by a random orthogonal matrix: normal rows, made orthonormal by Gram and Schmidt. */
function rotation(n: number, random: Random): (vector: Float64Array) => Float64Array {
  const normal = random.normal()
  const rows: Float64Array[] = []
  while (rows.length < n) {
    let row = Float64Array.from({ length: n }, normal)
    for (const earlier of rows) {
      const along = dot(row, earlier)
      row = row.map((value, k) => value - along * earlier[k])
    }
    const length = Math.sqrt(dot(row, row))
    rows.push(row.map((value) => value / length))
  }
  return (vector) => {
    const turned = new Float64Array(n)
    for (let k = 0; k < n; k++) turned[k] = dot(rows[k], vector)
    return turned
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k]
  return sum
}
