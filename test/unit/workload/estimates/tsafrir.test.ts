import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import {
  headValues,
  type PopularEstimate,
  tsafrirDistribution,
} from '../../../../src/workload/estimates/index.js'
import { distinctValues } from '../../../../src/workload/estimates/tsafrir.js'
import { drawHead } from '../../../../src/workload/estimates/tsafrir-head.js'
import { failureOf } from '../../../support/failures.js'

const HOUR = 3600

describe('the number of distinct values', () => {
  it('is linear between the published points, and 565 above', () => {
    const points = [
      [20, 10],
      [200, 20],
      [1000, 35],
      [10_000, 90],
      [70_000, 340],
      [250_000, 565],
    ]
    for (const [jobs, values] of points) expect(distinctValues(jobs)).toBe(values)
    expect(distinctValues(600)).toBe(28)
    expect(distinctValues(20_000)).toBe(132)
    expect(distinctValues(1_000_000)).toBe(565)
    expect(distinctValues(0)).toBe(0)
  })
})

describe('the values of the head', () => {
  it('are the maximum, the common ones below it, and multiples of round numbers', () => {
    const common = [5, 10, 15, 20, 30].map((minutes) => minutes * 60)
    const hours = (...list: number[]) => list.map((hour) => hour * HOUR)
    // 18 h is common itself; 10 h and 5 h are there, of 5 h comes 15, of 2 h 16 and 14, of 1 h 17 and 13.
    expect(headValues(18 * HOUR)).toEqual([
      18 * HOUR,
      ...common,
      ...hours(1, 2, 3, 4, 5, 6, 8, 10, 12, 13, 14, 15, 16, 17),
    ])
    expect(headValues(162_754)).toEqual([
      162_754,
      ...common,
      ...hours(1, 2, 3, 4, 5, 6, 8, 10, 12, 18, 20, 30, 40, 45),
    ])
  })

  it('are twenty for any maximum above 95 minutes, none of them twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5701, max: 10_000_000 }), (maximum) => {
        const values = headValues(maximum)
        expect(new Set(values).size).toBe(20)
        expect(values[0]).toBe(maximum)
        const rest = values.slice(1)
        expect(rest).toEqual([...rest].sort((a, b) => a - b))
        expect(rest.every((value) => value > 0 && value < maximum)).toBe(true)
      }),
    )
    expect(headValues(5700)).toHaveLength(19)
  })
})

/** Ranks in popularity by place: the maximum, then by time. */
function ranksOf(head: ReadonlyMap<number, number>): number[] {
  const shares = [...head.values()]
  const order = [...shares].sort((a, b) => b - a)
  return shares.map((share) => order.indexOf(share) + 1)
}

describe('the head', () => {
  const heads = Array.from({ length: 400 }, (_, seed) => drawHead(18 * HOUR, [], new Random(seed)))

  it('has 89 percent in the published shares, the maximum first', () => {
    for (const head of heads.slice(0, 5)) {
      const shares = [...head.values()].sort((a, b) => b - a)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(89, 9)
      for (let rank = 2; rank <= 20; rank++) {
        expect(shares[rank - 1]).toBeCloseTo(14.0491 * Math.exp(-0.177531 * rank) + 0.462513, 12)
      }
      expect(head.get(18 * HOUR)).toBe(shares[0])
      expect(shares[0]).toBeCloseTo(21.73, 2)
    }
  })

  it('gives no rank before the first place at which one of the four sites has it, and one that is due at once', () => {
    const reached = new Set<number>()
    for (const head of heads) {
      const ranks = ranksOf(head)
      const due = (place: number) =>
        ranks.slice(place).filter((rank) => SITES.findLastIndex((row) => row.includes(rank)) <= place)
      ranks.forEach((rank, place) => {
        if (place === 0) expect(rank).toBe(1)
        const firstPlace = SITES.findIndex((row) => row.includes(rank))
        expect(place).toBeGreaterThanOrEqual(firstPlace)
        if (place > 0 && due(place).length > 0) expect(rank).toBe(Math.min(...due(place)))
        reached.add(100 * rank + place)
      })
    }
    // And it is drawn: most ranks are met at several places.
    expect(reached.size).toBeGreaterThan(100)
  })

  it('favours popular ranks for short estimates, by the better of two draws', () => {
    // At place 1 the pool holds what the sites have at places 0 and 1, without rank 1: 3, 3, 4 and 6.
    const counts = [3, 4, 6].map((rank) => heads.filter((head) => ranksOf(head)[1] === rank).length)
    expect(counts[0] + counts[1] + counts[2]).toBe(heads.length)
    const chances = [3 / 4, 3 / 16, 1 / 16]
    chances.forEach((chance, k) => {
      const spread = 4 * Math.sqrt(heads.length * chance * (1 - chance))
      expect(Math.abs(counts[k] - heads.length * chance)).toBeLessThan(spread)
    })
  })

  it('keeps known values and shares', () => {
    const known = [
      { seconds: 18 * HOUR, percent: 9.7 },
      { seconds: 300, percent: 11.2 },
      { seconds: 2.5 * HOUR, percent: 6 },
    ]
    for (let seed = 0; seed < 50; seed++) {
      const head = drawHead(18 * HOUR, known, new Random(seed))
      expect(head.size).toBe(20)
      for (const { seconds, percent } of known) expect(head.get(seconds)).toBe(percent)
      expect([...head.values()].reduce((sum, share) => sum + share, 0)).toBeCloseTo(89, 9)
    }
    // The new value took the place of the nearest one that only fills up, not of a common one.
    const values = [...drawHead(18 * HOUR, known, new Random(1)).keys()]
    expect(headValues(18 * HOUR).filter((value) => !values.includes(value))).toEqual([13 * HOUR])
  })
})

