/**
 * A job table to whose end jobs are added while others read it. Its columns keep their identity as they grow: they are
 * views that track the length of a resizable buffer, so that whoever holds one sees the rows to come. Such a view costs
 * about twice the time of a plain one at each access; tables whose length is known are plain.
 */
import { type ColumnType, columnsBy, JOB_COLUMNS, type JobColumns, type JobRow } from './job-table.js'

/** Rows that memory is reserved for, though not taken, where nothing else is said. */
const MOST_ROWS = 2 ** 22
const FIRST_ROWS = 256

type Column = Float64Array | Int32Array | Uint8Array

/** Jobs that others keep columns beside. */
export interface Rows {
  readonly length: number
  /** Makes columns that grow with the rows; absent where they do not. */
  readonly beside?: <T extends Column>(type: ColumnType<T>, initial: number, width: number) => T
}

/** A column of one number a job, or of so many side by side, which grows with the jobs where these do. */
export function columnBeside<T extends Column>(jobs: Rows, type: ColumnType<T>, initial = 0, width = 1): T {
  if (jobs.beside !== undefined) return jobs.beside(type, initial, width)
  const column = new type(jobs.length * width)
  if (initial !== 0) column.fill(initial)
  return column
}

export interface GrowingTable extends JobColumns, Required<Rows> {
  /** Jobs added so far; columns are longer. */
  readonly length: number
  /**
   * Adds a job and returns its row.
   * @throws RangeError beyond the most jobs that it can hold
   */
  add(job: JobRow): number
}

/** @param held jobs that it can come to hold; where that is known, its columns are plain ones of so many rows */
export function growingTable(held?: number): GrowingTable {
  const most = Math.max(held ?? MOST_ROWS, FIRST_ROWS)
  const grown: {
    readonly column: Column
    readonly buffer: ArrayBuffer
    readonly initial: number
    readonly width: number
  }[] = []
  let rows = held === undefined ? FIRST_ROWS : most
  let length = 0
  const beside = <T extends Column>(type: ColumnType<T>, initial = 0, width = 1): T => {
    if (rows === most) {
      const whole = new type(rows * width)
      return initial === 0 ? whole : (whole.fill(initial) as T)
    }
    const bytes = type.BYTES_PER_ELEMENT * width
    const buffer = new ArrayBuffer(rows * bytes, { maxByteLength: most * bytes })
    const column = new type(buffer)
    grown.push({ column: column.fill(initial) as T, buffer, initial, width })
    return column
  }
  const grow = (): void => {
    if (rows === most) throw new RangeError(`a table of at most ${most} jobs is full`)
    const before = rows
    rows = Math.min(2 * before, most)
    for (const { column, buffer, initial, width } of grown) {
      buffer.resize(rows * width * column.BYTES_PER_ELEMENT)
      if (initial !== 0) column.fill(initial, before * width)
    }
  }
  const columns = columnsBy(beside)
  return {
    ...columns,
    get length() {
      return length
    },
    beside,
    add: (job) => {
      if (length === rows) grow()
      for (const name of JOB_COLUMNS) columns[name][length] = job[name]
      return length++
    },
  }
}
