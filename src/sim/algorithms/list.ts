/**
 * List scheduling (Graham 1969; "first fit" of the queue): go through the whole queue in order and start every job
 * that fits. While no processor comes free, a job that did not fit cannot fit later: only newly submitted jobs are
 * looked at then.
 */
import type { Pass, SchedulerView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import { ANY_THAT_FITS, type BoundedQueue } from './bounded-queue.js'
import { KeyedHeap } from './keyed-heap.js'
import { linearQueue } from './linear-bounds.js'
import { LONG_QUEUE, OrderedJobs } from './ordered-jobs.js'
import { whyNotListed } from './why.js'

export class ListPass implements Pass {
  readonly #engine: SchedulerView
  readonly #selection: KeyedHeap
  readonly #bySubmit: boolean
  /** For long queues; null where the order is no fixed one. */
  readonly #ordered: OrderedJobs | null
  /** The same where keys are linear in time; null where they are not, undefined before it is asked for. */
  #bounded: BoundedQueue | null | undefined

  constructor(engine: SchedulerView) {
    const { ranking, rules } = engine
    this.#engine = engine
    this.#selection = new KeyedHeap(rules.ties, rules.lead)
    this.#bySubmit = engine.bySubmit(ranking)
    this.#ordered = ranking.kind === 'static' ? new OrderedJobs(engine, ranking) : null
  }

  renew(): void {
    this.#engine.released = true
  }

  why(job: number): WaitingReason {
    return whyNotListed(this.#engine, job)
  }

  run(): void {
    const engine = this.#engine
    const { waiting } = engine
    if (engine.released) waiting.fresh = waiting.first
    engine.released = false
    if (engine.free > 0) {
      const isLong = waiting.fresh === waiting.first && waiting.count > LONG_QUEUE
      if (this.#bySubmit) this.#sweep()
      else if (this.#ordered !== null && isLong) this.#ordered.sweep(0, Number.POSITIVE_INFINITY)
      else if (!(isLong && this.#sweepBounded())) this.#sweepOrdered()
    }
    waiting.fresh = waiting.end
  }

  #sweep(): void {
    const engine = this.#engine
    const { waiting } = engine
    for (let slot = this.#nextFit(waiting.fresh); slot >= 0; slot = this.#nextFit(slot + 1)) {
      engine.start(waiting.job[slot])
      if (engine.free === 0) return
    }
  }

  #sweepOrdered(): void {
    const engine = this.#engine
    const { waiting, size } = engine
    const selection = this.#selection
    let n = 0
    for (let slot = this.#nextFit(waiting.fresh); slot >= 0; slot = waiting.nextFit(slot + 1)) {
      selection.reserve(n + 1)
      selection.jobs[n++] = waiting.job[slot]
    }
    if (n > 1) engine.score(engine.ranking, selection.keys, selection.jobs, n)
    selection.heapify(n)
    for (let job = selection.take(); job >= 0; job = selection.take()) {
      if (size[job] <= engine.free) engine.start(job)
    }
  }

  /** Returns whether the order's keys have bounds. */
  #sweepBounded(): boolean {
    const engine = this.#engine
    if (this.#bounded === undefined) this.#bounded = linearQueue(engine, engine.ranking)
    const bounded = this.#bounded
    if (bounded === null) return false
    bounded.begin(-1, ANY_THAT_FITS)
    for (let job = bounded.take(); job >= 0 && engine.free > 0; job = bounded.take()) engine.start(job)
    return true
  }

  #nextFit(from: number): number {
    const { waiting, free } = this.#engine
    waiting.free = free
    waiting.extra = free
    return waiting.nextFit(from)
  }
}
