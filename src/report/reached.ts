/** What a policy that is explained reaches on a log, beside a baseline: whom its preferences cost how much. Pure. */

import { visible } from '../core/visible.js'
import type { ComparedPolicy } from '../evaluation/ranking.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import { comparisonTable } from './table.js'
import { painted, type TerminalStyle } from './terminal.js'

export interface Reached {
  readonly log: string
  /** The one that is explained, and the baseline. */
  readonly policies: readonly ComparedPolicy[]
  readonly objectives: readonly ObjectiveInfo[]
  /** Name of one of the policies. */
  readonly baseline: string
}

export function reachedTitle({ log }: Reached): string {
  return `What it reaches on ${log}`
}

export function reachedText(reached: Reached, style: TerminalStyle): string {
  const { policies, objectives, baseline } = reached
  const head = painted(visible(reachedTitle(reached)), 'strong', style)
  return `${head}\n\n${comparisonTable(policies, objectives, baseline, style)}`
}
