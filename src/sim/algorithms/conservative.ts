/**
 * Conservative backfilling (Mu'alem and Feitelson 2001) with full compression: at every pass every waiting job, in
 * queue order, gets the earliest reservation that the running jobs' estimated ends and the reservations before it
 * allow; those that begin now start.
 *
 * The plan of the last pass is kept and only continued while it is what a new one would be: as long as jobs end when
 * they were estimated to, and submitted jobs go behind those already planned. Nor is it made further than needed:
 * once no unplanned job would fit now even if it were the next to be planned, the rest can wait for the next pass. Where
 * queues are long and plans are often made anew, this is most of the work. Of the jobs before one that might start now, only
 * those whose reservations begin before it would have ended are planned; the others are deferred (deferred.ts). Nor is there a
 * plan while no job has to wait: what runs only gives processors back, so the first jobs of the queue start as long as they fit.
 */
import { EventQueue } from '../../core/heap.js'
import { AvailabilityProfile } from '../profile.js'
import type { Pass, PlanningView } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import { DeferredJobs } from './deferred.js'
import { planRunning } from './plan-running.js'
import { QueueList } from './queue-list.js'
import { nextAfter } from './reservation.js'
import { whyBehindPlan } from './why.js'

/** Looks from which on a survey pays. */
const MANY = 8

export class ConservativePass implements Pass {
  readonly #engine: PlanningView
  readonly #profile = new AvailabilityProfile()
  readonly #list: QueueList
  /** The jobs of the list up to its place that have reservations in the profile, by the starts of these. */
  readonly #reserved = new EventQueue()
  /** Those that are to have one. */
  readonly #deferred = new DeferredJobs()
  /** The last of both in queue order; −1 where none is known. */
  #last = -1
  #valid = false
  /** Jobs that were looked at since what is free before the horizon changed. */
  #looks = 0
  /** A job has ended at another instant than its estimated end, or that has changed. */
  #surprised = false
  /** A plan for those who ask why a job waits; null before anybody does. */
  #asked: AvailabilityProfile | null = null

  constructor(engine: PlanningView) {
    this.#engine = engine
    this.#list = new QueueList(engine)
  }

