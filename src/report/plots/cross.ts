/**
 * What was learnt from which logs, applied to which: a matrix for each objective, a row a strategy or policy, a column a log,
 * coloured by the change against the baseline. Cells on logs that were learnt from have a dashed frame.
 */
import type { CrossCell, CrossRow, CrossTable } from '../cross.js'
import { CROSS_MARKS, changeText, crossLegend, crossTitle, marksOf } from '../cross-text.js'
import { escapeXml } from './chart.js'
import { fittedText, pixels, svgPicture, svgText } from './svg.js'
import { changeColour, FAINT_INK, INK, inkOn, PLOT_WIDTH } from './theme.js'

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

export function crossPlot({ title, tables }: CrossPlot): string {
  const columns = Math.max(0, ...tables.map(({ logs }) => logs.length)) + 1
  const room = (PLOT_WIDTH - LEFT - RIGHT - GAP) / columns
  const cell = Math.floor(Math.min(LARGEST_CELL, Math.max(SMALLEST_CELL, room)))
  const width = Math.max(PLOT_WIDTH, LEFT + columns * cell + GAP + RIGHT)
  const parts: string[] = []
  let top = TOP
  for (const table of tables) {
    parts.push(matrixSvg(table, cell, top, width))
    top += HEAD + table.rows.length * CELL_HEIGHT + (crossLegend(table, CROSS_MARKS).length + 1) * LINE
  }
  return svgPicture(
    { width, height: top, label: [title, ...tables.map(crossTitle)].join('; ') },
    svgText(8, 20, fittedText(title, width - 16, 14), INK, 'start', ' font-size="14" font-weight="bold"'),
    ...parts,
  )
}

function matrixSvg(table: CrossTable, cell: number, y: number, width: number): string {
  const { logs, rows } = table
  const top = y + HEAD
  const left = (k: number): number => LEFT + k * cell + (k === logs.length ? GAP : 0)
  const below = top + rows.length * CELL_HEIGHT
  return [
    svgText(8, y + 14, fittedText(crossTitle(table), width - 16), INK, 'start', ' font-weight="bold"'),
    ...[...logs, 'mean'].map((head, k) =>
      svgText(left(k) + cell / 2, top - 6, fittedText(head, cell - 4), INK, 'middle'),
    ),
    ...rows.flatMap((row, k) => [
      nameSvg(row, top + (k + 0.5) * CELL_HEIGHT),
      ...[...row.cells, row.mean].map((each, column) => {
        const what = `${row.policy}, ${logs[column] ?? 'mean'}`
        return cellSvg(each, table, what, left(column), top + k * CELL_HEIGHT, cell)
      }),
    ]),
    ...crossLegend(table, CROSS_MARKS).map((line, k) =>
      svgText(LEFT, below + (k + 1) * LINE, fittedText(line, width - LEFT), FAINT_INK, 'start'),
    ),
  ].join('')
}

function nameSvg({ policy, learntFrom }: CrossRow, middle: number): string {
  const room = LEFT - 18
  const name = fittedText(policy, room)
  if (learntFrom === null || learntFrom.length === 0) return svgText(LEFT - 8, middle + 4, name, INK, 'end')
  const from = fittedText(`learnt from ${learntFrom.join(' + ')}`, room, 10)
  return (
    svgText(LEFT - 8, middle - 2, name, INK, 'end') +
    svgText(LEFT - 8, middle + 12, from, FAINT_INK, 'end', ' font-size="10"')
  )
}

function cellSvg(
  cell: CrossCell,
  { objective }: CrossTable,
  what: string,
  x: number,
  y: number,
  width: number,
): string {
  const text = [changeText(cell), marksOf(cell, CROSS_MARKS)].filter((part) => part !== '').join(' ')
  const fill = changeColour(cell.change, objective.sense)
  const ink = inkOn(fill)
  const [side, height] = [pixels(width - 2), CELL_HEIGHT - 2]
  const frame = cell.learnt ? ` stroke="${ink}" stroke-dasharray="3 2"` : ''
  return [
    `<rect x="${pixels(x + 1)}" y="${pixels(y + 1)}" width="${side}" height="${height}" fill="${fill}"${frame}>`,
    `<title>${escapeXml(`${what}: ${text}`)}</title></rect>\n`,
    svgText(x + width / 2, y + CELL_HEIGHT / 2 + 4, text, ink, 'middle'),
  ].join('')
}
