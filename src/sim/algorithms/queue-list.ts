/**
 * All visible jobs in queue order, for algorithms that plan every one of them.
 *
 * Where the keys are fixed at submit, the whole queue is in sight and no head is committed, the list is kept in
 * order by insertion (`kept`); otherwise it is made anew at each pass.
 */

import type { Ranking } from '../order.js'
import type { SchedulerView } from '../scheduler.js'

export class QueueList {
  jobs = new Int32Array(256)
  count = 0
  /** The list is kept from pass to pass; else `renew` must be called at each. */
  readonly kept: boolean
  readonly #engine: SchedulerView
  readonly #ranking: Ranking
  readonly #tie: number
  readonly #appends: boolean
  /** The last job inserted. */
  #latest = -1
  #keys = new Float64Array(256)
  #places = new Int32Array(256)

  constructor(engine: SchedulerView) {
    const { ranking, rules } = engine
    this.#engine = engine
    this.#ranking = ranking
    this.#tie = rules.ties === 'earliest' ? 1 : -1
    this.kept = engine.ordered && ranking.kind === 'static' && !rules.commit
    this.#appends = this.kept && engine.bySubmit(ranking)
  }

  /** Inserts a submitted job; returns its place in the list. */
  insert(job: number): number {
    if (this.count === this.jobs.length) this.#grow()
    const { jobs } = this
    const place = this.#appends ? this.count : this.#placeOf(job)
    jobs.copyWithin(place + 1, place, this.count)
    jobs[place] = job
    this.count++
    this.#latest = job
    return place
  }

  /** Brings a list that was out of use up to date: jobs that wait no longer are taken out, those that it missed inserted. */
  refresh(): void {
    const { waiting } = this.#engine
    let kept = 0
    for (let k = 0; k < this.count; k++) if (waiting.has(this.jobs[k])) this.jobs[kept++] = this.jobs[k]
    this.count = kept
    waiting.since(this.#latest, (job) => this.insert(job))
  }

  /** Reads the visible jobs anew, in queue order, a committed head first. */
  renew(): void {
    const engine = this.#engine
    const n = Math.min(engine.rules.sight, engine.waiting.count)
    while (this.jobs.length < n) this.#grow()
    const seen = engine.waiting.visible(this.jobs, n)
    this.count = seen
    engine.score(this.#ranking, this.#keys, this.jobs, seen)
    const { lead } = engine.rules
    const { committed } = engine
    const jobs = this.jobs.slice(0, seen)
    const keys = this.#keys
    const places = this.#places.subarray(0, seen)
    for (let k = 0; k < seen; k++) places[k] = k
    places.sort((a, b) => {
      const left = jobs[a]
      const right = jobs[b]
      if (left === committed || right === committed) return left === committed ? -1 : 1
      if (left < lead || right < lead) return left - right
      return keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : (left - right) * this.#tie
    })
    for (let k = 0; k < seen; k++) this.jobs[k] = jobs[places[k]]
  }

  #placeOf(job: number): number {
    const { rules } = this.#engine
    const ranking = this.#ranking
    if (ranking.kind !== 'static') throw new TypeError('only static keys keep a list in order')
    const { keys } = ranking
    const { jobs } = this
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      const other = jobs[middle]
      const before =
        other < rules.lead || job < rules.lead
          ? other < job
          : keys[other] < keys[job] || (keys[other] === keys[job] && (other - job) * this.#tie < 0)
      if (before) low = middle + 1
      else high = middle
    }
    return low
  }

  #grow(): void {
    const jobs = new Int32Array(this.jobs.length * 2)
    jobs.set(this.jobs)
    this.jobs = jobs
    this.#keys = new Float64Array(jobs.length)
    this.#places = new Int32Array(jobs.length)
  }
}
