/**
 * Variation of real-coded individuals inside a box: simulated binary crossover (Deb and Agrawal, Complex Systems 9, 1995)
 * and polynomial mutation (Deb and Goyal, Computer Science and Informatics 26, 1996).
 */
import type { Random } from '../../core/random.js'
import { type Box, clamp } from '../box.js'

export interface Crossover {
  /** That two parents are crossed at all; else the children are copies. */
  readonly probability: number
  /** η_c, 0 or more: the larger, the nearer are children to their parents. */
  readonly eta: number
  /** Probability that a coordinate takes part, in a pair that is crossed. 1: every one; 0.5: as Deb's own program. */
  readonly share: number
  /**
   * The rule that keeps children inside the box. `clip`: they are cut off at the bounds. `bounded`: the distribution is
   * cut off there, so that none falls outside (Deb, An efficient constraint handling method, 2000), and each coordinate
   * goes to either child with probability 1/2.
   */
  readonly bounds: 'clip' | 'bounded'
}

export interface PolynomialMutation {
  /** That a coordinate is mutated. */
  readonly probability: number
  /** η_m, 0 or more: the larger, the smaller are the steps. */
  readonly eta: number
  /** `clip`: the step's size knows nothing of bounds, and is cut off. `bounded`: its distribution ends at the bounds. */
  readonly bounds: 'clip' | 'bounded'
}

/** Two children of two parents; copies where chance does not cross them. */
export function simulatedBinaryCrossover(
  a: Float64Array,
  b: Float64Array,
  { lower, upper }: Box,
  { probability, eta, share, bounds }: Crossover,
  random: Random,
): readonly [Float64Array, Float64Array] {
  const first = Float64Array.from(a)
  const second = Float64Array.from(b)
  if (random.uniform() >= probability) return [first, second]
  for (let k = 0; k < a.length; k++) {
    if (share < 1 && random.uniform() >= share) continue
    if (bounds === 'clip') {
      const beta = spread(random.uniform(), WHOLE, eta)
      first[k] = clamp(0.5 * ((1 + beta) * a[k] + (1 - beta) * b[k]), lower[k], upper[k])
      second[k] = clamp(0.5 * ((1 - beta) * a[k] + (1 + beta) * b[k]), lower[k], upper[k])
      continue
    }
    const [low, high] = a[k] < b[k] ? [a[k], b[k]] : [b[k], a[k]]
    const gap = high - low
    if (gap <= LEAST_GAP) continue
    const chance = random.uniform()
    const down = spread(chance, truncation(low - lower[k], gap, eta), eta)
    const up = spread(chance, truncation(upper[k] - high, gap, eta), eta)
    const left = clamp(0.5 * (low + high - down * gap), lower[k], upper[k])
    const right = clamp(0.5 * (low + high + up * gap), lower[k], upper[k])
    const swapped = random.uniform() < 0.5
    first[k] = swapped ? right : left
    second[k] = swapped ? left : right
  }
  return [first, second]
}

/** Parents nearer to each other than this are not crossed in a coordinate. */
const LEAST_GAP = 1e-14

/** Twice the mass of the spread factor's whole distribution. */
const WHOLE = 2

/** Twice its mass up to where a child reaches a bound. */
function truncation(room: number, gap: number, eta: number): number {
  return 2 - (1 + (2 * room) / gap) ** -(eta + 1)
}

/** The spread factor β for a uniform number, of the distribution as far as `mass`. */
function spread(chance: number, mass: number, eta: number): number {
  const part = chance * mass
  const power = 1 / (eta + 1)
  return part <= 1 ? part ** power : (1 / (2 - part)) ** power
}

/** A mutated copy. */
export function polynomialMutation(
  point: Float64Array,
  { lower, upper }: Box,
  { probability, eta, bounds }: PolynomialMutation,
  random: Random,
): Float64Array {
  const power = eta + 1
  return point.map((value, k) => {
    if (random.uniform() >= probability) return value
    const range = upper[k] - lower[k]
    const chance = random.uniform()
    const [down, up] =
      bounds === 'clip'
        ? [0, 0]
        : [(1 - (value - lower[k]) / range) ** power, (1 - (upper[k] - value) / range) ** power]
    const delta =
      chance < 0.5
        ? (2 * chance + (1 - 2 * chance) * down) ** (1 / power) - 1
        : 1 - (2 * (1 - chance) + (2 * chance - 1) * up) ** (1 / power)
    return clamp(value + range * delta, lower[k], upper[k])
  })
}
