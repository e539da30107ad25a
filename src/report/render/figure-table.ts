/** A figure in formats without pictures: a table of its values, where these are few. */
import type { Block, Picture } from '../../core/exhibit.js'
import { formatNumber, NO_VALUE } from '../../core/format.js'

/** More rows or columns say nothing to a reader. */
const MOST_ROWS = 40
const MOST_COLUMNS = 12

export function figureTable({ scene, data: { columns, rows } }: Picture): readonly Block[] {
  if (rows.length === 0 || rows.length > MOST_ROWS || columns.length > MOST_COLUMNS) return []
  return [
    {
      kind: 'table',
      caption: scene.label,
      columns: columns.map((head, k) => ({ head, numeric: rows.every((row) => typeof row[k] !== 'string') })),
      rows: rows.map((row) => row.map(valueText)),
    },
  ]
}

function valueText(value: string | number | null): string {
  return value === null ? NO_VALUE : typeof value === 'number' ? formatNumber(value) : value
}
