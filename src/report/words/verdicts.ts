/** Verdicts on a strategy on one log beside its values: how far it is from others, which of its bounds it keeps. Pure. */

import { formatChange, formatPercent, formatValue, NO_VALUE } from '../../core/format.js'
import { nothingLearnt } from '../../evaluation/results/anchors.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'

export interface KeptBound {
  /** As written: `maxWait <= 14d`. */
  readonly constraint: string
  readonly unit: ObjectiveInfo['unit']
  readonly value: number | null
  /** As a value; null where the policy that it is a multiple of has none. */
  readonly bound: number | null
  /** The share of the bound by which it is broken; 0 where it is kept, +∞ where nothing can be said. */
  readonly violation: number
}

export interface StrategyVerdict {
  readonly strategy: string
  /** The objective of judgement: the one that it was learnt for, or the one that was asked for; null where there is none. */
  readonly objective: ObjectiveInfo | null
  /** Against other policies: (value − theirs) / |theirs|. */
  readonly changes: readonly { readonly policy: string; readonly change: number | null }[]
  /** Whether it beats all one-line rules; null where nothing can be said. */
  readonly beatsAnchors: boolean | null
  readonly bounds: readonly KeptBound[]
}

/** One line a statement. */
export function verdictLines({
  strategy,
  objective,
  changes,
  beatsAnchors,
  bounds,
}: StrategyVerdict): string[] {
  const against = changes.map(
    ({ policy, change }) => `${policy} ${change === null ? NO_VALUE : formatChange(change)}`,
  )
  return [
    ...(objective === null || against.length === 0
      ? []
      : [`${strategy} under ${objective.name}, against ${against.join(', ')}`]),
    ...(beatsAnchors === false ? [nothingLearnt(strategy, [])] : []),
    ...bounds.map((bound) => `${strategy}: ${boundText(bound)}`),
  ]
}

/** `maxWait <= 14d is kept: 9 d 3 h`. */
export function boundText({ constraint, unit, value, bound, violation }: KeptBound): string {
  if (value === null || bound === null) return `${constraint} cannot be judged: there is no value`
  const shown = formatValue(value, unit)
  if (violation === 0) return `${constraint} is kept: ${shown}`
  const side = value < bound ? 'below' : 'above'
  return `${constraint} is broken: ${shown}, ${formatPercent(violation)} ${side} ${formatValue(bound, unit)}`
}
