/** A facility's books of its jobs: where they belong, what runs where, and what counts towards limits. */
import { largestOf } from '../../core/statistics.js'
import { nextAfter } from '../algorithms/reservation.js'
import type { World } from '../order.js'
import { passInstants } from '../pass-instants.js'
import type { RunningJobs, SchedulerView, WaitingJobs } from '../scheduler.js'
import type { WaitingReason } from '../waiting-reason.js'
import type { Facility } from './facility.js'
import { type LimitBook, limitBook } from './limits.js'
import type { JobPlaces, Placed } from './places.js'
import type { Lack, Resources, StartRule, Timeline } from './resources.js'
import { Windows } from './windows.js'

/** The view that the passes of a facility have of a machine and its queue. */
export interface FacilityView
  extends Pick<SchedulerView, 'rules' | 'jobs' | 'size' | 'estimate' | 'now' | 'score' | 'start'> {
  readonly waiting: Pick<WaitingJobs, 'count' | 'has' | 'visible'>
  readonly running: Pick<RunningJobs, 'starts'>
}

export interface Held<Share> {
  readonly share: Share
  /** Until when it is planned. */
  end: number
}

/** A running job's share, and until when it is planned, as somebody who keeps a plan wants to know. */
export interface Planner<Share> {
  take(from: number, to: number, share: Share): void
  give(from: number, to: number, share: Share): void
}

export class FacilityState<Share> {
  /** Processors or nodes that jobs take. */
  readonly resources: Resources<Share>
  /** The places of the partitions that a job which has been submitted may run in, the highest tier first. */
  readonly homesOf: (job: number) => readonly number[]
  readonly windows: Windows
  readonly startRule: StartRule
  readonly #facility: Facility
  readonly #view: FacilityView
  readonly #queueOf: (job: number) => number
  readonly #tiered: boolean
  readonly #priorities: ReadonlyMap<number, number>
  readonly #held = new Map<number, Held<Share>>()
  #planner: Planner<Share> | null = null
  readonly #limits: LimitBook
  readonly #places: JobPlaces | null

  /** @param places is told since when waiting jobs are felt; null where nobody asks */
  constructor(
    view: FacilityView,
    facility: Facility,
    world: World,
    homesOf: (job: number) => readonly number[],
    resources: Resources<Share>,
    places: JobPlaces | null = null,
  ) {
    const { priorities, maintenance, limits } = facility
    this.homesOf = homesOf
    this.resources = resources
    this.#places = places
    this.#facility = facility
    this.#view = view
    this.#queueOf = world.field('queue')
    this.#limits = limitBook(limits, view, world)
    this.windows = new Windows(maintenance)
    this.startRule = { windows: this.windows, tick: passInstants(0, view.rules.passInterval) }
    this.#tiered = facility.partitions.some(({ tier = 0 }) => tier !== 0)
    this.#priorities = new Map(priorities.map(({ queue, priority }) => [queue, priority]))
  }

  /** Positive where job `a` goes before `b` whatever the order: by the tiers of their highest partitions, then the priorities of their queues. */
  urgency(a: number, b: number): number {
    if (this.#tiered) {
      const { partitions } = this.#facility
      const { tier = 0 } = partitions[this.homesOf(a)[0]]
      const { tier: other = 0 } = partitions[this.homesOf(b)[0]]
      if (tier !== other) return tier - other
    }
    return this.#priorities.size === 0 ? 0 : this.#priorityOf(a) - this.#priorityOf(b)
  }

