/**
 * The two one-line rules that whatever was learnt for user groups has to beat: the groups in the order of their numbers,
 * with no backfilling and with EASY's. A system that learns to prefer low groups and does no better than both has learnt
 * nothing that one line does not say. Pure.
 */
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import { isValue } from './ranking.js'

/** As policies are written. */
export const ANCHORS = ['fcfs:group', 'easy:group'] as const

/**
 * Whether a value is strictly better than those of both one-line rules.
 * @param value of the objective that is judged
 * @param anchors the rules' values of it, in the same unit
 * @returns null where one of the values is missing: nothing can be said
 */
export function beatsAnchors(
  value: number | null,
  anchors: readonly (number | null)[],
  sense: ObjectiveInfo['sense'],
): boolean | null {
  if (!isValue(value) || anchors.length === 0 || !anchors.every(isValue)) return null
  return anchors.every((anchor) => (sense === 'min' ? value < anchor : value > anchor))
}

/**
 * A sentence about a strategy that does not beat both one-line rules.
 * @param logs where; none where the reader knows
 */
export function nothingLearnt(strategy: string, logs: readonly string[]): string {
  const where = logs.length === 0 ? '' : ` on ${logs.join(', ')}`
  return `${strategy} does not beat both ${ANCHORS.join(' and ')}${where}: it has learnt nothing there`
}
