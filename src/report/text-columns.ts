/**
 * Tables for a terminal that fit its width: columns that have no room beside each other go into further tables below, long
 * names go on in further lines. Pure.
 */

import { largestOf } from '../core/statistics.js'
import { visible } from '../core/visible.js'
import { intoWidth, plainTable } from './table.js'
import { displayWidth, type TerminalStyle } from './terminal.js'

/** Columns of names, where the terminal is narrow. */
const NARROWEST_NAME = 12

export interface TextColumn {
  readonly head: string
  readonly align: 'left' | 'right'
  /** One a row; lines below each other are parted by line feeds. */
  readonly cells: readonly string[]
  /** Of the text without colours. */
  readonly width: number
}

export function plainColumn(head: string, align: TextColumn['align'], cells: readonly string[]): TextColumn {
  const lines = [head, ...cells].flatMap((cell) => cell.split('\n'))
  return { head, align, cells, width: largestOf(lines.map(displayWidth)) }
}

/** Columns that do not fit beside each other go into further tables below; long names go on in further lines. */
export function inWidth(
  head: string,
  names: readonly string[],
  columns: readonly TextColumn[],
  style: TerminalStyle,
): string {
  const shown = namesIn(names, style)
  return partsIn(head, names, columns, style)
    .map((part) => {
      const align = ['left' as const, ...part.map((column) => column.align)]
      const table = plainTable([head, ...part.map((column) => column.head)], align, style)
      for (const [row, name] of shown.entries())
        table.push([name.join('\n'), ...part.map(({ cells }) => cells[row])])
      return table
        .toString()
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
    })
    .join('\n\n')
}

/** The columns of each table. */
export function partsIn(
  head: string,
  names: readonly string[],
  columns: readonly TextColumn[],
  style: TerminalStyle,
): readonly TextColumn[][] {
  const nameWidth = largestOf([displayWidth(head), ...namesIn(names, style).flat().map(displayWidth)])
  return intoWidth(columns, nameWidth, style.width)
}

/** Each in lines. */
function namesIn(names: readonly string[], { width }: TerminalStyle): readonly string[][] {
  const longest = Math.max(NARROWEST_NAME, Math.floor(width / 3))
  return names.map((name) => inLines(visible(name), longest))
}

function inLines(text: string, width: number): string[] {
  const characters = [...text]
  const count = Math.max(1, Math.ceil(characters.length / width))
  return Array.from({ length: count }, (_, k) => characters.slice(k * width, (k + 1) * width).join(''))
}
