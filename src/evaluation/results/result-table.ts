/**
 * The result table of a study, in long form: one row for each cell of the study's axes and each objective. What reads
 * it takes the axes by name: the policies that are compared, and the further axes, over whose cells they are.
 *
 * As CSV: one head line, the axes' columns and then `objective`, `unit`, `value`; quoted as RFC 4180 has it, lines end
 * in a line feed as in our other files; a value as the shortest text that reads back as the same number, empty where
 * there is none. Pure; imports statistics.
 */

import { csvField } from '../../core/csv.js'
import { groupedBy } from '../../core/grouping.js'
import { ascending, median } from '../../core/statistics.js'
import { isValue } from './ranking.js'

export interface ResultRow {
  /** The cell's place on every axis, in the order of the table's `keys`. */
  readonly key: readonly string[]
  readonly objective: string
  readonly unit: string
  /** Null where the objective has none. */
  readonly value: number | null
}

export interface ResultTable {
  /** Names of the axes: trace, window, machine, estimates, policy, …; none of `VALUE_COLUMNS`. */
  readonly keys: readonly string[]
  /** No two of the same key and objective. */
  readonly rows: readonly ResultRow[]
}

/** The axis of what is compared. */
export const POLICY_KEY = 'policy'

/** The columns behind the axes. */
export const VALUE_COLUMNS = ['objective', 'unit', 'value'] as const

const ROWS_A_CHUNK = 4096

/** The table as CSV, in chunks of whole lines, head first. */
export function* resultCsv({ keys, rows }: ResultTable): Generator<string, void, undefined> {
  yield `${[...keys, ...VALUE_COLUMNS].map(csvField).join(',')}\n`
  for (let first = 0; first < rows.length; first += ROWS_A_CHUNK) {
    let chunk = ''
    for (const { key, objective, unit, value } of rows.slice(first, first + ROWS_A_CHUNK)) {
      const fields = [...key, objective, unit, isValue(value) ? String(value) : '']
      chunk += `${fields.map(csvField).join(',')}\n`
    }
    yield chunk
  }
}

/** One row as an object under the names of its columns, for JSON. */
export type ResultRecord = Readonly<Record<string, string | number | null>>

/** The table as plain objects, one a row. */
export function resultRecords({ keys, rows }: ResultTable): ResultRecord[] {
  return rows.map(({ key, objective, unit, value }) => ({
    ...Object.fromEntries(keys.map((name, k) => [name, key[k]])),
    objective,
    unit,
    value: isValue(value) ? value : null,
  }))
}

/** One column with its type, for formats that store columns. */
export type ResultColumn =
  | { readonly name: string; readonly type: 'STRING'; readonly data: readonly string[] }
  | { readonly name: string; readonly type: 'DOUBLE'; readonly data: readonly (number | null)[] }

/** The table by columns, in the order of the CSV. */
export function resultColumns({ keys, rows }: ResultTable): ResultColumn[] {
  return [
    ...keys.map((name, k) => ({ name, type: 'STRING' as const, data: rows.map(({ key }) => key[k]) })),
    { name: 'objective', type: 'STRING', data: rows.map(({ objective }) => objective) },
    { name: 'unit', type: 'STRING', data: rows.map(({ unit }) => unit) },
    { name: 'value', type: 'DOUBLE', data: rows.map(({ value }) => (isValue(value) ? value : null)) },
  ]
}

/** The values of an axis, in the order in which they first appear. */
export function distinctOf(table: ResultTable, name: string): string[] {
  const place = placeOf(table, name)
  return [...new Set(table.rows.map(({ key }) => key[place]))]
}

/** The table's parts by their places on some axes, in the order in which these first appear; one part for no axes. */
export function splitTable(
  table: ResultTable,
  names: readonly string[],
): { readonly key: readonly string[]; readonly table: ResultTable }[] {
  const places = names.map((name) => placeOf(table, name))
  const parts = new Map<string, { readonly key: readonly string[]; readonly rows: ResultRow[] }>()
  for (const row of table.rows) {
    const key = places.map((place) => row.key[place])
    const id = JSON.stringify(key)
    const part = parts.get(id) ?? { key, rows: [] }
    parts.set(id, part)
    part.rows.push(row)
  }
  return [...parts.values()].map(({ key, rows }) => ({ key, table: { keys: table.keys, rows } }))
}

