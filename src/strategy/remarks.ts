/**
 * Remarks on the numbers of greedy criteria at a glance, and on which of them do nothing: a parameter that is 0, has no
 * place in its criterion, or is added to seconds.
 */
import { largestOf, smallestOf } from '../core/statistics.js'
import { findOrder } from '../sim/orders/index.js'
import { TIME_CLASS_NAMES } from '../sim/time-class.js'
import { greedyOf } from './greedy.js'
import type { GreedyCriterion } from './strategy.js'

/** Head starts worth no more than this are next to nothing. */
const MINUTE = 60

/**
 * The remarks; what holds in all situations stands without their names.
 * @param groups those that are of interest
 */
export function remarksOn(policy: string, groups: readonly number[]): string[] {
  const strategy = greedyOf(policy)
  if (strategy === null) return []
  const remarks = strategy.situations.map((criterion) => remarksOnCriterion(criterion, groups))
  const always = remarks[0].filter((remark) => remarks.every((others) => others.includes(remark)))
  return [
    ...always,
    ...remarks.flatMap((own, k) =>
      own.filter((remark) => !always.includes(remark)).map((remark) => `${TIME_CLASS_NAMES[k]}: ${remark}`),
    ),
  ]
}

function remarksOnCriterion({ criterion, a, b, w, K }: GreedyCriterion, groups: readonly number[]): string[] {
  const last = w.length
  const of = (values: readonly number[], group: number) =>
    values[(group >= 1 && group <= last ? group : last) - 1]
  const dead = groups.filter((group) => of(w, group) === 0)
  if (groups.length > 0 && dead.length === groups.length) {
    return ['All weights w are 0, so jobs go by submit; nothing else counts.']
  }
  const remarks = [`${findOrder(`g${criterion}`)?.formula}.`]
  if (dead.length > 0) {
    remarks.push(
      `w is 0 for ${groupList(dead)}: such jobs have priority 0, however long they wait, and come before no job that has more.`,
    )
  }
  if (a === 0) remarks.push('a is 0: waiting does not count, so the order of two jobs never changes.')
  if (criterion !== 3 && b === 0) remarks.push('b is 0, so its term is nothing.')
  if (criterion === 3 && b !== 0) remarks.push('b has no place in criterion 3.')
  const heads = groups.map((group) => of(K, group))
  const spread = heads.length === 0 ? 0 : largestOf(heads) - smallestOf(heads)
  if (spread > 0 && a > 0 && (criterion === 2 || criterion === 4) && spread / a < MINUTE) {
    remarks.push(
      `K counts in seconds here: its differences are worth at most ${Number((spread / a).toPrecision(2))} s of waiting, next to nothing.`,
    )
  }
  return remarks
}

function groupList(groups: readonly number[]): string {
  return groups.length === 1 ? `group ${groups[0]}` : `groups ${groups.join(', ')}`
}
