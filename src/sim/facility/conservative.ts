/**
 * Conservative backfilling on a facility: every waiting job within its limits has a reservation, an instant and processors.
 *
 * - Planned anew (`compress: queue`): at every pass the whole queue is planned, in order, each job at the earliest instant that
 *   moves no job before it; what is planned for now starts.
 * - Kept (`compress: none`): a reservation is made when its job is first looked at. Where a job or a maintenance window has ended
 *   since the pass before, each job at its turn gives its reservation up and takes the earliest that moves no other, so that
 *   nobody is ever moved later. A job over a limit at its turn loses its reservation; from there on the others take theirs
 *   again, too, and the queue is gone through until nobody loses one.
 */
import { nextAfter } from '../algorithms/reservation.js'
import type { Pass } from '../scheduler.js'
import { FacilityPass } from './pass.js'
import type { FacilityQueue } from './queue.js'
import type { Timeline } from './resources.js'
import type { FacilityState, FacilityView } from './state.js'

interface Planned<Share> {
  readonly job: number
  readonly at: number
  readonly end: number
  readonly share: Share
}

/**
 * What is planned holds as long as all runs as it was planned to, for the first jobs of the queue that are those of the last pass: only
 * the others are planned again. A job that starts before others runs when they are planned anew, so that these may get other
 * processors where it is still there as they begin.
 */
export class FacilityAnewPass<Share> extends FacilityPass<Share> {
  /** Running jobs and reservations. */
  readonly #plan: Timeline<Share>
  /** Reservations, in the order of the queue at the last pass. */
  #planned: readonly Planned<Share>[] = []
  /** How many of them hold, if all runs as it was planned to. */
  #holds = Number.POSITIVE_INFINITY
  /** The first instant that a job is planned for. */
  #due = Number.POSITIVE_INFINITY

  constructor(view: FacilityView, state: FacilityState<Share>, queue: FacilityQueue) {
    super(view, state, queue)
    this.#plan = state.resources.timeline()
    state.plannedBy(this.#plan)
  }

  override ended(job: number): void {
    if (this.state.heldBy(job)?.end !== this.view.now) this.#cancel(0)
    super.ended(job)
  }

  override corrected(): void {
    this.#cancel(0)
    super.corrected()
  }

  /** Of a job that somebody else starts. */
  override startNow(job: number, home: number): void {
    this.#cancel(0)
    super.startNow(job, home)
  }

  override wake(): number {
    const { now, waiting } = this.view
    return waiting.count > 0 && this.#due > now ? Math.min(this.#due, super.wake()) : super.wake()
  }

  override run(): void {
    const { view, state } = this
    const { now, estimate } = view
    const soon = nextAfter(now)
    this.#cancel(this.#planned.some(({ at }) => at < now) ? 0 : this.#holds)
    state.refresh(() => this.#cancel(0))
    this.#plan.trim(now)
    this.#due = Number.POSITIVE_INFINITY
    const planned: Planned<Share>[] = []
    this.#holds = Number.POSITIVE_INFINITY
    let kept = 0
    for (const job of this.queue.list()) {
      if (state.overLimit(job)) continue
      let own = this.#planned[kept]
      if (own?.job === job) kept++
      else {
        this.#cancel(kept)
        const { at, share } = state.place(this.#plan, job)
        own = { job, at, end: at + estimate[job], share }
        this.#plan.take(at, own.end, share)
      }
      const { at, end, share } = own
      if (at === now) {
        this.#plan.cancel(at, end, share)
        // One that starts now holds its processors at least for this instant; was it planned for less, so were those behind it.
        if (end < soon) this.#cancel(kept)
        state.start(job, share)
        const first = planned.findIndex((each) => each.at < end)
        if (first >= 0) this.#holds = Math.min(this.#holds, first)
        continue
      }
      planned.push(own)
      // What waits for a job that has outlived its estimate waits for its end.
      if (at < this.#due && at > soon) this.#due = at
    }
    this.#cancel(kept)
    this.#planned = planned
  }

  /** Leaves no more than the first `count` reservations. */
  #cancel(count: number): void {
    const planned = this.#planned
    for (let k = count; k < planned.length; k++)
      this.#plan.cancel(planned[k].at, planned[k].end, planned[k].share)
    if (count < planned.length) this.#planned = planned.slice(0, count)
  }
}

interface Reservation<Share> {
  readonly at: number
  readonly share: Share
}

export class FacilityKeptPass<Share> extends FacilityPass<Share> implements Pass {
  /** Running jobs and reservations. */
  readonly #plan: Timeline<Share>
  readonly #reserved = new Map<number, Reservation<Share>>()
  /** A job has ended since the last pass. */
  #released = false
  #last = Number.NEGATIVE_INFINITY

  constructor(view: FacilityView, state: FacilityState<Share>, queue: FacilityQueue) {
    super(view, state, queue)
    this.#plan = state.resources.timeline()
  }

  override ended(job: number): void {
    this.takeBack(job)
    this.#released = true
  }

  override takeBack(job: number): void {
    const held = this.state.heldBy(job)
    const { now, running, estimate } = this.view
    if (held !== undefined) this.#plan.give(now, running.starts[job] + estimate[job], held.share)
    super.takeBack(job)
  }

  withdrawn(job: number): void {
    this.#giveUp(job)
    this.#released = true
  }

  override startNow(job: number, home: number): void {
    const { view, state } = this
    if (home < 0) return
    this.#giveUp(job)
    const share = state.resources.shareOf(job, home)
    this.#plan.take(view.now, view.now + view.estimate[job], share)
    state.start(job, share)
  }

  override wake(): number {
    let first = super.wake()
    for (const { at } of this.#reserved.values()) if (at < first) first = at
    return first
  }

  override run(): void {
    const { state, view } = this
    const { now } = view
    let renew = this.#released || state.windows.lastEnd(now) > this.#last
    this.#released = false
    this.#last = now
    this.#plan.trim(now)
    for (let lost = true; lost; ) {
      lost = false
      for (const job of this.queue.list()) {
        if (state.overLimit(job)) {
          if (!this.#giveUp(job)) continue
          lost = true
          renew = true
        } else this.#turn(job, renew)
      }
    }
  }

  #turn(job: number, renew: boolean): void {
    const { state, view } = this
    const { now, estimate } = view
    if (renew) this.#giveUp(job)
    let reservation = this.#reserved.get(job)
    if (reservation === undefined) {
      reservation = state.place(this.#plan, job)
      const { at, share } = reservation
      this.#plan.take(at, at + estimate[job], share)
      this.#reserved.set(job, reservation)
    }
    if (reservation.at > now) return
    this.#reserved.delete(job)
    state.start(job, reservation.share)
  }

  /** Returns whether it had a reservation. */
  #giveUp(job: number): boolean {
    const reservation = this.#reserved.get(job)
    if (reservation === undefined) return false
    this.#plan.cancel(reservation.at, reservation.at + this.view.estimate[job], reservation.share)
    this.#reserved.delete(job)
    return true
  }
}
