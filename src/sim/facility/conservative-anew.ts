/**
 * Conservative backfilling on a facility, planned anew (`compress: queue`): at every pass the whole queue is planned, in order, each
 * job at the earliest instant that moves no job before it; what is planned for now starts.
 *
 * What is planned holds as long as all runs as it was planned to, for the first jobs of the queue that are those of the last pass: only
 * the others are planned again. A job that starts before others runs when they are planned anew, so that these may get other
 * processors where it is still there as they begin.
 *
 * Only who starts now is asked for, so that few reservations are made (docs/decisions/0041-equal-steps-are-one.md). Jobs behind the
 * last one that fits what is idle are not looked at. Of a job that begins after all who could start now would have ended, only that is
 * known: it is deferred. A job behind it that ends before has the reservation that it would have had; one that does not asks for
 * the deferred ones that may begin before its end.
 */
import { nextAfter } from '../algorithms/reservation.js'
import type { WaitingReason } from '../waiting-reason.js'
import { crowdedOut } from './crowded.js'
import { FacilityPass } from './pass.js'
import type { FacilityQueue } from './queue.js'
import type { Timeline } from './resources.js'
import type { FacilityState, FacilityView } from './state.js'

interface Planned<Share> {
  readonly job: number
  /** The instant that it begins at; the one before which it does not where it is deferred. */
  readonly at: number
  /** Null of a deferred job. */
  readonly share: Share | null
}

/** A waiting job that fits what is idle, by its place in the queue, and the longest estimate of it and those behind it. */
interface Fitting {
  readonly place: number
  readonly job: number
  longest: number
}

export class FacilityAnewPass<Share> extends FacilityPass<Share> {
  /** Running jobs and reservations. */
  readonly #plan: Timeline<Share>
  /** The jobs of the last pass as far as they were planned, in the order of the queue. */
  #planned: Planned<Share>[] = []
  /** How many of them hold, if all runs as it was planned to. */
  #holds = Number.POSITIVE_INFINITY
  /** No deferred job begins before this. */
  #deferred = Number.POSITIVE_INFINITY
  /** Jobs of the last pass that were not looked at, in order. */
  #left: readonly number[] = []
  #last = Number.NEGATIVE_INFINITY
  /** Whether anything has happened since the last pass. */
  #told = true
  /** An instant for which a pass was asked only because some job that has no reservation might be due; Infinity where none was. */
  #perhaps = Number.POSITIVE_INFINITY
  /** The next instant that is due anyhow. */
  #certain = Number.POSITIVE_INFINITY
  /** The first instant that a job has a reservation for. */
  #due = Number.POSITIVE_INFINITY

