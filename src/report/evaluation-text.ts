/** Evaluated policies as text for a terminal: of several logs first the cross tables, then a table a log, and the means. Pure. */

import { formatChange, NO_VALUE, plural } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { visible } from '../core/visible.js'
import type { ObjectiveInfo } from '../sim/objectives/info.js'
import { crossTables } from './cross.js'
import { crossText } from './cross-text.js'
import { type Evaluation, meanChanges } from './evaluation.js'
import { changePaint, comparisonTable } from './table.js'
import { displayWidth, painted, type TerminalStyle } from './terminal.js'
import { inWidth, type TextColumn } from './text-columns.js'

export function evaluationText(evaluation: Evaluation, style: TerminalStyle): string {
  const { logs, objectives, baseline } = evaluation
  const tables = logs.map(
    ({ trace, policies }) =>
      `${painted(visible(trace), 'strong', style)}\n${comparisonTable(policies, objectives, baseline, style)}`,
  )
  if (logs.length < 2) return tables.join('\n\n')
  const cross = crossTables(evaluation).map((table) => crossText(table, style))
  return [...cross, ...tables, meansText(evaluation, style)].join('\n\n')
}

function meansText(evaluation: Evaluation, style: TerminalStyle): string {
  const { logs, objectives, baseline } = evaluation
  const means = meanChanges(evaluation)
  const policies = logs[0].policies.map(({ policy }) => policy).filter((policy) => policy !== baseline)
  const columns = objectives.map((objective) => meansColumn(objective, policies, means, style))
  const head = painted(`Over ${plural(logs.length, 'log')}`, 'strong', style)
  return `${head}, geometric means against ${visible(baseline)}\n${inWidth('policy', policies, columns, style)}`
}

function meansColumn(
  { name, sense }: ObjectiveInfo,
  policies: readonly string[],
  means: ReturnType<typeof meanChanges>,
  style: TerminalStyle,
): TextColumn {
  const changes = policies.map(
    (policy) => means.find((mean) => mean.policy === policy && mean.objective === name)?.change ?? null,
  )
  const texts = changes.map((change) => (change === null ? NO_VALUE : formatChange(change)))
  return {
    head: visible(name),
    align: 'right',
    cells: texts.map((text, k) => painted(text, changePaint(changes[k], sense), style)),
    width: largestOf([visible(name), ...texts].map(displayWidth)),
  }
}
