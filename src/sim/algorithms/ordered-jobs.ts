/**
 * The waiting jobs in the order of fixed keys, in blocks that a sweep can skip whole: for queues of thousands, of which a
 * pass can start a few. Each block knows a lower bound of its sizes and estimates, and a sweep ends when nothing is free.
 *
 * Nobody has to tell of jobs that come or leave: those that came since the last sweep are inserted when the next begins,
 * and those that left are dropped when a sweep comes by.
 */
import type { StaticRanking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'

/** Jobs waiting from which on this pays. */
export const LONG_QUEUE = 128

const ROOM = 64
/** The size to which a block is filled when the order is made anew, so that jobs can come between. */
const FILLED = 32

export class OrderedJobs {
  readonly #view: SchedulerView
  readonly #keys: Float64Array
  readonly #tie: number
  /** Blocks in order; the places of block b are [b·ROOM, b·ROOM + its count). */
  #order: number[] = []
  readonly #vacant: number[] = []
  #count = new Int32Array(8)
  #least = new Int32Array(8)
  #shortest = new Float64Array(8)
  #job = new Int32Array(8 * ROOM)
  #size = new Int32Array(8 * ROOM)
  #estimate = new Float64Array(8 * ROOM)
  /** Blocks that have been in use. */
  #used = 0
  /** Jobs in the blocks, those that have left included. */
  #held = 0
  /** The last job that was brought in. */
  #latest = -1

  constructor(view: SchedulerView, { keys }: StaticRanking) {
    this.#view = view
    this.#keys = keys
    this.#tie = view.rules.ties === 'earliest' ? 1 : -1
  }

  /**
   * Starts every job that qualifies at its turn: it needs no more than what is free, and ends by `deadline` or needs no more
   * than what is left of the `extra` processors.
   * @returns the extra processors that are left
   */
  sweep(extra: number, deadline: number): number {
    this.#bringUpToDate()
    const view = this.#view
    const { now } = view
    let left = extra
    let emptied = false
    for (const block of this.#order) {
      if (view.free === 0) break
      const least = this.#least[block]
      if (least > view.free || (least > left && now + this.#shortest[block] > deadline)) continue
      left = this.#sweepBlock(block, left, deadline)
      if (this.#count[block] === 0) emptied = true
    }
    if (emptied) this.#dropEmpty()
    return left
  }

  #dropEmpty(): void {
    const kept: number[] = []
    for (const block of this.#order) (this.#count[block] > 0 ? kept : this.#vacant).push(block)
    this.#order = kept
  }

  /** Returns what is left of the extra processors. */
  #sweepBlock(block: number, extra: number, deadline: number): number {
    const view = this.#view
    const { waiting, now } = view
    const from = block * ROOM
    const end = from + this.#count[block]
    let left = extra
    let to = from
    let least = 0x7fffffff
    let shortest = Number.POSITIVE_INFINITY
    for (let place = from; place < end; place++) {
      const job = this.#job[place]
      const size = this.#size[place]
      const estimate = this.#estimate[place]
      if (size <= view.free) {
        if (!waiting.has(job)) continue
        const beyond = now + estimate > deadline
        if (!beyond || size <= left) {
          if (beyond) left -= size
          view.start(job)
          continue
        }
      }
      this.#put(to++, job, size, estimate)
      if (size < least) least = size
      if (estimate < shortest) shortest = estimate
    }
    this.#held -= end - to
    this.#count[block] = to - from
    this.#least[block] = least
    this.#shortest[block] = shortest
    return left
  }

  #bringUpToDate(): void {
    const { waiting, size, estimate } = this.#view
    if (this.#held > 2 * waiting.count + ROOM || this.#latest < 0) {
      this.#makeAnew()
      return
    }
    waiting.since(this.#latest, (job) => {
      this.#insert(job, size[job], estimate[job])
      this.#latest = job
    })
  }

  #makeAnew(): void {
    const { waiting, size, estimate } = this.#view
    const jobs = new Int32Array(waiting.count)
    waiting.visible(jobs, jobs.length)
    this.#latest = jobs[jobs.length - 1]
    jobs.sort((a, b) => (this.#comesFirst(a, b) ? -1 : 1))
    this.#order = []
    this.#vacant.length = 0
    this.#used = 0
    this.#held = jobs.length
    for (let k = 0; k < jobs.length; k += FILLED) {
      const block = this.#newBlock()
      this.#order.push(block)
      for (let n = k; n < Math.min(k + FILLED, jobs.length); n++) {
        const job = jobs[n]
        this.#put(block * ROOM + this.#count[block]++, job, size[job], estimate[job])
      }
      this.#bound(block)
    }
  }

  #insert(job: number, size: number, estimate: number): void {
    let at = this.#blockFor(job)
    let block = this.#order[at]
    if (block === undefined) {
      block = this.#newBlock()
      this.#order.push(block)
    } else if (this.#count[block] === ROOM) {
      this.#split(at)
      if (this.#comesFirst(this.#job[this.#order[at + 1] * ROOM], job)) at++
      block = this.#order[at]
    }
    const from = block * ROOM
    const count = this.#count[block]
    let low = from
    let high = from + count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#comesFirst(this.#job[middle], job)) low = middle + 1
      else high = middle
    }
    this.#move(low, low + 1, from + count - low)
    this.#put(low, job, size, estimate)
    this.#count[block] = count + 1
    this.#held++
    if (size < this.#least[block]) this.#least[block] = size
    if (estimate < this.#shortest[block]) this.#shortest[block] = estimate
  }

  /** Place in the order of the last block whose first job comes before `job`; of the first where there is none. */
  #blockFor(job: number): number {
    let low = 0
    let high = this.#order.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#comesFirst(this.#job[this.#order[middle] * ROOM], job)) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  /** Moves the second half of a full block into one of its own. */
  #split(at: number): void {
    const block = this.#order[at]
    const half = ROOM >> 1
    const other = this.#newBlock()
    this.#move(block * ROOM + half, other * ROOM, half)
    this.#count[block] = half
    this.#count[other] = half
    this.#bound(block)
    this.#bound(other)
    this.#order.splice(at + 1, 0, other)
  }

  #newBlock(): number {
    const block = this.#vacant.pop() ?? this.#used++
    if (block === this.#count.length) this.#grow()
    this.#count[block] = 0
    this.#least[block] = 0x7fffffff
    this.#shortest[block] = Number.POSITIVE_INFINITY
    return block
  }

  #bound(block: number): void {
    let least = 0x7fffffff
    let shortest = Number.POSITIVE_INFINITY
    for (let place = block * ROOM; place < block * ROOM + this.#count[block]; place++) {
      least = Math.min(least, this.#size[place])
      shortest = Math.min(shortest, this.#estimate[place])
    }
    this.#least[block] = least
    this.#shortest[block] = shortest
  }

  #put(place: number, job: number, size: number, estimate: number): void {
    this.#job[place] = job
    this.#size[place] = size
    this.#estimate[place] = estimate
  }

  #move(from: number, to: number, n: number): void {
    for (const column of [this.#job, this.#size, this.#estimate]) column.copyWithin(to, from, from + n)
  }

  #comesFirst(a: number, b: number): boolean {
    const { lead } = this.#view.rules
    if (a < lead || b < lead) return a < b
    const left = this.#keys[a]
    const right = this.#keys[b]
    return left < right || (left === right && (a - b) * this.#tie < 0)
  }

  #grow(): void {
    const blocks = 2 * this.#count.length
    this.#count = longer(this.#count, new Int32Array(blocks))
    this.#least = longer(this.#least, new Int32Array(blocks))
    this.#shortest = longer(this.#shortest, new Float64Array(blocks))
    this.#job = longer(this.#job, new Int32Array(blocks * ROOM))
    this.#size = longer(this.#size, new Int32Array(blocks * ROOM))
    this.#estimate = longer(this.#estimate, new Float64Array(blocks * ROOM))
  }
}

function longer<T extends Int32Array | Float64Array>(column: T, to: T): T {
  to.set(column)
  return to
}
