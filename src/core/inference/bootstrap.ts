/**
 * Confidence intervals of a mean or a median by the bootstrap: what the statistic would have been, had chance drawn
 * other values of the same kind. n values are drawn from the n given with replacement, many times.
 *
 * - **percentile** (Efron, Annals of Statistics 7(1), 1979): the α/2 and 1 − α/2 quantiles of the drawn statistics.
 * - **BCa** (Efron, Better bootstrap confidence intervals, JASA 82(397), 1987), the default: the quantiles at
 *   Φ(z0 + (z0 + z)/(1 − a·(z0 + z))), z = Φ⁻¹(α/2) and Φ⁻¹(1 − α/2). The bias correction z0 is Φ⁻¹ of the share of
 *   drawn statistics below the observed one, those equal counted half. The acceleration a is a sixth of the skewness
 *   of the influence values: Σ(x−x̄)³ / (6·(Σ(x−x̄)²)^1.5) for the mean (section 7 there, as the jackknife gives
 *   it). For the median it is 0: the influence of a value is its side, and the sides balance; the jackknife does not
 *   work for a median.
 *
 * For pairs, resample the pairs: give the differences (or the logarithms of the ratios) as values.
 *
 * An interval never reaches beyond the smallest and the largest value, so one of a median at level 95 % needs at
 * least 6 values: the range of 5 holds the median with probability 1 − 2^(1−5) = 93.75 % only.
 */
import type { Random } from '../random.js'
import { ascending, mean, median, quantile, sum } from '../statistics.js'
import { normalCdf, normalQuantile } from './normal.js'

export type BootstrapStatistic = 'mean' | 'median'

export interface Interval {
  readonly low: number
  readonly high: number
}

/** A value and how sure it is. */
export interface Estimate {
  readonly value: number
  /** Null where there are too few values. */
  readonly interval: Interval | null
}

export interface BootstrapOptions {
  /** BCa where left out. */
  readonly method?: 'percentile' | 'bca'
  /** Probability with which intervals of this kind hold the true value, in (0, 1); 0.95 where left out. */
  readonly level?: number
  /** Number of draws of all values, 1 or more; 9999 where left out. */
  readonly resamples?: number
}

const LEVEL = 0.95
const RESAMPLES = 9999

/**
 * The observed statistic with its interval.
 * @param values finite, in any order; the result depends on the values and the seed, not on their order
 * @returns value NaN where there are no values; interval null below two
 */
export function bootstrap(
  values: ArrayLike<number>,
  statistic: BootstrapStatistic,
  random: Random,
  { method = 'bca', level = LEVEL, resamples = RESAMPLES }: BootstrapOptions = {},
): Estimate {
  const sorted = ascending(values)
  const value = statistic === 'mean' ? meanFromMiddle(sorted) : median(sorted)
  if (sorted.length < 2) return { value, interval: null }
  const drawn = resampled(sorted, statistic, random, resamples).sort()
  const tail = (1 - level) / 2
  const correct = method === 'bca' ? correction(sorted, statistic, value, drawn) : (p: number) => p
  const interval = { low: quantile(drawn, correct(tail)), high: quantile(drawn, correct(1 - tail)) }
  return { value, interval }
}

/**
 * The statistic of each of `resamples` draws, in the order drawn.
 * @param sorted ascending, at least one
 */
export function resampled(
  sorted: ArrayLike<number>,
  statistic: BootstrapStatistic,
  random: Random,
  resamples: number,
): Float64Array {
  const draw = statistic === 'mean' ? meanOfDraw(sorted, random) : medianOfDraw(sorted, random)
  return Float64Array.from({ length: resamples }, draw)
}

/** Distances from a value in the middle stay small, and those of equal values are exactly 0. */
function meanFromMiddle(sorted: Float64Array): number {
  const middle = sorted[sorted.length >> 1]
  return middle + mean(sorted.map((value) => value - middle))
}

function meanOfDraw(values: ArrayLike<number>, random: Random): () => number {
  const { length } = values
  const middle = values[length >> 1]
  return () => {
    let distance = 0
    for (let k = 0; k < length; k++) distance += values[random.int(length)] - middle
    return middle + distance / length
  }
}

/**
 * Without drawing n values: n places drawn uniformly are n uniform numbers times n, rounded down, and of these numbers
 * the m-th smallest has a Beta(m, n + 1 − m) distribution, the one after it is the smallest of n − m numbers uniform
 * between it and 1 (David, Nagaraja: Order Statistics, 3rd ed. 2003, sections 2.1 and 2.5). So the middle of a draw is
 * drawn at once, with the same probabilities, however many values there are.
 */
function medianOfDraw(sorted: ArrayLike<number>, random: Random): () => number {
  const { length } = sorted
  const at = (share: number): number => sorted[Math.min(length - 1, Math.floor(length * share))]
  const lower = Math.ceil(length / 2)
  const above = length - lower
  const middle = random.beta(lower, length + 1 - lower)
  if (length % 2 === 1) return () => at(middle())
  return () => {
    const share = middle()
    const low = at(share)
    const high = at(1 - (1 - share) * random.uniform() ** (1 / above))
    return low === high ? low : low + (high - low) / 2
  }
}

/** From the nominal place of an interval's end among the drawn statistics to BCa's. */
function correction(
  sorted: Float64Array,
  statistic: BootstrapStatistic,
  value: number,
  drawn: Float64Array,
): (p: number) => number {
  // Draws of the same values in another order differ by rounding only.
  const slack = 1e-12 * (sorted[sorted.length - 1] - sorted[0])
  const bias = normalQuantile(shareBelow(drawn, value, slack))
  const acceleration = statistic === 'mean' ? accelerationOfMean(sorted) : 0
  return (p) => {
    const shifted = bias + normalQuantile(p)
    const squeeze = 1 - acceleration * shifted
    // Beyond its pole the formula would turn back; there the end is that of all draws.
    if (squeeze <= 0) return shifted > 0 ? 1 : 0
    return normalCdf(bias + shifted / squeeze)
  }
}

/** Share of the draws below the value, those equal counted half; never 0 or 1, whose Φ⁻¹ is infinite. */
function shareBelow(drawn: Float64Array, value: number, slack: number): number {
  let twice = 0
  for (const other of drawn) twice += other < value - slack ? 2 : other <= value + slack ? 1 : 0
  const half = 0.5 / drawn.length
  return Math.min(1 - half, Math.max(half, twice / (2 * drawn.length)))
}

function accelerationOfMean(values: Float64Array): number {
  const middle = mean(values)
  const squares = sum(values.map((value) => (value - middle) ** 2))
  return squares === 0 ? 0 : sum(values.map((value) => (value - middle) ** 3)) / (6 * squares ** 1.5)
}
