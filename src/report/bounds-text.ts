/** Certified bounds beside what policies reach, as a text table. Pure. */

import { formatPercent, formatValue, NO_VALUE } from '../core/format.js'
import { visible } from '../core/visible.js'
import type { Bound, Certificate } from '../sim/bounds/index.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import { plainTable } from './table.js'
import { painted, type TerminalStyle } from './terminal.js'

/** One objective. */
export interface BoundRow {
  readonly objective: ObjectiveInfo
  /** null where nothing is known. */
  readonly bound: Bound | null
  /** What the policies reach, in their order; null where the objective has no value. */
  readonly values: readonly (number | null)[]
  /** Which of the policies `bound.prompt` holds for: those that start a judged job at the first submit. */
  readonly prompt: readonly boolean[]
}

/**
 * The part of `value` by which it can be better at most: of a cost what may be saved of it, of a merit what it may
 * gain. null where one of them is missing, or a merit is 0.
 */
export function roomLeft(
  value: number | null,
  bound: Certificate | null,
  sense: ObjectiveInfo['sense'],
): number | null {
  if (value === null || bound === null) return null
  const better = sense === 'min' ? value - bound.value : bound.value - value
  if (better <= 0) return 0
  return value === 0 ? null : better / Math.abs(value)
}

/** One objective a line: the bound, the policies, and how much better than the best of them is not ruled out. */
export function boundsTable(
  rows: readonly BoundRow[],
  policies: readonly string[],
  style: TerminalStyle,
): string {
  const heads = ['objective', 'bound', ...policies.map(visible), 'room', 'by']
  const table = plainTable(heads, ['left', ...heads.slice(2).map(() => 'right' as const), 'left'], style)
  for (const { objective, bound, values, prompt } of rows) {
    table.push(line(objective.name, objective, bound, values, style))
    if (bound?.prompt === undefined) continue
    const started = values.map((value, k) => (prompt[k] ? value : null))
    table.push(line(`${objective.name} (prompt)`, objective, bound.prompt, started, style))
  }
  return table.toString()
}

function line(
  name: string,
  { unit, sense }: ObjectiveInfo,
  bound: Certificate | null,
  values: readonly (number | null)[],
  style: TerminalStyle,
): string[] {
  const rooms = values.map((value) => roomLeft(value, bound, sense))
  const least = rooms.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null)
  return [
    visible(name),
    bound === null ? NO_VALUE : painted(formatValue(bound.value, unit), 'strong', style),
    ...values.map((value, k) => {
      const text = formatValue(value, unit)
      return rooms[k] !== null && rooms[k] === least ? painted(text, 'best', style) : text
    }),
    least === null ? NO_VALUE : formatPercent(least),
    bound === null ? '' : bound.by,
  ]
}
