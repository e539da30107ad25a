/** Processors counted by kinds: what is idle, and what each job takes of it. */
import type { Kinds } from './facility.js'
import type { JobPlaces, Placed } from './places.js'
import { Plan, type Share, shareOf } from './plan.js'
import type { Lack, Resources, StartRule, Timeline } from './resources.js'
import type { FacilityView } from './state.js'

export class KindResources implements Resources<Share> {
  /** How many there are. */
  readonly partitions: number
  readonly #kinds: Kinds
  readonly #view: FacilityView
  /** Processors of each kind that nobody holds, and of each partition. */
  readonly #idle: Int32Array
  readonly #idleIn: Int32Array
  readonly #places: JobPlaces | null

  /** @param places is told of what each job takes; null where nobody asks */
  constructor(view: FacilityView, kinds: Kinds, places: JobPlaces | null) {
    this.#places = places
    this.#view = view
    this.#kinds = kinds
    this.partitions = kinds.of.length
    this.#idle = kinds.counts.slice()
    this.#idleIn = new Int32Array(kinds.of.length)
    this.#sum()
  }

  #sum(): void {
    const { of } = this.#kinds
    for (let home = 0; home < of.length; home++) {
      let sum = 0
      for (let k = 0; k < of[home].length; k++) sum += this.#idle[of[home][k]]
      this.#idleIn[home] = sum
    }
  }

  fits(job: number, home: number): boolean {
    return this.#view.size[job] <= this.#idleIn[home]
  }

  lacks(job: number, home: number): Lack | null {
    return this.fits(job, home) ? null : { kind: 'processors', free: this.idleIn(home) }
  }

  idleIn(home: number): number {
    return this.#idleIn[home]
  }

  shareOf(job: number, home: number): Share {
    return shareOf(this.#idle, this.#kinds.of[home], this.#view.size[job])
  }

  take(share: Share, job: number): void {
    for (let kind = 0; kind < share.length; kind++) this.#idle[kind] -= share[kind]
    this.#sum()
    if (this.#places === null) return
    const units = Int32Array.from(share.keys()).filter((kind) => share[kind] > 0)
    this.#places.put(job, { home: -1, units, counts: units.map((kind) => share[kind]) })
  }

  placedShare(_job: number, { units, counts }: Placed): Share {
    const share = new Int32Array(this.#idle.length)
    for (let k = 0; k < units.length; k++) share[units[k]] = counts[k]
    return share
  }

  give(share: Share): void {
    for (let kind = 0; kind < share.length; kind++) this.#idle[kind] += share[kind]
    this.#sum()
  }

  opens(): number {
    return Number.POSITIVE_INFINITY
  }

  timeline(): KindTimeline {
    return new KindTimeline(this.#view, this.#kinds)
  }
}

export class KindTimeline extends Plan implements Timeline<Share> {
  readonly #view: FacilityView
  readonly #kinds: Kinds

  constructor(view: FacilityView, kinds: Kinds) {
    super(kinds.counts)
    this.#view = view
    this.#kinds = kinds
  }

  cancel(from: number, to: number, share: Share): void {
    this.give(from, to, share)
  }

  earliest(job: number, home: number, from: number, startRule: StartRule, before?: number): number {
    const { size, estimate } = this.#view
    return this.earliestOf(this.#kinds.of[home], size[job], estimate[job], from, startRule, before)
  }

  chosen(job: number, home: number): Share {
    return this.choose(this.#kinds.of[home], this.#view.size[job])
  }
}
