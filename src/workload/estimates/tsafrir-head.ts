/**
 * The head of the Tsafrir–Etsion–Feitelson distribution of user estimates: which 20 values are the most popular, and
 * how many jobs in a hundred take each (tsafrir.ts says what the whole model is, and where its constants are from).
 *
 * - Values: the maximum, 15 values that are popular at all four sites which the authors looked at and, up to 20, the
 *   largest multiples of round numbers below the maximum.
 * - Shares: rank x = 2 … 20 in popularity has 14.0491·e^(−0.177531·x) + 0.462513 percent, rank 1 what is missing to 89
 *   in all.
 * - Which value has which rank: the maximum is the most popular one; the others, in the order of time, draw from the
 *   ranks that the values of their place have at the four sites and from those left over before, the better of two
 *   draws; a rank that no site has at a later place goes first.
 * Values and shares known of a site go before all of this.
 */

import type { Random } from '../../core/random.js'
import { largestOf, smallestOf } from '../../core/statistics.js'

/** A value known to be popular, and the share of all jobs that ask for it. */
export interface PopularEstimate {
  /** Whole seconds. */
  readonly seconds: number
  /** Above 0, at most 1. */
  readonly share: number
}

/** The same, in percent of whole jobs. */
export interface KnownValue {
  readonly seconds: number
  readonly percent: number
}

/** Values in the head. */
export const HEAD = 20

/** Percent of the jobs whose estimate is one of the head. */
export const HEAD_PERCENT = 89

const MINUTE = 60
const HOUR = 3600

/** Values among the 20 most popular at all four sites, beside the maximum. */
const COMMON = [
  ...[5, 10, 15, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 4, 5, 6, 8, 10, 12, 18].map((hours) => hours * HOUR),
]

/** Round numbers whose multiples fill the head up, in this order. */
const ROUND = [
  ...[200, 100, 50, 10, 5, 2, 1].map((hours) => hours * HOUR),
  ...[20, 10, 5].map((minutes) => minutes * MINUTE),
]

/** Percent of rank x: a·e^(b·x) + c. */
const SHARE = { a: 14.0491, b: -0.177531, c: 0.462513 }

/**
 * Ranks in popularity of the 20 most popular values in the authors' logs of SDSC-SP2, CTC-SP2, KTH-SP2 (its 4 h part)
 * and SDSC Blue Horizon: first of the largest value, then of the others in the order of time.
 */
const SITES: readonly (readonly number[])[] = [
  [3, 1, 4, 17, 13, 7, 8, 18, 2, 6, 16, 10, 5, 15, 14, 19, 11, 12, 9, 20],
  [1, 3, 4, 2, 12, 9, 8, 18, 6, 7, 11, 20, 16, 5, 14, 13, 10, 15, 17, 19],
  [1, 4, 10, 14, 20, 2, 3, 7, 12, 6, 19, 5, 18, 16, 9, 17, 15, 13, 8, 11],
  [1, 6, 5, 3, 7, 2, 18, 19, 4, 11, 20, 9, 10, 14, 13, 16, 15, 17, 8, 12],
]

/** The last place at which a site has each rank; index 0 is not used. */
const LAST_PLACE = Array.from({ length: HEAD + 1 }, (_, rank) =>
  largestOf(SITES.map((ranks) => ranks.indexOf(rank))),
)

/**
 * The values of the head for a maximum, the maximum first, the others ascending; fewer than 20 only for a maximum of
 * 95 minutes or less.
 */
export function headValues(maximum: number): readonly number[] {
  const values = new Set(COMMON.filter((seconds) => seconds < maximum))
  for (const round of ROUND) {
    for (let value = Math.floor(maximum / round) * round; value > 0; value -= round) {
      if (values.size >= HEAD - 1) break
      if (value < maximum) values.add(value)
    }
  }
  return [maximum, ...[...values].sort((a, b) => a - b)]
}

/**
 * Percent of the jobs by value.
 * @param known values of the site, at most 20 with the maximum among them and 19 without
 */
export function drawHead(
  maximum: number,
  known: readonly KnownValue[],
  random: Random,
): ReadonlyMap<number, number> {
  const values = withKnownValues(headValues(maximum), known)
  const shares = withKnownShares(maximum, values.length, known)
  const fixed = new Map<number, number>()
  for (const [rank, { seconds }] of shares.entries()) {
    if (seconds !== null) fixed.set(values.indexOf(seconds), rank + 1)
  }
  const ranks = drawRanks(fixed, random)
  return new Map(values.map((value, place) => [value, shares[ranks[place] - 1].percent]))
}

