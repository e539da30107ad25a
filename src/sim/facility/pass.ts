/**
 * FCFS, list scheduling and EASY on a facility. A pass goes through the queue once. A job over a limit is passed over: it blocks
 * nobody and holds no reservation.
 *
 * - head: a job that does not fit blocks all behind it in every partition that shares processors with its own.
 * - list: every job that fits starts.
 * - easy: the first job of each partition that cannot start has a reservation, the earliest instant that running jobs and the
 *   reservations before it leave. A job starts if it fits and, with it running, no reservation, all made again in their order,
 *   comes later than the instant that it was made for.
 */
import type { Pass, SchedulerView } from '../scheduler.js'
import { Plan, shareOf } from './plan.js'
import type { FacilityQueue } from './queue.js'
import type { FacilityState } from './state.js'

export class FacilityPass implements Pass {
  protected readonly view: SchedulerView
  protected readonly state: FacilityState
  protected readonly queue: FacilityQueue

  constructor(view: SchedulerView, state: FacilityState, queue: FacilityQueue) {
    this.view = view
    this.state = state
    this.queue = queue
  }

  submitted(job: number): void {
    this.queue.submitted(job)
  }

  ended(job: number): void {
    this.state.ended(job)
  }

  corrected(): void {
    this.state.corrected()
  }

  wake(): number {
    return this.view.waiting.count === 0
      ? Number.POSITIVE_INFINITY
      : this.state.windows.nextEnd(this.view.now)
  }

  run(): void {
    this.state.refresh()
    for (const job of this.queue.list()) {
      if (!this.state.overLimit(job) && this.state.fits(job)) this.startNow(job)
    }
  }

  /** Starts a job on idle processors. */
  protected startNow(job: number): void {
    this.state.start(job, this.shareNow(job))
  }

  protected shareNow(job: number) {
    const { state, view } = this
    return shareOf(state.idle, state.kinds.of[state.partitionOf(job)], view.size[job])
  }
}

export class FacilityHeadPass extends FacilityPass {
  override run(): void {
    const { state } = this
    state.refresh()
    const kinds = state.kinds.of
    const blocked = new Set<number>()
    for (const job of this.queue.list()) {
      const own = kinds[state.partitionOf(job)]
      if (own.some((kind) => blocked.has(kind)) || state.overLimit(job)) continue
      if (state.fits(job)) this.startNow(job)
      else for (const kind of own) blocked.add(kind)
    }
  }
}

interface Reservation {
  readonly job: number
  /** The instant that it was made for. */
  readonly at: number
}

export class FacilityEasyPass extends FacilityPass {
  readonly #trial: Plan
  readonly #backfill: FacilityQueue | null

  /** @param backfill the order in which partitions that have a reservation are filled; that of the queue where null */
  constructor(
    view: SchedulerView,
    state: FacilityState,
    queue: FacilityQueue,
    backfill: FacilityQueue | null,
  ) {
    super(view, state, queue)
    this.#trial = new Plan(state.kinds.counts)
    this.#backfill = backfill
  }

  override submitted(job: number): void {
    super.submitted(job)
    this.#backfill?.submitted(job)
  }

  override run(): void {
    const { state } = this
    const reserved: Reservation[] = []
    const served = new Set<number>()
    state.refresh()
    for (const job of this.queue.list()) {
      const partition = state.partitionOf(job)
      if (state.overLimit(job)) continue
      if (this.#backfill !== null && served.has(partition)) continue
      if (this.#starts(job, reserved) || served.has(partition)) continue
      served.add(partition)
      this.#trial.copy(state.plan)
      for (const each of reserved) this.#place(each.job)
      reserved.push({ job, at: this.#place(job) })
    }
    for (const job of this.#backfill?.list() ?? []) if (!state.overLimit(job)) this.#starts(job, reserved)
  }

  /** Starts a job if it may start; returns whether it did. */
  #starts(job: number, reserved: readonly Reservation[]): boolean {
    const may = this.state.fits(job) && this.#delaysNobody(job, reserved)
    if (may) this.startNow(job)
    return may
  }

  #delaysNobody(job: number, reserved: readonly Reservation[]): boolean {
    if (reserved.length === 0) return true
    const { view, state } = this
    this.#trial.copy(state.plan)
    this.#trial.take(view.now, view.now + view.estimate[job], this.shareNow(job))
    return reserved.every((each) => this.#place(each.job) <= each.at)
  }

  /** Gives a job the earliest place in the trial; returns its instant. */
  #place(job: number): number {
    const { view, state } = this
    const kinds = state.kinds.of[state.partitionOf(job)]
    const length = view.estimate[job]
    const at = this.#trial.earliest(kinds, view.size[job], length, view.now, state.beginnings)
    this.#trial.take(at, at + length, this.#trial.choose(kinds, view.size[job]))
    return at
  }
}
