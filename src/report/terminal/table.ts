/**
 * Tables and facts in characters. Columns stand apart by spaces, with a rule below the heads; those that have no room
 * beside each other go on in further tables below, long texts in further lines. Pure: strings out.
 */

import { type Cell, type Column, richly, textOf } from '../../core/exhibit.js'
import { largestOf } from '../../core/statistics.js'
import { visible } from '../../core/visible.js'
import { displayWidth, type Paint, painted, type TerminalStyle } from './terminal.js'

/** Columns between two cells. */
const GAP = 2
/** Columns of a text that goes on in further lines, where the terminal is narrow. */
const NARROWEST_NAME = 12
const NARROWEST_TEXT = 16
/** Marks that may stand behind a number: best, learnt from there, worse than simple rules. */
const MARKED = /^(.*?) ?([★†!]+)$/

interface Line {
  readonly text: string
  readonly paint: Paint | null
}

interface TextColumn {
  readonly numeric: boolean
  readonly head: Line
  /** The lines of each row. */
  readonly rows: readonly (readonly Line[])[]
  readonly width: number
}

/** @param columns the first name the rows, and are repeated where a table goes on below */
export function textTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  style: TerminalStyle,
): string {
  const made = columns.map((column, k) =>
    textColumn(
      column,
      rows.map((row) => row[k] ?? ''),
    ),
  )
  const shown = narrowed(made, style.width)
  const naming = shown.slice(0, namingColumns(shown, style.width))
  return beside(shown.slice(naming.length), widthOfAll(naming), style.width)
    .map((part) => tableText([...naming, ...part], style))
    .join('\n\n')
}

/** Names and values without heads or rules. */
export function factsText(facts: readonly (readonly [string, Cell])[]): string {
  const names = facts.map(([name]) => visible(name))
  const width = largestOf([0, ...names.map(displayWidth)])
  return facts
    .map(([, value], k) => `${names[k].padEnd(width)}  ${visible(textOf(value))}`.trimEnd())
    .join('\n')
}

/** The words of `text` in lines of at most `width` columns; a longer word goes on in the next line. */
export function wrapped(text: string, width: number): string[] {
  const most = Math.max(1, width)
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && displayWidth(line) + 1 + displayWidth(word) > most) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
    if (line.length <= most) continue
    const characters = [...line]
    let from = 0
    for (; characters.length - from > most; from += most)
      lines.push(characters.slice(from, from + most).join(''))
    line = characters.slice(from).join('')
  }
  return [...lines, line]
}

function textColumn({ head, numeric }: Column, cells: readonly Cell[]): TextColumn {
  const texts = cells.map((cell) => visible(textOf(cell)))
  const marks = texts.map((text) => (numeric ? (MARKED.exec(text)?.[2] ?? '') : ''))
  // Marks stand to the right of the numbers' edge.
  const room = largestOf([0, ...marks.map(displayWidth)])
  const behind = (mark: string) => (room === 0 ? '' : ` ${mark.padEnd(room)}`)
  const rows = cells.map((cell, k): readonly Line[] => {
    const { below, best, tone } = richly(cell)
    const text = marks[k] === '' ? texts[k] : (MARKED.exec(texts[k])?.[1] ?? '')
    const toned: Paint | null = tone === undefined ? null : tone === 'better' ? 'best' : 'worse'
    const first: Line = {
      text: `${text}${behind(marks[k])}`,
      paint: best ? 'best' : below === undefined ? toned : null,
    }
    return below ? [first, { text: `${visible(below)}${behind('')}`, paint: toned ?? 'faint' }] : [first]
  })
  return measured(numeric, { text: `${visible(head)}${behind('')}`, paint: 'strong' }, rows)
}

function measured(numeric: boolean, head: Line, rows: TextColumn['rows']): TextColumn {
  // A column without text keeps one space.
  return { numeric, head, rows, width: largestOf([1, ...[head, ...rows.flat()].map(widthOf)]) }
}

function widthOf({ text }: Line): number {
  return displayWidth(text)
}

/** Names in a third of the width at the most, and the widest text in what the others leave. */
function narrowed(columns: readonly TextColumn[], width: number): readonly TextColumn[] {
  const [first, ...rest] = columns
  const names = inLines(first, Math.max(NARROWEST_NAME, Math.floor(width / 3)))
  const widest = rest.reduce<TextColumn | null>(
    (most, column) => (column.numeric || (most !== null && most.width >= column.width) ? most : column),
    null,
  )
  if (widest === null) return [names, ...rest]
  const others = rest.reduce((sum, column) => sum + GAP + (column === widest ? 0 : column.width), names.width)
  // Where that makes no room for all, it may as well have a table of its own.
  const left = width - others
  const room = left >= NARROWEST_TEXT ? left : Math.max(NARROWEST_TEXT, width - names.width - GAP)
  return [names, ...rest.map((column) => (column === widest ? inLines(column, room) : column))]
}

function inLines(column: TextColumn, width: number): TextColumn {
  if (column.width <= width) return column
  const { numeric, head, rows } = column
  return measured(
    numeric,
    head,
    rows.map((lines) =>
      lines.flatMap(({ text, paint }) => wrapped(text, width).map((line) => ({ text: line, paint }))),
    ),
  )
}

/** Texts before the first number name the rows, if they leave as much room; the first does in any case. */
function namingColumns(columns: readonly TextColumn[], width: number): number {
  const texts = columns.findIndex(({ numeric }) => numeric)
  return texts > 1 && 2 * widthOfAll(columns.slice(0, texts)) <= width ? texts : 1
}

function widthOfAll(columns: readonly TextColumn[]): number {
  return columns.reduce((sum, { width }) => sum + width, GAP * (columns.length - 1))
}

/** As many columns beside each other as fit behind the names, at least one. */
function beside(columns: readonly TextColumn[], names: number, width: number): readonly TextColumn[][] {
  const parts: TextColumn[][] = []
  let used = Number.POSITIVE_INFINITY
  for (const column of columns) {
    if (used + GAP + column.width > width) {
      parts.push([])
      used = names
    }
    parts[parts.length - 1].push(column)
    used += GAP + column.width
  }
  return parts.length === 0 ? [[]] : parts
}

function tableText(columns: readonly TextColumn[], style: TerminalStyle): string {
  const height = columns[0].rows.length
  const rule = (style.unicode ? '─' : '-').repeat(widthOfAll(columns))
  const rows = Array.from({ length: height }, (_, row) => {
    const lines = largestOf(columns.map(({ rows: of }) => of[row].length))
    return Array.from({ length: lines }, (_, k) => lineText(columns, (column) => column.rows[row][k], style))
  })
  return [lineText(columns, ({ head }) => head, style), ...(height === 0 ? [] : [rule]), ...rows.flat()].join(
    '\n',
  )
}

function lineText(
  columns: readonly TextColumn[],
  lineOf: (column: TextColumn) => Line | undefined,
  style: TerminalStyle,
): string {
  return columns
    .map((column) => {
      const { text, paint } = lineOf(column) ?? { text: '', paint: null }
      const filler = ' '.repeat(column.width - displayWidth(text))
      const shown = paint === null ? text : painted(text, paint, style)
      return column.numeric ? `${filler}${shown}` : `${shown}${filler}`
    })
    .join(' '.repeat(GAP))
    .trimEnd()
}
