/**
 * A published study beside what was computed here: for every cell of its tables the published value, ours, and the
 * difference. Pure: strings out.
 */

import { formatChange, formatNumber, NO_VALUE } from '../core/format.js'
import { largestOf } from '../core/statistics.js'
import { relativeChange } from '../evaluation/ranking.js'
import type { PublishedValue } from '../study/reproduce/published-value.js'
import { GAP, intoWidth, plainTable } from './table.js'
import { displayWidth, type TerminalStyle } from './terminal.js'

/** Two numbers below this fit a column beside each other. */
const SHORT = 1000

/**
 * All tables, one after the other; columns that do not fit into the width go into further tables below. A row of the source takes lines `published`, `ours`, `difference` (relative; of percentages in
 * points, pp) and, where ours is of several draws, `draws`: the least and the largest where both are short, else half
 * their distance relative to the median. A row of which nothing was published has no difference, and what was published is not repeated in the
 * next row.
 */
export function publishedTables(values: readonly PublishedValue[], style: TerminalStyle): string {
  const tables = unique(values.map(({ table }) => table))
  return tables
    .map((name) =>
      publishedTable(
        name,
        values.filter(({ table }) => table === name),
        style,
      ),
    )
    .join('\n\n')
}

/** One line of a table: the row's name where it begins, what the line is, a cell for each column. */
type Line = readonly [row: string, kind: string, cells: readonly string[]]

function publishedTable(name: string, values: readonly PublishedValue[], style: TerminalStyle): string {
  const columns = unique(values.map(({ column }) => column))
  const lines = linesOf(values, columns)
  const widest = (texts: readonly string[]) => largestOf(texts.map(displayWidth))
  const names = widest([name, ...lines.map(([row]) => row)]) + GAP + widest(lines.map(([, kind]) => kind))
  const shown = columns.map((column, k) => ({
    column,
    k,
    width: widest([column, ...lines.map(([, , cells]) => cells[k])]),
  }))
  return intoWidth(shown, names, style.width)
    .map((part) => {
      const align = ['left', 'left', ...part.map(() => 'right' as const)] as const
      const table = plainTable([name, '', ...part.map(({ column }) => column)], align, style)
      for (const [row, kind, cells] of lines) table.push([row, kind, ...part.map(({ k }) => cells[k])])
      return table.toString()
    })
    .join('\n\n')
}

function linesOf(values: readonly PublishedValue[], columns: readonly string[]): readonly Line[] {
  const lines: Line[] = []
  let above = ''
  for (const row of unique(values.map((value) => value.row))) {
    const cells = columns.map((column) =>
      values.find((value) => value.row === row && value.column === column),
    )
    const anyPublished = cells.some((value) => value !== undefined && value.published !== null)
    const publishedHere = JSON.stringify(cells.map((value) => value?.published ?? null))
    const kinds: (readonly [string, (value: PublishedValue) => string])[] = [
      ['ours', ({ ours, decimals }) => (ours === null ? NO_VALUE : plainNumber(ours, decimals))],
    ]
    if (anyPublished) kinds.push(['difference', differenceText])
    if (anyPublished && publishedHere !== above) {
      kinds.unshift([
        'published',
        ({ published }) => (published === null ? NO_VALUE : plainNumber(published)),
      ])
    }
    above = publishedHere
    if (cells.some((value) => value !== undefined && value.least !== value.most))
      kinds.push(['draws', spreadText])
    for (const [k, [kind, textOf]] of kinds.entries()) {
      const texts = cells.map((value) => (value === undefined ? '' : textOf(value)))
      lines.push([k === 0 ? row : '', kind, texts])
    }
  }
  return lines
}

function differenceText({ ours, published, decimals, percentage = false }: PublishedValue): string {
  if (!percentage) return changeText(relativeChange(ours, published))
  if (ours === null || published === null) return NO_VALUE
  const points = ours - published
  if (Number(points.toFixed(decimals)) === 0) return '±0 pp'
  return `${points > 0 ? '+' : ''}${plainNumber(points, decimals)} pp`
}

function changeText(change: number | null): string {
  return change === null ? NO_VALUE : formatChange(change)
}

function spreadText({ ours, least, most, decimals }: PublishedValue): string {
  if (ours === null || least === null || most === null) return NO_VALUE
  if (most < SHORT) return `${least.toFixed(decimals)}–${most.toFixed(decimals)}`
  const half = Math.abs((most - least) / 2 / ours)
  return `±${formatNumber(Number((half * 100).toFixed(1)))} %`
}

/** With thousands separators and, where given, so many decimals. */
function plainNumber(value: number, decimals?: number): string {
  if (!Number.isFinite(value)) return NO_VALUE
  const [whole, fraction] = (decimals === undefined ? String(value) : value.toFixed(decimals)).split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',').replace('-', '−')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}
