/**
 * FCFS, list and EASY by scoring all visible jobs at each pass: for orders that depend on the state of the queue, and
 * for limited sight. A pass is repeated until it starts nothing more, because each start may bring another job into
 * sight or change the keys.
 */
import type { Engine, Pass } from '../engine/engine.js'
import type { Ranking } from '../order.js'
import { HeadReservation } from './reservation.js'
import { Selection } from './selection.js'

export class ScanPass implements Pass {
  readonly #engine: Engine
  readonly #algorithm: 'head' | 'list' | 'easy'
  readonly #backfill: Ranking | null
  readonly #reservation = new HeadReservation()
  readonly #queue: Selection
  readonly #candidates: Selection

  /** @param backfill the order in which EASY backfills where it is not the queue order */
  constructor(engine: Engine, algorithm: 'head' | 'list' | 'easy', backfill: Ranking | null) {
    this.#engine = engine
    this.#algorithm = algorithm
    this.#backfill = backfill
    this.#queue = new Selection(engine.rules.ties, engine.rules.lead)
    this.#candidates = new Selection(engine.rules.ties, engine.rules.lead)
  }

  run(): void {
    while (this.#engine.waiting.count > 0 && this.#once());
  }

  /** One pass; returns whether it started a job. */
  #once(): boolean {
    const engine = this.#engine
    const queue = this.#queue
    const sight = Math.min(engine.rules.sight, engine.waiting.count)
    queue.reserve(sight)
    const n = engine.waiting.visible(queue.jobs, sight)
    engine.score(engine.ranking, queue.keys, queue.jobs, n)
    queue.heapify(n)
    return this.#algorithm === 'list' ? this.#startAny() : this.#startHeads()
  }

  #startAny(): boolean {
    const engine = this.#engine
    let started = false
    for (let job = this.#queue.take(); job >= 0; job = this.#queue.take()) {
      if (engine.size[job] > engine.free) continue
      engine.start(job)
      started = true
      if (engine.rules.backfill.resort) break
    }
    return started
  }

  #startHeads(): boolean {
    const engine = this.#engine
    const { size } = engine
    let started = false
    let head = engine.committed
    if (head < 0) head = this.#queue.take()
    while (head >= 0 && size[head] <= engine.free) {
      engine.start(head)
      started = true
      if (engine.rules.backfill.resort) return true
      do head = this.#queue.take()
      while (head >= 0 && !engine.waiting.has(head))
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
    const candidates = this.#gather(head)
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

  /** The visible jobs behind the head that qualify now, in the order in which to backfill. */
  #gather(head: number): Selection {
    const engine = this.#engine
    const { size, estimate, now, free } = engine
    const { extra, deadline } = this.#reservation
    const queue = this.#queue
    const candidates = this.#candidates
    candidates.reserve(queue.count)
    let n = 0
    for (let k = 0; k < queue.count; k++) {
      const job = queue.jobs[k]
      if (job === head || size[job] > free) continue
      if (now + estimate[job] > deadline && size[job] > extra) continue
      candidates.jobs[n] = job
      candidates.keys[n++] = queue.keys[k]
    }
    if (this.#backfill !== null) engine.score(this.#backfill, candidates.keys, candidates.jobs, n)
    candidates.heapify(n)
    return candidates
  }
}
