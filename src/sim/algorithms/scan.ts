/**
 * FCFS, list and EASY by scoring all visible jobs at each pass: for orders that depend on the state of the queue, and
 * for limited sight. A pass is repeated until it starts nothing more, because each start may bring another job into
 * sight or change the keys.
 */

import type { Ranking } from '../order.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import { ANY_THAT_FITS, BoundedQueue } from './bounded-queue.js'
import { KeyedHeap } from './keyed-heap.js'
import { LONG_QUEUE } from './ordered-jobs.js'
import { HeadReservation } from './reservation.js'
import { whyBehindHead, whyBehindReservation, whyNotListed } from './why.js'

const WHY = { head: whyBehindHead, list: whyNotListed, easy: whyBehindReservation } as const

export class ScanPass implements Pass {
  readonly #engine: SchedulerView
  readonly #algorithm: 'head' | 'list' | 'easy'
  readonly #backfill: Ranking | null
  readonly #reservation = new HeadReservation()
  readonly #queue: KeyedHeap
  readonly #candidates: KeyedHeap
  /** For long queues; null where the ranking knows no bounds, or more than its keys matters; undefined before one was long. */
  #bounded: BoundedQueue | null | undefined
  /** The queue from which the pass at hand takes jobs. */
  #source: Pick<KeyedHeap, 'take'>
  /** The committed head, until the sweep has come to it. */
  #committed = -1

  /** @param backfill the order in which EASY backfills where it is not the queue order */
  constructor(engine: SchedulerView, algorithm: 'head' | 'list' | 'easy', backfill: Ranking | null) {
    this.#engine = engine
    this.#algorithm = algorithm
    this.#backfill = backfill
    this.#queue = new KeyedHeap(engine.rules.ties, engine.rules.lead)
    this.#candidates = new KeyedHeap(engine.rules.ties, engine.rules.lead)
    if (backfill !== null) this.#bounded = null
    this.#source = this.#queue
  }

  run(): void {
    const engine = this.#engine
    // Where nothing can start, only the choice of a head can matter, and only where it is kept.
    while (engine.rules.commit ? engine.waiting.count > 0 : engine.waiting.anyFits(engine.free)) {
      if (!this.#once()) return
    }
  }

  why(job: number): WaitingReason {
    return WHY[this.#algorithm](this.#engine, job)
  }

  /** One sweep; returns whether it started a job. */
  #once(): boolean {
    const engine = this.#engine
    const queue = this.#queue
    this.#committed = engine.committed
    this.#source = queue
    const bounded = engine.waiting.count > LONG_QUEUE ? this.#boundedQueue() : null
    if (bounded === null) this.#scoreAll()
    else {
      this.#source = bounded
      bounded.begin(this.#committed, null)
    }
    return this.#algorithm === 'list' ? this.#startAny() : this.#startHeads()
  }

  /** Scores all jobs in sight but a committed head. */
  #scoreAll(): void {
    const engine = this.#engine
    const queue = this.#queue
    const sight = Math.min(engine.rules.sight, engine.waiting.count)
    queue.reserve(sight)
    let n = engine.waiting.visible(queue.jobs, sight)
    if (this.#committed >= 0) queue.jobs[queue.jobs.indexOf(this.#committed)] = queue.jobs[--n]
    engine.score(engine.ranking, queue.keys, queue.jobs, n)
    queue.heapify(n)
  }

  /** The next job in order, a committed head before all others; −1 when none is left. */
  #take(): number {
    const committed = this.#committed
    this.#committed = -1
    return committed >= 0 ? committed : this.#source.take()
  }

  #startAny(): boolean {
    const engine = this.#engine
    const first = this.#take()
    this.#bounded?.restrict(ANY_THAT_FITS)
    for (let job = first, started = false; ; job = this.#take()) {
      if (job < 0) {
        if (!started) engine.commit(first)
        return started
      }
      if (engine.size[job] > engine.free) continue
      engine.start(job)
      started = true
      if (engine.rules.backfill.resort) return true
    }
  }

  #startHeads(): boolean {
    const engine = this.#engine
    const { resort } = engine.rules.backfill
    let started = false
    let head = this.#take()
    while (head >= 0 && engine.size[head] <= engine.free) {
      engine.start(head)
      started = true
      // Another job has come into sight, so the next head is looked for afresh.
      if (resort || engine.rules.sight !== Number.POSITIVE_INFINITY) return true
      head = this.#take()
    }
    if (head < 0) return started
    engine.commit(head)
    return this.#algorithm === 'easy' && this.#startBehind(head) ? true : started
  }

  /** Backfills behind the blocked head; returns whether a job was started. */
  #startBehind(head: number): boolean {
    const engine = this.#engine
    const { size, estimate, now } = engine
    const reservation = this.#reservation
    reservation.update(engine, size[head])
    const { deadline } = reservation
    const candidates = this.#behind()
    let started = false
    for (let job = candidates.take(); job >= 0; job = candidates.take()) {
      if (size[job] > engine.free) continue
      if (now + estimate[job] > deadline) {
        if (size[job] > reservation.extra) continue
        reservation.extra -= size[job]
      }
      engine.start(job)
      started = true
      if (engine.rules.backfill.resort) break
    }
    return started
  }

  /** The visible jobs behind the head that qualify at their turn, or now, in the order in which to backfill. */
  #behind(): Pick<KeyedHeap, 'take'> {
    if (this.#source !== this.#bounded) return this.#gather()
    this.#bounded.restrict(this.#reservation)
    return this.#bounded
  }

  #gather(): KeyedHeap {
    const engine = this.#engine
    const { size, estimate, now, free } = engine
    const { extra, deadline } = this.#reservation
    const queue = this.#queue
    const candidates = this.#candidates
    candidates.reserve(queue.count)
    let n = 0
    for (let k = 0; k < queue.count; k++) {
      const job = queue.jobs[k]
      if (size[job] > free) continue
      if (now + estimate[job] > deadline && size[job] > extra) continue
      candidates.jobs[n] = job
      candidates.keys[n++] = queue.keys[k]
    }
    if (this.#backfill !== null) engine.score(this.#backfill, candidates.keys, candidates.jobs, n)
    candidates.heapify(n)
    return candidates
  }

  #boundedQueue(): BoundedQueue | null {
    if (this.#bounded !== undefined) return this.#bounded
    const engine = this.#engine
    const { ranking, rules } = engine
    const isPlain = rules.sight === Number.POSITIVE_INFINITY && rules.lead === 0
    const bounds = isPlain && ranking.kind === 'general' ? ranking.bounds : undefined
    this.#bounded = bounds === undefined ? null : new BoundedQueue(engine, ranking, bounds)
    return this.#bounded
  }
}
