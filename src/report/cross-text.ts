/** What was learnt from which logs, applied to which, as text for a terminal; and the words that pages and plots share. Pure. */

import { formatChange, NO_VALUE } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { visible } from '../core/visible.js'
import { ANCHORS } from '../evaluation/anchors.js'
import type { CrossCell, CrossTable } from './cross.js'
import { changePaint } from './table.js'
import { displayWidth, painted, type TerminalStyle } from './terminal.js'
import { inWidth, plainColumn, type TextColumn } from './text-columns.js'

/** Of a cell; each stands for a property that is true. */
export interface CrossMarks {
  readonly best: string
  readonly learnt: string
  readonly worseThanAnchors: string
}

export const CROSS_MARKS: CrossMarks = { best: '*', learnt: '†', worseThanAnchors: '!' }
const ASCII_MARKS: CrossMarks = { ...CROSS_MARKS, learnt: '^' }

/** Behind the change of a cell, without a blank; empty where there is nothing to be said. */
export function marksOf({ best, learnt, beatsAnchors }: CrossCell, marks: CrossMarks): string {
  return [
    best ? marks.best : '',
    learnt ? marks.learnt : '',
    beatsAnchors === false ? marks.worseThanAnchors : '',
  ].join('')
}

/** What the marks mean that a table has, one sentence each, and what its mean is. */
export function crossLegend({ rows }: CrossTable, marks: CrossMarks): string[] {
  const cells = rows.flatMap((row) => [...row.cells, row.mean])
  return [
    ...(cells.some(({ best }) => best) ? [`${marks.best} best of its column`] : []),
    ...(cells.some(({ learnt }) => learnt)
      ? [`${marks.learnt} learnt from this log, or from one of those of the mean: no test`]
      : []),
    ...(cells.some(({ beatsAnchors }) => beatsAnchors === false)
      ? [`${marks.worseThanAnchors} does not beat both ${ANCHORS.join(' and ')}: it has learnt nothing there`]
      : []),
    'mean: geometric, of the ratios to the baseline',
  ]
}

/** `AWRT (less is better): changes against easy`. */
export function crossTitle({ objective: { name, sense }, baseline }: CrossTable): string {
  return `${name} (${sense === 'min' ? 'less' : 'more'} is better): changes against ${baseline}`
}

export function changeText({ change }: CrossCell): string {
  return change === null ? NO_VALUE : formatChange(change)
}

export function crossText(table: CrossTable, style: TerminalStyle): string {
  const { objective, logs, rows } = table
  const marks = style.unicode ? CROSS_MARKS : ASCII_MARKS
  const learntFrom = rows.map((row) => (row.learntFrom ?? []).map(visible).join(' +\n'))
  const column = (head: string, cells: readonly CrossCell[]): TextColumn => {
    // Marks stand to the right of the numbers' edge.
    const room = largestOf(cells.map((cell) => displayWidth(marksOf(cell, marks))))
    const texts = cells.map((cell) => {
      const mark = marksOf(cell, marks)
      return { text: changeText(cell), behind: `${room > 0 ? ' ' : ''}${mark.padEnd(room)}` }
    })
    return {
      ...plainColumn(
        visible(head),
        'right',
        texts.map(({ text, behind }) => `${text}${behind}`),
      ),
      cells: texts.map(({ text, behind }, k) => {
        return `${painted(text, changePaint(cells[k].change, objective.sense), style)}${behind}`
      }),
    }
  }
  const columns = [
    ...(learntFrom.some((text) => text !== '') ? [plainColumn('learnt from', 'left', learntFrom)] : []),
    ...logs.map((log, k) =>
      column(
        log,
        rows.map(({ cells }) => cells[k]),
      ),
    ),
    column(
      'mean',
      rows.map(({ mean }) => mean),
    ),
  ]
  const names = rows.map(({ policy }) => policy)
  return [
    painted(visible(crossTitle(table)), 'strong', style),
    inWidth('policy', names, columns, style),
    ...crossLegend(table, marks).map((line) => painted(line, 'faint', style)),
  ].join('\n')
}
