/**
 * Where each job of a simulation was put: its nodes and the tasks on each, or the kinds of processors and how many of each, in one
 * piece of memory; and since when others felt it.
 */
import { columnBeside, type Rows } from '../../trace/growing-table.js'
import { gather } from '../../trace/job-table.js'

const START = 1024

/** The share of one job. */
export interface Placed {
  /** Its partition; −1 where that is not known, as processors are told apart by kinds alone. */
  readonly home: number
  /** Nodes, or kinds of processors, ascending or not. */
  readonly units: Int32Array
  /** Tasks, or processors, beside each. */
  readonly counts: Int32Array
}

/** The place of a job that runs; null where nobody knows it, undefined where it has none of its own. */
export type PlacedOf = (job: number) => Placed | null | undefined

export class JobPlaces {
  /** Pairs of a unit and how many of it, job after job in the order of their starts. */
  #pairs = new Int32Array(START)
  #end = 0
  /** Where each job's pairs begin and end. */
  readonly #from: Float64Array
  readonly #to: Float64Array
  /** Each job's partition. */
  readonly #homes: Int32Array
  /** The first instant at which others felt that a job was there; 0, where nobody said anything of it. */
  readonly #felt: Float64Array

  constructor(jobs: Rows) {
    this.#from = columnBeside(jobs, Float64Array)
    this.#to = columnBeside(jobs, Float64Array)
    this.#homes = columnBeside(jobs, Int32Array)
    this.#felt = columnBeside(jobs, Float64Array)
  }

  /** A job waits, and until it starts or `felt` says otherwise all goes as if it were not there. */
  unfelt(job: number): void {
    this.#felt[job] = Number.POSITIVE_INFINITY
  }

  /** A waiting job keeps others from something. */
  felt(job: number, now: number): void {
    if (this.#felt[job] === Number.POSITIVE_INFINITY) this.#felt[job] = now
  }

  /** An instant before which no pass went otherwise than it would have without the job, but for its start. */
  feltFrom(job: number): number {
    return this.#felt[job]
  }

  put(job: number, { home, units, counts }: Placed): void {
    this.#homes[job] = home
    const end = this.#end + 2 * units.length
    if (end > this.#pairs.length) {
      const longer = new Int32Array(Math.max(end, 2 * this.#pairs.length))
      longer.set(this.#pairs)
      this.#pairs = longer
    }
    this.#from[job] = this.#end
    for (let k = 0; k < units.length; k++) {
      this.#pairs[this.#end++] = units[k]
      this.#pairs[this.#end++] = counts[k]
    }
    this.#to[job] = end
  }

  /** The same of some jobs alone, in their order. */
  among(rows: Int32Array): JobPlaces {
    const part = new JobPlaces({ length: rows.length })
    part.#pairs = this.#pairs
    part.#end = this.#end
    gather(this.#from, rows, part.#from)
    gather(this.#to, rows, part.#to)
    gather(this.#homes, rows, part.#homes)
    gather(this.#felt, rows, part.#felt)
    return part
  }

  of(job: number): Placed {
    const pairs = this.#pairs.subarray(this.#from[job], this.#to[job])
    const units = new Int32Array(pairs.length / 2)
    const counts = new Int32Array(pairs.length / 2)
    for (let k = 0; k < units.length; k++) {
      units[k] = pairs[2 * k]
      counts[k] = pairs[2 * k + 1]
    }
    return { home: this.#homes[job], units, counts }
  }
}
