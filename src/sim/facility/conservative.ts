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

export class FacilityAnewPass<Share> extends FacilityPass<Share> {
  readonly #running: Timeline<Share>
  readonly #plan: Timeline<Share>
  /** The first instant that a job is planned for. */
  #due = Number.POSITIVE_INFINITY

  constructor(view: FacilityView, state: FacilityState<Share>, queue: FacilityQueue) {
    super(view, state, queue)
    this.#running = state.planned()
    this.#plan = state.resources.timeline()
  }

  override wake(): number {
    const { now, waiting } = this.view
    return waiting.count > 0 && this.#due > now ? Math.min(this.#due, super.wake()) : super.wake()
  }

  override run(): void {
    const { view, state } = this
    const { now, estimate } = view
    const plan = this.#plan
    const soon = nextAfter(now)
    this.#running.trim(now)
    state.refresh()
    plan.copy(this.#running)
    this.#due = Number.POSITIVE_INFINITY
    for (const job of this.queue.list()) {
      if (state.overLimit(job)) continue
      const { at, share } = state.place(plan, job)
      // One that starts now holds its processors at least for this instant.
      plan.take(at, at === now ? Math.max(soon, at + estimate[job]) : at + estimate[job], share)
      if (at === now) state.start(job, share)
      // What waits for a job that has outlived its estimate waits for its end.
      else if (at < this.#due && at > soon) this.#due = at
    }
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
    const held = this.state.heldBy(job)
    const { now, running, estimate } = this.view
    if (held !== undefined) this.#plan.give(now, running.starts[job] + estimate[job], held.share)
    super.ended(job)
    this.#released = true
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
    this.#plan.give(reservation.at, reservation.at + this.view.estimate[job], reservation.share)
    this.#reserved.delete(job)
    return true
  }
}
