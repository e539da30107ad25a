/** A facility's books of its jobs: where they belong, what runs where, and what counts towards limits. */
import { nextAfter } from '../algorithms/reservation.js'
import type { World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { type Facility, type Kinds, kindsOf, type Limit, Placing } from './facility.js'
import { type Beginnings, Plan, type Share } from './plan.js'
import { Windows } from './windows.js'

export interface Held {
  readonly share: Share
  /** Until when it is planned. */
  end: number
}

export class FacilityState {
  readonly kinds: Kinds
  /** The plan of running jobs, by their estimates. */
  readonly plan: Plan
  /** Processors of each kind that nobody holds. */
  readonly idle: Int32Array
  readonly windows: Windows
  readonly beginnings: Beginnings
  readonly #facility: Facility
  readonly #view: SchedulerView
  readonly #field: { readonly queue: (job: number) => number; readonly partition: (job: number) => number }
  readonly #placing: Placing
  readonly #priorities: ReadonlyMap<number, number>
  readonly #places: number[] = []
  readonly #held = new Map<number, Held>()
  readonly #userJobs = new Map<number, number>()
  readonly #userProcessors = new Map<number, number>()
  readonly #queueJobs = new Map<number, number>()

  constructor(view: SchedulerView, facility: Facility, world: World) {
    const { partitions, priorities, maintenance } = facility
    this.#facility = facility
    this.#view = view
    this.#field = { queue: world.field('queue'), partition: world.field('partition') }
    this.kinds = kindsOf(partitions)
    this.plan = new Plan(this.kinds.counts)
    this.idle = this.kinds.counts.slice()
    this.windows = new Windows(maintenance)
    const { passInterval } = view.rules
    this.beginnings = {
      windows: this.windows,
      tick: passInterval === 0 ? (at) => at : (at) => Math.ceil(at / passInterval) * passInterval,
    }
    this.#placing = new Placing(partitions)
    this.#priorities = new Map(priorities.map(({ queue, priority }) => [queue, priority]))
  }

  /** The partition of a job that has been submitted, by its place. */
  partitionOf(job: number): number {
    const { partition, queue } = this.#field
    this.#places[job] ??= this.#placing.of(partition(job), queue(job))
    return this.#places[job]
  }

  /** The priority of the job's queue, which goes before the order. */
  priorityOf(job: number): number {
    return this.#priorities.size === 0 ? 0 : (this.#priorities.get(this.#field.queue(job)) ?? 0)
  }

  /** Idle processors that a job of a partition may take. */
  idleIn(partition: number): number {
    const { idle } = this
    let sum = 0
    for (const kind of this.kinds.of[partition]) sum += idle[kind]
    return sum
  }

  /** Whether a job may start at once as far as processors and maintenance go. */
  fits(job: number): boolean {
    const { now, size, estimate } = this.#view
    return size[job] <= this.idleIn(this.partitionOf(job)) && this.windows.clear(now, estimate[job]) === now
  }

  /** Whether what runs keeps a job from starting, by a limit. */
  overLimit(job: number): boolean {
    return this.#facility.limits.some((limit) => this.#exceeds(job, limit))
  }

  /** The holding of a running job. */
  heldBy(job: number): Held | undefined {
    return this.#held.get(job)
  }

  start(job: number, share: Share): void {
    const view = this.#view
    const end = Math.max(view.now + view.estimate[job], nextAfter(view.now))
    this.#held.set(job, { share, end })
    this.plan.take(view.now, end, share)
    for (let kind = 0; kind < share.length; kind++) this.idle[kind] -= share[kind]
    this.#count(job, 1)
    view.start(job)
  }

  ended(job: number): void {
    const held = this.#held.get(job)
    if (held === undefined) return
    this.#held.delete(job)
    this.plan.give(this.#view.now, held.end, held.share)
    for (let kind = 0; kind < held.share.length; kind++) this.idle[kind] += held.share[kind]
    this.#count(job, -1)
  }

  /** Brings what is planned up to now, where jobs may have outlived their estimates. */
  refresh(): void {
    this.plan.trim(this.#view.now)
    this.corrected()
  }

  /** Estimates of running jobs have changed, or were outlived: such a job is expected to end at once. */
  corrected(): void {
    const { now, running, estimate } = this.#view
    for (const [job, held] of this.#held) {
      const end = Math.max(running.starts[job] + estimate[job], nextAfter(now))
      if (end === held.end) continue
      this.plan.give(now, held.end, held.share)
      this.plan.take(now, end, held.share)
      held.end = end
    }
  }

  #exceeds(job: number, limit: Limit): boolean {
    const { jobs, size } = this.#view
    const user = jobs.user[job]
    switch (limit.kind) {
      case 'user-jobs':
        return (this.#userJobs.get(user) ?? 0) + 1 > limit.value
      case 'user-processors':
        return (this.#userProcessors.get(user) ?? 0) + size[job] > limit.value
      case 'queue-jobs': {
        const { queue } = limit
        return this.#field.queue(job) === queue && (this.#queueJobs.get(queue) ?? 0) + 1 > limit.value
      }
    }
  }

  #count(job: number, change: number): void {
    const { jobs, size } = this.#view
    const add = (counts: Map<number, number>, key: number, by: number) =>
      counts.set(key, (counts.get(key) ?? 0) + by)
    add(this.#userJobs, jobs.user[job], change)
    add(this.#userProcessors, jobs.user[job], change * size[job])
    add(this.#queueJobs, this.#field.queue(job), change)
  }
}
