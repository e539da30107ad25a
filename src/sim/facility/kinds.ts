/** Processors counted by kinds: what is idle, and what each job takes of it. */
import type { SchedulerView } from '../scheduler.js'
import type { Kinds } from './facility.js'
import { Plan, type Share, shareOf } from './plan.js'
import type { Beginnings, Resources, Timeline } from './resources.js'

export class KindResources implements Resources<Share> {
  readonly #kinds: Kinds
  readonly #view: SchedulerView
  readonly #partitionOf: (job: number) => number
  /** Processors of each kind that nobody holds. */
  readonly #idle: Int32Array

  constructor(view: SchedulerView, kinds: Kinds, partitionOf: (job: number) => number) {
    this.#view = view
    this.#kinds = kinds
    this.#partitionOf = partitionOf
    this.#idle = kinds.counts.slice()
  }

  fits(job: number): boolean {
    let sum = 0
    for (const kind of this.#own(job)) sum += this.#idle[kind]
    return this.#view.size[job] <= sum
  }

  shareOf(job: number): Share {
    return shareOf(this.#idle, this.#own(job), this.#view.size[job])
  }

  take(share: Share): void {
    for (let kind = 0; kind < share.length; kind++) this.#idle[kind] -= share[kind]
  }

  give(share: Share): void {
    for (let kind = 0; kind < share.length; kind++) this.#idle[kind] += share[kind]
  }

  opens(): number {
    return Number.POSITIVE_INFINITY
  }

  timeline(): Timeline<Share> {
    return new KindTimeline(this.#view, this.#kinds.counts, (job) => this.#own(job))
  }

  #own(job: number): Int32Array {
    return this.#kinds.of[this.#partitionOf(job)]
  }
}

class KindTimeline extends Plan implements Timeline<Share> {
  readonly #view: SchedulerView
  readonly #own: (job: number) => Int32Array

  constructor(view: SchedulerView, counts: Int32Array, own: (job: number) => Int32Array) {
    super(counts)
    this.#view = view
    this.#own = own
  }

  override copy(other: KindTimeline): void {
    super.copy(other)
  }

  earliest(job: number, from: number, beginnings: Beginnings): number {
    const { size, estimate } = this.#view
    return this.earliestOf(this.#own(job), size[job], estimate[job], from, beginnings)
  }

  chosen(job: number): Share {
    return this.choose(this.#own(job), this.#view.size[job])
  }
}
