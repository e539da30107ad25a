/** A facility's books of its jobs: where they belong, what runs where, and what counts towards limits. */
import { nextAfter } from '../algorithms/reservation.js'
import type { World } from '../order.js'
import { passInstants } from '../pass-instants.js'
import type { SchedulerView } from '../scheduler.js'
import type { Facility } from './facility.js'
import { LimitBook } from './limits.js'
import type { Beginnings, Resources, Timeline } from './resources.js'
import { Windows } from './windows.js'

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
  /** What jobs stand on. */
  readonly resources: Resources<Share>
  /** The place of the partition of a job that has been submitted. */
  readonly partitionOf: (job: number) => number
  readonly windows: Windows
  readonly beginnings: Beginnings
  readonly #facility: Facility
  readonly #view: SchedulerView
  readonly #queueOf: (job: number) => number
  readonly #tiered: boolean
  readonly #priorities: ReadonlyMap<number, number>
  readonly #held = new Map<number, Held<Share>>()
  #planner: Planner<Share> | null = null
  readonly #limits: LimitBook

  constructor(
    view: SchedulerView,
    facility: Facility,
    world: World,
    partitionOf: (job: number) => number,
    resources: Resources<Share>,
  ) {
    const { priorities, maintenance, limits } = facility
    this.partitionOf = partitionOf
    this.resources = resources
    this.#facility = facility
    this.#view = view
    this.#queueOf = world.field('queue')
    const group = world.field('unixGroup')
    const gpus = world.field('requestedGpus')
    this.#limits = new LimitBook(limits, (job) => ({
      ...{ user: view.jobs.user[job], group: group(job), queue: this.#queueOf(job) },
      ...{ size: view.size[job], gpus: Math.max(0, gpus(job)) },
    }))
    this.windows = new Windows(maintenance)
    this.beginnings = { windows: this.windows, tick: passInstants(0, view.rules.passInterval) }
    this.#tiered = facility.partitions.some(({ tier = 0 }) => tier !== 0)
    this.#priorities = new Map(priorities.map(({ queue, priority }) => [queue, priority]))
  }

  /** Positive where job `a` goes before `b` whatever the order: by the tiers of their partitions, then the priorities of their queues. */
  urgency(a: number, b: number): number {
    if (this.#tiered) {
      const { partitions } = this.#facility
      const { tier = 0 } = partitions[this.partitionOf(a)]
      const { tier: other = 0 } = partitions[this.partitionOf(b)]
      if (tier !== other) return tier - other
    }
    return this.#priorities.size === 0 ? 0 : this.#priorityOf(a) - this.#priorityOf(b)
  }

  #priorityOf(job: number): number {
    return this.#priorities.get(this.#queueOf(job)) ?? 0
  }

  /** Has a plan kept of what runs; to be asked for before anything does. */
  planned(): Timeline<Share> {
    const plan = this.resources.timeline()
    this.plannedBy(plan)
    return plan
  }

  /** Tells somebody of what runs, and until when it is planned. */
  plannedBy(planner: Planner<Share>): void {
    this.#planner = planner
  }

  /** Whether a job may start at once as far as processors and maintenance go. */
  fits(job: number): boolean {
    const { now, estimate } = this.#view
    return this.resources.fits(job) && this.windows.clear(now, estimate[job]) === now
  }

  /** Whether what runs keeps a job from starting, by a limit. */
  overLimit(job: number): boolean {
    return this.#limits.exceeded(job)
  }

  /** The holding of a running job. */
  heldBy(job: number): Held<Share> | undefined {
    return this.#held.get(job)
  }

  start(job: number, share: Share): void {
    const view = this.#view
    const end = Math.max(view.now + view.estimate[job], nextAfter(view.now))
    this.#held.set(job, { share, end })
    this.#planner?.take(view.now, end, share)
    this.resources.take(share, job)
    this.#limits.count(job, 1)
    view.start(job)
  }

  ended(job: number): void {
    const held = this.#held.get(job)
    if (held === undefined) return
    this.#held.delete(job)
    this.#planner?.give(this.#view.now, held.end, held.share)
    this.resources.give(held.share)
    this.#limits.count(job, -1)
  }

  /** Brings the plan up to now: estimates have changed, or were outlived; such a job is expected to end at once. */
  refresh(): void {
    const { now, running, estimate } = this.#view
    const planner = this.#planner
    if (planner === null) return
    for (const [job, held] of this.#held) {
      const end = Math.max(running.starts[job] + estimate[job], nextAfter(now))
      if (end === held.end) continue
      planner.give(now, held.end, held.share)
      planner.take(now, end, held.share)
      held.end = end
    }
  }
}
