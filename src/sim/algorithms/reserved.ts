/**
 * Conservative backfilling that keeps its reservations (`--compress none`, the rule of pyss): a job is given the
 * earliest slot when it is submitted; at each completion every waiting job, in queue order, moves to the earliest
 * slot if that is better than the one it holds. A reservation that comes due starts its job, whatever else happens
 * then.
 *
 * A running job past its estimated end (`--overrun keep`) is expected to end just after now, so the profile is made
 * anew from the running jobs and the reservations while there is one. A reservation that could not be kept because of
 * it lies before now at the next pass: then all reservations are made anew, in queue order.
 */
import { columnBeside } from '../../trace/growing-table.js'
import { AvailabilityProfile } from '../profile.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import { planRunning } from './plan-running.js'
import { QueueList } from './queue-list.js'
import { nextAfter } from './reservation.js'

export class ReservedPass implements Pass {
  readonly #engine: SchedulerView
  readonly #profile = new AvailabilityProfile()
  readonly #list: QueueList
  /** Reserved start of each waiting job of the table; NaN before it has one. */
  readonly #reserved: Float64Array
  /** The first reservation that is an event of its own. */
  #nextStart = Number.POSITIVE_INFINITY
  /** A job ended since the last sweep. */
  #ended = false
  /** The last sweep moved nothing, and nothing has come free since. */
  #settled = true
  /** The profile holds ends that are due any moment, which move on with the clock. */
  #fleeting = false

  constructor(engine: SchedulerView) {
    this.#engine = engine
    this.#list = new QueueList(engine)
    this.#reserved = columnBeside(engine.jobs, Float64Array, Number.NaN)
    this.#profile.reset(Number.NEGATIVE_INFINITY, engine.processors)
  }

  submitted(job: number): void {
    if (this.#list.kept) this.#list.insert(job)
  }

  ended(job: number): void {
    const { now, running, size, estimate } = this.#engine
    const estimatedEnd = running.starts[job] + estimate[job]
    this.#ended = true
    if (estimatedEnd > now && !this.#fleeting) {
      this.#profile.advance(now)
      this.#profile.take(now, estimatedEnd, -size[job])
      this.#settled = false
    }
  }

  withdrawn(job: number): void {
    const { now, size, estimate, waiting } = this.#engine
    const held = this.#reserved[job]
    if (this.#list.kept) this.#list.refresh()
    // No pass follows where nobody waits.
    if (waiting.count === 0) this.#nextStart = Number.POSITIVE_INFINITY
    this.#ended = true
    if (Number.isNaN(held) || this.#fleeting) return
    this.#profile.advance(now)
    this.#profile.take(held, held + estimate[job], -size[job])
    this.#settled = false
  }

  wake(): number {
    return this.#nextStart
  }

  run(): void {
    const engine = this.#engine
    const list = this.#list
    do {
      if (!list.kept) list.renew()
      this.#bringUpToDate()
      this.#assign()
    } while (this.#startDue() && !engine.ordered && engine.waiting.count > 0)
    if (list.count > 0) engine.commit(list.jobs[0])
  }

  /** Makes the profile what is planned from now on. */
  #bringUpToDate(): void {
    const engine = this.#engine
    const { now, running, size, estimate } = engine
    const { jobs, count } = this.#list
    const reserved = this.#reserved
    let missed = false
    for (let k = 0; k < count; k++) if (reserved[jobs[k]] < now) missed = true
    if (missed) for (let k = 0; k < count; k++) reserved[jobs[k]] = Number.NaN
    if (!missed && !this.#fleeting && !running.overrun()) {
      this.#profile.advance(now)
      return
    }
    planRunning(this.#profile, engine)
    for (let k = 0; k < count; k++) {
      const job = jobs[k]
      const start = reserved[job]
      if (!Number.isNaN(start)) this.#profile.take(start, start + estimate[job], size[job])
    }
    this.#fleeting = running.overrun()
    this.#settled = false
  }

  /** Gives slots to the jobs without one and, when a job has ended, better ones to the others, in queue order. */
  #assign(): void {
    const { size, estimate } = this.#engine
    const { jobs, count } = this.#list
    const profile = this.#profile
    const reserved = this.#reserved
    const moves = this.#ended && !this.#settled
    let moved = false
    for (let k = 0; k < count; k++) {
      const job = jobs[k]
      const held = reserved[job]
      if (Number.isNaN(held)) {
        reserved[job] = profile.place(size[job], estimate[job])
      } else if (moves) {
        profile.take(held, held + estimate[job], -size[job])
        const start = Math.min(held, profile.earliest(size[job], estimate[job]))
        profile.take(start, start + estimate[job], size[job])
        reserved[job] = start
        if (start < held) moved = true
      }
    }
    if (moves) this.#settled = !moved
    this.#ended = false
  }

  /** Starts the jobs whose slot has come, in queue order; returns whether there was one. */
  #startDue(): boolean {
    const engine = this.#engine
    const { size, now } = engine
    const list = this.#list
    const reserved = this.#reserved
    const soon = nextAfter(now)
    let kept = 0
    let next = Number.POSITIVE_INFINITY
    for (let k = 0; k < list.count; k++) {
      const job = list.jobs[k]
      const start = reserved[job]
      if (start <= now && size[job] <= engine.free) {
        engine.start(job)
        continue
      }
      list.jobs[kept++] = job
      // A slot just after now waits for the completion that it was given for.
      if (start > soon && start < next) next = start
    }
    const started = kept < list.count
    list.count = kept
    this.#nextStart = next
    return started
  }
}
