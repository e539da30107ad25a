/** A front as text for a terminal: what its page says (pages/front.ts), without its pictures. Pure. */

import { largestOf } from '../core/statistics.js'
import { visible } from '../core/visible.js'
import type { FrontModel } from '../front/model.js'
import { axisRows, frontFacts, markSentences, sourceHeads, sourceRows } from './front-words.js'
import { factsTable } from './table.js'
import { displayWidth, painted, type TerminalStyle } from './terminal.js'
import { inWidth, plainColumn, type TextColumn } from './text-columns.js'

/** Facts, where the points come from, every objective with its bound and the marks, and the marks' places in words. */
export function frontText(front: FrontModel, style: TerminalStyle): string {
  const heading = (text: string): string => painted(text, 'strong', style)
  const sources = sourceRows(front)
  const sourceTable = inWidth(
    'source',
    sources.map(({ name }) => name),
    sourceHeads(front).map((head, k) =>
      plainColumn(
        head,
        'right',
        sources.map(({ cells }) => cells[k]),
      ),
    ),
    style,
  )
  return [
    heading(visible(front.title)),
    factsTable(frontFacts(front)),
    `${heading('Where the points come from')}\n${sourceTable}`,
    `${heading('What is possible')}, each objective on its own\n${objectivesText(front, style)}`,
    markSentences(front).map(visible).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

function objectivesText(front: FrontModel, style: TerminalStyle): string {
  const rows = axisRows(front)
  const of = (head: string, cell: (row: (typeof rows)[number]) => string): TextColumn =>
    plainColumn(head, 'right', rows.map(cell))
  const columns = [
    plainColumn(
      '',
      'left',
      rows.map(({ note }) => note.replace(', ', '\n')),
    ),
    of('best', ({ best }) => best),
    of('worst', ({ worst }) => worst),
    of('bound', ({ bound }) => bound),
    of('room left', ({ room }) => room),
    ...front.marks.map(({ name }, k): TextColumn => {
      const head = visible(name)
      const plain = rows.map(({ marks }) => `${marks[k].value}\n${marks[k].change}`)
      const cells = rows.map(({ marks }) => {
        const { value, change, best } = marks[k]
        return `${value}\n${painted(change, best ? 'best' : 'faint', style)}`
      })
      const width = largestOf([head, ...plain].flatMap((cell) => cell.split('\n').map(displayWidth)))
      return { head, align: 'right', cells, width }
    }),
  ]
  return inWidth(
    'objective',
    rows.map(({ name }) => name),
    columns,
    style,
  )
}
