/**
 * Waiting jobs in the order of fixed keys, in blocks that can be skipped whole: each knows a lower bound of its sizes and
 * estimates, and which of its jobs would go first if all keys were equal.
 *
 * Jobs that leave the queue stay until somebody clears their block. The keys of those that are held must not change.
 */
import type { SchedulerView } from '../scheduler.js'

/** Jobs that a block can hold. */
export const ROOM = 64
/** The size to which a block is filled when all are made anew, so that jobs can come between. */
const FILLED = 32

export class JobBlocks {
  /** Blocks in order; the places of block b are [b·ROOM, b·ROOM + its count). */
  order: number[] = []
  /** Jobs in each block, those that have left included. */
  count = new Int32Array(1)
  /** No job of the block is smaller, shorter, or goes first among equals. */
  least = new Int32Array(1)
  shortest = new Float64Array(1)
  foremost = new Int32Array(1)
  /** By place. */
  job = new Int32Array(ROOM)
  size = new Int32Array(ROOM)
  estimate = new Float64Array(ROOM)
  /** Jobs in all blocks, those that have left included. */
  held = 0

  readonly #view: SchedulerView
  readonly #keys: Float64Array
  readonly #lead: number
  readonly #tie: number
  readonly #vacant: number[] = []
  /** Blocks that have been in use. */
  #used = 0

  /** @param keys by job, the smallest first; the first `rules.lead` jobs go before all others */
  constructor(view: SchedulerView, keys: Float64Array) {
    this.#view = view
    this.#keys = keys
    this.#lead = view.rules.lead
    this.#tie = view.rules.ties === 'earliest' ? 1 : -1
  }

  /** Holds these jobs in place of all others; sorts them. */
  fill(jobs: Int32Array): void {
    jobs.sort((a, b) => (this.#comesFirst(a, b) ? -1 : 1))
    this.order = []
    this.#vacant.length = 0
    this.#used = 0
    this.held = jobs.length
    for (let k = 0; k < jobs.length; k += FILLED) {
      const block = this.#newBlock()
      this.order.push(block)
      for (const job of jobs.subarray(k, k + FILLED)) this.#enter(this.#end(block), job, block)
    }
  }

  insert(job: number): void {
    let at = this.#blockFor(job)
    let block = this.order[at]
    if (block === undefined) {
      block = this.#newBlock()
      this.order.push(block)
    } else if (this.count[block] === ROOM) {
      this.#split(at)
      if (this.#comesFirst(this.job[this.order[at + 1] * ROOM], job)) at++
      block = this.order[at]
    }
    const place = this.#placeFor(job, block)
    this.#move(place, place + 1, this.#end(block) - place)
    this.#enter(place, job, block)
    this.held++
  }

  /** Takes a job out that is held. */
  remove(job: number): void {
    const at = this.#blockFor(job)
    const isThere = this.#placeFor(job, this.order[at]) < this.#end(this.order[at])
    const block = this.order[isThere ? at : at + 1]
    this.clear(block, (each) => each !== job)
    if (this.count[block] === 0) this.dropEmpty()
  }

  /** Keeps the jobs of a block for which `stays` says so, and makes its bounds exact. */
  clear(block: number, stays: (job: number, size: number, estimate: number) => boolean): void {
    const end = this.#end(block)
    this.held -= this.count[block]
    this.#empty(block)
    for (let place = block * ROOM; place < end; place++) {
      const job = this.job[place]
      const size = this.size[place]
      const estimate = this.estimate[place]
      if (!stays(job, size, estimate)) continue
      this.#put(this.#end(block), job, size, estimate, block)
      this.held++
    }
  }

  /** Lets go of the blocks that hold nothing. */
  dropEmpty(): void {
    const kept: number[] = []
    for (const block of this.order) (this.count[block] > 0 ? kept : this.#vacant).push(block)
    this.order = kept
  }

  #end(block: number): number {
    return block * ROOM + this.count[block]
  }

  /** Place in the order of the last block whose first job comes before `job`; of the first where there is none. */
  #blockFor(job: number): number {
    let low = 0
    let high = this.order.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#comesFirst(this.job[this.order[middle] * ROOM], job)) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  /** The first place of a block whose job does not come before `job`; its end where all do. */
  #placeFor(job: number, block: number): number {
    let low = block * ROOM
    let high = this.#end(block)
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#comesFirst(this.job[middle], job)) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Moves the second half of a full block into one of its own. */
  #split(at: number): void {
    const block = this.order[at]
    const half = ROOM >> 1
    const other = this.#newBlock()
    this.#move(block * ROOM + half, other * ROOM, half)
    this.count[block] = half
    this.count[other] = half
    for (const each of [block, other]) this.clear(each, () => true)
    this.order.splice(at + 1, 0, other)
  }

  #newBlock(): number {
    const block = this.#vacant.pop() ?? this.#used++
    if (block === this.count.length) this.#grow()
    this.#empty(block)
    return block
  }

  #empty(block: number): void {
    this.count[block] = 0
    this.least[block] = 0x7fffffff
    this.shortest[block] = Number.POSITIVE_INFINITY
  }

  #enter(place: number, job: number, block: number): void {
    this.#put(place, job, this.#view.size[job], this.#view.estimate[job], block)
  }

  #put(place: number, job: number, size: number, estimate: number, block: number): void {
    this.job[place] = job
    this.size[place] = size
    this.estimate[place] = estimate
    const isFirst = this.count[block]++ === 0
    if (size < this.least[block]) this.least[block] = size
    if (estimate < this.shortest[block]) this.shortest[block] = estimate
    if (isFirst || (job - this.foremost[block]) * this.#tie < 0) this.foremost[block] = job
  }

  #move(from: number, to: number, n: number): void {
    for (const column of [this.job, this.size, this.estimate]) column.copyWithin(to, from, from + n)
  }

  #comesFirst(a: number, b: number): boolean {
    if (a < this.#lead || b < this.#lead) return a < b
    const left = this.#keys[a]
    const right = this.#keys[b]
    return left < right || (left === right && (a - b) * this.#tie < 0)
  }

  #grow(): void {
    const blocks = 2 * this.count.length
    this.count = longer(this.count, new Int32Array(blocks))
    this.least = longer(this.least, new Int32Array(blocks))
    this.shortest = longer(this.shortest, new Float64Array(blocks))
    this.foremost = longer(this.foremost, new Int32Array(blocks))
    this.job = longer(this.job, new Int32Array(blocks * ROOM))
    this.size = longer(this.size, new Int32Array(blocks * ROOM))
    this.estimate = longer(this.estimate, new Float64Array(blocks * ROOM))
  }
}

function longer<T extends Int32Array | Float64Array>(column: T, to: T): T {
  to.set(column)
  return to
}
