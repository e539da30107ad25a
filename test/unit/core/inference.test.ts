import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bootstrap, resampled } from '../../../src/core/inference/bootstrap.js'
import { holm } from '../../../src/core/inference/holm.js'
import { normalCdf, normalQuantile } from '../../../src/core/inference/normal.js'
import {
  approximateSignedRank,
  exactSignedRank,
  MOST_EXACT,
  signedRanks,
  signedRankTest,
  signTest,
} from '../../../src/core/inference/paired-tests.js'
import { Random } from '../../../src/core/random.js'
import { ascending, mean, median, quantile } from '../../../src/core/statistics.js'

/** Hamilton depression scale of nine patients: Hollander and Wolfe, 1973, table 3.1; also R's `?wilcox.test`. */
const DEPRESSION = {
  before: [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3],
  after: [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29],
}

/** Cross- less self-fertilised maize, eighths of an inch: Darwin 1876, in Fisher, The Design of Experiments, 1935. */
const MAIZE = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

/** Extra hours of sleep, drug 2 less drug 1: Student 1908; R's `sleep`. */
const SLEEP = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]

/** Hours between failures of air conditioning: Proschan 1963; Davison and Hinkley, Bootstrap Methods, 1997, p. 4. */
const AIR = [3, 5, 7, 18, 43, 85, 91, 98, 100, 130, 230, 487]

/** Survival in days of the treated mice: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, table 2.1. */
const MICE = [94, 197, 16, 38, 99, 141, 23]

const differences = (a: readonly number[], b: readonly number[]) => a.map((value, k) => value - b[k])

describe('normal distribution', () => {
  it('has the values of the tables, in the tail to its last digits', () => {
    const known: readonly (readonly [number, number])[] = [
      [-20, 2.7536241186062337e-89],
      [-8, 6.22096057427178e-16],
      [-3.5, 2.3262907903552504e-4],
      [-3, 1.3498980316300946e-3],
      [-2.9999, 1.350341282954925e-3],
      [-1, 0.15865525393145705],
      [0, 0.5],
      [1.96, 0.9750021048517795],
      [3, 0.9986501019683699],
      [5, 0.9999997133484281],
    ]
    for (const [x, p] of known) expect(Math.abs(normalCdf(x) / p - 1), String(x)).toBeLessThan(1e-12)
    expect([normalCdf(-60), normalCdf(60)]).toEqual([0, 1])
  })

  it('has the inverse of the tables', () => {
    const known: readonly (readonly [number, number])[] = [
      [1e-300, -37.0470962993612],
      [1e-10, -6.361340902404056],
      [0.001, -3.090232306167813],
      [0.025, -1.9599639845400545],
      [0.3, -0.5244005127080409],
      [0.9, 1.2815515655446004],
    ]
    for (const [p, x] of known) expect(Math.abs(normalQuantile(p) / x - 1), String(p)).toBeLessThan(1e-13)
    expect([normalQuantile(0), normalQuantile(0.5), normalQuantile(1)]).toEqual([
      Number.NEGATIVE_INFINITY,
      0,
      Number.POSITIVE_INFINITY,
    ])
  })

  it('goes there and back', () => {
    fc.assert(
      fc.property(fc.double({ min: -8, max: 8, noNaN: true }), (x) => {
        const p = normalCdf(x)
        // Near 1 a probability has few digits left to tell x by.
        const lost = 2 ** -53 / Math.max(1e-16, 1 - p)
        expect(Math.abs(normalQuantile(p) - x)).toBeLessThan(1e-11 + 10 * lost)
      }),
      { seed: 20261201, numRuns: 300 },
    )
  })
})

