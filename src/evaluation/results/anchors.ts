/**
 * The one-line rules that whatever was learnt for user groups has to beat: the groups in the order of their numbers, with no
 * backfilling, with EASY's and with conservative backfilling. A system that learns to prefer low groups and does no better than
 * each of them has learnt nothing that one line does not say. Pure.
 */
import type { ObjectiveInfo } from '../../sim/objectives/info.js'
import { isValue } from './ranking.js'

/** As policies are written. */
export const ANCHORS = ['fcfs:group', 'easy:group', 'cons:group'] as const
export type Anchor = (typeof ANCHORS)[number]

export function isAnchor(policy: string): policy is Anchor {
  return ANCHORS.some((anchor) => anchor === policy)
}

/** Policies that a result for user groups is set beside: the usual ones, which nobody has to beat, and the one-line rules. */
export const USUAL_COMPARISON = ['easy', 'fcfs', 'cons', ...ANCHORS] as const

/**
 * Whether a value is strictly better than those of all one-line rules. One that is known is enough to be behind.
 * @param value of the objective that is judged
 * @param anchors the rules' values of it, in the same unit; null where a rule was not measured
 * @returns null where nothing can be said
 */
export function beatsAnchors(
  value: number | null,
  anchors: readonly (number | null)[],
  sense: ObjectiveInfo['sense'],
): boolean | null {
  if (!isValue(value) || anchors.length === 0) return null
  const known = anchors.filter(isValue)
  if (!known.every((anchor) => (sense === 'min' ? value < anchor : value > anchor))) return false
  return known.length === anchors.length ? true : null
}

/** `fcfs:group, easy:group and cons:group`. */
export const ANCHOR_NAMES = new Intl.ListFormat('en-GB').format(ANCHORS)

/**
 * A sentence about a strategy that does not beat all one-line rules.
 * @param logs where; none where the reader knows
 */
export function nothingLearnt(strategy: string, logs: readonly string[]): string {
  const where = logs.length === 0 ? '' : ` on ${logs.join(', ')}`
  return `${strategy} does not beat all of ${ANCHOR_NAMES}${where}: it has learnt nothing there`
}
