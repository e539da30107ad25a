/**
 * Conservative backfilling (Mu'alem and Feitelson 2001) with full compression: at every pass every waiting job, in
 * queue order, gets the earliest reservation that the running jobs' estimated ends and the reservations before it
 * allow; those that begin now start.
 *
 * The plan of the last pass is kept and only continued while it is what a new one would be: as long as jobs end when
 * they were estimated to, and submitted jobs go behind those already planned. Nor is it made further than needed:
 * once no unplanned job would fit now even if it were the next to be planned, the rest can wait for the next pass. Where
 * queues are long and plans are often made anew, this is most of the work.
 */
import { columnBeside } from '../../trace/growing-table.js'
import { AvailabilityProfile } from '../profile.js'
import type { Pass, SchedulerView } from '../scheduler.js'
import { planRunning } from './plan-running.js'
import { QueueList } from './queue-list.js'
import { nextAfter } from './reservation.js'

export class ConservativePass implements Pass {
  readonly #engine: SchedulerView
  readonly #profile = new AvailabilityProfile()
  readonly #list: QueueList
  /** Reserved start of each planned job of the table. */
  readonly #reserved: Float64Array
  /** The first jobs of the list, that many, have reservations in the profile. */
  #planned = 0
  /** No reservation begins before this. */
  #nextStart = Number.POSITIVE_INFINITY
  #valid = false
  /** A job has ended at another instant than its estimated end, or that has changed. */
  #surprised = false

  constructor(engine: SchedulerView) {
    this.#engine = engine
    this.#list = new QueueList(engine)
    this.#reserved = columnBeside(engine.jobs, Float64Array)
  }

  submitted(job: number): void {
    if (!this.#list.kept) return
    const place = this.#list.insert(job)
    if (place < this.#planned) this.#valid = false
  }

  ended(job: number): void {
    const { running, estimate, now } = this.#engine
    if (running.starts[job] + estimate[job] !== now) this.#surprised = true
  }

  corrected(): void {
    this.#surprised = true
  }

  withdrawn(): void {
    this.renew()
  }

  renew(): void {
    if (this.#list.kept) this.#list.refresh()
    this.#valid = false
  }

  run(): void {
    const engine = this.#engine
    const list = this.#list
    do {
      if (!list.kept) list.renew()
      if (
        list.kept &&
        this.#valid &&
        !this.#surprised &&
        !engine.running.overrun() &&
        engine.rules.passInterval === 0
      ) {
        this.#profile.advance(engine.now)
        if (this.#nextStart <= engine.now) this.#startDue()
      } else {
        planRunning(this.#profile, engine)
        this.#planned = 0
        this.#nextStart = Number.POSITIVE_INFINITY
        // Ends that are due any moment move on with the clock, so a plan made on them serves this pass alone.
        this.#valid = !engine.running.overrun()
      }
      this.#surprised = false
    } while (this.#continuePlan() && !engine.ordered && engine.waiting.count > 0)
    if (list.count > 0) engine.commit(list.jobs[0])
  }

  #startDue(): void {
    const engine = this.#engine
    const { jobs } = this.#list
    const reserved = this.#reserved
    let next = Number.POSITIVE_INFINITY
    let kept = 0
    for (let k = 0; k < this.#planned; k++) {
      const job = jobs[k]
      if (reserved[job] <= engine.now) engine.start(job)
      else {
        jobs[kept++] = job
        if (reserved[job] < next) next = reserved[job]
      }
    }
    this.#close(kept, this.#planned)
    this.#nextStart = next
  }

  /** Plans further while an unplanned job might start now; returns whether one did. */
  #continuePlan(): boolean {
    const engine = this.#engine
    const { size, estimate, now } = engine
    const { jobs, count } = this.#list
    const profile = this.#profile
    let kept = this.#planned
    let next = kept
    let candidate = kept
    let started = false
    while (profile.freeNow() > 0) {
      while (candidate < count && !profile.fitsNow(size[jobs[candidate]], estimate[jobs[candidate]]))
        candidate++
      if (candidate >= count) break
      for (; next <= candidate; next++) {
        const job = jobs[next]
        const start = profile.place(size[job], estimate[job])
        // A job that ends as it starts holds nothing in the plan, but once started it holds its processors.
        const momentary = start + estimate[job] <= start
        if (momentary) this.#valid = false
        if (start <= now) {
          const free = engine.free
          engine.start(job)
          if (momentary) profile.take(now, nextAfter(now), free - engine.free)
          started = true
        } else {
          this.#reserved[job] = start
          if (start < this.#nextStart) this.#nextStart = start
          jobs[kept++] = job
        }
      }
      candidate = next
      if (started && engine.rules.backfill.resort && !engine.ordered) break
    }
    this.#planned = kept
    this.#close(kept, next)
    return started
  }

  /** Takes the places [`from`, `to`) out of the list. */
  #close(from: number, to: number): void {
    const list = this.#list
    if (from === to) return
    list.jobs.copyWithin(from, to, list.count)
    list.count -= to - from
    if (this.#planned > from) this.#planned = from
  }
}
