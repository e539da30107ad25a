/** Ways to draw parents: binary tournaments and stochastic universal sampling. */
import type { Random } from '../../core/random.js'

/**
 * Winners of `count` tournaments between two different individuals. Everybody takes part equally often: opponents are
 * neighbours in random orders of the whole population.
 * @param better below 0 if the first wins, above if the second; 0 leaves it to chance
 */
export function binaryTournaments(
  population: number,
  count: number,
  better: (a: number, b: number) => number,
  random: Random,
): Int32Array {
  let order = new Int32Array(0)
  let next = 0
  return Int32Array.from({ length: count }, () => {
    if (next + 1 >= order.length) {
      order = random.shuffle(Int32Array.from({ length: Math.max(2, population) }, (_, k) => k % population))
      next = 0
    }
    const [a, b] = [order[next], order[next + 1]]
    next += 2
    const verdict = better(a, b)
    if (verdict !== 0) return verdict < 0 ? a : b
    return random.uniform() < 0.5 ? a : b
  })
}

/**
 * Stochastic universal sampling (Baker, ICGA 1987): `count` individuals, each expected in proportion to its fitness, by
 * equidistant marks on one wheel. In the order of places.
 * @param fitness 0 or more, not all 0
 */
export function universalSampling(fitness: Float64Array, count: number, random: Random): Int32Array {
  const total = fitness.reduce((sum, value) => sum + value, 0)
  const offset = random.uniform()
  const chosen = new Int32Array(count)
  let place = 0
  let passed = fitness[0]
  for (let k = 0; k < count; k++) {
    const mark = ((offset + k) / count) * total
    while (passed <= mark && place + 1 < fitness.length) {
      place++
      passed += fitness[place]
    }
    chosen[k] = place
  }
  return chosen
}
