/**
 * The columnar job table: what a scheduler needs of a log, one typed array a column, all over one memory that
 * worker threads share where the host lets them. 44 bytes a job.
 *
 * A table is built by a `JobTableBuilder` (add, add, …, finish) or from another table by `selectJobs` and
 * `replaceColumns`, and is immutable from then on. Its rows are ordered by (submit, id, place in the file),
 * which is the order of jobs that all ties in the simulator fall back on.
 */
import { sharedMemory } from '../core/memory.js'
import { stableOrder } from '../core/ordering.js'

/** The columns of jobs. */
export interface JobColumns {
  /** Number of jobs. */
  readonly length: number
  /** The log's own job numbers. */
  readonly id: Float64Array
  /** Submit time, seconds from the log's own zero. */
  readonly submit: Float64Array
  /** Run time, seconds; −1 where the log does not say. */
  readonly runtime: Float64Array
  /** Requested time, seconds; −1 where the log does not say. */
  readonly estimate: Float64Array
  /** Processors the job needs; −1 where the log does not say. */
  readonly size: Int32Array
  /** The log's user number; −1 where the log does not say. */
  readonly user: Int32Array
  /** User group by resource share, 1 the largest (see groups.ts); 0 for jobs that belong to none. */
  readonly group: Int32Array
}

/** Columns of exactly as many rows as there are jobs, in one piece of memory. */
export interface JobTable extends JobColumns {
  /** The memory of all columns; post it to a worker and call `jobTableOver` there. */
  readonly buffer: ArrayBufferLike
}

export type JobColumn = Exclude<keyof JobColumns, 'length'>

/** The values of one job, as added to a builder. */
export type JobRow = { readonly [Column in JobColumn]: number }

const FLOAT_COLUMNS = ['id', 'submit', 'runtime', 'estimate'] as const
const INT_COLUMNS = ['size', 'user', 'group'] as const
export const JOB_COLUMNS = [...FLOAT_COLUMNS, ...INT_COLUMNS] as const

export interface ColumnType<T> {
  new (source: number | ArrayBufferLike, offset?: number, length?: number): T
  readonly BYTES_PER_ELEMENT: number
}

/** The columns, as `make` makes each, in the order in which they lie in memory. */
export function columnsBy(
  make: <T extends Float64Array | Int32Array>(type: ColumnType<T>) => T,
): Omit<JobColumns, 'length'> {
  const floats = () => make<Float64Array>(Float64Array)
  const ints = () => make<Int32Array>(Int32Array)
  return {
    ...{ id: floats(), submit: floats(), runtime: floats(), estimate: floats() },
    ...{ size: ints(), user: ints(), group: ints() },
  }
}

/** Bytes that one job takes in a table. */
export const BYTES_PER_JOB = FLOAT_COLUMNS.length * 8 + INT_COLUMNS.length * 4

/**
 * A table over existing memory, as a worker does with a buffer it was sent.
 * @param buffer exactly `length * BYTES_PER_JOB` bytes, columns in the order of `JobTable`.
 */
export function jobTableOver(buffer: ArrayBufferLike): JobTable {
  const length = buffer.byteLength / BYTES_PER_JOB
  let offset = 0
  const columns = columnsBy((type) => {
    const column = new type(buffer, offset, length)
    offset += length * type.BYTES_PER_ELEMENT
    return column
  })
  return { length, buffer, ...columns }
}

/** A table of jobs that are kept in longer columns. */
export function copyJobs(jobs: JobColumns): JobTable {
  const table = allocateJobTable(jobs.length)
  for (const name of JOB_COLUMNS) gather(jobs[name], null, table[name])
  return table
}

/** The columns, in the order in which they lie in memory. */
export function columnsOf(table: JobTable): readonly (Float64Array | Int32Array)[] {
  return JOB_COLUMNS.map((name) => table[name])
}

/** An all-zero table, for the functions of this module and of trace/ that fill one before they hand it out. */
export function allocateJobTable(length: number): JobTable {
  return jobTableOver(sharedMemory(length * BYTES_PER_JOB))
}