  #priorityOf(job: number): number {
    return this.#priorities.get(this.#queueOf(job)) ?? 0
  }

  /** Tells one, in the place of whoever was told before, what runs and until when it is planned, now and from now on; null: nobody. */
  plannedBy(planner: Planner<Share> | null): void {
    this.#planner = planner
    if (planner === null) return
    for (const [job, held] of this.#held) {
      held.end = this.#endOf(job)
      planner.take(this.#view.now, held.end, held.share)
    }
  }

  /** Until when a running job is planned: one that has outlived its estimate is expected to end at once. */
  #endOf(job: number): number {
    const { now, running, estimate } = this.#view
    return Math.max(running.starts[job] + estimate[job], nextAfter(now))
  }

  /** Whether a job may start at once in one of its partitions as far as processors and maintenance go. */
  fits(job: number, home: number): boolean {
    const { now, estimate } = this.#view
    return this.resources.fits(job, home) && this.windows.clear(now, estimate[job]) === now
  }

  /** The first of its partitions in which a job may start at once; −1 where it may in none. */
  homeNow(job: number): number {
    const homes = this.homesOf(job)
    for (let k = 0; k < homes.length; k++) if (this.fits(job, homes[k])) return homes[k]
    return -1
  }

  /**
   * The earliest place of a job in a plan from an instant on, wherever it may run; of equally early ones in the first partition.
   * @param before later ones are not looked for: there is then no share, and an instant before which there is no place
   */
  placeBefore(
    plan: Timeline<Share>,
    job: number,
    from: number,
    before: number,
  ): { readonly at: number; readonly share: Share | null } {
    const homes = this.homesOf(job)
    let at = Number.POSITIVE_INFINITY
    let share: Share | null = null
    for (const home of homes) {
      const other = plan.earliest(job, home, from, this.startRule, Math.min(at, before))
      if (other >= at) continue
      at = other
      share = at < before ? plan.chosen(job, home) : null
    }
    return { at, share }
  }

  /** Whether a job may begin at an instant beside what is planned. */
  mayBegin(plan: Timeline<Share>, job: number, at: number): boolean {
    const soon = nextAfter(at)
    return this.homesOf(job).some((home) => plan.earliest(job, home, at, this.startRule, soon) === at)
  }

  /** The earliest place of a job in a plan. */
  place(
    plan: Timeline<Share>,
    job: number,
    from = this.#view.now,
  ): { readonly at: number; readonly share: Share } {
    const { at, share } = this.placeBefore(plan, job, from, Number.POSITIVE_INFINITY)
    if (share === null) throw new Error('a job has no place in a plan without end')
    return { at, share }
  }

  /** Whether what runs keeps a job from starting, by a limit. */
  overLimit(job: number): boolean {
    return this.#limits.exceeded(job)
  }

  /** The obstacle to a job's start now, whoever else waits; null where there is none. */
  blocks(job: number): WaitingReason | null {
    const limit = this.#limits.over(job, this.#held.keys())
    if (limit !== null) return limit
    const { now, estimate } = this.#view
    const until = this.windows.clear(now, estimate[job])
    if (until !== now) return { kind: 'maintenance', until }
    const lacks = this.homesOf(job).map((home) => this.resources.lacks(job, home))
    return lacks.reduce((least, each) => (each === null || least === null ? null : nearer(each, least)))
  }

  /** Processors free in one of its partitions, that with the most. */
  freeFor(job: number): number {
    return largestOf(this.homesOf(job).map((home) => this.resources.idleIn(home)))
  }

  /** The holding of a running job. */
  heldBy(job: number): Held<Share> | undefined {
    return this.#held.get(job)
  }

  /** A job has been submitted that nobody feels before it starts, or `felt`. */
  unfelt(job: number): void {
    this.#places?.unfelt(job)
  }

  /** A waiting job keeps others from something: it closes a partition, or has a reservation. */
  felt(job: number): void {
    this.#places?.felt(job, this.#view.now)
  }

  start(job: number, share: Share): void {
    this.hold(job, share)
    this.#view.start(job)
  }

  /** Books what a job has that runs already: its place, or, where nobody knows it, one that it could begin in; none where there is none. */
  resume(job: number, placed: Placed | null): void {
    const { resources, homesOf } = this
    if (placed !== null) {
      this.hold(job, resources.placedShare(job, placed))
      return
    }
    const home = homesOf(job).find((each) => resources.fits(job, each))
    if (home !== undefined) this.hold(job, resources.shareOf(job, home))
  }

  /** Books a share for a job that runs from now on. */
  hold(job: number, share: Share): void {
    const view = this.#view
    const end = Math.max(view.now + view.estimate[job], nextAfter(view.now))
    this.#held.set(job, { share, end })
    this.#planner?.take(view.now, end, share)
    this.resources.take(share, job)
    this.#limits.count(job, 1)
  }

  ended(job: number): void {
    const held = this.#held.get(job)
    if (held === undefined) return
    this.#held.delete(job)
    this.#planner?.give(this.#view.now, held.end, held.share)
    this.resources.give(held.share)
    this.#limits.count(job, -1)
  }

  /**
   * Brings the plan up to now: estimates have changed, or were outlived.
   * @param changing is called before anything is changed
   */
  refresh(changing: () => void = () => {}): void {
    const { now } = this.#view
    const planner = this.#planner
    if (planner === null) return
    let isChanged = false
    for (const [job, held] of this.#held) {
      const end = this.#endOf(job)
      if (end === held.end) continue
      if (!isChanged) changing()
      isChanged = true
      planner.give(now, held.end, held.share)
      planner.take(now, end, held.share)
      held.end = end
    }
  }
}

const LACKS: readonly Lack['kind'][] = ['processors', 'nodes', 'reserved']

/** The lack of which less is missing. */
function nearer(one: Lack, other: Lack): Lack {
  if (one.kind === 'processors' && other.kind === 'processors') return one.free > other.free ? one : other
  return LACKS.indexOf(one.kind) > LACKS.indexOf(other.kind) ? one : other
}
