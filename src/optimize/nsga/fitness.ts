/**
 * Dummy fitness of NSGA (Srinivas and Deb, Evolutionary Computation 2, 1994): front by front, every point of a front begins
 * with the same fitness, which is divided by how crowded its place is; the next front begins below the least fitness so
 * far. The niche count needs no sharing radius to be set: it follows from the number of points (Laumanns, Analysis and
 * Application of Evolutionary Multiobjective Optimization Algorithms, 2003):
 *
 *   niches = ⌊N − (N − k)/2 + 1/2⌋,   divisions = ⌊(niches/k)^{1/(k−1)} + 1/2⌋,   q² = Σ ((max − min)/divisions)²,
 *   niche count of a point = Σ max(0, 1 − (d/q)²) over its front, itself included.
 *
 * Objectives are taken relative to their ranges in the population, as they may be seconds beside shares of 1. A front
 * begins at (1 − ε) of the least fitness so far, ε = 0.01; the first one at N.
 */
import { nonDominatedSort } from '../pareto/sort.js'

const EPSILON = 0.01

/** @returns the fitness of each point, above 0 */
export function sharedFitness(points: Float64Array, objectives: number): Float64Array {
  const count = points.length / objectives
  const relative = relativeToRanges(points, objectives)
  const radius = nicheRadius(relative, objectives)
  const fitness = new Float64Array(count)
  let least = count / (1 - EPSILON)
  for (const front of nonDominatedSort(points, objectives)) {
    const begin = (1 - EPSILON) * least
    for (const place of front) {
      fitness[place] = begin / nicheCount(relative, objectives, front, place, radius)
      least = Math.min(least, fitness[place])
    }
  }
  return fitness
}

/** In [0, 1]; infinite values count as the range's end. */
function relativeToRanges(points: Float64Array, objectives: number): Float64Array {
  const relative = Float64Array.from(points)
  for (let k = 0; k < objectives; k++) {
    let least = Number.POSITIVE_INFINITY
    let most = Number.NEGATIVE_INFINITY
    for (let at = k; at < points.length; at += objectives) {
      if (!Number.isFinite(points[at])) continue
      least = Math.min(least, points[at])
      most = Math.max(most, points[at])
    }
    const range = most - least
    for (let at = k; at < points.length; at += objectives) {
      const share = range > 0 ? (points[at] - least) / range : 0
      relative[at] = Math.max(0, Math.min(1, share))
    }
  }
  return relative
}

/** q: the diagonal of one of the equal boxes that the objectives' ranges are divided into. */
function nicheRadius(relative: Float64Array, objectives: number): number {
  const count = relative.length / objectives
  const niches = Math.floor(count - 0.5 * (count - objectives) + 0.5)
  const divisions = Math.max(1, Math.floor((niches / objectives) ** (1 / (objectives - 1)) + 0.5))
  let squares = 0
  for (let k = 0; k < objectives; k++) {
    let most = 0
    for (let at = k; at < relative.length; at += objectives) most = Math.max(most, relative[at])
    squares += (most / divisions) ** 2
  }
  return Math.sqrt(squares)
}

function nicheCount(
  relative: Float64Array,
  objectives: number,
  front: Int32Array,
  place: number,
  radius: number,
): number {
  // Where all points are one, every one has them all beside it.
  if (radius === 0) return front.length
  let count = 0
  for (const other of front) {
    let squares = 0
    for (let k = 0; k < objectives; k++) {
      squares += (relative[place * objectives + k] - relative[other * objectives + k]) ** 2
    }
    count += Math.max(0, 1 - squares / radius ** 2)
  }
  return count
}
