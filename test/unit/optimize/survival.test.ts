/** Who survives in an evolution strategy: cases made by hand, and the published algorithm transcribed. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Contestant, surviving } from '../../../src/optimize/evolution-strategy/survival.js'

/** Written as [score, size]. */
const of = (pairs: readonly (readonly [number, number])[]): readonly Contestant[] =>
  pairs.map(([score, size]) => ({ score, size }))
const smallest = (pool: number) => ({ kind: 'smallest', coordinate: 0, pool }) as const
const discounted = (discount: number) => ({ kind: 'discounted', coordinate: 0, discount }) as const

/**
 * Algorithm 9.5, line by line; where several have the least score, arg min is the first of them.
 * @returns P' and the numbers of rules of the next parents
 */
function algorithm95(contestants: readonly Contestant[], mu: number) {
  const pool: number[] = []
  let F = contestants.map((_, k) => k)
  const argmin = (places: readonly number[]) =>
    places.reduce((best, k) => (contestants[k].score < contestants[best].score ? k : best), places[0])
  while (pool.length < 2 * mu && F.length > 0) {
    const k = argmin(F)
    const others = F.filter((place) => place !== k)
    const l = others.length === 0 ? k : argmin(others)
    const [a, b] = [contestants[k], contestants[l]]
    const chosen = a.score === b.score ? (a.size <= b.size ? k : l) : a.score < b.score ? k : l
    pool.push(chosen)
    F = F.filter((place) => place !== chosen)
  }
  const sizes = pool.map((place) => contestants[place].size).sort((a, b) => a - b)
  return { pool, sizes: sizes.slice(0, mu) }
}

describe('modified selection (algorithm 9.5)', () => {
  it.each<readonly [string, readonly (readonly [number, number])[], number, readonly number[]]>([
    // μ = 1: the pool is the two best.
    [
      'a small one that is second',
      [
        [1, 30],
        [2, 4],
        [3, 1],
      ],
      1,
      [1],
    ],
    [
      'a small one outside the pool',
      [
        [5, 1],
        [1, 30],
        [2, 4],
      ],
      1,
      [2],
    ],
    [
      'a tie at the end of the pool: the smaller one gets in',
      [
        [1, 9],
        [2, 8],
        [2, 3],
      ],
      1,
      [2],
    ],
    [
      'a tie whose smaller one comes first',
      [
        [1, 9],
        [2, 3],
        [2, 8],
      ],
      1,
      [1],
    ],
    [
      'three that tie for one place: the smallest of them',
      [
        [1, 9],
        [2, 5],
        [2, 3],
        [2, 1],
      ],
      1,
      [3],
    ],
    // μ = 2: the pool is the four best.
    [
      'of the pool, those with the fewest rules',
      [
        [1, 7],
        [2, 6],
        [3, 5],
        [4, 4],
        [5, 1],
      ],
      2,
      [3, 2],
    ],
    [
      'equally small ones: the better first',
      [
        [4, 2],
        [3, 2],
        [2, 2],
        [1, 2],
      ],
      2,
      [3, 2],
    ],
    [
      'equally small and equally good ones: those that come first',
      [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
      2,
      [0, 1],
    ],
    [
      'the best is lost where it is large',
      [
        [0, 30],
        [9, 1],
        [9, 2],
        [9, 3],
      ],
      2,
      [1, 2],
    ],
    [
      'a pool that is larger than what there is',
      [
        [1, 3],
        [2, 1],
        [3, 2],
      ],
      2,
      [1, 2],
    ],
    [
      'without a score nobody is let in before one that has one',
      [
        [Infinity, 1],
        [7, 30],
        [Infinity, 2],
        [8, 20],
      ],
      1,
      [3],
    ],
  ])('%s', (_, contestants, mu, expected) => {
    expect(surviving(of(contestants), mu, smallest(2 * mu))).toEqual(expected)
  })

  it('chooses as the algorithm does, line by line', () => {
    // At most two have the same score: then it makes no difference which of them arg min names.
    const group = fc.array(fc.tuple(fc.nat({ max: 40 }), fc.integer({ min: 1, max: 6 })), {
      minLength: 4,
      maxLength: 24,
    })
    let tied = 0
    const property = fc.property(group, fc.integer({ min: 1, max: 5 }), (pairs, mu) => {
      const count = new Map<number, number>()
      const contestants = of(pairs).filter(({ score }) => {
        count.set(score, (count.get(score) ?? 0) + 1)
        return (count.get(score) ?? 0) <= 2
      })
      const { pool, sizes } = algorithm95(contestants, mu)
      const chosen = surviving(contestants, mu, smallest(2 * mu))
      expect(chosen.map((place) => contestants[place].size)).toEqual(sizes)
      const score = (place: number) => contestants[place].score
      for (const place of chosen) {
        const known = pool.includes(place) || pool.some((k) => score(k) === score(place))
        expect(known).toBe(true)
      }
      const next = pool.length < contestants.length ? Math.max(...pool.map(score)) : Number.NaN
      if (
        contestants.filter((each) => each.score === next).length >
        pool.filter((k) => score(k) === next).length
      )
        tied++
    })
    fc.assert(property, { seed: 95, numRuns: 400 })
    expect(tied).toBeGreaterThan(20)
  })
})

describe('modified fitness (equation 9.30)', () => {
  it.each<readonly [string, readonly (readonly [number, number])[], number, readonly number[]]>([
    [
      'a base of one rule is let off the whole',
      [
        [100, 1],
        [95, 10],
        [70, 30],
      ],
      50,
      [0, 2, 1],
    ],
    [
      'a score that is good enough goes before a small size',
      [
        [100, 1],
        [40, 10],
        [70, 30],
      ],
      50,
      [1, 0, 2],
    ],
    [
      'equal fitness: the first',
      [
        [100, 1],
        [75, 2],
        [60, 5],
      ],
      50,
      [0, 1, 2],
    ],
    [
      'nothing is let off',
      [
        [3, 1],
        [2, 1],
        [1, 30],
      ],
      0,
      [2, 1, 0],
    ],
  ])('%s', (_, contestants, discount, expected) => {
    expect(surviving(of(contestants), 3, discounted(discount))).toEqual(expected)
    expect(surviving(of(contestants), 1, discounted(discount))).toEqual(expected.slice(0, 1))
  })
})
