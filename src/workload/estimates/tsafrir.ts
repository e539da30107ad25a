/**
 * Modal user estimates: Tsafrir, Etsion, Feitelson, "Modeling user runtime estimates", JSSPP 2005, LNCS 3834, and the
 * authors' program (est_model, published with the article in the Parallel Workloads Archive). Users choose among few
 * values: 20 serve some 90 % of the jobs. Every constant here is a default of the program, whose steps are followed
 * one by one, in code and with random numbers of our own.
 *
 * 1. Number of distinct values K for n jobs: linear between (0, 0), (20, 10), (200, 20), (1000, 35), (10000, 90),
 *    (70000, 340), (250000, 565), and 565 above.
 * 2. Head: 20 values with 89 % of the jobs (tsafrir-head.ts).
 * 3. Tail: the other K − 20 values. The i-th of N has relative rank x = i/N in time and is maximum·(a−1)x/(a−x), with
 *    a = 1 + 12.1039·K^−0.6026, to the minute; where that is taken, the first free one of +30, −30, +20, −20, +10,
 *    −10 s beside it, or none. Shares: rank x = 21, 22, … has 795.6·x^−2.267, scaled to 11 % in all; values and shares
 *    are paired at random.
 * 4. Jobs: each value has its share of n, rounded, at least 1; what rounding left over or took too much is shared out
 *    in proportion, the most popular first, among the values that are not known of the site.
 * 5. Which job gets which estimate: matching.ts.
 *
 * Where this differs: a value known of the site is never replaced by another known one; where known values leave a
 * place no rank to draw, at which the program stops, it gets the most popular one left; and run times above the
 * maximum, which the program cuts, stay as they are (apply.ts).
 *
 * The model wants a maximum above 95 minutes and more than 226 jobs, as the program does: with less there are no 20
 * values, or no tail.
 */
import type { Random } from '../../core/random.js'
import { estimateFailure } from './failure.js'
import { drawHead, HEAD, HEAD_PERCENT, type KnownValue, type PopularEstimate } from './tsafrir-head.js'

/** So many jobs ask for this estimate. */
export interface EstimateBin {
  /** Whole seconds. */
  readonly seconds: number
  readonly jobs: number
}

/** Fewest jobs, and least maximum in seconds, that the model is defined for. */
export const TSAFRIR_LEAST = { jobs: 227, maximum: 5701 } as const

/** Distinct values by number of jobs; linear between. */
const DISTINCT = [
  [0, 0],
  [20, 10],
  [200, 20],
  [1_000, 35],
  [10_000, 90],
  [70_000, 340],
  [250_000, 565],
] as const

const TAIL_SHARE = { a: 795.6, b: -2.267 }
const TAIL_TIME = { a: 12.1039, b: -0.6026 }
/** Seconds tried in turn beside a value that is taken. */
const BESIDE = [0, 30, -30, 20, -20, 10, -10]

/**
 * How many of `jobs` jobs ask for which estimate, ascending by time; the counts add up to `jobs`.
 * @param maximum the largest estimate that the site allows, in whole seconds
 * @param popular what is known of the site: at most 20 values with the maximum among them, 19 without
 * @throws QueuewrightError `usage` for numbers out of range
 */
export function tsafrirDistribution(
  jobs: number,
  maximum: number,
  random: Random,
  popular: readonly PopularEstimate[] = [],
): readonly EstimateBin[] {
  check(jobs, maximum, popular)
  // The epsilon saves shares such as 0.29 of 100 jobs from losing a job to binary fractions.
  const knownJobs = new Map(popular.map(({ seconds, share }) => [seconds, Math.floor(jobs * share + 1e-9)]))
  const known = [...knownJobs].map(
    ([seconds, count]): KnownValue => ({ seconds, percent: (100 * count) / jobs }),
  )
  const head = drawHead(maximum, known, random.fork('head'))
  const tail = drawTail(distinctValues(jobs), maximum, head, random.fork('tail'))
  const bins = [...head, ...tail]
    .sort(([a], [b]) => a - b)
    .map(([seconds, percent]) => ({
      seconds,
      jobs: knownJobs.get(seconds) ?? Math.max(1, Math.round((percent * jobs) / 100)),
      known: knownJobs.has(seconds),
    }))
  settle(bins, jobs)
  return bins.filter((bin) => bin.jobs > 0).map(({ seconds, jobs: count }) => ({ seconds, jobs: count }))
}

