/**
 * The waiting jobs in submit order, in contiguous columns, cut into blocks that a sweep can skip whole.
 *
 * A job takes the next slot when it is submitted and vacates it when it starts; vacated slots are squeezed out
 * when a job is added and few are left alive. Each block of slots knows a lower bound of its sizes and estimates,
 * so that a sweep for jobs that fit reads only blocks that may hold one.
 */
import { columnBeside, type Rows } from '../../trace/growing-table.js'
import type { JobColumns } from '../../trace/job-table.js'
import type { WaitingJobs } from '../scheduler.js'

const BLOCK_BITS = 4
const BLOCK = 1 << BLOCK_BITS
const BLOCK_MASK = BLOCK - 1

/** Size of a vacated slot: fits nowhere. */
const VACANT = 0x7fffffff

export class WaitingSet implements WaitingJobs {
  job: Int32Array
  first = 0
  end = 0
  count = 0
  free = 0
  extra = 0
  now = 0
  deadline = 0
  fresh = 0

  /** Slot of each job of the table, plus 1; 0 when it is not waiting. */
  readonly #slot: Int32Array
  readonly #sizes: Int32Array
  readonly #estimates: Float64Array
  #size: Int32Array
  #estimate: Float64Array
  #least: Int32Array
  #shortest: Float64Array
  #stale: Uint8Array

  constructor(jobs: JobColumns & Rows) {
    const capacity = 1024
    this.#sizes = jobs.size
    this.#estimates = jobs.estimate
    this.#slot = columnBeside(jobs, Int32Array)
    this.job = new Int32Array(capacity)
    this.#size = new Int32Array(capacity)
    this.#estimate = new Float64Array(capacity)
    this.#least = new Int32Array(capacity / BLOCK)
    this.#shortest = new Float64Array(capacity / BLOCK)
    this.#stale = new Uint8Array(capacity / BLOCK)
  }

  has(job: number): boolean {
    return this.#slot[job] > 0
  }

  add(job: number): void {
    if (this.end === this.job.length || this.end - this.first > 2 * this.count + BLOCK) this.#squeeze()
    const slot = this.end++
    const size = this.#sizes[job]
    const estimate = this.#estimates[job]
    this.job[slot] = job
    this.#size[slot] = size
    this.#estimate[slot] = estimate
    this.#slot[job] = slot + 1
    this.count++
    const block = slot >> BLOCK_BITS
    if ((slot & BLOCK_MASK) === 0) {
      this.#least[block] = size
      this.#shortest[block] = estimate
      this.#stale[block] = 0
    } else {
      if (size < this.#least[block]) this.#least[block] = size
      if (estimate < this.#shortest[block]) this.#shortest[block] = estimate
    }
  }

  remove(job: number): void {
    const slot = this.#slot[job] - 1
    this.#slot[job] = 0
    this.#size[slot] = VACANT
    this.#estimate[slot] = Number.POSITIVE_INFINITY
    this.#stale[slot >> BLOCK_BITS] = 1
    this.count--
    if (slot === this.first) {
      let next = slot + 1
      while (next < this.end && this.#size[next] === VACANT) next++
      this.first = next
    }
  }

  earliest(): number {
    return this.count === 0 ? -1 : this.job[this.first]
  }

  since(job: number, visit: (job: number) => void): void {
    let slot = this.end
    while (slot > this.first && this.job[slot - 1] > job) slot--
    for (; slot < this.end; slot++) if (this.#size[slot] !== VACANT) visit(this.job[slot])
  }

  visible(out: Int32Array, sight: number): number {
    const size = this.#size
    let n = 0
    for (let slot = this.first; slot < this.end && n < sight; slot++) {
      if (size[slot] !== VACANT) out[n++] = this.job[slot]
    }
    return n
  }

  nextFit(from: number): number {
    const { free, extra, now, deadline, end } = this
    const size = this.#size
    const estimate = this.#estimate
    let slot = from < this.first ? this.first : from
    while (slot < end) {
      const block = slot >> BLOCK_BITS
      let stop = (block + 1) << BLOCK_BITS
      const least = this.#least[block]
      if (least <= free && (least <= extra || now + this.#shortest[block] <= deadline)) {
        if (stop > end) stop = end
        for (; slot < stop; slot++) {
          const needed = size[slot]
          if (needed <= free && (needed <= extra || now + estimate[slot] <= deadline)) return slot
        }
        // The bound promised a job that is not there, perhaps because one has left: make it exact.
        if (this.#stale[block] === 1) this.#refresh(block)
      }
      slot = stop
    }
    return -1
  }

  anyFits(free: number): boolean {
    this.free = free
    this.extra = free
    return this.nextFit(this.first) >= 0
  }

  #refresh(block: number): void {
    const size = this.#size
    const estimate = this.#estimate
    const start = block << BLOCK_BITS
    const stop = Math.min(start + BLOCK, this.end)
    let least = VACANT
    let shortest = Number.POSITIVE_INFINITY
    for (let slot = start; slot < stop; slot++) {
      if (size[slot] < least) least = size[slot]
      if (estimate[slot] < shortest) shortest = estimate[slot]
    }
    this.#least[block] = least
    this.#shortest[block] = shortest
    this.#stale[block] = 0
  }

  /** Squeezes the vacated slots out, into larger columns when the jobs waiting fill more than half of these. */
  #squeeze(): void {
    if (this.count * 2 > this.job.length) this.#grow()
    const { job } = this
    let to = 0
    let fresh = -1
    for (let slot = this.first; slot < this.end; slot++) {
      if (slot >= this.fresh && fresh < 0) fresh = to
      if (this.#size[slot] === VACANT) continue
      job[to] = job[slot]
      this.#size[to] = this.#size[slot]
      this.#estimate[to] = this.#estimate[slot]
      this.#slot[job[to]] = to + 1
      to++
    }
    this.fresh = fresh < 0 ? to : fresh
    this.first = 0
    this.end = to
    for (let block = 0; block << BLOCK_BITS < to; block++) this.#refresh(block)
  }

  #grow(): void {
    const capacity = this.job.length * 2
    this.job = copyInto(new Int32Array(capacity), this.job)
    this.#size = copyInto(new Int32Array(capacity), this.#size)
    this.#estimate = copyInto(new Float64Array(capacity), this.#estimate)
    this.#least = copyInto(new Int32Array(capacity / BLOCK), this.#least)
    this.#shortest = copyInto(new Float64Array(capacity / BLOCK), this.#shortest)
    this.#stale = copyInto(new Uint8Array(capacity / BLOCK), this.#stale)
  }
}

function copyInto<T extends Int32Array | Float64Array | Uint8Array>(to: T, from: T): T {
  to.set(from)
  return to
}
