/** The jobs of a simulation, handed to the kernel chunk by chunk, and their starts, taken back. */
import type { JobTable } from '../../trace/job-table.js'
import type { EarlyStop } from '../early-stop.js'
import type { Coefficients, LinearRanking } from '../order.js'
import { alikeIn } from './alike.js'
import { type Cell, floats, ints, type KernelExports } from './instance.js'

/** Jobs that are handed over together; more where one instant has more. */
const CHUNK = 4096
/** Beyond every chunk. */
const ENDLESS = 0x7fffffff

/** How a simulation ended: `given up` by the early stop, `unable` where the kernel cannot do it, or should not. */
export type Outcome = Float64Array | 'given up' | 'unable'

export class Chunks {
  /** The chunk: rows from `first` to `end`. Rows before `next` have been submitted. */
  first = 0
  end = 0
  next = 0
  /** NaN of those that have not started, as far as that has been noted. */
  readonly starts: Float64Array
  readonly #kernel: KernelExports
  readonly #jobs: JobTable
  readonly #earlyStop: EarlyStop | null
  /** Jobs that have been submitted when the early stop is to be asked. */
  #look: number
  /** Starts of the kernel's list that have been noted. */
  #noted = 0

  constructor(kernel: KernelExports, jobs: JobTable, earlyStop: EarlyStop | null) {
    this.#kernel = kernel
    this.#jobs = jobs
    this.starts = new Float64Array(jobs.length).fill(Number.NaN)
    this.#earlyStop = earlyStop
    this.#look = earlyStop === null ? jobs.length + 1 : earlyStop.next
  }

  /** Whether all jobs of the chunk have been submitted, and more are to come. */
  get isDue(): boolean {
    return this.next === this.end && this.end < this.#jobs.length
  }

  /** The next instant at which something happens; Infinity where nothing does. */
  now(): number {
    const { submit, length } = this.#jobs
    const arrival = this.next < length ? submit[this.next] : Number.POSITIVE_INFINITY
    return Math.min(arrival, this.#kernel.nextEnd())
  }

  /** Asks the early stop where that is due; returns how the simulation has ended by now, null where it goes on. */
  outcome(): Outcome | null {
    const earlyStop = this.#earlyStop
    if (earlyStop === null || this.next < this.#look) return null
    const now = this.now()
    if (now === Number.POSITIVE_INFINITY) return this.starts
    if (earlyStop.exceeded(this.starts, this.next, now)) return 'given up'
    this.#look = earlyStop.next
    return null
  }

  /** Until how many jobs of the chunk have been submitted the kernel may go on. */
  get stop(): number {
    const { length } = this.#jobs
    const look = this.#look
    return this.end === length && look > length ? ENDLESS : Math.min(look, this.end) - this.first
  }

  /** Puts the next chunk into the kernel's memory, but for its keys; returns whether it has room for it. */
  take(): boolean {
    const kernel = this.#kernel
    const { submit, runtime, estimate, size, length } = this.#jobs
    const first = this.end
    let end = Math.min(first + CHUNK, length)
    while (end < length && submit[end] === submit[end - 1]) end++
    this.first = first
    this.end = end
    const rows = end - first
    if (kernel.take(first, rows) === 0) return false
    const submits = floats(kernel, kernel.submits, rows + 1)
    submits.set(submit.subarray(first, end))
    submits[rows] = Number.POSITIVE_INFINITY
    floats(kernel, kernel.runtimes, rows).set(runtime.subarray(first, end))
    floats(kernel, kernel.estimates, rows).set(estimate.subarray(first, end))
    ints(kernel, kernel.sizes, rows).set(size.subarray(first, end))
    ints(kernel, kernel.alike, rows).fill(0)
    return true
  }

  /**
   * Marks the jobs of the chunk that are alike to the one before in all that the kernel goes by.
   * @param keys columns that it goes by beside those of the table
   */
  markAlike(keys: readonly Float64Array[]): void {
    const { first, end } = this
    const marks = ints(this.#kernel, this.#kernel.alike, end - first)
    marks.set(alikeIn(this.#jobs).subarray(first, end))
    for (const column of keys) {
      for (let row = first + 1; row < end; row++) {
        if (column[row] !== column[row - 1]) marks[row - first] = 0
      }
    }
  }

  /** Writes the coefficients of the chunk's jobs, each as of its submit; of those that are marked as alike none are read. */
  writeCoefficients(cells: readonly [Cell, Cell, Cell, Cell], ranking: LinearRanking): void {
    const { submit } = this.#jobs
    const { first, end } = this
    const marks = ints(this.#kernel, this.#kernel.alike, end - first)
    const jobs = new Int32Array(end - first)
    let count = 0
    for (let row = first; row < end; row++) if (marks[row - first] === 0) jobs[count++] = row
    const columns = coefficientsAt(this.#kernel, cells, end - first, 0)
    for (let k = 0; k < count; ) {
      const now = submit[jobs[k]]
      const until = ranking.until(now)
      const from = k
      while (k < count && submit[jobs[k]] < until) k++
      ranking.fill(part(columns, from, k), jobs.subarray(from, k), now)
    }
    const { c, p, s, q } = columns
    // From the last one on: each moves up, or stays where all before it do.
    for (let k = count - 1; k >= 0 && jobs[k] - first > k; k--) {
      const row = jobs[k] - first
      c[row] = c[k]
      p[row] = p[k]
      s[row] = s[k]
      q[row] = q[k]
    }
  }

  /** Takes the starts, which the kernel may then forget, and how many jobs have been submitted. */
  note(): void {
    this.noteStarts()
    this.#noted = 0
    this.next = this.first + this.#kernel.next.value
  }

  /** Takes the starts by now, of a kernel that goes on. */
  noteStarts(): void {
    const kernel = this.#kernel
    const count = kernel.started.value
    const rows = ints(kernel, kernel.startedRows, count)
    const instants = floats(kernel, kernel.startedAt, count)
    const { starts } = this
    for (let k = this.#noted; k < count; k++) starts[rows[k]] = instants[k]
    this.#noted = count
  }
}

/** Columns of coefficients in the kernel's memory. */
export function coefficientsAt(
  kernel: KernelExports,
  cells: readonly [Cell, Cell, Cell, Cell],
  count: number,
  from: number,
): Coefficients {
  const [c, p, s, q] = cells.map((cell) => floats(kernel, cell, count, from))
  return { c, p, s, q }
}

function part({ c, p, s, q }: Coefficients, from: number, to: number): Coefficients {
  return {
    c: c.subarray(from, to),
    p: p.subarray(from, to),
    s: s.subarray(from, to),
    q: q.subarray(from, to),
  }
}
