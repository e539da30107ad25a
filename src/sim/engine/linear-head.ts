/**
 * The head of a queue whose keys are linear in time.
 *
 * Jobs of equal slope never overtake each other: as long as there are few slopes, each has a heap of its own
 * (parallel-lines.ts), and only the first jobs of the heaps are compared at every query. With a greedy criterion such as
 * w_i (K_i + a·wait + b·r·n) there are no more slopes than user groups. Where there are more than `MOST_SLOPES`, or where
 * heaps are in doubt, all jobs are in one kinetic tournament: until coefficients change, or, if it was for doubt, until as
 * many jobs have come as were waiting.
 */
import { columnBeside, type Rows } from '../../trace/growing-table.js'
import type { LinearRanking } from '../order.js'
import { linearScore } from '../orders/ranking.js'
import type { Head } from './head.js'
import { ERROR, HORIZON, IN_DOUBT, type Line, lineOf, ParallelLines } from './parallel-lines.js'
import { KineticTournament } from './tournament.js'

const MOST_SLOPES = 8
/** Fewest jobs that come before heaps are tried again. */
const PATIENCE = 64

export class LinearHead implements Head {
  readonly #ranking: LinearRanking
  readonly #origin: number
  readonly #tie: number
  /** Whether each job of the table is waiting. */
  readonly #waits: Uint8Array
  readonly #coefficients = new Float64Array(4)
  readonly #others = new Float64Array(4)
  readonly #line: Line = { slope: 0, intercept: 0, scale: 0 }
  readonly #heaps: readonly ParallelLines[]
  /** Heaps in use. */
  #used = 0
  readonly #tournament: KineticTournament
  #together = false
  /** Jobs to come until heaps are tried again. */
  #patience = 0

  /** Until when the coefficients in the heaps or the tournament hold. */
  #until = Number.NEGATIVE_INFINITY
  /** When coefficients were last read. */
  #now = 0

  constructor(ranking: LinearRanking, jobs: Rows, origin: number, ties: 'earliest' | 'latest') {
    this.#ranking = ranking
    this.#origin = origin
    this.#tie = ties === 'earliest' ? 1 : -1
    this.#waits = columnBeside(jobs, Uint8Array)
    const stays = (job: number) => this.#waits[job] === 1
    const same = (a: number, b: number) => this.#same(a, b)
    this.#heaps = Array.from({ length: MOST_SLOPES }, () => new ParallelLines(stays, same, ties))
    this.#tournament = new KineticTournament(jobs, origin, ties)
  }

