/**
 * The waiting jobs of a simulation in the order in which Slurm's cycles go through them. The order is kept from look to look: as long
 * as no key changes, who comes is put in its place, and who has left is taken out.
 */
import type { Ranking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import type { KeptOrder } from './scheduler/cycles.js'

/** Moves for each job after which a queue is sorted anew: most that the next keys ask for are a few places long. */
const MOVES = 8

/** Seconds for which those are looked at alone that could come to matter to the order. */
const WATCHED = 7200

/** The places of the jobs that could come to matter to what is kept of an order as long as its keys only drift, ascending. */
interface Watch {
  readonly kept: KeptOrder
  readonly places: Int32Array
}

/** @typeParam Item what the caller knows a job by */
export class WaitingOrder<Item> {
  readonly #view: SchedulerView
  readonly #urgency: ((a: number, b: number) => number) | null
  readonly #itemOf: (job: number) => Item
  readonly #latestFirst: boolean
  /** The jobs of the last look in their order, as many as `#count`, with the keys that they had, and what they are known by. */
  #order = new Int32Array(64)
  #keys = new Float64Array(64)
  #items: Item[] = []
  #count = 0
  /** Jobs that have come since the last look, and that have left. */
  readonly #come: number[] = []
  readonly #gone: number[] = []
  /** Whether the last look had all that waited in sight. */
  #whole = false
  /** Whether the jobs are in the order of the keys. */
  #isSettled = true
  /** The last instant at which all keys were found, and whether no one has been since. */
  #scoredAt = Number.NEGATIVE_INFINITY
  #areScored = true
  #watch: Watch | null = null
  /** The first instant after the last look at which the order may be another, if the same jobs wait. */
  #until = Number.NEGATIVE_INFINITY

  /**
   * @param urgency positive where job `a` goes before `b` whatever the order; null: of no job
   * @param itemOf what a job is known by, as long as it waits
   */
  constructor(
    view: SchedulerView,
    urgency: ((a: number, b: number) => number) | null,
    itemOf: (job: number) => Item,
  ) {
    this.#view = view
    this.#urgency = urgency
    this.#itemOf = itemOf
    this.#latestFirst = view.rules.ties === 'latest'
  }

  /** The first instant at which the order may be another than at the last look, if the same jobs wait. */
  get until(): number {
    return this.#until
  }

  /** Whether `sorted` would give the jobs that it gave last, of those who still wait, in the same order. */
  get isSettled(): boolean {
    return this.#isSettled
  }

  /** The jobs that `sorted` gave last. */
  get last(): Int32Array {
    return this.#order.subarray(0, this.#count)
  }

  /** The items of these jobs, in their order. */
  get items(): readonly Item[] {
    return this.#items
  }

  /** A job waits from now on. */
  came(job: number): void {
    this.#come.push(job)
  }

  /** A job waits no longer. */
  left(job: number): void {
    this.#gone.push(job)
  }

  /** All that are in sight, sorted; they hold until the next call. */
  sorted(): Int32Array {
    const { waiting, rules, now } = this.#view
    if (this.#whole && this.#areScored && now < this.#until && waiting.count <= rules.sight) this.#follow()
    else this.#sort()
    this.#come.length = 0
    this.#gone.length = 0
    this.#watch = null
    return this.last
  }

  /** Brings the order up to date where all keys are what they were. */
  #follow(): void {
    this.#drop()
    if (!this.#isSettled) this.#settle()
    for (const job of this.#come) {
      if (!this.#view.waiting.has(job)) continue
      this.#push(job)
      const last = this.#count - 1
      this.#score(last)
      this.#moveUp(last, this.#placeOf(last))
    }
  }

  /** Takes out who waits no longer. */
  #drop(): void {
    for (const job of this.#gone) {
      const place = this.last.indexOf(job)
      // Nobody has looked at who came and left in between.
      if (place < 0) continue
      this.#order.copyWithin(place, place + 1, this.#count)
      this.#keys.copyWithin(place, place + 1, this.#count)
      this.#items.splice(place, 1)
      this.#count--
    }
  }

  #push(job: number): void {
    this.#reserve(this.#count + 1)
    this.#order[this.#count++] = job
    this.#items.push(this.#itemOf(job))
  }

  #sort(): void {
    const { waiting, rules, now, ranking } = this.#view
    this.#until = keptUntil(ranking, now)
    const inSight = Math.min(rules.sight, waiting.count)
    if (this.#whole && inSight === waiting.count) {
      // The last order, with who came since behind it, is nearly sorted.
      this.#drop()
      for (const job of this.#come) if (waiting.has(job)) this.#push(job)
    } else {
      this.#reserve(inSight)
      this.#count = waiting.visible(this.#order, inSight)
      this.#items = Array.from(this.last, this.#itemOf)
    }
    this.#whole = inSight === waiting.count
    this.#score(0)
    this.#settle()
  }

  /**
   * Whether the jobs that `sorted` gave last, who still wait, would be in the same order now, or, where less is asked for, in one that
   * keeps so much; who has come since is behind all places then.
   */
  holds(kept: KeptOrder | null): boolean {
    const { now, ranking } = this.#view
    if (now >= this.#until) {
      this.#until = keptUntil(ranking, now)
      if (kept === null) this.#score(0)
      if (!(kept === null ? this.#settle() : this.#holdsWith(kept))) return false
    }
    return kept === null || this.#come.length === 0 || this.#areBehind(kept)
  }

  /** Whether who has come since the last look is behind all places. */
  #areBehind({ places }: KeptOrder): boolean {
    const last = places[places.length - 1]
    if (last >= this.#count) return false
    const jobs = Int32Array.from(this.#come)
    const keys = new Float64Array(jobs.length)
    this.#view.score(this.#view.ranking, keys, jobs, jobs.length)
    return jobs.every((job, k) => !this.#goesBehind(this.#order[last], this.#keys[last], job, keys[k]))
  }

  #holdsWith(kept: KeptOrder): boolean {
    const { now, ranking } = this.#view
    const drift = ranking.kind === 'general' ? ranking.drift : undefined
    const since = this.#scoredAt
    this.#isSettled = false
    if (
      drift === undefined ||
      this.#urgency !== null ||
      now > since + WATCHED ||
      drift.changedAt(now) > since
    ) {
      this.#score(0)
      this.#watch = null
      return this.#keeps(kept, null)
    }
    if (this.#watch?.kept !== kept) this.#watch = { kept, places: this.#near(kept, drift.most(WATCHED)) }
    this.#areScored = false
    this.#scoreIn(this.#watch.places)
    return this.#keeps(kept, this.#watch.places)
  }

  /**
   * Whether so much of the order is kept by the keys as they are.
   * @param among the places that are looked at, ascending; null: all
   */
  #keeps({ places, within }: KeptOrder, among: Int32Array | null): boolean {
    const looked = among === null ? this.#count : among.length
    let ahead = -1
    let hindmost = -1
    for (let n = 0, next = 0; n < looked; n++) {
      const k = among === null ? n : among[n]
      if (ahead >= 0 && this.#isBehind(ahead, k)) return false
      if (k >= within) {
        if (hindmost >= 0 && this.#isBehind(hindmost, k)) return false
      } else if (within < this.#count && (hindmost < 0 || this.#isBehind(k, hindmost))) hindmost = k
      if (k === places[next]) {
        ahead = k
        next++
      }
    }
    return true
  }

  /** The places without which so much of the order is kept as long as no difference of two keys changes by more than `reach`. */
  #near({ places, within }: KeptOrder, reach: number): Int32Array {
    const count = this.#count
    const keys = this.#keys
    const edge = Math.min(within, count)
    let last = Number.NEGATIVE_INFINITY
    let first = Number.POSITIVE_INFINITY
    for (let k = 0; k < edge; k++) last = Math.max(last, keys[k])
    for (let k = edge; k < count; k++) first = Math.min(first, keys[k])
    const near: number[] = []
    let ahead = Number.NEGATIVE_INFINITY
    for (let k = 0, next = 0; k < count; k++) {
      const key = keys[k]
      const isPlace = k === places[next]
      if (isPlace || key <= ahead + reach || (k < edge ? key >= first - reach : key <= last + reach))
        near.push(k)
      if (!isPlace) continue
      ahead = key
      next++
    }
    return Int32Array.from(near)
  }

  /** Brings the jobs in the order of their keys. @returns whether they were */
  #settle(): boolean {
    this.#isSettled = true
    let isSame = true
    let moves = MOVES * this.#count
    for (let k = 1; k < this.#count; k++) {
      if (!this.#isBehind(k - 1, k)) continue
      isSame = false
      const place = this.#placeOf(k)
      moves -= k - place
      if (moves < 0) {
        this.#sortAnew()
        break
      }
      this.#moveUp(k, place)
    }
    return isSame
  }

  /** Whether the job in one place goes behind that in another. */
  #isBehind(place: number, other: number): boolean {
    return this.#goesBehind(this.#order[place], this.#keys[place], this.#order[other], this.#keys[other])
  }

  #goesBehind(job: number, key: number, otherJob: number, otherKey: number): boolean {
    const urgency = this.#urgency === null ? 0 : this.#urgency(otherJob, job)
    if (urgency !== 0) return urgency > 0
    if (key !== otherKey) return key > otherKey
    return job > otherJob !== this.#latestFirst
  }

  /** The place among the jobs before it, which are sorted, of a job. */
  #placeOf(of: number): number {
    let low = 0
    let high = of
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#isBehind(middle, of)) high = middle
      else low = middle + 1
    }
    return low
  }

  #moveUp(from: number, to: number): void {
    const job = this.#order[from]
    const key = this.#keys[from]
    const item = this.#items[from]
    this.#order.copyWithin(to + 1, to, from)
    this.#keys.copyWithin(to + 1, to, from)
    for (let k = from; k > to; k--) this.#items[k] = this.#items[k - 1]
    this.#order[to] = job
    this.#keys[to] = key
    this.#items[to] = item
  }

  #sortAnew(): void {
    const places = Array.from(this.last, (_, k) => k)
    places.sort((a, b) => (this.#isBehind(a, b) ? 1 : -1))
    const keys = this.#keys
    this.#order = Int32Array.from(places, (place) => this.#order[place])
    this.#keys = Float64Array.from(places, (place) => keys[place])
    this.#items = places.map((place) => this.#items[place])
  }

  /** Finds the keys of the jobs in some places. */
  #scoreIn(places: Int32Array): void {
    const keys = new Float64Array(places.length)
    const jobs = places.map((place) => this.#order[place])
    this.#view.score(this.#view.ranking, keys, jobs, jobs.length)
    for (let k = 0; k < keys.length; k++) this.#keys[places[k]] = keys[k]
  }

  /** Finds the keys from a place on. */
  #score(from: number): void {
    const { ranking, now } = this.#view
    if (from === 0) {
      this.#areScored = true
      this.#scoredAt = now
    }
    const keys = this.#keys.subarray(from, this.#count)
    this.#view.score(ranking, keys, this.#order.subarray(from, this.#count), keys.length)
  }

  #reserve(count: number): void {
    if (count <= this.#order.length) return
    const order = new Int32Array(2 * count)
    order.set(this.last)
    this.#order = order
    const keys = new Float64Array(2 * count)
    keys.set(this.#keys)
    this.#keys = keys
  }
}

/** Until when no key changes. */
function keptUntil(ranking: Ranking, now: number): number {
  if (ranking.kind === 'static') return Number.POSITIVE_INFINITY
  return ranking.kind === 'general' && ranking.until !== undefined ? ranking.until(now) : now
}
