/**
 * The head of a queue whose keys are linear in time: kinetic tournaments, one for each slope as long as there are few.
 *
 * Jobs of equal slope never overtake each other, so what lapses in a tournament of many slopes lapses here only among
 * the tournaments' winners. With a greedy criterion such as w_i (K_i + a·wait + b·r·n) there are no more slopes than
 * user groups. Where there are more than `MOST_SLOPES`, all jobs are in one tournament until coefficients change.
 */
import type { LinearRanking } from '../order.js'
import type { Head } from './head.js'
import { KineticTournament } from './tournament.js'

const MOST_SLOPES = 8

const P = 1
const Q = 3

export class KineticHead implements Head {
  readonly #ranking: LinearRanking
  readonly #ties: 'earliest' | 'latest'
  readonly #origin: number
  /** Of each job of the table: its leaf, and which tournament it is in. */
  readonly #leaf: Int32Array
  readonly #place: Uint8Array
  readonly #coefficients = new Float64Array(4)
  /** Those that were ever needed; `#used` of them now. */
  readonly #tournaments: KineticTournament[] = []
  #used = 0
  /** Slope of each tournament in use, where there is one for each. */
  readonly #slopes = new Float64Array(MOST_SLOPES)
  #together = false

  /** Until when the coefficients in the tournaments hold. */
  #until = Number.NEGATIVE_INFINITY

  constructor(ranking: LinearRanking, jobs: number, origin: number, ties: 'earliest' | 'latest') {
    this.#ranking = ranking
    this.#leaf = new Int32Array(jobs)
    this.#place = new Uint8Array(jobs)
    this.#origin = origin
    this.#ties = ties
  }

  add(job: number, now: number): void {
    if (now >= this.#until) this.#renew(now)
    const of = this.#coefficients
    this.#ranking.coefficients(of, job, now)
    const slope = of[P] / of[Q]
    let place = this.#placeFor(slope)
    if (place === MOST_SLOPES) {
      this.#together = true
      this.#refill(now)
      this.#ranking.coefficients(of, job, now)
      place = 0
    }
    this.#place[job] = place
    this.#tournaments[place].add(job, of, now)
  }

  remove(job: number, now: number): void {
    this.#tournaments[this.#place[job]].remove(job, now)
  }

  first(now: number): number {
    if (now >= this.#until) this.#renew(now)
    const tournaments = this.#tournaments
    if (this.#used === 1) return tournaments[0].first(now)
    let first = -1
    let least = Number.POSITIVE_INFINITY
    for (let k = 0; k < this.#used; k++) {
      const tournament = tournaments[k]
      const job = tournament.first(now)
      if (job < 0) continue
      const key = tournament.key(job, now)
      if (first < 0 || key < least || (key === least && job < first === (this.#ties === 'earliest'))) {
        first = job
        least = key
      }
    }
    return first
  }

  /** The tournament for jobs of a slope; `MOST_SLOPES` where there is none left. */
  #placeFor(slope: number): number {
    if (this.#together) return 0
    let empty = this.#used
    for (let k = 0; k < this.#used; k++) {
      if (this.#slopes[k] === slope) return k
      if (this.#tournaments[k].isEmpty) empty = k
    }
    if (empty === MOST_SLOPES) return empty
    if (empty === this.#used) this.#open()
    this.#slopes[empty] = slope
    return empty
  }

  #open(): void {
    this.#tournaments[this.#used++] ??= new KineticTournament(this.#leaf, this.#origin, this.#ties)
  }

  /** Reads all coefficients anew: the situation has changed. Jobs of one slope mostly have one in the next, too. */
  #renew(now: number): void {
    this.#until = this.#ranking.until(now)
    const of = this.#coefficients
    const seen = new Set<number>()
    for (let k = 0; k < this.#used; k++) {
      this.#tournaments[k].renew(of, (job) => {
        this.#ranking.coefficients(of, job, now)
        this.#slopes[k] = of[P] / of[Q]
        if (this.#together && seen.size <= MOST_SLOPES) seen.add(this.#slopes[k])
      })
    }
    if (!this.#together || seen.size > MOST_SLOPES) return
    this.#together = false
    this.#refill(now)
  }

  #refill(now: number): void {
    const jobs: number[] = []
    for (let k = 0; k < this.#used; k++) this.#tournaments[k].clear((job) => jobs.push(job))
    this.#used = 0
    if (this.#together) this.#open()
    for (const job of jobs) this.add(job, now)
  }
}