/** As published: a row a place (the maximum, then by time), a column a site (SDSC, CTC, KTH, Blue Horizon). */
const SITES = [
  [3, 1, 1, 1],
  [1, 3, 4, 6],
  [4, 4, 10, 5],
  [17, 2, 14, 3],
  [13, 12, 20, 7],
  [7, 9, 2, 2],
  [8, 8, 3, 18],
  [18, 18, 7, 19],
  [2, 6, 12, 4],
  [6, 7, 6, 11],
  [16, 11, 19, 20],
  [10, 20, 5, 9],
  [5, 16, 18, 10],
  [15, 5, 16, 14],
  [14, 14, 9, 13],
  [19, 13, 17, 16],
  [11, 10, 15, 15],
  [12, 15, 13, 17],
  [9, 17, 8, 8],
  [20, 19, 11, 12],
]

describe('tsafrirDistribution', () => {
  const popular = fc.uniqueArray(
    fc.record({ seconds: fc.integer({ min: 1, max: 9000 }), weight: fc.integer({ min: 1, max: 100 }) }),
    { selector: ({ seconds }) => seconds, maxLength: 19 },
  )

  it('adds up, keeps known counts, and has no value twice', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 227, max: 300_000 }),
        fc.integer({ min: 9000, max: 1_000_000 }),
        popular,
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        fc.boolean(),
        fc.integer(),
        (jobs, maximum, weighted, part, withMaximum, seed) => {
          const named = withMaximum ? [...weighted, { seconds: maximum, weight: 50 }] : weighted
          const unique = named.filter(({ seconds }, k) => named.findIndex((n) => n.seconds === seconds) === k)
          const total = unique.reduce((sum, { weight }) => sum + weight, 0)
          const known: PopularEstimate[] = unique
            .slice(-19)
            .map(({ seconds, weight }) => ({ seconds, share: (part * weight) / total }))
          const bins = tsafrirDistribution(jobs, maximum, new Random(seed), known)
          expect(bins.reduce((sum, bin) => sum + bin.jobs, 0)).toBe(jobs)
          expect(bins.every(({ jobs: count }) => count > 0)).toBe(true)
          const seconds = bins.map((bin) => bin.seconds)
          expect(seconds).toEqual([...new Set(seconds)].sort((a, b) => a - b))
          expect(seconds[0]).toBeGreaterThan(0)
          expect(seconds[seconds.length - 1]).toBeLessThanOrEqual(maximum)
          expect(bins.length).toBeLessThanOrEqual(distinctValues(jobs))
          for (const { seconds: value, share } of known) {
            const count = bins.find((bin) => bin.seconds === value)?.jobs ?? 0
            expect(count).toBe(Math.floor(jobs * share + 1e-9))
          }
        },
      ),
      { numRuns: 300, seed: 11 },
    )
  })

  it('takes twenty known values, a rare maximum among them', () => {
    const known = headValues(18 * HOUR).map((seconds, k) => ({ seconds, share: k === 0 ? 0.002 : 0.04 }))
    const bins = tsafrirDistribution(10_000, 18 * HOUR, new Random(1), known)
    for (const { seconds, share } of known) {
      expect(bins.find((bin) => bin.seconds === seconds)?.jobs).toBe(Math.floor(10_000 * share + 1e-9))
    }
  })

  it('has about as many values as the model says, at the minute or beside it', () => {
    for (const [jobs, maximum] of [
      [1000, 18 * HOUR],
      [20_000, 18 * HOUR],
      [100_000, 64 * HOUR],
    ]) {
      const bins = tsafrirDistribution(jobs, maximum, new Random(1))
      expect(bins.length).toBeGreaterThan(0.85 * distinctValues(jobs))
      expect(bins.every(({ seconds }) => seconds % 10 === 0)).toBe(true)
      const popular = [...bins].sort((a, b) => b.jobs - a.jobs).slice(0, 20)
      const share = popular.reduce((sum, bin) => sum + bin.jobs, 0) / jobs
      expect(share).toBeGreaterThan(0.85)
      expect(share).toBeLessThan(0.9)
    }
  })

  it('is a pure function of its parameters and random numbers', () => {
    const of = (seed: number) => tsafrirDistribution(5000, 36 * HOUR, new Random(seed))
    expect(of(1)).toEqual(of(1))
    expect(of(2)).not.toEqual(of(1))
  })

  it.each([
    ['jobs', 226, 64_800, []],
    ['maximum', 1000, 5700, []],
    ['maximum', 1000, 64_800.5, []],
    ['popular', 1000, 64_800, [{ seconds: 70_000, share: 0.1 }]],
    ['popular', 1000, 64_800, [{ seconds: 0, share: 0.1 }]],
    ['popular', 1000, 64_800, [{ seconds: 90.5, share: 0.1 }]],
    ['popular', 1000, 64_800, [{ seconds: 300, share: 0 }]],
    ['popular', 1000, 64_800, [{ seconds: 300, share: 1.2 }]],
    ['popular', 1000, 64_800, [300, 300].map((seconds) => ({ seconds, share: 0.1 }))],
    ['popular', 1000, 64_800, [300, 600].map((seconds) => ({ seconds, share: 0.6 }))],
    ['popular', 1000, 64_800, Array.from({ length: 20 }, (_, k) => ({ seconds: 60 * (k + 1), share: 0.01 }))],
  ])('refuses %s: %d jobs, maximum %d, %j', (field, jobs, maximum, known) => {
    const failure = failureOf(() => tsafrirDistribution(jobs, maximum, new Random(1), known))
    expect(failure).toMatchObject({ kind: 'usage', detail: { field } })
  })
})
