/**
 * The running jobs, twice: by true end, as the events to come, and by estimated end, as the scheduler sees them.
 * Only the engine reads the first; algorithms read the second.
 *
 * Instants are fields and columns here, not arguments and results: a number that is no small integer would be
 * allocated at every call that is not inlined.
 */
import { columnBeside, type Rows } from '../../trace/growing-table.js'
import type { JobColumns } from '../../trace/job-table.js'
import type { RunningJobs } from '../scheduler.js'

/** Planned ends that one may push on to the next gap before there are gaps anew. */
const FARTHEST = 256

export class RunningSet implements RunningJobs {
  /** Jobs running. */
  count = 0
  /** Jobs started so far. */
  launched = 0
  /** The earliest true end; Infinity when nothing runs. */
  nextEnd = Number.POSITIVE_INFINITY
  /** The instant at which `start` starts jobs; set by the engine. */
  now = 0
  readonly starts: Float64Array

  /** A job that ends early leaves a gap, an entry of no processors, which the next entry that belongs near it takes. */
  plannedEnd = new Float64Array(256)
  plannedSize = new Int32Array(256)
  planFirst = 0
  planEnd = 0

  readonly #runtime: Float64Array
  readonly #estimate: Float64Array
  readonly #size: Int32Array
  /** A binary heap of (true end, order of start). */
  #ends = new Float64Array(256)
  #jobs = new Int32Array(256)
  /** Order of start of each job of the table. */
  readonly #sequence: Int32Array

  constructor(jobs: JobColumns & Rows) {
    this.starts = columnBeside(jobs, Float64Array, Number.NaN)
    this.#runtime = jobs.runtime
    this.#estimate = jobs.estimate
    this.#size = jobs.size
    this.#sequence = columnBeside(jobs, Int32Array)
  }

  /** Starts a job now: its end is an event to come. */
  start(job: number): void {
    if (this.count === this.#ends.length) this.#growHeap()
    const { now } = this
    const ends = this.#ends
    const jobs = this.#jobs
    const end = now + this.#runtime[job]
    this.starts[job] = now
    this.#sequence[job] = this.launched++
    let hole = this.count++
    // Started last, so equal ends stay ahead of it.
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (ends[parent] <= end) break
      ends[hole] = ends[parent]
      jobs[hole] = jobs[parent]
      hole = parent
    }
    ends[hole] = end
    jobs[hole] = job
    this.nextEnd = ends[0]
  }

  /** Takes out the job with the earliest true end; of several, the one started first. */
  take(): number {
    const ends = this.#ends
    const jobs = this.#jobs
    const sequence = this.#sequence
    const taken = jobs[0]
    const n = --this.count
    if (n === 0) {
      this.nextEnd = Number.POSITIVE_INFINITY
      return taken
    }
    const end = ends[n]
    const job = jobs[n]
    let hole = 0
    for (;;) {
      let child = 2 * hole + 1
      if (child >= n) break
      const right = child + 1
      if (
        right < n &&
        (ends[right] < ends[child] ||
          (ends[right] === ends[child] && sequence[jobs[right]] < sequence[jobs[child]]))
      ) {
        child = right
      }
      if (end < ends[child] || (end === ends[child] && sequence[job] < sequence[jobs[child]])) break
      ends[hole] = ends[child]
      jobs[hole] = jobs[child]
      hole = child
    }
    ends[hole] = end
    jobs[hole] = job
    this.nextEnd = ends[0]
    return taken
  }

