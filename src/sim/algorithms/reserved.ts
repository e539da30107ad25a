/**
 * Conservative backfilling that keeps its reservations (`--compress none`, the rule of pyss): a job is given the
 * earliest slot when it is submitted; at each completion every waiting job, in queue order, moves to the earliest
 * slot if that is better than the one it holds. A reservation that comes due starts its job, whatever else happens
 * then.
 *
 * Where a running job outlives its estimate (`--overrun keep`), reservations rest on an end that did not come: all are
 * then made anew, in queue order.
 */
import type { Engine, Pass } from '../engine/engine.js'
import { AvailabilityProfile } from '../profile.js'
import { planRunning } from './plan-running.js'
import { QueueList } from './queue-list.js'

export class ReservedPass implements Pass {
  readonly #engine: Engine
  readonly #profile = new AvailabilityProfile()
  readonly #list: QueueList
  /** Reserved start of each waiting job of the table; NaN before it has one. */
  readonly #reserved: Float64Array
  #nextStart = Number.POSITIVE_INFINITY
  /** A job ended since the last sweep. */
  #ended = false
  /** The last sweep moved nothing, and nothing has come free since. */
  #settled = true

  constructor(engine: Engine) {
    this.#engine = engine
    this.#list = new QueueList(engine)
    this.#reserved = new Float64Array(engine.size.length).fill(Number.NaN)
    this.#profile.reset(Number.NEGATIVE_INFINITY, engine.processors)
  }

  submitted(job: number): void {
    if (this.#list.kept) this.#list.insert(job)
  }

  ended(job: number): void {
    const { now, running, size, estimate } = this.#engine
    const estimatedEnd = running.starts[job] + estimate[job]
    this.#ended = true
    if (estimatedEnd > now) {
      this.#profile.advance(now)
      this.#profile.take(now, estimatedEnd, -size[job])
      this.#settled = false
    }
  }

  wake(): number {
    return this.#nextStart
  }

  run(): void {
    const engine = this.#engine
    const { now } = engine
    this.#profile.advance(now)
    if (engine.running.overrun()) {
      planRunning(this.#profile, engine)
      this.#reserved.fill(Number.NaN)
      this.#settled = true
    }
    do {
      if (!this.#list.kept) this.#list.renew()
    } while (this.#sweep() && !engine.ordered && engine.waiting.count > 0)
    if (this.#list.count > 0) engine.commit(this.#list.jobs[0])
  }

  /** Starts due jobs, moves and places the others; returns whether a job was started. */
  #sweep(): boolean {
    const engine = this.#engine
    const { size, estimate, now } = engine
    const list = this.#list
    const profile = this.#profile
    const reserved = this.#reserved
    const moves = this.#ended && !this.#settled
    let moved = false
    let kept = 0
    let next = Number.POSITIVE_INFINITY
    for (let k = 0; k < list.count; k++) {
      const job = list.jobs[k]
      const held = reserved[job]
      let start = held
      if (held !== held) start = profile.place(size[job], estimate[job])
      else if (moves && held > now) {
        profile.take(held, held + estimate[job], -size[job])
        start = profile.place(size[job], estimate[job])
        if (start < held) moved = true
      }
      if (start <= now) {
        engine.start(job)
      } else {
        reserved[job] = start
        list.jobs[kept++] = job
        if (start < next) next = start
      }
    }
    if (moves) this.#settled = !moved
    this.#ended = false
    const started = kept < list.count
    list.count = kept
    this.#nextStart = next
    return started
  }
}
