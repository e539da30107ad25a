/**
 * The cross picture, learnt from which logs and applied to which: a matrix for each objective, a row a strategy or
 * policy, a column a log, coloured by the change against the baseline. Cells on logs that were learnt from have a dashed
 * frame.
 */

import type { Picture } from '../../core/exhibit.js'
import type { Mark } from '../../core/scene.js'
import { largestOf } from '../../core/statistics.js'
import {
  type CrossCell,
  type CrossRow,
  type CrossTable,
  changeText,
  crossLegend,
  crossTitle,
  marksOf,
} from '../cross.js'
import { fittedText, heading, rect, scene, text } from './marks.js'
import { changeColour, inkOn, PLOT_WIDTH } from './theme.js'

const LEFT = 250
const RIGHT = 10
const TOP = 34
const HEAD = 46
const LINE = 16
const SMALLEST_CELL = 84
const LARGEST_CELL = 120
const CELL_HEIGHT = 36
/** Between the logs and their mean. */
const GAP = 10

export interface CrossPlot {
  readonly title: string
  readonly tables: readonly CrossTable[]
}

export function crossPlot({ title, tables }: CrossPlot): Picture {
  const columns = largestOf([0, ...tables.map(({ logs }) => logs.length)]) + 1
  const room = (PLOT_WIDTH - LEFT - RIGHT - GAP) / columns
  const cell = Math.floor(Math.min(LARGEST_CELL, Math.max(SMALLEST_CELL, room)))
  const width = Math.max(PLOT_WIDTH, LEFT + columns * cell + GAP + RIGHT)
  const parts: Mark[] = []
  let top = TOP
  for (const table of tables) {
    parts.push(...matrix(table, cell, top, width))
    top += HEAD + table.rows.length * CELL_HEIGHT + (crossLegend(table).length + 1) * LINE
  }
  const label = [title, ...tables.map(crossTitle)].join('; ')
  const rows = tables.flatMap(({ objective, logs, rows: of }) =>
    of.flatMap(({ policy, cells, mean }) =>
      [...cells, mean].map((each, k) => [objective.name, policy, logs[k] ?? 'mean', each.change]),
    ),
  )
  return {
    name: 'cross',
    scene: scene(width, top, label, [heading(title, 8, width - 16), ...parts]),
    data: { columns: ['objective', 'policy', 'log', 'change'], rows },
  }
}

function matrix(table: CrossTable, cell: number, y: number, width: number): Mark[] {
  const { logs, rows } = table
  const top = y + HEAD
  const left = (k: number): number => LEFT + k * cell + (k === logs.length ? GAP : 0)
  const below = top + rows.length * CELL_HEIGHT
  return [
    text(8, y + 14, fittedText(crossTitle(table), width - 16), 'ink', 'start', { bold: true }),
    ...[...logs, 'mean'].map((head, k) =>
      text(left(k) + cell / 2, top - 6, fittedText(head, cell - 4), 'ink', 'middle'),
    ),
    ...rows.flatMap((row, k) => [
      ...nameMarks(row, top + (k + 0.5) * CELL_HEIGHT),
      ...[...row.cells, row.mean].flatMap((each, column) => {
        const what = `${row.policy}, ${logs[column] ?? 'mean'}`
        return cellMarks(each, table, what, left(column), top + k * CELL_HEIGHT, cell)
      }),
    ]),
    ...crossLegend(table).map((line, k) =>
      text(LEFT, below + (k + 1) * LINE, fittedText(line, width - LEFT), 'faint'),
    ),
  ]
}

function nameMarks({ policy, learntFrom }: CrossRow, middle: number): Mark[] {
  const room = LEFT - 18
  const name = fittedText(policy, room)
  if (learntFrom === null || learntFrom.length === 0) return [text(LEFT - 8, middle + 4, name, 'ink', 'end')]
  const from = fittedText(`learnt from ${learntFrom.join(' + ')}`, room, 10)
  return [
    text(LEFT - 8, middle - 2, name, 'ink', 'end'),
    text(LEFT - 8, middle + 12, from, 'faint', 'end', { size: 10 }),
  ]
}

function cellMarks(
  cell: CrossCell,
  { objective }: CrossTable,
  what: string,
  x: number,
  y: number,
  width: number,
): Mark[] {
  const said = [changeText(cell), marksOf(cell)].filter((part) => part !== '').join(' ')
  const fill = changeColour(cell.change, objective.sense)
  const ink = inkOn(fill)
  const edge = cell.learnt ? { stroke: ink, dash: '3 2' } : {}
  return [
    rect(x + 1, y + 1, width - 2, CELL_HEIGHT - 2, { fill, ...edge, title: `${what}: ${said}` }),
    text(x + width / 2, y + CELL_HEIGHT / 2 + 4, said, ink, 'middle'),
  ]
}