/** Collects jobs in any order; `finish` sorts them into a table. */
export class JobTableBuilder {
  #length = 0
  #capacity: number
  #floats: Float64Array[]
  #ints: Int32Array[]

  /** @param expected a guess at the number of jobs; the builder grows when it was too low. */
  constructor(expected = 1024) {
    this.#capacity = Math.max(16, expected)
    this.#floats = FLOAT_COLUMNS.map(() => new Float64Array(this.#capacity))
    this.#ints = INT_COLUMNS.map(() => new Int32Array(this.#capacity))
  }

  get length(): number {
    return this.#length
  }

  add(job: JobRow): void {
    this.addValues(job.id, job.submit, job.runtime, job.estimate, job.size, job.user, job.group)
  }

  /** `add` without an object, for readers of long logs. */
  addValues(
    id: number,
    submit: number,
    runtime: number,
    estimate: number,
    size: number,
    user: number,
    group: number,
  ): void {
    if (this.#length === this.#capacity) this.#grow()
    const row = this.#length++
    this.#floats[0][row] = id
    this.#floats[1][row] = submit
    this.#floats[2][row] = runtime
    this.#floats[3][row] = estimate
    this.#ints[0][row] = size
    this.#ints[1][row] = user
    this.#ints[2][row] = group
  }

  /**
   * The finished table and, where the jobs had to be sorted, the place each row had when it was added
   * (`place[row]`), for columns kept beside the table.
   */
  finish(): { table: JobTable; place: Int32Array | null } {
    const table = allocateJobTable(this.#length)
    const [id, submit] = this.#floats
    const place = jobOrder(submit.subarray(0, this.#length), id.subarray(0, this.#length))
    FLOAT_COLUMNS.forEach((name, k) => {
      gather(this.#floats[k], place, table[name])
    })
    INT_COLUMNS.forEach((name, k) => {
      gather(this.#ints[k], place, table[name])
    })
    return { table, place }
  }

  #grow(): void {
    this.#capacity *= 2
    this.#floats = this.#floats.map((column) => grown(column, new Float64Array(this.#capacity)))
    this.#ints = this.#ints.map((column) => grown(column, new Int32Array(this.#capacity)))
  }
}

/** Rows by (submit, id, row); null where they are in that order already. */
export function jobOrder(submit: Float64Array, id: Float64Array): Int32Array | null {
  let sorted = true
  for (let row = 1; row < submit.length && sorted; row++) {
    const before = row - 1
    sorted = submit[before] < submit[row] || (submit[before] === submit[row] && id[before] <= id[row])
  }
  if (sorted) return null
  // Sorting by job number first and then, stably, by submit time orders by both.
  const byId = stableOrder(id)
  const bySubmit = stableOrder(gather(submit, byId, new Float64Array(submit.length)))
  return gather(byId, bySubmit, new Int32Array(submit.length))
}

/** The rows `rows` (ascending) of `table`, in that order. */
export function selectJobs(table: JobTable, rows: Int32Array): JobTable {
  const selected = allocateJobTable(rows.length)
  for (const name of JOB_COLUMNS) gather(table[name], rows, selected[name])
  return selected
}

/**
 * `table` with some columns replaced by others of the same length. The replacement must keep the order of jobs
 * (submit, id), which this function does not check.
 */
export function replaceColumns(
  table: JobTable,
  columns: Partial<Record<JobColumn, ArrayLike<number>>>,
): JobTable {
  const changed = allocateJobTable(table.length)
  for (const name of JOB_COLUMNS) changed[name].set(columns[name] ?? table[name])
  return changed
}

/** `to[k] = from[rows[k]]`, or a plain copy where `rows` is null. */
export function gather<T extends Float64Array | Int32Array>(from: T, rows: Int32Array | null, to: T): T {
  if (rows === null) to.set(from.subarray(0, to.length))
  else for (let k = 0; k < rows.length; k++) to[k] = from[rows[k]]
  return to
}

function grown<T extends Float64Array | Int32Array>(column: T, larger: T): T {
  larger.set(column)
  return larger
}
