/** The waiting jobs of a facility in the order by which a pass goes through them: priority, the policy's order, job order. */
import type { Ranking } from '../order.js'
import type { FacilityState, FacilityView } from './state.js'

export class FacilityQueue {
  readonly #view: FacilityView
  readonly #state: FacilityState<unknown>
  readonly #ranking: Ranking
  /** Sorted, where keys never change; else nothing is kept. */
  readonly #sorted: number[] | null
  #jobs = new Int32Array(64)
  #keys = new Float64Array(64)
  readonly #one = new Int32Array(1)
  readonly #key = new Float64Array(1)

  constructor(view: FacilityView, state: FacilityState<unknown>, ranking: Ranking) {
    this.#view = view
    this.#state = state
    this.#ranking = ranking
    const kept = ranking.kind === 'static' && view.rules.sight === Number.POSITIVE_INFINITY
    this.#sorted = kept ? this.#arranged() : null
  }

  submitted(job: number): void {
    const sorted = this.#sorted
    if (sorted === null) return
    this.#reserve(job)
    this.#one[0] = job
    this.#view.score(this.#ranking, this.#key, this.#one, 1)
    this.#keys[job] = this.#key[0]
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#before(sorted[middle], job)) low = middle + 1
      else high = middle
    }
    sorted.splice(low, 0, job)
  }

  /** The jobs of a pass; what is started on the way stays in this list. */
  list(): readonly number[] {
    const { waiting } = this.#view
    const sorted = this.#sorted
    if (sorted === null) return this.#arranged()
    let left = 0
    for (let k = 0; k < sorted.length; k++) if (waiting.has(sorted[k])) sorted[left++] = sorted[k]
    sorted.length = left
    return sorted
  }

  /** The waiting jobs in sight, by their keys now. */
  #arranged(): number[] {
    const { waiting, rules } = this.#view
    const sight = Math.min(rules.sight, waiting.count)
    if (this.#jobs.length < sight) this.#jobs = new Int32Array(2 * sight)
    const n = waiting.visible(this.#jobs, sight)
    const keys = new Float64Array(n)
    this.#view.score(this.#ranking, keys, this.#jobs, n)
    for (let k = 0; k < n; k++) {
      this.#reserve(this.#jobs[k])
      this.#keys[this.#jobs[k]] = keys[k]
    }
    return Array.from(this.#jobs.subarray(0, n)).sort((a, b) => (this.#before(a, b) ? -1 : 1))
  }

  #before(a: number, b: number): boolean {
    const urgency = this.#state.urgency(a, b)
    if (urgency !== 0) return urgency > 0
    const difference = this.#keys[a] - this.#keys[b]
    if (difference !== 0 && !Number.isNaN(difference)) return difference < 0
    return this.#view.rules.ties === 'latest' ? a > b : a < b
  }

  #reserve(job: number): void {
    if (job < this.#keys.length) return
    const keys = new Float64Array(2 * job + 1)
    keys.set(this.#keys)
    this.#keys = keys
  }
}
