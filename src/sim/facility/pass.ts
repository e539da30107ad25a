/**
 * FCFS, list scheduling and EASY on a facility. A pass goes through the queue once, or where only so many jobs are in sight until
 * nothing starts: whoever starts brings another one into sight, and so it is looked afresh for who comes after a head. A job over a
 * limit is passed over: it blocks nobody and holds no reservation.
 *
 * - head: a job that does not fit blocks all behind it in every partition that shares processors with its own, or with any of
 *   several that it may run in.
 * - list: every job that fits starts.
 * - easy: the first job of each partition that cannot start, in this or another of its partitions, has a reservation, the earliest instant that running jobs and the
 *   reservations before it leave. A job starts if it fits and, with it running, no reservation, all made again in their order,
 *   comes later than the instant that it was made for.
 */
import { unseen } from '../algorithms/why.js'
import type { Pass } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import type { KindResources, KindTimeline } from './kinds.js'
import type { Placed } from './places.js'
import type { Share } from './plan.js'
import type { FacilityQueue } from './queue.js'
import type { FacilityState, FacilityView } from './state.js'

export class FacilityPass<Share> implements Pass {
  protected readonly view: FacilityView
  protected readonly state: FacilityState<Share>
  protected readonly queue: FacilityQueue

  constructor(view: FacilityView, state: FacilityState<Share>, queue: FacilityQueue) {
    this.view = view
    this.state = state
    this.queue = queue
  }

  submitted(job: number): void {
    this.queue.submitted(job)
    if (!this.plansAll) this.state.unfelt(job)
  }

  /** Whether every waiting job has a part in every pass. */
  protected get plansAll(): boolean {
    return this.isLimited
  }

  ended(job: number): void {
    this.state.ended(job)
  }

  resumed(job: number, placed: Placed | null): void {
    this.state.resume(job, placed)
  }

  /** A job that has just been started did not start after all. */
  takeBack(job: number): void {
    this.state.ended(job)
  }

  corrected(): void {
    this.state.refresh()
  }

  wake(): number {
    const { now, waiting } = this.view
    if (waiting.count === 0) return Number.POSITIVE_INFINITY
    return Math.min(this.state.windows.nextEnd(now), this.state.resources.opens(now))
  }

  blocks(job: number): WaitingReason | null {
    return this.state.blocks(job)
  }

  freeFor(job: number): number {
    return this.state.freeFor(job)
  }

  why(job: number): WaitingReason {
    return unseen(this.view, job) ?? this.behind(job) ?? { kind: 'cycle' }
  }

  /** Who keeps a job from starting that fits; null where nobody does. */
  behind(_job: number): WaitingReason | null {
    return null
  }

  run(): void {
    const { waiting } = this.view
    let before: number
    do {
      before = waiting.count
      this.sweep()
    } while (this.isLimited && waiting.count < before && waiting.count > 0)
  }

  /** Goes through the queue. */
  protected sweep(): void {
    for (const job of this.queue.list()) {
      if (!this.state.overLimit(job)) this.startNow(job, this.state.homeNow(job))
    }
  }

  /** Whether only the first so many jobs are in sight. */
  protected get isLimited(): boolean {
    return this.view.rules.sight < Number.POSITIVE_INFINITY
  }

  /** Starts a job on what is idle of one of its partitions; nothing at −1. */
  startNow(job: number, home: number): void {
    if (home >= 0) this.state.start(job, this.state.resources.shareOf(job, home))
  }
}

export class FacilityHeadPass<Share> extends FacilityPass<Share> {
  readonly #kinds: readonly Int32Array[]

  /** @param kinds those of each partition */
  constructor(
    view: FacilityView,
    state: FacilityState<Share>,
    queue: FacilityQueue,
    kinds: readonly Int32Array[],
  ) {
    super(view, state, queue)
    this.#kinds = kinds
  }

  protected override sweep(): void {
    const { state } = this
    const blocked = new Set<number>()
    for (const job of this.queue.list()) {
      if (state.overLimit(job)) continue
      const open = this.#open(state.homesOf(job), blocked)
      const home = open.find((each) => state.fits(job, each)) ?? -1
      this.startNow(job, home)
      if (home < 0) {
        if (open.length > 0) state.felt(job)
        this.#block(open, blocked)
      } else if (this.isLimited) return
    }
  }

