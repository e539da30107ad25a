/** A run in a terminal: its facts, and how far it has come. Pure. */

import type { Fact } from '../core/exhibit.js'
import { visible } from '../core/visible.js'
import type { ConvergenceObjective, ConvergencePoint } from '../evaluation/convergence.js'
import { factsTable } from './table.js'
import { painted, type TerminalStyle } from './terminal.js'
import { convergenceText } from './terminal-plot.js'

export interface RunText {
  readonly title: string
  readonly facts: readonly Fact[]
  /** What is optimised; null where nothing is. */
  readonly objective: ConvergenceObjective | null
  /** Ascending in evaluations; no plot where there are none. */
  readonly points: readonly ConvergencePoint[]
}

export function runText({ title, facts, objective, points }: RunText, style: TerminalStyle): string {
  const parts = [painted(visible(title), 'strong', style), factsTable(facts)]
  if (objective !== null && points.length > 0) parts.push(convergenceText(objective, points, style))
  return parts.filter((part) => part !== '').join('\n\n')
}
