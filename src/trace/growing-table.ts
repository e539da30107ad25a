/**
 * A job table to whose end jobs are added while others read it. Its columns keep their identity as they grow: they are
 * views that track the length of a resizable buffer, so that whoever holds one sees the rows to come. Such a view costs
 * about twice the time of a plain one at each access; tables whose length is known are plain.
 */
import type { JobColumns, JobRow } from './job-table.js'

/** Rows that memory is reserved for, though not taken, where nothing else is said. */
const MOST_ROWS = 2 ** 22
const FIRST_ROWS = 256

type Column = Float64Array | Int32Array | Uint8Array
type ColumnType<T extends Column> = {
  new (source: number | ArrayBuffer): T
  readonly BYTES_PER_ELEMENT: number
}

/** Jobs that others keep columns beside. */
export interface Rows {
  readonly length: number
  /** Makes columns that grow with the rows; absent where they do not. */
  readonly beside?: <T extends Column>(type: ColumnType<T>, initial: number) => T
}

/** A column of one number a job, which grows with the jobs where these do. */
export function columnBeside<T extends Column>(jobs: Rows, type: ColumnType<T>, initial = 0): T {
  if (jobs.beside !== undefined) return jobs.beside(type, initial)
  const column = new type(jobs.length)
  if (initial !== 0) column.fill(initial)
  return column
}

export class GrowingTable implements JobColumns, Rows {
  /** Jobs added so far; columns are longer. */
  length = 0
  readonly #most: number
  readonly #columns: { readonly column: Column; readonly buffer: ArrayBuffer; readonly initial: number }[] =
    []
  #rows = FIRST_ROWS

  readonly beside = <T extends Column>(type: ColumnType<T>, initial = 0): T => {
    if (this.#rows === this.#most) {
      const whole = new type(this.#rows)
      return initial === 0 ? whole : (whole.fill(initial) as T)
    }
    const bytes = type.BYTES_PER_ELEMENT
    const buffer = new ArrayBuffer(this.#rows * bytes, { maxByteLength: this.#most * bytes })
    const column = new type(buffer)
    this.#columns.push({ column: column.fill(initial) as T, buffer, initial })
    return column
  }

  readonly id: Float64Array
  readonly submit: Float64Array
  readonly runtime: Float64Array
  readonly estimate: Float64Array
  readonly size: Int32Array
  readonly user: Int32Array
  readonly group: Int32Array

  /** @param most jobs that it can come to hold; where that is known, its columns are plain ones of so many rows */
  constructor(most?: number) {
    this.#most = Math.max(most ?? MOST_ROWS, FIRST_ROWS)
    if (most !== undefined) this.#rows = this.#most
    this.id = this.beside(Float64Array)
    this.submit = this.beside(Float64Array)
    this.runtime = this.beside(Float64Array)
    this.estimate = this.beside(Float64Array)
    this.size = this.beside(Int32Array)
    this.user = this.beside(Int32Array)
    this.group = this.beside(Int32Array)
  }

  /**
   * Adds a job and returns its row.
   * @throws RangeError beyond the most jobs that it can hold
   */
  add(job: JobRow): number {
    if (this.length === this.#rows) this.#grow()
    const row = this.length++
    this.id[row] = job.id
    this.submit[row] = job.submit
    this.runtime[row] = job.runtime
    this.estimate[row] = job.estimate
    this.size[row] = job.size
    this.user[row] = job.user
    this.group[row] = job.group
    return row
  }

  #grow(): void {
    if (this.#rows === this.#most) throw new RangeError(`a table of at most ${this.#most} jobs is full`)
    const before = this.#rows
    this.#rows = Math.min(2 * before, this.#most)
    for (const { column, buffer, initial } of this.#columns) {
      buffer.resize(this.#rows * column.BYTES_PER_ELEMENT)
      if (initial !== 0) column.fill(initial, before)
    }
  }
}
