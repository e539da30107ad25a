/**
 * Tests of paired differences against chance: does one side of the pairs tend to be above the other? Two-sided.
 *
 * - **Signed-rank test** (Wilcoxon, Individual comparisons by ranking methods, Biometrics Bulletin 1(6), 1945). The
 *   absolute differences are ranked, equal ones by the mean of their ranks; W⁺ is the sum of the ranks of positive
 *   differences, W⁻ of negative ones. Differences of zero are left out, as in the original. If chance alone gave the
 *   signs, each of the 2ⁿ ways to give them to these ranks were equally likely: up to `MOST_EXACT` differences p is
 *   counted out over all of them, with their ties (by the sums that they reach, not one by one). Above, W⁺ is taken
 *   as normal with mean Σr/2 and variance Σr²/4, which is the usual n(n+1)(2n+1)/24 − Σ(t³−t)/48 for ties of t, with
 *   a correction of 1/2 for continuity (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods, 3rd ed. 2014,
 *   section 3.1). It takes the differences as symmetric about their middle.
 * - **Sign test** (Dixon, Mood, The statistical sign test, JASA 41(236), 1946; Hollander, Wolfe, Chicken, section
 *   3.4): exact, from the number of positive ones among those not zero, whatever the shape of the differences.
 * - **Effect size**: the matched-pairs rank-biserial correlation (W⁺ − W⁻)/(W⁺ + W⁻) (Kerby, The simple difference
 *   formula, Comprehensive Psychology 3, 2014): +1 where all differences are positive, 0 where both signs weigh alike.
 */
import { CompensatedSums, sum } from '../statistics.js'
import { normalCdf } from './normal.js'

/** Differences up to which the signed-rank test is exact: the work grows with their cube, to some milliseconds. */
export const MOST_EXACT = 100

export interface SignedRankTest {
  /** Differences that are not zero. */
  readonly differences: number
  /** Sum of the ranks of positive differences. */
  readonly positive: number
  /** Sum of the ranks of negative differences. */
  readonly negative: number
  /** Probability of such a sum or one further off, by chance alone; 1 where all differences are zero. */
  readonly p: number
  /** Whether p was counted out, else approximated. */
  readonly exact: boolean
  /** (W⁺ − W⁻)/(W⁺ + W⁻), from −1 to 1; 0 where all differences are zero. */
  readonly effect: number
}

/** Wilcoxon's signed-rank test. @param differences finite */
export function signedRankTest(differences: ArrayLike<number>): SignedRankTest {
  const { ranks, positive, negative } = signedRanks(differences)
  const exact = ranks.length <= MOST_EXACT
  const p = exact ? exactSignedRank(ranks, positive) : approximateSignedRank(ranks, positive)
  const total = positive + negative
  const effect = total === 0 ? 0 : (positive - negative) / total
  return { differences: ranks.length, positive, negative, p, exact, effect }
}

export interface SignedRanks {
  /** Midranks of the absolute differences, ascending, those of zero left out. */
  readonly ranks: Float64Array
  readonly positive: number
  readonly negative: number
}

/** The ranks of the absolute differences, and their sums by sign. */
export function signedRanks(differences: ArrayLike<number>): SignedRanks {
  const kept = Float64Array.from(differences).filter((difference) => difference !== 0)
  const order = Array.from(kept.keys()).sort((a, b) => Math.abs(kept[a]) - Math.abs(kept[b]))
  const ranks = new Float64Array(kept.length)
  let positive = 0
  let negative = 0
  for (let first = 0; first < kept.length; ) {
    const size = Math.abs(kept[order[first]])
    let next = first + 1
    while (next < kept.length && Math.abs(kept[order[next]]) === size) next++
    const rank = (first + 1 + next) / 2
    for (let place = first; place < next; place++) {
      ranks[place] = rank
      if (kept[order[place]] > 0) positive += rank
      else negative += rank
    }
    first = next
  }
  return { ranks, positive, negative }
}

/**
 * The probability, signs being given by chance, that the sum of positive ranks is at least as far from its middle as
 * `positive`: counted over all ways to give signs, by dynamic programming over the sums that they reach.
 * @param ranks multiples of 1/2, as midranks are
 */
export function exactSignedRank(ranks: Float64Array, positive: number): number {
  const doubled = ranks.map((rank) => Math.round(2 * rank))
  const total = sum(doubled)
  // probability[s]: that the doubled ranks so far with a positive sign sum to s.
  const probability = new Float64Array(total + 1)
  probability[0] = 1
  let reached = 0
  for (const rank of doubled) {
    reached += rank
    for (let at = reached; at >= 0; at--) {
      const without = probability[at]
      probability[at] = (without + (at >= rank ? probability[at - rank] : 0)) / 2
    }
  }
  // The distribution is symmetric about total/2, so one tail stands for both.
  const nearer = Math.min(Math.round(2 * positive), total - Math.round(2 * positive))
  return Math.min(1, 2 * sum(probability.subarray(0, nearer + 1)))
}

/** As `exactSignedRank`, by the normal distribution with correction for continuity; for many ranks, at least one. */
export function approximateSignedRank(ranks: Float64Array, positive: number): number {
  const middle = sum(ranks) / 2
  const deviation = Math.sqrt(sum(ranks.map((rank) => rank * rank)) / 4)
  const distance = Math.max(0, Math.abs(positive - middle) - 0.5)
  return Math.min(1, 2 * normalCdf(-distance / deviation))
}

export interface SignTest {
  readonly positive: number
  readonly negative: number
  readonly zero: number
  /** Probability of such a majority or a larger one, by chance alone; 1 where all differences are zero. */
  readonly p: number
}

/** The exact sign test. @param differences finite */
export function signTest(differences: ArrayLike<number>): SignTest {
  let positive = 0
  let negative = 0
  for (let k = 0; k < differences.length; k++) {
    if (differences[k] > 0) positive++
    else if (differences[k] < 0) negative++
  }
  const zero = differences.length - positive - negative
  return { positive, negative, zero, p: binomialTail(Math.min(positive, negative), positive + negative) }
}

/** min(1, 2·P(X ≤ k)), X the heads of n fair coins. The largest term goes by logarithms, so that n may be large. */
function binomialTail(k: number, n: number): number {
  const log = new CompensatedSums(1)
  for (let i = 1; i <= k; i++) log.add(0, Math.log((n - k + i) / i))
  log.add(0, -n * Math.LN2)
  let term = 1
  let terms = 1
  for (let i = k; i >= 1 && term > 1e-18; i--) {
    term *= i / (n - i + 1)
    terms += term
  }
  return Math.min(1, 2 * Math.exp(log.value(0)) * terms)
}
