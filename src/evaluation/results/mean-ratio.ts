/**
 * Geometric means of ratios to a baseline: of means of ratios the one that does not depend on which of two policies is the baseline
 * (Fleming, Wallace: How not to lie with statistics, CACM 29(3), 1986). A ratio with a zero says nothing. Where an objective
 * has one among its values, a *shift* is added to all of them first, the same for every policy and log, and is stated beside the
 * mean. Pure.
 */
import { formatValue, type Unit } from '../../core/format.js'
import { mean } from '../../core/statistics.js'

/** Shifts by units; that of seconds is the threshold of the bounded slowdown: who waits less does not notice. */
const SHIFTS: Readonly<Record<Unit, number>> = { s: 10, share: 0.01, '1': 1, '1/d': 1, count: 1 }

/**
 * The shift of an objective, by its values under all policies on all logs.
 * @returns 0 where all are above 0; null where one is below, as no ratio means anything then
 */
export function shiftFor(unit: Unit, values: readonly number[]): number | null {
  if (values.some((value) => value < 0)) return null
  return values.includes(0) ? SHIFTS[unit] : 0
}

/** The mean logarithm of the ratios of pairs. @param shift of `shiftFor` */
export function meanLogRatio(
  pairs: readonly { readonly one: number; readonly other: number }[],
  shift: number,
): number {
  return mean(pairs.map(({ one, other }) => Math.log((one + shift) / (other + shift))))
}

/** A sentence for each objective with a shift. */
export function shiftSentences(
  shifts: readonly { readonly objective: string; readonly unit: Unit; readonly shift: number }[],
): readonly string[] {
  const told = shifts
    .filter(({ shift }) => shift > 0)
    .map(
      ({ objective, unit, shift }) =>
        `${objective} has zeros: ${formatValue(shift, unit)} added to each of its values before ratios are taken.`,
    )
  return [...new Set(told)]
}
