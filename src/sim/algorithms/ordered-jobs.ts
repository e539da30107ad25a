/**
 * The waiting jobs in the order of fixed keys, in blocks that a sweep can skip whole: for queues of thousands, of which a
 * pass can start a few. A sweep ends when nothing is free.
 *
 * Nobody has to tell of jobs that come or leave: those that came since the last sweep are inserted when the next begins,
 * and those that left are dropped when a sweep comes by.
 */
import type { StaticRanking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { JobBlocks, ROOM } from './job-blocks.js'

/** Jobs waiting from which on this pays. */
export const LONG_QUEUE = 128

export class OrderedJobs {
  readonly #view: SchedulerView
  readonly #blocks: JobBlocks
  /** The last job that was brought in. */
  #latest = -1
  /** The bounds of the sweep under way. */
  #left = 0
  #deadline = 0

  constructor(view: SchedulerView, { keys }: StaticRanking) {
    this.#view = view
    this.#blocks = new JobBlocks(view, keys)
  }

  /**
   * Starts every job that qualifies at its turn: it needs no more than what is free, and ends by `deadline` or needs no more
   * than what is left of the `extra` processors.
   * @returns the extra processors that are left
   */
  sweep(extra: number, deadline: number): number {
    this.#bringUpToDate()
    const view = this.#view
    const blocks = this.#blocks
    const { now } = view
    this.#left = extra
    this.#deadline = deadline
    let emptied = false
    for (const block of blocks.order) {
      if (view.free === 0) break
      const least = blocks.least[block]
      if (least > view.free || (least > this.#left && now + blocks.shortest[block] > deadline)) continue
      blocks.clear(block, this.#passesOver)
      if (blocks.count[block] === 0) emptied = true
    }
    if (emptied) blocks.dropEmpty()
    return this.#left
  }

  /** Whether a job stays; starts it where it qualifies. */
  readonly #passesOver = (job: number, size: number, estimate: number): boolean => {
    const view = this.#view
    if (size > view.free) return true
    if (!view.waiting.has(job)) return false
    const beyond = view.now + estimate > this.#deadline
    if (beyond && size > this.#left) return true
    if (beyond) this.#left -= size
    view.start(job)
    return false
  }

  #bringUpToDate(): void {
    const { waiting } = this.#view
    const blocks = this.#blocks
    if (blocks.held > 2 * waiting.count + ROOM || this.#latest < 0) {
      const jobs = new Int32Array(waiting.count)
      waiting.visible(jobs, jobs.length)
      this.#latest = jobs[jobs.length - 1]
      blocks.fill(jobs)
      return
    }
    waiting.since(this.#latest, (job) => {
      blocks.insert(job)
      this.#latest = job
    })
  }
}