/**
 * `values` with each known value that is not there put in the place of one that is: of those nobody named, never the
 * maximum, first those that only fill up, then the common ones; always the pair that lies closest in time.
 */
function withKnownValues(values: readonly number[], known: readonly KnownValue[]): readonly number[] {
  const [maximum] = values
  const named = new Set(known.map(({ seconds }) => seconds))
  const missing = new Set([...named].filter((seconds) => !values.includes(seconds)))
  const merged = [...values]
  for (const common of [false, true]) {
    const spare = new Set(
      values.filter((seconds) => !named.has(seconds) && COMMON.includes(seconds) === common),
    )
    spare.delete(maximum)
    const pairs = [...missing].flatMap((to) => [...spare].map((from) => ({ to, from })))
    pairs.sort((p, q) => Math.abs(p.to - p.from) - Math.abs(q.to - q.from) || p.to - q.to || p.from - q.from)
    for (const { to, from } of pairs) {
      if (!missing.has(to) || !spare.has(from)) continue
      merged[merged.indexOf(from)] = to
      missing.delete(to)
      spare.delete(from)
    }
  }
  return [maximum, ...merged.slice(1).sort((a, b) => a - b)]
}

/** The share of one rank, and the known value it belongs to. */
interface RankShare {
  percent: number
  seconds: number | null
}

/**
 * The shares by rank. Each known share takes the place of the closest one, the first rank's only if it is the
 * maximum's; the others are scaled so that the head has its 89 percent, or are 0 where the known ones have as much.
 */
function withKnownShares(maximum: number, length: number, known: readonly KnownValue[]): RankShare[] {
  const shares = ownShares(maximum, length, known).map((percent): RankShare => ({ percent, seconds: null }))
  if (known.length === 0) return shares
  for (const { seconds, percent } of [...known].sort((p, q) => q.percent - p.percent)) {
    const free = shares.filter((share, rank) => share.seconds === null && (rank > 0 || seconds === maximum))
    // Twenty known values leave one of them the first rank only.
    const closest = free.reduce(
      (best, share) => (Math.abs(share.percent - percent) < Math.abs(best.percent - percent) ? share : best),
      free[0] ?? shares[0],
    )
    closest.seconds = seconds
  }
  const percentOf = new Map(known.map(({ seconds, percent }) => [seconds, percent]))
  let taken = 0
  let others = 0
  for (const share of shares) {
    if (share.seconds === null) others += share.percent
    else {
      share.percent = percentOf.get(share.seconds) ?? 0
      taken += share.percent
    }
  }
  const scale = taken < HEAD_PERCENT && others > 0 ? (HEAD_PERCENT - taken) / others : 0
  for (const share of shares) if (share.seconds === null) share.percent *= scale
  const [first, ...rest] = shares
  return [first, ...rest.sort((p, q) => q.percent - p.percent)]
}

/** The shares before any but the maximum's is known, descending. */
function ownShares(maximum: number, length: number, known: readonly KnownValue[]): readonly number[] {
  const later = Array.from({ length: length - 1 }, (_, k) => SHARE.a * Math.exp(SHARE.b * (k + 2)) + SHARE.c)
  const sum = later.reduce((total, percent) => total + percent, 0)
  const own = known.find(({ seconds }) => seconds === maximum)
  if (own === undefined) return [HEAD_PERCENT - sum, ...later]
  const scale = Math.max(0, HEAD_PERCENT - own.percent) / sum
  return [own.percent, ...later.map((percent) => percent * scale)].sort((a, b) => b - a)
}

/**
 * The rank in popularity (from 1) of the value at each place: place 0 is the maximum, the others follow by time.
 * @param fixed ranks of places that are known
 */
function drawRanks(fixed: ReadonlyMap<number, number>, random: Random): readonly number[] {
  const open = new Set(Array.from({ length: HEAD }, (_, k) => k + 1))
  for (const rank of fixed.values()) open.delete(rank)
  let pool: number[] = []
  return Array.from({ length: HEAD }, (_, place) => {
    pool.push(...SITES.map((ranks) => ranks[place]))
    pool = pool.filter((rank) => open.has(rank))
    const rank = fixed.get(place) ?? drawRank(place, open, pool, random)
    open.delete(rank)
    return rank
  })
}

function drawRank(place: number, open: ReadonlySet<number>, pool: readonly number[], random: Random): number {
  if (place === 0) return 1
  const due = [...open].filter((rank) => LAST_PLACE[rank] <= place)
  if (due.length > 0) return smallestOf(due)
  // With many known values all ranks of this and earlier places may be theirs.
  if (pool.length === 0) return smallestOf(open)
  return Math.min(pool[random.int(pool.length)], pool[random.int(pool.length)])
}