  /** A running job ends at `end`, no later than any other; returns whether it runs. */
  finish(job: number, end: number): boolean {
    const ends = this.#ends
    const jobs = this.#jobs
    let hole = jobs.subarray(0, this.count).indexOf(job)
    if (hole < 0) return false
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (ends[parent] < end || (ends[parent] === end && this.#sequence[jobs[parent]] < this.#sequence[job]))
        break
      ends[hole] = ends[parent]
      jobs[hole] = jobs[parent]
      hole = parent
    }
    ends[hole] = end
    jobs[hole] = job
    this.nextEnd = ends[0]
    return true
  }

  /** The jobs whose true end is the earliest, in no particular order. */
  endingNext(): readonly number[] {
    const ending: number[] = []
    const visit = (node: number) => {
      if (node >= this.count || this.#ends[node] > this.nextEnd) return
      ending.push(this.#jobs[node])
      visit(2 * node + 1)
      visit(2 * node + 2)
    }
    visit(0)
    return ending
  }

  /** Enters a started job into the plan: its processors come free at its estimated end. */
  plan(job: number): void {
    if (this.planEnd === this.plannedEnd.length) this.#makeRoom()
    const ends = this.plannedEnd
    const sizes = this.plannedSize
    let end = this.starts[job] + this.#estimate[job]
    let size = this.#size[job]
    const first = this.planFirst
    let at = this.planEnd
    // Most jobs end after most of those that run; the others are looked for by halves.
    if (at > first && ends[at - 1] > end) {
      let low = first
      at--
      while (low < at) {
        const middle = (low + at) >> 1
        if (ends[middle] <= end) low = middle + 1
        else at = middle
      }
      if (at > first && sizes[at - 1] === 0) at--
    }
    // What stands here moves on to the next gap.
    const from = at
    while (at < this.planEnd && sizes[at] !== 0) {
      const nextEnd = ends[at]
      const nextSize = sizes[at]
      ends[at] = end
      sizes[at] = size
      end = nextEnd
      size = nextSize
      at++
    }
    ends[at] = end
    sizes[at] = size
    if (at === this.planEnd) this.planEnd++
    if (at - from > FARTHEST) this.#makeRoom()
  }

  /** Takes a job out of the plan. */
  unplan(job: number): void {
    const ends = this.plannedEnd
    const sizes = this.plannedSize
    const end = this.starts[job] + this.#estimate[job]
    const size = this.#size[job]
    let at = this.planFirst
    let high = this.planEnd
    while (at < high) {
      const middle = (at + high) >> 1
      if (ends[middle] < end) at = middle + 1
      else high = middle
    }
    // Entries of one instant are interchangeable, so any with this size will do.
    while (sizes[at] !== size) at++
    sizes[at] = 0
    if (at === this.planFirst) {
      do at++
      while (at < this.planEnd && sizes[at] === 0)
      this.planFirst = at
    }
  }

  overrun(): boolean {
    return this.planEnd > this.planFirst && this.plannedEnd[this.planFirst] <= this.now
  }

  /** Closes the gaps, or of many entries leaves one behind each; in larger columns where more than half of these is in use. */
  #makeRoom(): void {
    const ends = this.plannedEnd
    const sizes = this.plannedSize
    let to = 0
    for (let from = this.planFirst; from < this.planEnd; from++) {
      if (sizes[from] === 0) continue
      ends[to] = ends[from]
      sizes[to++] = sizes[from]
    }
    const apart = to > FARTHEST ? 2 : 1
    this.planFirst = 0
    this.planEnd = to * apart
    if (this.planEnd * 2 > ends.length) {
      this.plannedEnd = new Float64Array(this.planEnd * 2)
      this.plannedSize = new Int32Array(this.planEnd * 2)
    }
    for (let k = to - 1; k >= 0; k--) {
      const size = sizes[k]
      this.plannedEnd.fill(ends[k], k * apart, (k + 1) * apart)
      this.plannedSize.fill(0, k * apart, (k + 1) * apart)
      this.plannedSize[k * apart] = size
    }
  }

  #growHeap(): void {
    const ends = new Float64Array(this.#ends.length * 2)
    const jobs = new Int32Array(ends.length)
    ends.set(this.#ends)
    jobs.set(this.#jobs)
    this.#ends = ends
    this.#jobs = jobs
  }
}
