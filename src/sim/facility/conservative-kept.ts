/**
 * Conservative backfilling on a facility with reservations that are kept (`compress: none`): every waiting job within its limits has
 * one, an instant and processors, made when it is first looked at. Where a job or a maintenance window has ended since the pass
 * before, each job at its turn gives its reservation up and takes the earliest that moves no other, so that nobody is ever moved
 * later. A job over a limit at its turn loses its reservation; from there on the others take theirs again, too, and the queue is
 * gone through until nobody loses one.
 */
import type { Pass } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import { crowdedOut } from './crowded.js'
import { FacilityPass } from './pass.js'
import type { FacilityQueue } from './queue.js'
import type { Timeline } from './resources.js'
import type { FacilityState, FacilityView } from './state.js'

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

  protected override get plansAll(): boolean {
    return true
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

  protected override sweep(): void {
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

  /** Beside whose reservation, of all in queue order, it fits no longer. */
  override behind(job: number): WaitingReason | null {
    const own = this.#reserved.get(job)
    if (own === undefined) return null
    const { now, estimate } = this.view
    const reserved = this.queue.list().flatMap((each) => {
      const reservation = this.#reserved.get(each)
      if (reservation === undefined || each === job) return []
      return [{ job: each, ...reservation, end: reservation.at + estimate[each] }]
    })
    this.#plan.cancel(own.at, own.at + estimate[job], own.share)
    const reason = crowdedOut(this.state, this.#plan, reserved, job, now)
    this.#plan.take(own.at, own.at + estimate[job], own.share)
    return reason ?? { kind: 'kept', at: own.at }
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