describe('signedRankTest', () => {
  it('gives the published value for the depression scale', () => {
    const test = signedRankTest(differences(DEPRESSION.before, DEPRESSION.after))
    // V = 40, one-sided 0.01953.
    expect(test).toMatchObject({ differences: 9, positive: 40, negative: 5, p: 0.0390625, exact: true })
    expect(test.effect).toBeCloseTo(35 / 45, 14)
  })

  it('gives the published value for Darwin’s maize', () => {
    const test = signedRankTest(MAIZE)
    expect(test).toMatchObject({ positive: 96, negative: 24 })
    expect(test.p).toBeCloseTo(0.041259765625, 14)
  })

  it('gives R’s approximation for the sleep data, which have ties and a zero', () => {
    const { ranks, positive } = signedRanks(SLEEP)
    expect(positive).toBe(45)
    expect(approximateSignedRank(ranks, positive)).toBeCloseTo(0.009090698015925, 12)
    // All nine positive: 2 of 2⁹ ways.
    expect(signedRankTest(SLEEP).p).toBe(2 / 512)
  })

  it('has the exact null distribution, ties or not, against all 2ⁿ signs', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(sizes, fc.integer({ min: 0, max: 511 }), (absolute, signs) => {
        const given = absolute.map((size, k) => ((signs >> k) & 1 ? size : -size))
        const { ranks, positive } = signedRanks(given)
        const middle = ranks.reduce((total, rank) => total + rank, 0) / 2
        let asFar = 0
        for (let way = 0; way < 2 ** ranks.length; way++) {
          const total = ranks.reduce((part, rank, k) => part + ((way >> k) & 1 ? rank : 0), 0)
          if (Math.abs(total - middle) >= Math.abs(positive - middle)) asFar++
        }
        expect(signedRankTest(given).p).toBeCloseTo(asFar / 2 ** ranks.length, 12)
      }),
      { seed: 20261202, numRuns: 150 },
    )
  })

  it('keeps its level: by chance alone p ≤ α no more often than α', () => {
    const sizes = [1, 1, 2, 3, 3, 3, 5, 8, 9, 10]
    const ps = Array.from({ length: 2 ** sizes.length }, (_, way) => {
      return signedRankTest(sizes.map((size, k) => ((way >> k) & 1 ? size : -size))).p
    })
    for (const alpha of [0.01, 0.05, 0.1, 0.5]) {
      const rejected = ps.filter((p) => p <= alpha).length / ps.length
      expect(rejected).toBeLessThanOrEqual(alpha)
      expect(rejected).toBeGreaterThan(0.3 * alpha)
    }
  })

  it('turns with the signs and does not depend on the scale', () => {
    const value = fc.integer({ min: -50, max: 50 })
    fc.assert(
      fc.property(fc.array(value, { maxLength: 130 }), (given) => {
        const test = signedRankTest(given)
        const turned = signedRankTest(given.map((difference) => -difference))
        const scaled = signedRankTest(given.map((difference) => difference * 4))
        expect(turned).toEqual({
          ...test,
          positive: test.negative,
          negative: test.positive,
          effect: test.effect === 0 ? expect.closeTo(0) : -test.effect,
          p: expect.closeTo(test.p, 12),
        })
        expect(scaled).toEqual(test)
      }),
      { seed: 20261203, numRuns: 100 },
    )
  })

  it('passes from counting to the normal distribution without a visible step', () => {
    const random = new Random('signed ranks')
    const normal = random.normal(0.25, 1)
    for (const n of [60, MOST_EXACT]) {
      const { ranks, positive } = signedRanks(Array.from({ length: n }, () => normal()))
      const exact = exactSignedRank(ranks, positive)
      expect(Math.abs(approximateSignedRank(ranks, positive) - exact)).toBeLessThan(0.003)
    }
    expect(signedRankTest(Array.from({ length: MOST_EXACT + 1 }, () => normal())).exact).toBe(false)
  })

  it('has nothing to say of no differences', () => {
    for (const none of [[], [0, 0]]) {
      expect(signedRankTest(none)).toMatchObject({ differences: 0, p: 1, effect: 0, exact: true })
    }
  })
})

describe('signTest', () => {
  it('counts coins', () => {
    expect(signTest([1, 2, 3, 4, 5, 6, 7, -1])).toMatchObject({ positive: 7, negative: 1, p: 18 / 256 })
    expect(signTest([1, -1, 0])).toEqual({ positive: 1, negative: 1, zero: 1, p: 1 })
    expect(signTest([]).p).toBe(1)
    expect(signTest(Array.from({ length: 20 }, (_, k) => (k < 3 ? 1 : -1))).p).toBeCloseTo(2702 / 2 ** 20, 15)
  })

  it('copes with thousands, where 2⁻ⁿ is no number any more', () => {
    const sided = (positive: number, n: number) =>
      signTest(Array.from({ length: n }, (_, k) => (k < positive ? 1 : -1)))
    // Binomial tests of SciPy.
    expect(sided(450, 1000).p / 0.0017305360849763027).toBeCloseTo(1, 10)
    expect(sided(900, 2000).p / 8.45708953550381e-6).toBeCloseTo(1, 10)
  })
})

