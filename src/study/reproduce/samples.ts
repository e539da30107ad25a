/** Collects the values of a study's cells over its draws. */
import { ascending, median } from '../../core/statistics.js'
import type { StudyValue } from './study.js'

export interface Cell {
  readonly log: string | null
  readonly table: string
  readonly row: string
  readonly column: string
  readonly published: number | null
  readonly decimals: number
}

export interface Samples {
  /** One more value of a cell, which is made when it is first named; null: it has none. */
  readonly add: (cell: Cell, ours: number | null) => void
  /** In the order in which cells were first named, tables in the order given. */
  readonly values: (tables: readonly string[]) => readonly StudyValue[]
}

export function samples(): Samples {
  const cells = new Map<string, { readonly cell: Cell; readonly ours: number[] }>()
  return {
    add: (cell, ours) => {
      const key = JSON.stringify([cell.table, cell.row, cell.column])
      const entry = cells.get(key) ?? { cell, ours: [] }
      cells.set(key, entry)
      if (ours !== null) entry.ours.push(ours)
    },
    values: (tables) =>
      tables.flatMap((table) =>
        [...cells.values()]
          .filter(({ cell }) => cell.table === table)
          .map(({ cell, ours }) => {
            const sorted = ascending(ours)
            const [least, most] = [sorted.at(0) ?? null, sorted.at(-1) ?? null]
            return { ...cell, ours: least === null ? null : median(sorted), least, most }
          }),
      ),
  }
}

/** A value in which chance has no part: its range is the value itself. */
export function plainValue(ours: number | null): Pick<StudyValue, 'ours' | 'least' | 'most'> {
  return { ours, least: ours, most: ours }
}