  submitted(job: number): void {
    const list = this.#list
    if (!list.kept) return
    list.insert(job)
    if (this.#last >= 0 && list.before(job, this.#last)) this.#valid = false
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

  why(job: number): WaitingReason {
    this.#asked ??= new AvailabilityProfile()
    return whyBehindPlan(this.#engine, job, this.#asked)
  }

  run(): void {
    const engine = this.#engine
    const list = this.#list
    let started: boolean
    do {
      if (!list.kept) list.renew()
      started = this.#holds() ? this.#continuePlan(this.#startDue()) : this.#beginAnew()
    } while (started && !engine.ordered && engine.waiting.count > 0)
    list.rewind()
    if (list.count > 0) engine.commit(list.current())
  }

  /** Whether the plan of the last pass is what a new one would be, as far as it goes. */
  #holds(): boolean {
    const { running, rules } = this.#engine
    return (
      this.#list.kept && this.#valid && !this.#surprised && !running.overrun() && rules.passInterval === 0
    )
  }

  /** Starts the jobs whose reservations begin now, in queue order; goes to the first job that has none. Returns whether one did. */
  #startDue(): boolean {
    const engine = this.#engine
    const list = this.#list
    const reserved = this.#reserved
    if (this.#deferred.first <= engine.now) this.#settle(Number.POSITIVE_INFINITY)
    this.#profile.advance(engine.now)
    const due: number[] = []
    while (reserved.next <= engine.now) due.push(reserved.take())
    for (const job of due.sort((a, b) => (list.before(a, b) ? -1 : 1))) {
      engine.start(job)
      list.seek(job)
      list.drop()
    }
    if (reserved.count + this.#deferred.count === 0) this.#last = -1
    if (this.#last < 0) list.rewind()
    else {
      list.seek(this.#last)
      if (list.current() === this.#last) list.step()
    }
    return due.length > 0
  }

  /** Makes a new plan, of what it has to know; returns whether a job has started. */
  #beginAnew(): boolean {
    const engine = this.#engine
    const { size, rules, running } = engine
    const list = this.#list
    this.#surprised = false
    this.#valid = false
    this.#reserved.clear()
    this.#deferred.clear()
    this.#last = -1
    list.rewind()
    let started = false
    let job = list.current()
    while (job >= 0 && size[job] <= engine.free) {
      engine.start(job)
      list.drop()
      started = true
      if (rules.backfill.resort && !engine.ordered) return true
      job = list.current()
    }
    // What runs only gives processors back, so without reservations whoever is small enough fits.
    if (job < 0 || !engine.waiting.anyFits(engine.free)) return started
    planRunning(this.#profile, engine)
    // Ends that are due any moment move on with the clock, so a plan made on them serves this pass alone.
    this.#valid = !running.overrun()
    return this.#continuePlan(started)
  }

  /** Plans further while an unplanned job might start now; returns whether one did, or `started`. */
  #continuePlan(started: boolean): boolean {
    const engine = this.#engine
    const { size, estimate, now } = engine
    const list = this.#list
    const profile = this.#profile
    while (profile.freeNow() > 0) {
      const candidate = list.fitting(profile)
      if (candidate < 0) return started
      const horizon = now + estimate[candidate]
      this.#looks = 0
      for (let job = -1; job !== candidate; ) {
        if (this.#deferPiece(candidate, horizon)) continue
        job = list.current()
        const start = this.#reserve(job, horizon)
        if (start > now) {
          this.#last = job
          list.step()
          // Whoever starts soon may have taken the candidate's place.
          if (start < horizon && !profile.fitsNow(size[candidate], estimate[candidate])) break
          continue
        }
        const free = engine.free
        engine.start(job)
        list.drop()
        // What ends as it starts holds nothing in the plan, but once started it holds its processors.
        if (start + estimate[job] <= start) profile.take(now, nextAfter(now), free - engine.free)
        started = true
      }
      if (started && engine.rules.backfill.resort && !engine.ordered) return true
    }
    return started
  }

  /** Defers a whole piece of the list before the candidate, where none of it can begin before the horizon; returns whether it did. */
  #deferPiece(candidate: number, horizon: number): boolean {
    const list = this.#list
    const piece = list.pieceBefore(candidate)
    if (piece === null) return false
    const { jobs, count, least, shortest } = piece
    if (this.#looks < MANY) {
      this.#looks = MANY
      this.#profile.survey(horizon)
    }
    const start = Math.max(
      this.#profile.beginsLater(least, shortest),
      this.#profile.notBefore(least, shortest),
    )
    if (start < horizon || start + shortest <= start) return false
    this.#deferred.addAll(jobs.subarray(0, count), start)
    this.#last = jobs[count - 1]
    list.skip()
    return true
  }

  /** Gives a job its reservation, or defers that; returns its start, or the earliest that it can be. */
  #reserve(job: number, horizon: number): number {
    const { estimate, now } = this.#engine
    const deferred = this.#deferred
    for (;;) {
      const start = this.#find(job, now, horizon)
      const end = start + estimate[job]
      if (end <= start) this.#valid = false
      if (start > now && start >= horizon) {
        deferred.add(job, start)
        return start
      }
      if (end <= deferred.first && start < deferred.first) {
        this.#take(job)
        if (start > now) this.#reserved.push(start, job)
        return start
      }
      this.#settle(Math.max(end, nextAfter(start)))
    }
  }

  /** The earliest start of a job that is not before `from`; of one that begins at the horizon or later, no later one. */
  #find(job: number, from: number, horizon: number): number {
    const size = this.#engine.size[job]
    const estimate = this.#engine.estimate[job]
    const profile = this.#profile
    // A look for each of many costs more than one at all that is free before the horizon.
    if (++this.#looks === MANY) profile.survey(horizon)
    const later = this.#looks < MANY ? 0 : profile.beginsLater(size, estimate)
    if (later > from) return later
    // Campaigns ask for the same again and again: what was found for the last one holds, as nothing is given back meanwhile.
    const known = profile.notBefore(size, estimate)
    if (!(known > from)) return profile.look(size, estimate, from)
    return known >= horizon ? known : profile.look(size, estimate, known)
  }

  /** Takes the processors of the reservation that `#find` has found. */
  #take(job: number): void {
    const { size, estimate } = this.#engine
    this.#looks = 0
    this.#profile.takeFound(size[job], estimate[job])
  }

  /** Gives deferred jobs their reservations that begin before an instant, and others as far as these depend on them. */
  #settle(before: number): void {
    const { estimate } = this.#engine
    let last = Number.NaN
    this.#deferred.settle(
      before,
      (job, from, horizon) => {
        if (horizon !== last) this.#looks = 0
        last = horizon
        return this.#find(job, from, horizon)
      },
      (job, start) => start + estimate[job],
      (job, start) => {
        this.#take(job)
        this.#reserved.push(start, job)
      },
    )
    this.#looks = 0
  }
}
