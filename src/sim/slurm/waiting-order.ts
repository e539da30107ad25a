/**
 * The waiting jobs of a simulation in the order in which Slurm's cycles go through them. The order is kept from look to look: as long
 * as no key changes, who comes is put in its place, and who has left is taken out.
 */
import type { Ranking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'

/** Moves for each job after which a queue is sorted anew: most that the next keys ask for are a few places long. */
const MOVES = 8

/** @typeParam Item what the caller knows a job by */
export class WaitingOrder<Item> {
  readonly #view: SchedulerView
  readonly #before: (a: number, b: number) => number
  readonly #itemOf: (job: number) => Item
  #order: number[] = []
  #items: Item[] = []
  /** Jobs that have come since the last look, and whether any has left. */
  readonly #come: number[] = []
  #left = false
  /** Whether the last look had all that waited in sight. */
  #whole = false
  #jobs = new Int32Array(64)
  #keys = new Float64Array(64)
  /** By job. */
  #keyOf = new Float64Array(0)
  /** The first instant after the last look at which the order may be another, if the same jobs wait. */
  #until = Number.NEGATIVE_INFINITY

  /**
   * @param urgency positive where job `a` goes before `b` whatever the order
   * @param itemOf what a job is known by, as long as it waits
   */
  constructor(view: SchedulerView, urgency: (a: number, b: number) => number, itemOf: (job: number) => Item) {
    this.#view = view
    this.#itemOf = itemOf
    const tie = view.rules.ties === 'latest' ? -1 : 1
    this.#before = (a, b) => urgency(b, a) || compared(this.#keyOf[a], this.#keyOf[b]) || tie * (a - b)
  }

  /** The first instant at which the order may be another than at the last look, if the same jobs wait. */
  get until(): number {
    return this.#until
  }

  /** The jobs that `sorted` gave last. */
  get last(): readonly number[] {
    return this.#order
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
  left(): void {
    this.#left = true
  }

  /** All that are in sight, sorted; the array is the same each time. */
  sorted(): readonly number[] {
    const { waiting, rules, now } = this.#view
    if (this.#whole && now < this.#until && waiting.count <= rules.sight) this.#follow()
    else this.#sort()
    this.#come.length = 0
    this.#left = false
    return this.#order
  }

  /** Brings the order up to date where all keys are what they were. */
  #follow(): void {
    if (this.#left) this.#drop()
    const order = this.#order
    this.#reserve(order.length + this.#come.length, this.#view.jobs.length)
    for (const job of this.#come) {
      if (!this.#view.waiting.has(job)) continue
      this.#jobs[0] = job
      this.#score(1)
      const place = this.#placeOf(job)
      order.splice(place, 0, job)
      this.#items.splice(place, 0, this.#itemOf(job))
    }
  }

  /** Takes out who waits no longer. */
  #drop(): void {
    const { waiting } = this.#view
    const order = this.#order
    const items = this.#items
    let kept = 0
    for (let k = 0; k < order.length; k++) {
      if (!waiting.has(order[k])) continue
      order[kept] = order[k]
      items[kept++] = items[k]
    }
    order.length = kept
    items.length = kept
  }

  /** The place of a job that is not in the order yet. */
  #placeOf(job: number): number {
    const order = this.#order
    let low = 0
    let high = order.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#before(order[middle], job) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  #sort(): void {
    const { waiting, rules, jobs, now, ranking } = this.#view
    this.#until = keptUntil(ranking, now)
    const inSight = Math.min(rules.sight, waiting.count)
    this.#reserve(inSight, jobs.length)
    const order = this.#order
    if (this.#whole && inSight === waiting.count) {
      // The last order, with who came since behind it, is nearly sorted.
      this.#drop()
      for (const job of this.#come) {
        if (!waiting.has(job)) continue
        order.push(job)
        this.#items.push(this.#itemOf(job))
      }
    } else {
      const count = waiting.visible(this.#jobs, inSight)
      order.length = 0
      for (let k = 0; k < count; k++) order.push(this.#jobs[k])
      this.#items = order.map(this.#itemOf)
    }
    this.#whole = inSight === waiting.count
    this.#settle()
  }

  /** Whether the jobs that `sorted` gave last, who still wait, would be in the same order now. */
  holds(): boolean {
    const { now, ranking } = this.#view
    if (now < this.#until) return true
    this.#until = keptUntil(ranking, now)
    return this.#settle()
  }

  /** Brings the jobs in their order by the keys that they have now. @returns whether they were */
  #settle(): boolean {
    const order = this.#order
    const items = this.#items
    this.#jobs.set(order)
    this.#score(order.length)
    let isSame = true
    let moves = MOVES * order.length
    for (let k = 1; k < order.length; k++) {
      const job = order[k]
      if (this.#before(order[k - 1], job) <= 0) continue
      isSame = false
      const item = items[k]
      let place = k
      do {
        order[place] = order[place - 1]
        items[place] = items[place - 1]
        place--
        moves--
      } while (place > 0 && this.#before(order[place - 1], job) > 0)
      order[place] = job
      items[place] = item
      if (moves >= 0) continue
      order.sort(this.#before)
      this.#items = order.map(this.#itemOf)
      break
    }
    return isSame
  }

  #score(count: number): void {
    this.#view.score(this.#view.ranking, this.#keys, this.#jobs, count)
    for (let k = 0; k < count; k++) this.#keyOf[this.#jobs[k]] = this.#keys[k]
  }

  #reserve(count: number, jobs: number): void {
    if (count > this.#jobs.length) {
      this.#jobs = new Int32Array(2 * count)
      this.#keys = new Float64Array(2 * count)
    }
    if (jobs > this.#keyOf.length) {
      const keyOf = new Float64Array(2 * jobs)
      keyOf.set(this.#keyOf)
      this.#keyOf = keyOf
    }
  }
}

/** Until when no key changes. */
function keptUntil(ranking: Ranking, now: number): number {
  if (ranking.kind === 'static') return Number.POSITIVE_INFINITY
  return ranking.kind === 'general' && ranking.until !== undefined ? ranking.until(now) : now
}

/** Infinite keys are equal to themselves. */
function compared(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