  add(job: number, now: number): void {
    this.#look(now)
    this.#waits[job] = 1
    if (this.#together) {
      this.#enter(job, now)
      if (--this.#patience <= 0) this.#sort(this.#leave())
      return
    }
    this.#read(job)
    const { slope, intercept, scale } = this.#line
    const heap = this.#heapFor(slope)
    if (heap === null) this.#gather(job, Number.POSITIVE_INFINITY)
    else if (!heap.add(job, intercept, scale)) this.#gather(-1, 0)
  }

  remove(job: number, now: number): void {
    // It came and went while this queue was not in use.
    if (this.#waits[job] === 0) return
    this.#look(now)
    this.#waits[job] = 0
    if (this.#together) this.#tournament.remove(job, now)
  }

  first(now: number): number {
    this.#look(now)
    if (!this.#together) {
      const first = this.#firstOfHeaps()
      if (first !== IN_DOUBT) return first
      this.#gather(-1, 0)
    }
    return this.#tournament.first(now)
  }

  /** Takes the time; reads all coefficients anew where they no longer hold. */
  #look(now: number): void {
    this.#now = now
    if (now < this.#until) return
    const last = this.#origin + HORIZON
    this.#until = now < last ? Math.min(this.#ranking.until(now), last) : this.#ranking.until(now)
    this.#sort(this.#together ? this.#leave() : this.#waitingInHeaps())
  }

  #firstOfHeaps(): number {
    const elapsed = this.#now - this.#origin
    let first = -1
    let value = 0
    let error = 0
    for (let k = 0; k < this.#used; k++) {
      const heap = this.#heaps[k]
      const job = heap.first()
      if (job === IN_DOUBT) return IN_DOUBT
      if (job < 0) continue
      const growth = heap.slope * elapsed
      const its = heap.intercept[0] + growth
      const itsError = ERROR * (heap.scale[0] + Math.abs(growth))
      const apart = its - value
      if (first >= 0 && apart > error + itsError) continue
      if (first < 0 || apart < -error - itsError || this.#comesFirst(job, first)) {
        first = job
        value = its
        error = itsError
      }
    }
    return first
  }

  /** By the keys themselves. */
  #comesFirst(a: number, b: number): boolean {
    const keyA = this.#key(a)
    const keyB = this.#key(b)
    return keyA < keyB || (keyA === keyB && (a - b) * this.#tie < 0)
  }

  #key(job: number): number {
    const of = this.#coefficients
    this.#ranking.coefficients(of, job, this.#now)
    return linearScore(of[0], of[1], of[2], of[3], this.#now)
  }

  /** The line of a job, and its coefficients. */
  #read(job: number): void {
    this.#ranking.coefficients(this.#coefficients, job, this.#now)
    lineOf(this.#line, this.#coefficients, this.#origin)
  }

  /**
   * Whether the keys of two jobs of one slope are the same number for ever: equal coefficients, or one constant and no time
   * in them.
   */
  #same(a: number, b: number): boolean {
    const [of, others] = [this.#coefficients, this.#others]
    this.#ranking.coefficients(of, a, this.#now)
    this.#ranking.coefficients(others, b, this.#now)
    if (of[0] !== others[0]) return false
    return of[1] === 0 || (of[1] === others[1] && of[2] === others[2] && of[3] === others[3])
  }

  /** The heap of a slope; null where there is none left. */
  #heapFor(slope: number): ParallelLines | null {
    let empty = this.#used
    for (let k = 0; k < this.#used; k++) {
      if (this.#heaps[k].slope === slope) return this.#heaps[k]
      if (this.#heaps[k].count === 0) empty = k
    }
    if (empty === MOST_SLOPES) return null
    if (empty === this.#used) this.#used++
    const heap = this.#heaps[empty]
    heap.clear(slope)
    return heap
  }

  /** Puts jobs into heaps; into the tournament where these do not do. */
  #sort(jobs: readonly number[]): void {
    this.#together = false
    this.#used = 0
    const late = this.#now >= this.#origin + HORIZON
    for (const job of jobs) {
      this.#read(job)
      const { slope, intercept, scale } = this.#line
      const heap = late ? null : this.#heapFor(slope)
      if (heap === null) {
        this.#enterAll(jobs, Number.POSITIVE_INFINITY)
        return
      }
      heap.append(job, intercept, scale)
    }
    for (let k = 0; k < this.#used; k++) {
      if (!this.#heaps[k].heapify()) {
        this.#enterAll(jobs, 0)
        return
      }
    }
  }

  /**
   * Puts the jobs of all heaps into the tournament.
   * @param further a job in none of them; −1 for none
   * @param patience jobs to come, at least, until heaps are tried again
   */
  #gather(further: number, patience: number): void {
    const jobs = this.#waitingInHeaps()
    if (further >= 0) jobs.push(further)
    this.#enterAll(jobs, patience)
  }

  #enterAll(jobs: readonly number[], patience: number): void {
    this.#together = true
    this.#patience = Math.max(patience, PATIENCE, jobs.length)
    for (const job of jobs) this.#enter(job, this.#now)
  }

  #enter(job: number, now: number): void {
    this.#ranking.coefficients(this.#coefficients, job, now)
    this.#tournament.add(job, this.#coefficients, now)
  }

  /** Empties the tournament. */
  #leave(): number[] {
    const jobs: number[] = []
    this.#tournament.clear((job) => jobs.push(job))
    return jobs
  }

  #waitingInHeaps(): number[] {
    const jobs: number[] = []
    for (let k = 0; k < this.#used; k++) {
      const { job, count } = this.#heaps[k]
      for (let place = 0; place < count; place++) if (this.#waits[job[place]] === 1) jobs.push(job[place])
    }
    return jobs
  }
}