/** The rows of one policy under one objective, in the table's order. */
function rowsOf(table: ResultTable, policy: string, objective: string): readonly ResultRow[] {
  let parts = PARTS.get(table)
  if (parts === undefined) {
    const place = placeOf(table, POLICY_KEY)
    parts = groupedBy(table.rows, ({ key, objective }) => partId(key[place], objective))
    PARTS.set(table, parts)
  }
  return parts.get(partId(policy, objective)) ?? []
}

/** Tables are asked for every policy under every objective: without this, each time by going through all rows. */
const PARTS = new WeakMap<ResultTable, ReadonlyMap<string, readonly ResultRow[]>>()

function partId(policy: string, objective: string): string {
  return JSON.stringify([policy, objective])
}

/** The values of one policy under one objective, in the order of the rows. */
export function valuesOf(table: ResultTable, policy: string, objective: string): number[] {
  return rowsOf(table, policy, objective).flatMap(({ value }) => (isValue(value) ? [value] : []))
}

/** The value of one policy under one objective in the middle of its cells. */
export interface MedianCell {
  readonly policy: string
  readonly objective: string
  readonly unit: string
  /** Cells with a value, and without. */
  readonly values: number
  readonly missing: number
  /** Null where no cell has a value. */
  readonly median: number | null
}

/** The median of every policy under every objective over all its cells, policies and objectives as they first appear. */
export function mediansOf(table: ResultTable): MedianCell[] {
  const place = placeOf(table, POLICY_KEY)
  const cells = new Map<string, { row: ResultRow; values: number[]; rows: number }>()
  for (const row of table.rows) {
    const id = JSON.stringify([row.key[place], row.objective])
    const cell = cells.get(id) ?? { row, values: [], rows: 0 }
    cells.set(id, cell)
    cell.rows++
    if (isValue(row.value)) cell.values.push(row.value)
  }
  return [...cells.values()].map(({ row, values, rows }) => ({
    policy: row.key[place],
    objective: row.objective,
    unit: row.unit,
    values: values.length,
    missing: rows - values.length,
    median: values.length === 0 ? null : median(ascending(values)),
  }))
}

/** The values of two policies in one cell of all other axes. */
export interface ResultPair {
  /** The cell: the places on the other axes, in the order of `keys`. */
  readonly key: readonly string[]
  readonly one: number
  readonly other: number
}

export interface ResultPairs {
  readonly pairs: readonly ResultPair[]
  /** Cells in which only one of the two has a value. */
  readonly unpaired: number
}

/** Two policies under one objective, cell by cell, in the order of the rows of `one`. */
export function pairsOf(table: ResultTable, objective: string, one: string, other: string): ResultPairs {
  const place = placeOf(table, POLICY_KEY)
  const rest = (key: readonly string[]) => key.filter((_, k) => k !== place)
  const cellsOf = (policy: string): Map<string, { key: readonly string[]; value: number }> => {
    const cells = new Map<string, { key: readonly string[]; value: number }>()
    for (const { key, value } of rowsOf(table, policy, objective)) {
      if (!isValue(value)) continue
      const cell = rest(key)
      const id = JSON.stringify(cell)
      if (cells.has(id)) throw new RangeError(`result table: two rows of ${objective} for ${key.join(', ')}`)
      cells.set(id, { key: cell, value })
    }
    return cells
  }
  const [first, second] = [cellsOf(one), cellsOf(other)]
  const pairs = [...first].flatMap(([id, { key, value }]): ResultPair[] => {
    const match = second.get(id)
    return match ? [{ key, one: value, other: match.value }] : []
  })
  return { pairs, unpaired: first.size + second.size - 2 * pairs.length }
}

function placeOf({ keys }: ResultTable, name: string): number {
  const place = keys.indexOf(name)
  if (place < 0) throw new RangeError(`result table: no axis ${name} among ${keys.join(', ')}`)
  return place
}
