/**
 * Jobs whose submissions depend on the ends of others. The engine reads its jobs from `table`, row by row in order of
 * submission; the row after the last one submitted always holds the job that will be next by what is known so far,
 * and a submit time of Infinity where none is known.
 */
import { EventQueue } from '../../core/heap.js'
import { allocateJobTable, type JobTable } from '../../trace/job-table.js'
import type { Dependencies } from '../dependencies.js'

export class Arrivals {
  /** The jobs in order of submission, filled up to the next one. */
  readonly table: JobTable
  /** For each row of `table` the row of the same job in the table that was given. */
  readonly rows: Int32Array
  readonly #jobs: JobTable
  readonly #think: Float64Array
  /** The jobs that wait for row k: `#dependent[#from[k]]` to `#dependent[#from[k + 1]]`. */
  readonly #dependent: Int32Array
  readonly #from: Int32Array
  /** Submissions to come, as far as they are known. */
  readonly #known = new EventQueue()
  #submitted = 0

  constructor(jobs: JobTable, { preceding, think }: Dependencies) {
    const { length } = jobs
    this.#jobs = jobs
    this.#think = think
    this.table = allocateJobTable(length)
    this.rows = new Int32Array(length)
    this.#from = new Int32Array(length + 1)
    for (let row = 0; row < length; row++) if (preceding[row] >= 0) this.#from[preceding[row] + 1]++
    for (let row = 0; row < length; row++) this.#from[row + 1] += this.#from[row]
    this.#dependent = new Int32Array(length)
    const next = this.#from.slice()
    for (let row = 0; row < length; row++) {
      if (preceding[row] >= 0) this.#dependent[next[preceding[row]]++] = row
      else this.#known.push(jobs.submit[row], row)
    }
    this.#stage()
  }

  /** The job of the next row has been submitted. */
  submitted(): void {
    this.#submitted++
    this.#known.take()
    this.#stage()
  }

  /** The job of row `job` has ended: the submissions of those that depend on it are known. */
  ended(job: number, now: number): void {
    const row = this.rows[job]
    const from = this.#from[row]
    const to = this.#from[row + 1]
    for (let k = from; k < to; k++) {
      const dependent = this.#dependent[k]
      this.#known.push(now + this.#think[dependent], dependent)
    }
    if (from < to) this.#stage()
  }

  /** Writes the next job into its row. */
  #stage(): void {
    const { table } = this
    const at = this.#submitted
    if (at === table.length) return
    table.submit[at] = this.#known.next
    if (this.#known.count === 0) return
    const jobs = this.#jobs
    const row = this.#known.first
    this.rows[at] = row
    table.id[at] = jobs.id[row]
    table.runtime[at] = jobs.runtime[row]
    table.estimate[at] = jobs.estimate[row]
    table.size[at] = jobs.size[row]
    table.user[at] = jobs.user[row]
    table.group[at] = jobs.group[row]
  }
}