describe('holm', () => {
  it('corrects as in the textbook, in the order given', () => {
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), 'holm')
    expect(holm([0.01, 0.04, 0.03, 0.005])).toEqual([0.03, 0.06, 0.06, 0.02])
    expect(holm([0.5, 0.9])).toEqual([1, 1])
    expect(holm([0.04])).toEqual([0.04])
    expect(holm([])).toEqual([])
  })

  it('is never below p nor above Bonferroni, and keeps their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (ps) => {
        const adjusted = holm(ps)
        for (const [k, p] of ps.entries()) {
          expect(adjusted[k]).toBeGreaterThanOrEqual(p)
          expect(adjusted[k]).toBeLessThanOrEqual(Math.min(1, ps.length * p) * (1 + 1e-15))
          for (const [j, q] of ps.entries()) if (q <= p) expect(adjusted[j]).toBeLessThanOrEqual(adjusted[k])
        }
      }),
      { seed: 20261204, numRuns: 200 },
    )
  })
})

describe('bootstrap', () => {
  const spread = (values: ArrayLike<number>) => {
    const middle = mean(values)
    return Math.sqrt(mean(Array.from(values, (value) => (value - middle) ** 2)))
  }

  it('has the standard errors of Efron and Tibshirani’s mice', () => {
    // Table 2.1 there, ∞ draws: 23.36 for the mean, 37.83 for the median.
    const mice = ascending(MICE)
    expect(spread(resampled(mice, 'mean', new Random(1), 60_000))).toBeCloseTo(23.36, 0)
    expect(spread(resampled(mice, 'median', new Random(2), 60_000))).toBeCloseTo(37.83, 0)
  })

  it('draws each median as often as all nⁿ draws have it', () => {
    const rounds = 40_000
    for (const values of [
      [1, 2, 4],
      [1, 2, 4, 8],
      [1, 5],
      [1, 2, 4, 8, 16],
      [3, 3, 7, 9],
    ]) {
      const n = values.length
      const expected = new Map<number, number>()
      for (let way = 0; way < n ** n; way++) {
        const middle = median(ascending(values.map((_, k) => values[Math.floor(way / n ** k) % n])))
        expected.set(middle, (expected.get(middle) ?? 0) + n ** -n)
      }
      const drawn = resampled(values, 'median', new Random(`medians of ${n}`), rounds)
      expect([...drawn].filter((value) => !expected.has(value))).toEqual([])
      for (const [value, probability] of expected) {
        const share = drawn.filter((other) => other === value).length / rounds
        const error = Math.sqrt((probability * (1 - probability)) / rounds)
        expect(Math.abs(share - probability), `${value} of ${values}`).toBeLessThan(4 * error)
      }
    }
  })

  it('gives the intervals that SciPy gives for the air conditioning and the mice', () => {
    // scipy.stats.bootstrap, version 1.17.1, 10⁶ resamples.
    const known = [
      { values: AIR, percentile: [46.83, 191.17], bca: [56.92, 226.42] },
      { values: MICE, percentile: [43.86, 134.43], bca: [46.43, 138.29] },
    ] as const
    for (const { values, ...methods } of known) {
      const width = methods.bca[1] - methods.bca[0]
      for (const method of ['percentile', 'bca'] as const) {
        const { value, interval } = bootstrap(values, 'mean', new Random('scipy'), {
          method,
          resamples: 60_000,
        })
        expect(value).toBeCloseTo(mean(values), 10)
        expect(Math.abs((interval?.low ?? 0) - methods[method][0])).toBeLessThan(0.015 * width)
        expect(Math.abs((interval?.high ?? 0) - methods[method][1])).toBeLessThan(0.015 * width)
      }
    }
  })

  it('comes to the intervals of all nⁿ draws', () => {
    const values = [1, 2, 4, 8, 16]
    const n = values.length
    const all = Array.from({ length: n ** n }, (_, way) =>
      values.map((_, k) => values[Math.floor(way / n ** k) % n]),
    )
    for (const statistic of ['mean', 'median'] as const) {
      const of = (draw: readonly number[]) => (statistic === 'mean' ? mean(draw) : median(ascending(draw)))
      const drawn = ascending(all.map(of))
      const observed = of(values)
      const below = drawn.filter((value) => value < observed).length
      const equal = drawn.filter((value) => value === observed).length
      const bias = normalQuantile((below + equal / 2) / drawn.length)
      // By the jackknife, as in Efron's formula for a; 0 for the median.
      const without = values.map((_, k) => mean(values.filter((_, other) => other !== k)))
      const turns = without.map((value) => mean(without) - value)
      const skew =
        turns.reduce((total, turn) => total + turn ** 3, 0) /
        (6 * turns.reduce((total, turn) => total + turn ** 2, 0) ** 1.5)
      const a = statistic === 'mean' ? skew : 0
      const end = (p: number) => {
        const z = bias + normalQuantile(p)
        return quantile(drawn, normalCdf(bias + z / (1 - a * z)))
      }
      const { interval } = bootstrap(values, statistic, new Random('all'), { level: 0.9, resamples: 100_000 })
      expect(interval?.low).toBeCloseTo(end(0.05), 1)
      expect(interval?.high).toBeCloseTo(end(0.95), 1)
    }
  })

  it.each([
    ['bca', 'mean'],
    ['bca', 'median'],
    ['percentile', 'mean'],
    ['percentile', 'median'],
  ] as const)(
    '%s holds the true %s of an exponential distribution nearly as often as it says',
    (method, statistic) => {
      const random = new Random(`coverage ${method} ${statistic}`)
      const truth = statistic === 'mean' ? 1 : Math.LN2
      const rounds = 400
      let held = 0
      for (let round = 0; round < rounds; round++) {
        const values = Array.from({ length: 25 }, () => random.exponential(1))
        const { interval } = bootstrap(values, statistic, random.fork(round), {
          method,
          resamples: 500,
          level: 0.9,
        })
        if (interval && interval.low <= truth && truth <= interval.high) held++
      }
      // Binomial error 1.5 %; small samples of a skewed distribution fall somewhat short.
      expect(held / rounds).toBeGreaterThan(0.83)
      expect(held / rounds).toBeLessThan(0.96)
    },
  )

  it('holds the median of ten log-normal values about as often as docs/statistics.md says', () => {
    const random = new Random('ten windows')
    const normal = random.normal()
    const rounds = 800
    let held = 0
    for (let round = 0; round < rounds; round++) {
      const values = Array.from({ length: 10 }, () => Math.exp(normal()))
      const { interval } = bootstrap(values, 'median', random.fork(round), { resamples: 999 })
      if (interval && interval.low <= 1 && interval.high >= 1) held++
    }
    expect(Math.abs(held / rounds - 0.93)).toBeLessThan(0.02)
  })

  it('corrects the percentile interval towards the long tail', () => {
    const random = () => new Random('tail')
    const plain = bootstrap(AIR, 'mean', random(), { method: 'percentile' }).interval
    const corrected = bootstrap(AIR, 'mean', random()).interval
    expect(corrected?.low).toBeGreaterThan((plain?.low ?? 0) + 3)
    expect(corrected?.high).toBeGreaterThan((plain?.high ?? 0) + 10)
  })

  it('lies within the values, holds the statistic of equal ones, and asks for two', () => {
    const value = fc.integer({ min: -1000, max: 1000 })
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 2, maxLength: 12 }),
        fc.constantFrom('mean' as const, 'median' as const),
        fc.constantFrom(0.5, 0.95, 1 - 1e-12),
        (values, statistic, level) => {
          const { interval } = bootstrap(values, statistic, new Random('within'), { level, resamples: 200 })
          const [low, high] = [interval?.low ?? Number.NaN, interval?.high ?? Number.NaN]
          expect(low).toBeLessThanOrEqual(high)
          expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-9)
          expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-9)
        },
      ),
      { seed: 20261205, numRuns: 200 },
    )
    expect(bootstrap([0.1, 0.1, 0.1], 'mean', new Random(1))).toEqual({
      value: 0.1,
      interval: { low: 0.1, high: 0.1 },
    })
    expect(bootstrap([7], 'median', new Random(1))).toEqual({ value: 7, interval: null })
    expect(bootstrap([], 'mean', new Random(1))).toEqual({ value: Number.NaN, interval: null })
  })

  it('takes all draws where BCa’s formula has its pole', () => {
    const values = [...new Array<number>(400).fill(0), 1]
    const { interval } = bootstrap(values, 'mean', new Random('pole'), { level: 1 - 1e-12, resamples: 300 })
    const drawn = resampled(ascending(values), 'mean', new Random('pole'), 300)
    expect(interval?.high).toBe(Math.max(...drawn))
  })

  it('depends on values and seed alone', () => {
    const one = bootstrap(AIR, 'median', new Random('seed'))
    expect(bootstrap([...AIR].reverse(), 'median', new Random('seed'))).toEqual(one)
    expect(bootstrap(AIR, 'mean', new Random('other'))).not.toEqual(
      bootstrap(AIR, 'mean', new Random('seed')),
    )
  })
})
