/**
 * EASY, aggressive backfilling (Lifka, The ANL/IBM SP scheduling system, 1995), for orders whose first job is known
 * without looking at the whole queue: start heads; then let later jobs start that do not delay the blocked head.
 *
 * Two facts make a pass cheap, and are why it gives the same schedule as a sweep over the sorted queue:
 * - While one head stays blocked and no processor comes free, the free and the extra processors only shrink and the
 *   clock only runs towards the shadow time. A job that could not be backfilled cannot be later either, so only jobs
 *   submitted since the last sweep need a look.
 * - Within a sweep the same holds, so jobs that do not qualify at its beginning need not be sorted at all.
 */

import type { Ranking } from '../order.js'
import type { Pass, SchedulerView, WaitingJobs } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import type { BoundedQueue } from './bounded-queue.js'
import { startHeads } from './head.js'
import { KeyedHeap } from './keyed-heap.js'
import { linearQueue } from './linear-bounds.js'
import { LONG_QUEUE, OrderedJobs } from './ordered-jobs.js'
import { HeadReservation } from './reservation.js'
import { whyBehindReservation } from './why.js'

export class EasyPass implements Pass {
  readonly #engine: SchedulerView
  /** The order in which to backfill; null for the submit order. */
  readonly #order: Ranking | null
  readonly #reservation = new HeadReservation()
  readonly #selection: KeyedHeap
  /** For long queues; null where the order is no fixed one. */
  readonly #ordered: OrderedJobs | null
  /** The same where keys are linear in time; null where they are not, undefined before it is asked for. */
  #bounded: BoundedQueue | null | undefined
  /** The head for which the waiting jobs were last swept; −1 if none. */
  #sweptFor = -1

  /** @param order the backfill order; null for the submit order */
  constructor(engine: SchedulerView, order: Ranking | null) {
    this.#engine = engine
    this.#order = order
    this.#selection = new KeyedHeap(engine.rules.ties, engine.rules.lead)
    this.#ordered = order !== null && order.kind === 'static' ? new OrderedJobs(engine, order) : null
  }

  renew(): void {
    this.#sweptFor = -1
  }

  why(job: number): WaitingReason {
    return whyBehindReservation(this.#engine, job)
  }

  run(): void {
    const engine = this.#engine
    const { waiting, running } = engine
    const { count } = waiting
    const head = startHeads(engine)
    if (head < 0) {
      this.#sweptFor = -1
      engine.released = false
      return
    }
    if (
      head !== this.#sweptFor ||
      engine.released ||
      // Heads that started hold processors beyond the shadow time as they please.
      waiting.count !== count ||
      // Jobs past their estimated end push the shadow time on.
      running.overrun()
    ) {
      waiting.fresh = waiting.first
      this.#reservation.update(engine, engine.size[head])
      this.#sweptFor = head
      engine.released = false
    }
    if (engine.free > 0 && waiting.fresh < waiting.end) {
      if (this.#order === null) this.#sweep(head)
      else this.#sweepOrdered(head, this.#order)
    }
    waiting.fresh = waiting.end
  }

  #sweep(head: number): void {
    const engine = this.#engine
    const { waiting, size, estimate } = engine
    const reservation = this.#reservation
    const { now, deadline } = this.#look()
    let slot = waiting.nextFit(waiting.fresh)
    while (slot >= 0) {
      const job = waiting.job[slot]
      if (job !== head) {
        if (now + estimate[job] > deadline) {
          reservation.extra -= size[job]
          waiting.extra = reservation.extra
        }
        engine.start(job)
        waiting.free = engine.free
        if (engine.free === 0) return
      }
      slot = waiting.nextFit(slot + 1)
    }
  }

  #sweepOrdered(head: number, order: Ranking): void {
    const engine = this.#engine
    const { waiting, size, estimate } = engine
    const reservation = this.#reservation
    const isLong = waiting.fresh === waiting.first && waiting.count > LONG_QUEUE
    if (this.#ordered !== null && isLong) {
      reservation.extra = this.#ordered.sweep(reservation.extra, reservation.deadline)
      return
    }
    const { now, deadline } = this.#look()
    const source = (isLong ? this.#all(head, order) : null) ?? this.#gather(head, order)
    for (let job = source.take(); job >= 0; job = source.take()) {
      if (size[job] > engine.free) continue
      if (now + estimate[job] > deadline) {
        if (size[job] > reservation.extra) continue
        reservation.extra -= size[job]
      }
      engine.start(job)
      if (engine.free === 0) return
    }
  }

  /** All jobs behind the head that qualify at their turn, in order; null where their keys have no bounds. */
  #all(head: number, order: Ranking): BoundedQueue | null {
    if (this.#bounded === undefined) this.#bounded = linearQueue(this.#engine, order)
    this.#bounded?.begin(head, this.#reservation)
    return this.#bounded
  }

  /** The jobs behind the head that qualify and have not been looked at, in order. */
  #gather(head: number, order: Ranking): KeyedHeap {
    const engine = this.#engine
    const { waiting } = engine
    const selection = this.#selection
    let n = 0
    for (let slot = waiting.nextFit(waiting.fresh); slot >= 0; slot = waiting.nextFit(slot + 1)) {
      if (waiting.job[slot] === head) continue
      selection.reserve(n + 1)
      selection.jobs[n++] = waiting.job[slot]
    }
    if (n > 1) engine.score(order, selection.keys, selection.jobs, n)
    selection.heapify(n)
    return selection
  }

  /** Tells the waiting set what to look for. */
  #look(): WaitingJobs {
    const { waiting, free, now } = this.#engine
    waiting.free = free
    waiting.extra = this.#reservation.extra
    waiting.now = now
    waiting.deadline = this.#reservation.deadline
    return waiting
  }
}