  /** The first job of the order that closes the last of the partitions in which it fits. */
  override behind(job: number): WaitingReason | null {
    const { state } = this
    const fitting = state.homesOf(job).filter((home) => state.fits(job, home))
    const blocked = new Set<number>()
    for (const other of this.queue.list()) {
      if (other === job) return null
      if (state.overLimit(other)) continue
      const open = this.#open(state.homesOf(other), blocked)
      if (open.some((home) => state.fits(other, home))) continue
      this.#block(open, blocked)
      if (this.#open(fitting, blocked).length === 0) return { kind: 'order', of: other }
    }
    return null
  }

  /** Those of the partitions of which no kind is blocked. */
  #open(homes: readonly number[], blocked: ReadonlySet<number>): readonly number[] {
    return homes.filter((home) => !this.#kinds[home].some((kind) => blocked.has(kind)))
  }

  #block(homes: readonly number[], blocked: Set<number>): void {
    for (const home of homes) for (const kind of this.#kinds[home]) blocked.add(kind)
  }
}

interface Reservation {
  readonly job: number
  /** The instant that it was made for. */
  readonly at: number
}

export class FacilityEasyPass extends FacilityPass<Share> {
  /** How many there are. */
  readonly #partitions: number
  readonly #plan: KindTimeline
  readonly #trial: KindTimeline
  readonly #backfill: FacilityQueue | null
  /** Those of the last pass, in the order in which they were made. */
  #reserved: readonly Reservation[] = []
  /** Requests that would have delayed the first of them, since a job was started. */
  readonly #refused: { readonly home: number; readonly size: number; readonly length: number }[] = []

  /** @param backfill the order in which partitions that have a reservation are filled; that of the queue where null */
  constructor(
    view: FacilityView,
    state: FacilityState<Share>,
    queue: FacilityQueue,
    backfill: FacilityQueue | null,
    resources: KindResources,
  ) {
    super(view, state, queue)
    this.#partitions = resources.partitions
    this.#plan = resources.timeline()
    this.#trial = resources.timeline()
    state.plannedBy(this.#plan)
    this.#backfill = backfill
  }

  override submitted(job: number): void {
    super.submitted(job)
    this.#backfill?.submitted(job)
  }

  protected override sweep(): void {
    const { state } = this
    const reserved: Reservation[] = []
    const served = new Set<number>()
    this.#refused.length = 0
    this.#plan.trim(this.view.now)
    state.refresh()
    for (const job of this.queue.list()) {
      const homes = state.homesOf(job)
      const isServed =
        served.size === this.#partitions || (served.size > 0 && homes.every((home) => served.has(home)))
      // Most of a long queue can neither start nor have a reservation.
      if (isServed && (this.#backfill !== null || state.homeNow(job) < 0)) continue
      if (state.overLimit(job)) continue
      const starts = this.#starts(job, reserved)
      if (starts && !isServed && this.isLimited) return
      if (starts || isServed) continue
      for (const home of homes) served.add(home)
      state.felt(job)
      this.#trial.copy(this.#plan)
      for (const each of reserved) this.#place(each.job)
      reserved.push({ job, at: this.#place(job) })
    }
    for (const job of this.#backfill?.list() ?? []) if (!state.overLimit(job)) this.#starts(job, reserved)
    this.#reserved = reserved
  }

  override behind(job: number): WaitingReason | null {
    const { state } = this
    const own = this.#reserved.findIndex((each) => each.job === job)
    const before = own < 0 ? this.#reserved : this.#reserved.slice(0, own)
    const home = state.homesOf(job).find((each) => state.fits(job, each)) ?? -1
    const delayed = this.#delayed(job, home, before)
    return delayed === undefined ? null : { kind: 'reservation', of: delayed.job, at: delayed.at }
  }

  /** Starts a job if it may start; returns whether it did. */
  #starts(job: number, reserved: readonly Reservation[]): boolean {
    const { state } = this
    const homes = state.homesOf(job)
    for (let k = 0; k < homes.length; k++) {
      if (!state.fits(job, homes[k]) || this.#delays(job, homes[k], reserved)) continue
      this.startNow(job, homes[k])
      this.#refused.length = 0
      return true
    }
    return false
  }

  #delays(job: number, home: number, reserved: readonly Reservation[]): boolean {
    const size = this.view.size[job]
    const length = this.view.estimate[job]
    for (let k = 0; k < this.#refused.length; k++) {
      const each = this.#refused[k]
      if (each.home === home && size >= each.size && length >= each.length) return true
    }
    const delayed = this.#delayed(job, home, reserved)
    if (delayed === undefined) return false
    // Who takes more for longer leaves the first of them even less; those behind it may then come to find other processors.
    if (delayed === reserved[0]) this.#refused.push({ home, size, length })
    return true
  }

  /** The first reservation that would come later if a job began in one of its partitions. */
  #delayed(job: number, home: number, reserved: readonly Reservation[]): Reservation | undefined {
    const { view, state } = this
    const end = view.now + view.estimate[job]
    // What ends before all of them takes nothing that they were promised.
    if (reserved.every(({ at }) => end <= at)) return undefined
    this.#trial.copy(this.#plan)
    this.#trial.take(view.now, end, state.resources.shareOf(job, home))
    return reserved.find((each) => this.#place(each.job) > each.at)
  }

  /** Gives a job the earliest place in the trial; returns its instant. */
  #place(job: number): number {
    const { view, state } = this
    const { at, share } = state.place(this.#trial, job)
    this.#trial.take(at, at + view.estimate[job], share)
    return at
  }
}
