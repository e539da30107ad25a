/** The waiting jobs of a simulation in the order in which Slurm's cycles go through them. */
import type { Ranking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'

export class WaitingOrder {
  readonly #view: SchedulerView
  readonly #before: (a: number, b: number) => number
  #order: number[] = []
  #jobs = new Int32Array(64)
  #keys = new Float64Array(64)
  /** By job: its key, and in which look it was last seen. */
  #keyOf = new Float64Array(0)
  #seen = new Int32Array(0)
  #looks = 0
  /** The first instant after the last look at which the order may be another, if the same jobs wait. */
  #until = Number.NEGATIVE_INFINITY

  /** @param urgency positive where job `a` goes before `b` whatever the order */
  constructor(view: SchedulerView, urgency: (a: number, b: number) => number) {
    this.#view = view
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

  /** All that are in sight, sorted; it is the same array each time. */
  sorted(): readonly number[] {
    const { waiting, rules, jobs, now } = this.#view
    this.#until = keptUntil(this.#view.ranking, now)
    const inSight = Math.min(rules.sight, waiting.count)
    this.#reserve(inSight, jobs.length)
    const count = waiting.visible(this.#jobs, inSight)
    this.#score(count)
    const look = ++this.#looks
    for (let k = 0; k < count; k++) this.#seen[this.#jobs[k]] = look
    // The last order, with who came since behind it, is nearly sorted.
    const order = this.#order
    let kept = 0
    for (const job of order) {
      if (this.#seen[job] !== look) continue
      this.#seen[job] = -look
      order[kept++] = job
    }
    order.length = kept
    for (let k = 0; k < count; k++) if (this.#seen[this.#jobs[k]] === look) order.push(this.#jobs[k])
    order.sort(this.#before)
    return order
  }

  /** Whether the jobs that `sorted` gave last, who still wait, would be in the same order now. */
  holds(): boolean {
    const { now, ranking } = this.#view
    if (now < this.#until) return true
    this.#until = keptUntil(ranking, now)
    const order = this.#order
    this.#jobs.set(order)
    this.#score(order.length)
    for (let k = 1; k < order.length; k++) if (this.#before(order[k - 1], order[k]) > 0) return false
    return true
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
    if (jobs > this.#seen.length) {
      this.#seen = new Int32Array(2 * jobs)
      this.#keyOf = new Float64Array(2 * jobs)
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