/** Number of distinct estimates among so many jobs. */
export function distinctValues(jobs: number): number {
  const after = DISTINCT.findIndex(([count]) => jobs <= count)
  if (after < 0) return DISTINCT[DISTINCT.length - 1][1]
  if (after === 0) return 0
  const [fromJobs, from] = DISTINCT[after - 1]
  const [toJobs, to] = DISTINCT[after]
  return from + Math.round(((jobs - fromJobs) * (to - from)) / (toJobs - fromJobs))
}

function drawTail(
  distinct: number,
  maximum: number,
  head: ReadonlyMap<number, number>,
  random: Random,
): readonly (readonly [number, number])[] {
  const wanted = distinct - HEAD
  const a = 1 + TAIL_TIME.a * distinct ** TAIL_TIME.b
  const values = new Set<number>()
  for (let rank = 1; rank <= wanted; rank++) {
    const x = rank / wanted
    const minute = Math.round((maximum * (a - 1) * x) / (a - x) / 60) * 60
    const free = BESIDE.map((offset) => minute + offset).find(
      (value) => value > 0 && value < maximum && !values.has(value) && !head.has(value),
    )
    if (free !== undefined) values.add(free)
  }
  const weights = Array.from(values, (_, k) => TAIL_SHARE.a * (HEAD + 1 + k) ** TAIL_SHARE.b)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  random.shuffle(weights)
  return [...values].map((value, k) => [value, ((100 - HEAD_PERCENT) * weights[k]) / sum])
}

interface OpenBin {
  readonly seconds: number
  jobs: number
  readonly known: boolean
}

/**
 * Makes the counts of `bins` add up to `jobs`, the known ones untouched: each bin, the largest first, gives or takes
 * in proportion; and, where too much is left after that, 1, then all but 1, then all.
 */
function settle(bins: readonly OpenBin[], jobs: number): void {
  const open = bins.filter(({ known }) => !known)
  const total = bins.reduce((sum, bin) => sum + bin.jobs, 0)
  const openJobs = open.reduce((sum, bin) => sum + bin.jobs, 0)
  const sign = Math.sign(jobs - total)
  let left = Math.abs(jobs - total)
  const share = left / openJobs
  const steps: readonly ((count: number) => number)[] = [
    (count) => Math.ceil(share * count),
    () => 1,
    (count) => count - 1,
    (count) => count,
  ]
  for (const [number, step] of steps.entries()) {
    const last = number === steps.length - 1
    for (const bin of [...open].sort((p, q) => q.jobs - p.jobs)) {
      if (left === 0) return
      const most = sign > 0 ? left : last ? bin.jobs : Math.max(0, bin.jobs - 1)
      const change = Math.min(left, most, step(bin.jobs))
      bin.jobs += sign * change
      left -= change
    }
  }
}

function check(jobs: number, maximum: number, popular: readonly PopularEstimate[]): void {
  if (!(Number.isInteger(jobs) && jobs >= TSAFRIR_LEAST.jobs)) {
    throw estimateFailure(
      'jobs',
      jobs,
      `at least ${TSAFRIR_LEAST.jobs} jobs for the model of Tsafrir et al.`,
      'Take a longer log or another model',
    )
  }
  if (!(Number.isInteger(maximum) && maximum >= TSAFRIR_LEAST.maximum)) {
    throw estimateFailure(
      'maximum',
      maximum,
      `whole seconds, at least ${TSAFRIR_LEAST.maximum} (above 95 minutes) for the model of Tsafrir et al.`,
    )
  }
  const most = popular.some(({ seconds }) => seconds === maximum) ? HEAD : HEAD - 1
  if (popular.length > most) {
    throw estimateFailure('popular', popular.length, `at most ${most} values besides the maximum's own`)
  }
  let sum = 0
  const seen = new Set<number>()
  for (const { seconds, share } of popular) {
    if (!(Number.isInteger(seconds) && seconds > 0 && seconds <= maximum) || seen.has(seconds)) {
      throw estimateFailure('popular', seconds, `different whole seconds, at most the maximum of ${maximum}`)
    }
    seen.add(seconds)
    if (!(share > 0 && share <= 1)) {
      throw estimateFailure('popular', share * 100, 'a share above 0 and at most 100 percent')
    }
    sum += share
  }
  if (sum > 1 + 1e-9) throw estimateFailure('popular', sum * 100, 'at most 100 percent in all')
}
