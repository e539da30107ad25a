/**
 * A policy beside the baseline, cell by cell: what changes in the middle, how sure that is, and whether it is more
 * than chance. Both policies were simulated on the same windows of the same logs, so each cell makes a pair, and the
 * differences between windows, which are far larger than those between policies, cancel.
 *
 * - Pairs are compared by ratio where all values of the objective are positive, as windows of a log differ by orders
 *   of magnitude; else by difference. The change of a pair is ln(policy / baseline), shown as ratio − 1, or
 *   policy − baseline.
 * - `change` is the median over pairs with a BCa bootstrap interval at 95 %; none below `FEWEST_FOR_INTERVAL` pairs,
 *   where no such interval of a median can keep its word (core/inference/bootstrap).
 * - `p` is that of Wilcoxon's signed-rank test over pairs, `signP` that of the sign test, `effect` the matched-pairs
 *   rank-biserial correlation with better as positive (core/inference/paired-tests).
 * - `adjusted` is `p` after Holm's correction over all policies that are compared with the baseline under one
 *   objective. Pairwise tests with a control and Holm's correction: Demšar, Statistical comparisons of classifiers
 *   over multiple data sets, JMLR 7, 2006; Benavoli, Corani, Mangili, Should we really use post-hoc tests based on
 *   mean-ranks?, JMLR 17(5), 2016.
 *
 * Pure; imports core.
 */
import { bootstrap, type Estimate, holm, signedRankTest, signTest } from '../../core/inference/index.js'
import type { Random } from '../../core/random.js'
import { ascending, median } from '../../core/statistics.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import { isValue } from './ranking.js'
import { pairsOf, type ResultTable } from './result-table.js'

/** Error probability below which a difference is called more than chance. */
export const ALPHA = 0.05

/** With fewer values the range of all of them is no interval at 95 % for a median yet. */
export const FEWEST_FOR_INTERVAL = 6

/**
 * `better` or `worse` than the baseline by more than chance; `chance`: not more than chance; `few`: with so few pairs
 * no result could be more than chance; `equal`: all pairs are equal; `none`: no pairs.
 */
export type Verdict = 'better' | 'worse' | 'chance' | 'few' | 'equal' | 'none'

export interface PairedComparison {
  readonly policy: string
  readonly baseline: string
  readonly objective: string
  /** Cells in which both have a value. */
  readonly pairs: number
  /** Cells in which only one of them has. */
  readonly unpaired: number
  /** Pairs in which the policy is better, worse, equal. */
  readonly better: number
  readonly worse: number
  readonly equal: number
  /** How pairs are compared. */
  readonly scale: 'ratio' | 'difference'
  /** Median change with its interval: a share of the baseline (0.1 is 10 % more), or in the unit; null without pairs. */
  readonly change: Estimate | null
  /** The p-value of the signed-rank test; 1 without pairs. */
  readonly p: number
  /** After Holm's correction. */
  readonly adjusted: number
  readonly signP: number
  /** From −1 (worse in all pairs) to 1 (better in all). */
  readonly effect: number
  readonly verdict: Verdict
}

/**
 * Every policy against the baseline under one objective.
 * @param random forked by objective and policy, so that an interval does not depend on which others are asked for
 */
export function comparePolicies(
  table: ResultTable,
  objective: ObjectiveInfo,
  baseline: string,
  policies: readonly string[],
  random: Random,
): PairedComparison[] {
  const changes = changesAgainst(table, objective.name, baseline)
  return judged(policies.map((policy) => comparisonOf(changes(policy), objective, random.fork(policy))))
}

/** A policy's changes against the baseline, pair by pair. */
export interface PairedChanges extends Pick<PairedComparison, 'policy' | 'baseline' | 'unpaired' | 'scale'> {
  /** ln(policy / baseline), or policy − baseline. */
  readonly changes: readonly number[]
}

/** For any policy of the table. By ratio where the whole table allows it, so that all policies are compared alike. */
export function changesAgainst(
  table: ResultTable,
  objective: string,
  baseline: string,
): (policy: string) => PairedChanges {
  const positive = table.rows.every(({ objective: name, value }) => {
    return name !== objective || !isValue(value) || value > 0
  })
  const scale = positive ? 'ratio' : 'difference'
  return (policy) => {
    const { pairs, unpaired } = pairsOf(table, objective, policy, baseline)
    const changes = pairs.map(({ one, other }) => (positive ? logRatio(one, other) : one - other))
    return { policy, baseline, unpaired, scale, changes }
  }
}

/** ln(one/other), to the last bit the opposite of ln(other/one), and the same for equal ratios: ranks can tie. */
function logRatio(one: number, other: number): number {
  return one >= other ? Math.log(one / other) : -Math.log(other / one)
}

/** A comparison of one policy before others are looked at. */
export type UnjudgedComparison = Omit<PairedComparison, 'adjusted' | 'verdict'>

export function comparisonOf(
  { changes, ...rest }: PairedChanges,
  { name, sense }: ObjectiveInfo,
  random: Random,
): UnjudgedComparison {
  const sign = signTest(changes)
  const rank = signedRankTest(changes)
  const [better, worse] = sense === 'min' ? [sign.negative, sign.positive] : [sign.positive, sign.negative]
  return {
    ...rest,
    objective: name,
    pairs: changes.length,
    better,
    worse,
    equal: sign.zero,
    change: changes.length === 0 ? null : changeOf(medianEstimate(changes, random.fork(name)), rest.scale),
    p: rank.p,
    signP: sign.p,
    effect: sense === 'min' ? 0 - rank.effect : rank.effect,
  }
}

/** The median with an interval, where there are enough values for one. */
export function medianEstimate(values: readonly number[], random: Random): Estimate {
  if (values.length < FEWEST_FOR_INTERVAL) return { value: median(ascending(values)), interval: null }
  return bootstrap(values, 'median', random)
}

function changeOf({ value, interval }: Estimate, scale: PairedComparison['scale']): Estimate {
  if (scale === 'difference') return { value, interval }
  return {
    value: Math.expm1(value),
    interval: interval && { low: Math.expm1(interval.low), high: Math.expm1(interval.high) },
  }
}

/** Corrects the tests of one family for their number, and says what comes of them. */
export function judged(family: readonly UnjudgedComparison[]): PairedComparison[] {
  const adjusted = holm(family.map(({ p }) => p))
  // The smallest p that so many pairs can have: all of one sign.
  const least = holm(family.map(({ pairs }) => Math.min(1, 2 ** (1 - pairs))))
  return family.map((comparison, k) => ({
    ...comparison,
    adjusted: adjusted[k],
    verdict: verdictOf(comparison, adjusted[k], least[k]),
  }))
}

function verdictOf(
  { pairs, equal, effect }: UnjudgedComparison,
  adjusted: number,
  leastAdjusted: number,
): Verdict {
  if (pairs === 0) return 'none'
  if (equal === pairs) return 'equal'
  if (adjusted <= ALPHA) return effect > 0 ? 'better' : 'worse'
  return leastAdjusted > ALPHA ? 'few' : 'chance'
}