  constructor(view: FacilityView, state: FacilityState<Share>, queue: FacilityQueue) {
    super(view, state, queue)
    this.#plan = state.resources.timeline()
    state.plannedBy(this.#plan)
  }

  protected override get plansAll(): boolean {
    return true
  }

  override submitted(job: number): void {
    this.#told = true
    super.submitted(job)
  }

  override ended(job: number): void {
    this.#told = true
    if (this.state.heldBy(job)?.end !== this.view.now) this.#drop(this.#planned, 0)
    super.ended(job)
  }

  withdrawn(): void {
    this.#told = true
  }

  override corrected(): void {
    if (!this.#told) this.#complete()
    this.#void()
    super.corrected()
  }

  override takeBack(job: number): void {
    this.#void()
    super.takeBack(job)
  }

  /** The start of a job by somebody else. */
  override startNow(job: number, home: number): void {
    this.#void()
    super.startNow(job, home)
  }

  override wake(): number {
    const { now, waiting } = this.view
    this.#certain = super.wake()
    this.#perhaps = Number.POSITIVE_INFINITY
    if (waiting.count === 0) return this.#certain
    if (this.#due > now && this.#due < this.#certain) this.#certain = this.#due
    // Jobs begin where others end: whoever has no reservation is not due before that.
    if (this.#left.length > 0 || this.#deferred < Number.POSITIVE_INFINITY)
      this.#perhaps = this.#plan.nextBorder(Math.max(now, nextAfter(this.#last)))
    return Math.min(this.#perhaps, this.#certain)
  }

  protected override sweep(): void {
    const { view, state } = this
    const { now, estimate } = view
    if (!this.isLimited && !this.#told && this.#perhaps <= now && this.#certain > now) {
      this.#complete()
      if (this.#due > now) return
    }
    const soon = nextAfter(now)
    this.#drop(
      this.#planned,
      this.#planned.some(({ at, share }) => share !== null && at < now) ? 0 : this.#holds,
    )
    state.refresh(() => this.#drop(this.#planned, 0))
    this.#plan.trim(now)
    const before = this.#planned
    const planned: Planned<Share>[] = []
    this.#begin(now, planned)
    const queue = this.queue.list()
    const fitting = this.#fitting(queue)
    let [kept, made, looked, next] = [0, 0, 0, 0]
    for (let place = 0; place < queue.length; place++) {
      const job = queue[place]
      if (state.overLimit(job)) continue
      let own = before[kept]
      const isKept = own?.job === job
      if (isKept) kept++
      else {
        this.#drop(before, kept)
        // Whoever fits may find more and more of what is idle promised to others.
        if (made >= 2 * looked) {
          this.#leaveFitting(fitting, place)
          looked = Math.max(1, made)
          next = 0
        }
      }
      while (next < fitting.length && fitting[next].place < place) next++
      const horizon = next < fitting.length ? Math.max(soon, now + fitting[next].longest) : now
      if (!isKept && horizon === now) {
        this.#left = queue.slice(place)
        break
      }
      const isTaken = isKept && own.share !== null
      if (!isTaken) {
        own = this.#place(job, isKept ? Math.max(now, own.at) : now, horizon)
        made++
      }
      const { at, share } = own
      if (share !== null && at === now) {
        const end = now + estimate[job]
        if (isTaken) this.#plan.cancel(at, end, share)
        // One that starts now holds its processors at least for this instant; was it planned for less, so were those behind it.
        if (end < soon) this.#drop(before, kept)
        state.start(job, share)
        const first = planned.findIndex((each) => each.at < end)
        if (first >= 0) this.#holds = Math.min(this.#holds, first)
        continue
      }
      if (share !== null && !isTaken) this.#plan.take(at, at + estimate[job], share)
      planned.push(own)
      this.#count(own)
    }
    this.#drop(before, kept)
  }

  #begin(now: number, planned: Planned<Share>[]): void {
    this.#told = false
    this.#last = now
    this.#left = []
    this.#planned = planned
    this.#holds = Number.POSITIVE_INFINITY
    this.#deferred = Number.POSITIVE_INFINITY
    this.#due = Number.POSITIVE_INFINITY
  }

  #count({ at, share }: Planned<Share>): void {
    if (share === null) this.#deferred = Math.min(this.#deferred, at)
    // What waits for a job that has outlived its estimate waits for its end.
    else if (at < this.#due && at > nextAfter(this.#last)) this.#due = at
  }

  #fitting(queue: readonly number[]): Fitting[] {
    const { state } = this
    const fitting: Fitting[] = []
    for (let place = 0; place < queue.length; place++) {
      const job = queue[place]
      if (state.homeNow(job) >= 0 && !state.overLimit(job)) fitting.push({ place, job, longest: 0 })
    }
    this.#measure(fitting)
    return fitting
  }

  #measure(fitting: readonly Fitting[]): void {
    let longest = 0
    for (let k = fitting.length - 1; k >= 0; k--) {
      longest = Math.max(longest, this.view.estimate[fitting[k].job])
      fitting[k].longest = longest
    }
  }

  /** Leaves those that can still start beside what is planned, from a place on. */
  #leaveFitting(fitting: Fitting[], place: number): void {
    const { now } = this.view
    let left = 0
    for (const each of fitting) {
      if (each.place < place || !this.state.mayBegin(this.#plan, each.job, now)) continue
      fitting[left++] = each
    }
    fitting.length = left
    this.#measure(fitting)
  }

  /**
   * The reservation of a job behind all that are planned. One that does not begin before an instant is deferred.
   * @param from it does not begin earlier
   */
  #place(job: number, from: number, before: number): Planned<Share> {
    const length = this.view.estimate[job]
    for (let earliest = from; ; ) {
      const { at, share } = this.state.placeBefore(this.#plan, job, earliest, before)
      if (share === null) return { job, at, share }
      const end = Math.max(at + length, nextAfter(at))
      if (end <= this.#deferred) return { job, at, share }
      this.#settle(end)
      earliest = at
    }
  }

  /**
   * Gives those deferred jobs reservations that begin before an instant, in the order of the queue. Where one ends when another before
   * it may have begun, it is gone through again up to that end.
   */
  #settle(before: number): void {
    const { state } = this
    const { estimate } = this.view
    const planned = this.#planned
    for (let [horizon, again] = [before, true]; again; ) {
      again = false
      this.#deferred = Number.POSITIVE_INFINITY
      for (let k = 0; k < planned.length; k++) {
        const { job, at: least, share: own } = planned[k]
        if (own !== null) continue
        if (least >= horizon) {
          this.#deferred = Math.min(this.#deferred, least)
          continue
        }
        const { at, share } = state.placeBefore(this.#plan, job, least, horizon)
        const end = Math.max(at + estimate[job], nextAfter(at))
        const isCertain = share !== null && end <= this.#deferred
        planned[k] = { job, at, share: isCertain ? share : null }
        if (isCertain) this.#plan.take(at, at + estimate[job], share)
        this.#count(planned[k])
        if (share === null || isCertain) continue
        horizon = end
        again = true
        break
      }
    }
  }

  /** Makes all reservations of the last pass, since which nothing has changed. */
  #complete(): void {
    this.#settle(Number.POSITIVE_INFINITY)
    for (const job of this.#left) {
      if (this.state.overLimit(job)) continue
      const own = this.#place(job, this.#last, Number.POSITIVE_INFINITY)
      const { at, share } = own
      if (share !== null) this.#plan.take(at, at + this.view.estimate[job], share)
      this.#planned.push(own)
      this.#count(own)
    }
    this.#left = []
  }

  override behind(job: number): WaitingReason | null {
    if (!this.#told) this.#complete()
    const { now, estimate } = this.view
    const reserved = this.#planned.flatMap(({ job: other, at, share }) =>
      share === null ? [] : [{ job: other, at, end: at + estimate[other], share }],
    )
    return crowdedOut(this.state, this.#plan, reserved, job, now)
  }

  /** Nothing of the plan holds. */
  #void(): void {
    this.#told = true
    this.#drop(this.#planned, 0)
  }

  /** Leaves the first `count`, and takes the others' reservations out of the plan. */
  #drop(planned: Planned<Share>[], count: number): void {
    for (let k = count; k < planned.length; k++) {
      const { job, at, share } = planned[k]
      if (share !== null) this.#plan.cancel(at, at + this.view.estimate[job], share)
    }
    if (count < planned.length) planned.length = count
  }
}
