/**
 * A long queue whose keys change with time and state, of which bounds are known (`KeyBounds`): the first jobs of it without
 * scoring the others. Jobs of a class are kept by their fixed part in blocks, which know the earliest submit, and a
 * lower bound of sizes and estimates; a block is scored when its bound comes first.
 *
 * Nobody has to tell of jobs that come or leave: those that came since the last pass are inserted when the next begins, and
 * those that left are dropped when their block is scored.
 */
import type { KeyBounds, Ranking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { KeyedHeap } from './keyed-heap.js'
import type { HeadReservation } from './reservation.js'

const ROOM = 64

interface Block {
  readonly ofClass: number
  /** By fixed part, the greatest first; of equal ones, in job order. */
  jobs: number[]
  /** No job has a greater one, came earlier, is smaller or shorter. */
  fixed: number
  earliest: number
  least: number
  shortest: number
}

/** What list scheduling starts. */
export const ANY_THAT_FITS = { extra: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY }

export class BoundedQueue {
  readonly #view: SchedulerView
  readonly #ranking: Ranking
  readonly #bounds: KeyBounds
  readonly #classes = new Map<number, Block[]>()
  /** Jobs in the blocks, those that have left included. */
  #held = 0
  /** The last job that was brought in. */
  #latest = -1
  /** Blocks that have not been scored in this pass, by the bounds of their keys. */
  readonly #blocks = new KeyedHeap('earliest', 0)
  readonly #byNumber: Block[] = []
  /** Jobs of blocks that have been, by their keys. */
  readonly #jobs: KeyedHeap
  #excluded = -1
  /** The bounds that jobs have to fit beside; null while any will do. */
  #within: Pick<HeadReservation, 'extra' | 'deadline'> | null = null
  readonly #scored = new Int32Array(ROOM)
  readonly #keys = new Float64Array(ROOM)

  constructor(view: SchedulerView, ranking: Ranking, bounds: KeyBounds) {
    this.#view = view
    this.#ranking = ranking
    this.#bounds = bounds
    this.#jobs = new KeyedHeap(view.rules.ties, 0)
  }

  /**
   * Begins with all waiting jobs.
   * @param excluded a job to leave out; −1: none
   */
  begin(excluded: number): void {
    this.#bringUpToDate()
    const { now } = this.#view
    const { submit } = this.#view.jobs
    this.#excluded = excluded
    this.#within = null
    this.#jobs.count = 0
    this.#blocks.count = 0
    this.#byNumber.length = 0
    for (const blocks of this.#classes.values()) {
      for (const block of blocks) {
        const key = this.#bounds.least(block.ofClass, block.fixed, submit[block.earliest], now)
        this.#blocks.push(this.#byNumber.push(block) - 1, key)
      }
    }
  }

  /** Leaves out all jobs that need more than what is free, or beyond the deadline more than what is left of the extra processors. */
  restrict(within: Pick<HeadReservation, 'extra' | 'deadline'>): void {
    this.#within = within
  }

  /** The next job in order; −1 when none is left. */
  take(): number {
    const blocks = this.#blocks
    const jobs = this.#jobs
    for (;;) {
      // In a block that may tie there may be a job that goes first.
      while (blocks.count > 0 && !(jobs.leastKey() < blocks.leastKey())) {
        const block = this.#byNumber[blocks.take()]
        if (this.#admits(block.least, block.shortest)) this.#score(block)
      }
      const job = jobs.take()
      if (job < 0) return -1
      if (this.#admits(this.#view.size[job], this.#view.estimate[job])) return job
    }
  }

  #admits(size: number, estimate: number): boolean {
    const within = this.#within
    if (within === null) return true
    return size <= this.#view.free && (size <= within.extra || this.#view.now + estimate <= within.deadline)
  }

  /** Drops the jobs of a block that have left, and scores the others. */
  #score(block: Block): void {
    const { waiting, size, estimate } = this.#view
    this.#held -= block.jobs.length
    block.jobs = block.jobs.filter((job) => waiting.has(job))
    this.#held += block.jobs.length
    this.#bound(block)
    let n = 0
    for (const job of block.jobs) {
      if (job !== this.#excluded && this.#admits(size[job], estimate[job])) this.#scored[n++] = job
    }
    this.#view.score(this.#ranking, this.#keys, this.#scored, n)
    for (let k = 0; k < n; k++) this.#jobs.push(this.#scored[k], this.#keys[k])
    if (block.jobs.length > 0) return
    const blocks = this.#classes.get(block.ofClass) ?? []
    if (blocks.length === 1) this.#classes.delete(block.ofClass)
    else blocks.splice(blocks.indexOf(block), 1)
  }

  #bringUpToDate(): void {
    const { waiting } = this.#view
    if (this.#held > 2 * waiting.count + ROOM) {
      this.#classes.clear()
      this.#held = 0
      this.#latest = -1
    }
    waiting.since(this.#latest, (job) => this.#insert(job))
  }

  #insert(job: number): void {
    const ofClass = this.#bounds.classOf(job)
    let blocks = this.#classes.get(ofClass)
    if (blocks === undefined) {
      blocks = [this.#blockOf(ofClass, [])]
      this.#classes.set(ofClass, blocks)
    }
    // Into the last block of which the first job does not go behind it.
    let low = 1
    let high = blocks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#comesFirst(blocks[middle].jobs[0], job)) low = middle + 1
      else high = middle
    }
    let block = blocks[low - 1]
    if (block.jobs.length === ROOM) {
      const second = this.#blockOf(ofClass, block.jobs.splice(ROOM / 2))
      this.#bound(block)
      blocks.splice(low, 0, second)
      if (this.#comesFirst(second.jobs[0], job)) block = second
    }
    const { jobs } = block
    let at = jobs.length
    while (at > 0 && this.#comesFirst(job, jobs[at - 1])) at--
    jobs.splice(at, 0, job)
    this.#include(block, job)
    this.#held++
    this.#latest = job
  }

  #comesFirst(a: number, b: number): boolean {
    const left = this.#bounds.fixedPart(a)
    const right = this.#bounds.fixedPart(b)
    return left > right || (left === right && a < b)
  }

  #blockOf(ofClass: number, jobs: number[]): Block {
    const block = { ofClass, jobs, fixed: 0, earliest: 0, least: 0, shortest: 0 }
    this.#bound(block)
    return block
  }

  #bound(block: Block): void {
    block.fixed = Number.NEGATIVE_INFINITY
    block.earliest = 0x7fffffff
    block.least = 0x7fffffff
    block.shortest = Number.POSITIVE_INFINITY
    for (const job of block.jobs) this.#include(block, job)
  }

  #include(block: Block, job: number): void {
    const { size, estimate } = this.#view
    block.fixed = Math.max(block.fixed, this.#bounds.fixedPart(job))
    block.earliest = Math.min(block.earliest, job)
    block.least = Math.min(block.least, size[job])
    block.shortest = Math.min(block.shortest, estimate[job])
  }
}
