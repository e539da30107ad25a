/**
 * A long queue whose keys change with time and state, of which bounds are known (`KeyBounds`): the first jobs of it without
 * scoring the others. Jobs of a class are kept by their ranks in blocks; of each class the first block that holds a job which
 * qualifies waits to be scored until its bound comes first.
 *
 * Nobody has to tell of jobs that come or leave: those that came since the last pass are inserted when the next begins, and
 * those that left are dropped when their block is scored.
 */
import { columnBeside } from '../../trace/growing-table.js'
import type { KeyBounds, Ranking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { JobBlocks, ROOM } from './job-blocks.js'
import { KeyedHeap } from './keyed-heap.js'
import type { HeadReservation } from './reservation.js'

/** Bounds that jobs have to fit beside. */
export type Within = Pick<HeadReservation, 'extra' | 'deadline'>

/** The bounds of list scheduling. */
export const ANY_THAT_FITS: Within = { extra: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY }

/** Jobs whose keys are bounded alike. */
interface JobClass {
  readonly number: number
  readonly blocks: JobBlocks
  /** Place in the order of the next block that has not been looked at in this pass. */
  next: number
  /** Blocks that have been offered and not been scored. */
  offered: number
  /** A block holds nothing any longer. */
  emptied: boolean
}

const NO_JOBS = new Int32Array(0)

export class BoundedQueue {
  readonly #view: SchedulerView
  readonly #ranking: Ranking
  readonly #bounds: KeyBounds
  readonly #classes: JobClass[] = []
  /** Class of each job that is held. */
  readonly #ofClass: Int32Array
  /** Block that each job stands for which is the foremost of one that has been offered. */
  readonly #blockOf: Int32Array
  /** Jobs that will change their class, by the instants. */
  readonly #changes: KeyedHeap
  /** The last job that was brought in. */
  #latest = -1
  /** Blocks that have been offered and not been scored in this pass, as their foremost jobs, by the bounds of their keys. */
  readonly #blocks: KeyedHeap
  /** Jobs of blocks that have been scored, by their keys. */
  readonly #jobs: KeyedHeap
  #excluded = -1
  /** Null while any job will do. */
  #within: Within | null = null
  readonly #scored = new Int32Array(ROOM)
  readonly #keys = new Float64Array(ROOM)
  readonly #waits = (job: number): boolean => this.#view.waiting.has(job)

  constructor(view: SchedulerView, ranking: Ranking, bounds: KeyBounds) {
    this.#view = view
    this.#ranking = ranking
    this.#bounds = bounds
    this.#ofClass = columnBeside(view.jobs, Int32Array)
    this.#blockOf = columnBeside(view.jobs, Int32Array)
    this.#changes = new KeyedHeap('earliest', 0)
    this.#blocks = new KeyedHeap(view.rules.ties, 0)
    this.#jobs = new KeyedHeap(view.rules.ties, 0)
  }

  /**
   * Begins with all waiting jobs.
   * @param excluded a job to leave out; −1: none
   * @param within what jobs have to fit beside, as for `restrict`; null: any will do
   */
  begin(excluded: number, within: Within | null): void {
    this.#bringUpToDate()
    this.#bounds.look(this.#view.now)
    this.#excluded = excluded
    this.#within = within
    this.#jobs.count = 0
    this.#blocks.count = 0
    for (const each of this.#classes) {
      each.next = 0
      each.offered = 0
      this.#offer(each)
    }
  }

  /** Leaves out all jobs that need more than what is free, or beyond the deadline more than what is left of the extra processors. */
  restrict(within: Within): void {
    this.#within = within
    const { size, estimate } = this.#view
    this.#jobs.keep((job) => this.#admits(size[job], estimate[job]))
    this.#blocks.keep((foremost) => {
      const of = this.#classes[this.#ofClass[foremost]]
      const holds = this.#holdsOne(of.blocks, this.#blockOf[foremost])
      if (!holds) of.offered--
      return holds
    })
    for (const each of this.#classes) if (each.offered === 0) this.#offer(each)
  }

  /** The next job in order; −1 when none is left. */
  take(): number {
    const blocks = this.#blocks
    const jobs = this.#jobs
    const { size, estimate } = this.#view
    for (;;) {
      // A block may hold the first job unless one that has been scored certainly goes before all of it.
      while (blocks.count > 0 && (jobs.count === 0 || !jobs.precedes(blocks))) this.#scoreFirst()
      const job = jobs.take()
      if (job < 0 || this.#admits(size[job], estimate[job])) return job
    }
  }

  #admits(size: number, estimate: number): boolean {
    const within = this.#within
    if (within === null) return true
    return size <= this.#view.free && (size <= within.extra || this.#view.now + estimate <= within.deadline)
  }

  /** Whether a block holds a job that qualifies, if it has not left. */
  #holdsOne({ count, least, shortest, size, estimate }: JobBlocks, block: number): boolean {
    if (!this.#admits(least[block], shortest[block])) return false
    if (this.#within === null) return true
    const { free, now } = this.#view
    const { extra, deadline } = this.#within
    const end = block * ROOM + count[block]
    for (let place = block * ROOM; place < end; place++) {
      const needed = size[place]
      if (needed <= free && (needed <= extra || now + estimate[place] <= deadline)) return true
    }
    return false
  }

  /**
   * Offers the next block of a class that holds a job which qualifies, and all that follow it with the same bound: of equal
   * keys any may be first.
   */
  #offer(of: JobClass): void {
    const { blocks, number } = of
    const { order } = blocks
    const { rank } = this.#bounds
    let bound = Number.NaN
    for (; of.next < order.length; of.next++) {
      const block = order[of.next]
      if (!this.#holdsOne(blocks, block)) continue
      const its = this.#bounds.least(number, rank[blocks.job[block * ROOM]])
      if (of.offered > 0 && its !== bound) return
      bound = its
      const foremost = blocks.foremost[block]
      this.#blockOf[foremost] = block
      this.#blocks.push(foremost, its)
      of.offered++
    }
  }

  /** Scores the block whose bound is first. */
  #scoreFirst(): void {
    const { waiting } = this.#view
    const foremost = this.#blocks.take()
    const of = this.#classes[this.#ofClass[foremost]]
    const { blocks } = of
    const block = this.#blockOf[foremost]
    const end = block * ROOM + blocks.count[block]
    let n = 0
    let left = false
    for (let place = block * ROOM; place < end; place++) {
      if (!this.#admits(blocks.size[place], blocks.estimate[place])) continue
      const job = blocks.job[place]
      if (!waiting.has(job)) left = true
      else if (job !== this.#excluded) this.#scored[n++] = job
    }
    if (left) {
      blocks.clear(block, this.#waits)
      if (blocks.count[block] === 0) of.emptied = true
    }
    this.#view.score(this.#ranking, this.#keys, this.#scored, n)
    for (let k = 0; k < n; k++) this.#jobs.push(this.#scored[k], this.#keys[k])
    if (--of.offered === 0) this.#offer(of)
  }

  #bringUpToDate(): void {
    const { waiting, now } = this.#view
    let held = 0
    for (const each of this.#classes) {
      if (each.emptied) each.blocks.dropEmpty()
      each.emptied = false
      held += each.blocks.held
    }
    if (held > 2 * waiting.count + ROOM) {
      for (const each of this.#classes) each.blocks.fill(NO_JOBS)
      this.#changes.count = 0
      this.#latest = -1
    }
    const changes = this.#changes
    while (changes.leastKey() <= now) {
      const job = changes.take()
      if (!waiting.has(job)) continue
      this.#classes[this.#ofClass[job]].blocks.remove(job)
      this.#insert(job)
    }
    waiting.since(this.#latest, (job) => this.#insert(job))
  }

  #insert(job: number): void {
    const bounds = this.#bounds
    const { now } = this.#view
    const number = bounds.classOf(job, now)
    if (number === this.#classes.length) {
      const blocks = new JobBlocks(this.#view, bounds.rank)
      this.#classes.push({ number, blocks, next: 0, offered: 0, emptied: false })
    }
    this.#classes[number].blocks.insert(job)
    this.#ofClass[job] = number
    this.#latest = Math.max(this.#latest, job)
    const until = bounds.until(job, now)
    if (until < Number.POSITIVE_INFINITY) this.#changes.push(job, until)
  }
}
