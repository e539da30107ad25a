/** A study's results in words and cells, for the page and for the terminal alike. Pure. */

import { formatChange, formatFixed, formatValue, NO_VALUE, plural, type Unit } from '../../core/format.js'
import type { Interval } from '../../core/inference/index.js'
import { largestOf, smallestOf } from '../../core/statistics.js'
import type { PairedComparison, Verdict } from '../../evaluation/results/paired.js'
import { isValue } from '../../evaluation/results/ranking.js'
import type { MedianCell } from '../../evaluation/results/result-table.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import type { ConditionSummary, StudySummary } from '../study-summary.js'
import { paysByObjectives } from './pays.js'

/** A probability: `0.042`, `< 0.001`. */
export function formatProbability(p: number): string {
  if (p < 0.001) return '< 0.001'
  return String(Number(p.toPrecision(2)))
}

/** `0.8` to `1.2` of a value, in its unit. */
export function intervalText(interval: Interval | null, unit: Unit): string {
  if (interval === null) return NO_VALUE
  return `${formatValue(interval.low, unit)} to ${formatValue(interval.high, unit)}`
}

/** A change as a share of the baseline, or in the unit with its sign; a difference of shares in points of 1 %. */
export function signedText(change: number, scale: PairedComparison['scale'], unit: Unit): string {
  if (scale === 'ratio') return formatChange(change)
  const text = unit === 'share' ? `${formatFixed(100 * change, 1)} points` : formatValue(change, unit)
  return change > 0 ? `+${text}` : text
}

export function changeText(
  { change, scale }: Pick<PairedComparison, 'change' | 'scale'>,
  unit: Unit,
): string {
  return change === null ? NO_VALUE : signedText(change.value, scale, unit)
}

export function changeIntervalText(
  { change, scale }: Pick<PairedComparison, 'change' | 'scale'>,
  unit: Unit,
): string {
  if (!change?.interval) return NO_VALUE
  return `${signedText(change.interval.low, scale, unit)} to ${signedText(change.interval.high, scale, unit)}`
}

/** `9 of 10`. */
export function betterText({ better, pairs }: PairedComparison): string {
  return `${better} of ${pairs}`
}

const VERDICTS: Readonly<Record<Verdict, string>> = {
  better: 'better, more than chance',
  worse: 'worse, more than chance',
  chance: 'may be chance',
  few: 'too few pairs to tell',
  equal: 'no difference',
  none: 'nothing to compare',
}

export function verdictText({ verdict }: Pick<PairedComparison, 'verdict'>): string {
  return VERDICTS[verdict]
}

/** `machine 128, estimates requested`; empty where there is one condition only. */
export function conditionName({ places }: ConditionSummary): string {
  return places.map(([axis, place]) => `${axis} ${place}`).join(', ')
}

/** The population of medians: `10 windows`, `40 combinations of trace and window`; `1 value` where nothing is repeated. */
export function replicatesText(
  { replicates: count }: Pick<ConditionSummary, 'replicates'>,
  { replicates: axes }: Pick<StudySummary, 'replicates'>,
): string {
  if (axes.length < 2) return plural(count, axes[0] ?? 'value')
  return `${plural(count, 'combination')} of ${axes.join(' and ')}`
}

/** The policies with the best median of an objective, in the order of the table, and that median. */
export function bestMedian(
  medians: readonly MedianCell[],
  { name, sense }: ObjectiveInfo,
): { readonly policies: readonly string[]; readonly median: number } | null {
  const cells = medians.filter(({ objective, median }) => objective === name && isValue(median))
  if (cells.length === 0) return null
  const values = cells.map(({ median }) => Number(median))
  const best = sense === 'min' ? smallestOf(values) : largestOf(values)
  return { policies: cells.filter((_, k) => values[k] === best).map(({ policy }) => policy), median: best }
}

/**
 * One sentence an objective and condition: who is best, by how much, and whether it is more than chance; and one for each of
 * the best, of who pays.
 */
export function findings({ baseline, objectives, conditions }: StudySummary): string[] {
  return conditions.flatMap((condition) => {
    const where = conditionName(condition)
    const winners = new Set<string>()
    const found = objectives.flatMap((objective): string[] => {
      const best = bestMedian(condition.medians, objective)
      if (best === null) return []
      if (!best.policies.includes(baseline)) winners.add(best.policies[0])
      const place = [objective.name, where].filter(Boolean).join(', ')
      return [`${place}: ${finding(condition, objective, baseline, best.policies, best.median)}`]
    })
    return [...found, ...[...winners].flatMap((policy) => paysLine(condition, objectives, baseline, policy))]
  })
}

/** By median changes, pair by pair; nothing where there is one objective only. */
function paysLine(
  condition: ConditionSummary,
  objectives: readonly ObjectiveInfo[],
  baseline: string,
  policy: string,
): readonly string[] {
  if (objectives.length < 2) return []
  const changes = objectives.flatMap((objective) => {
    const { name, unit } = objective
    const found = condition.comparisons.find((each) => each.policy === policy && each.objective === name)
    const change = found?.change?.value ?? null
    return found === undefined ? [] : [{ objective, change, text: changeText(found, unit) }]
  })
  const where = conditionName(condition)
  return [paysByObjectives(where === '' ? policy : `${policy}, ${where}`, baseline, changes)]
}

function finding(
  { comparisons }: ConditionSummary,
  { name, unit }: ObjectiveInfo,
  baseline: string,
  best: readonly string[],
  value: number,
): string {
  const reached = `the best median, ${formatValue(value, unit)}`
  const of = comparisons.filter(({ objective }) => objective === name)
  if (best.includes(baseline)) {
    const also = best.filter((policy) => policy !== baseline)
    const others = also.length > 0 ? `, as ${also.length === 1 ? 'has' : 'have'} ${also.join(', ')}` : ''
    const better = of.filter(({ verdict }) => verdict === 'better').map(({ policy }) => policy)
    const but = better.length > 0 ? `; pair by pair, ${better.join(', ')} better by more than chance` : ''
    return `the baseline ${baseline} has ${reached}${others}${but}.`
  }
  const [policy] = best
  const comparison = of.find((one) => one.policy === policy)
  const has = best.length === 1 ? `${policy} has` : `${best.join(', ')} have`
  if (comparison === undefined || comparison.pairs === 0) return `${has} ${reached}.`
  const interval = comparison.change?.interval
    ? ` (95 % interval ${changeIntervalText(comparison, unit)})`
    : ''
  const change = `Against ${baseline} pair by pair ${changeText(comparison, unit)}${interval}`
  const p = comparison.verdict === 'equal' ? '' : ` (${probabilityText(comparison.adjusted)})`
  return `${has} ${reached}. ${change}, better in ${betterText(comparison)}: ${verdictText(comparison)}${p}.`
}

/** `p = 0.042`, `p < 0.001`. */
function probabilityText(p: number): string {
  const text = formatProbability(p)
  return text.startsWith('<') ? `p ${text}` : `p = ${text}`
}
