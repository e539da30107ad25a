/**
 * All visible jobs in queue order, for algorithms that plan every one of them, with a place in it at which the plan stands.
 *
 * Where the keys are fixed at submit, the whole queue is in sight and no head is committed, the list is kept in
 * order by insertion (`kept`); otherwise it is made anew at each pass. It is cut into pieces, each of which knows bounds of its
 * sizes and estimates, so that a search for a job that fits now reads only pieces that may hold one, and a job that comes or
 * goes moves no more than a piece.
 */
import { columnBeside } from '../../trace/growing-table.js'
import type { Ranking } from '../order.js'
import type { AvailabilityProfile } from '../profile.js'
import type { PlanningView } from '../scheduler.js'

const CAPACITY = 64

/** Jobs of the list that follow each other. */
export interface Piece {
  readonly jobs: Int32Array
  count: number
  /** No job is smaller, or shorter by its estimate. */
  least: number
  shortest: number
  /** A job has left since the bounds were those of its jobs. */
  stale: boolean
}

export class QueueList {
  /** Jobs in the list. */
  count = 0
  /** The list is kept from pass to pass; else `renew` must be called at each. */
  readonly kept: boolean
  readonly #engine: PlanningView
  readonly #ranking: Ranking
  readonly #tie: number
  readonly #pieces: Piece[] = [emptyPiece()]
  /** The place: a piece and a job in it. */
  #piece = 0
  #at = 0
  /** The last job inserted. */
  #latest = -1
  /** The place of each job of the table in a list that is made anew. */
  readonly #ranks: Int32Array
  #jobs = new Int32Array(256)
  #keys = new Float64Array(256)

  constructor(engine: PlanningView) {
    const { ranking, rules } = engine
    this.#engine = engine
    this.#ranking = ranking
    this.#tie = rules.ties === 'earliest' ? 1 : -1
    this.kept = engine.ordered && ranking.kind === 'static' && !rules.commit
    this.#ranks = this.kept ? new Int32Array(0) : columnBeside(engine.jobs, Int32Array)
  }

  /** Whether a job of the list comes before another in queue order. */
  before(job: number, other: number): boolean {
    if (!this.kept) return this.#ranks[job] < this.#ranks[other]
    const { lead } = this.#engine.rules
    if (job < lead || other < lead) return job < other
    const { keys } = this.#ranking as Extract<Ranking, { kind: 'static' }>
    return keys[job] < keys[other] || (keys[job] === keys[other] && (job - other) * this.#tie < 0)
  }

  /** The job at the place; −1 at the end. */
  current(): number {
    const { jobs, count } = this.#pieces[this.#piece]
    if (this.#at < count) return jobs[this.#at]
    if (this.#piece + 1 === this.#pieces.length) return -1
    this.#piece++
    this.#at = 0
    return this.#pieces[this.#piece].jobs[0]
  }

  /** Goes on to the next job. */
  step(): void {
    this.#at++
  }

  /** The piece that begins at the place, if all its jobs come before `job`; else null. */
  pieceBefore(job: number): Piece | null {
    if (this.current() < 0 || this.#at > 0) return null
    const piece = this.#pieces[this.#piece]
    if (!this.before(piece.jobs[piece.count - 1], job)) return null
    if (piece.stale) this.#bound(piece)
    return piece
  }

  /** Goes behind the piece at the place. */
  skip(): void {
    this.#at = this.#pieces[this.#piece].count
  }

  /** Goes to the first job. */
  rewind(): void {
    this.#piece = 0
    this.#at = 0
  }

  /** Goes to the first job that does not come before `job`. */
  seek(job: number): void {
    const pieces = this.#pieces
    let low = 0
    let high = pieces.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      const { jobs, count } = pieces[middle]
      if (this.before(jobs[count - 1], job)) low = middle + 1
      else high = middle
    }
    this.#piece = low
    const { jobs, count } = pieces[low]
    low = 0
    high = count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.before(jobs[middle], job)) low = middle + 1
      else high = middle
    }
    this.#at = low
  }

  /** The first job, from the place on, that fits a profile now; −1 where there is none. */
  fitting(profile: AvailabilityProfile): number {
    const { size, estimate } = this.#engine
    const pieces = this.#pieces
    const free = profile.freeNow()
    for (let k = this.#piece; k < pieces.length; k++) {
      const piece = pieces[k]
      if (!profile.fitsNow(piece.least, piece.shortest)) continue
      const { jobs, count } = piece
      for (let at = k === this.#piece ? this.#at : 0; at < count; at++) {
        const job = jobs[at]
        if (size[job] <= free && profile.fitsNow(size[job], estimate[job])) return job
      }
      // The bounds promised a job that is not there, perhaps because one has left.
      if (piece.stale) this.#bound(piece)
    }
    return -1
  }

  #bound(piece: Piece): void {
    const { size, estimate } = this.#engine
    piece.least = Number.POSITIVE_INFINITY
    piece.shortest = Number.POSITIVE_INFINITY
    for (let at = 0; at < piece.count; at++) {
      const job = piece.jobs[at]
      if (size[job] < piece.least) piece.least = size[job]
      if (estimate[job] < piece.shortest) piece.shortest = estimate[job]
    }
    piece.stale = false
  }

  /** Inserts a submitted job. */
  insert(job: number): void {
    this.#latest = job
    this.seek(job)
    this.#put(job)
  }

  /** Takes the job at the place out; the place is then that of the next one. */
  drop(): void {
    const pieces = this.#pieces
    const piece = pieces[this.#piece]
    const { jobs } = piece
    for (let k = this.#at + 1; k < piece.count; k++) jobs[k - 1] = jobs[k]
    piece.count--
    piece.stale = true
    this.count--
    if (pieces.length === 1) return
    if (piece.count === 0) {
      pieces.splice(this.#piece, 1)
      if (this.#piece < pieces.length) return
      this.#piece--
      this.#at = pieces[this.#piece].count
    } else if (piece.count < CAPACITY / 4 && this.#piece > 0) this.#join()
  }

  /** Brings a list that was out of use up to date: jobs that wait no longer are taken out, those that it missed inserted. */
  refresh(): void {
    const { waiting } = this.#engine
    this.rewind()
    for (let job = this.current(); job >= 0; job = this.current()) {
      if (waiting.has(job)) this.step()
      else this.drop()
    }
    waiting.since(this.#latest, (job) => this.insert(job))
  }

  /** Reads the visible jobs anew, in queue order, a committed head first. */
  renew(): void {
    const engine = this.#engine
    const n = Math.min(engine.rules.sight, engine.waiting.count)
    if (this.#jobs.length < n) {
      this.#jobs = new Int32Array(2 * n)
      this.#keys = new Float64Array(2 * n)
    }
    const jobs = this.#jobs.subarray(0, engine.waiting.visible(this.#jobs, n))
    const keys = this.#keys
    engine.score(this.#ranking, keys, jobs, jobs.length)
    const { lead } = engine.rules
    const { committed } = engine
    const places = Int32Array.from(jobs.keys())
    places.sort((a, b) => {
      const left = jobs[a]
      const right = jobs[b]
      if (left === committed || right === committed) return left === committed ? -1 : 1
      if (left < lead || right < lead) return left - right
      return keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : (left - right) * this.#tie
    })
    this.count = 0
    this.#pieces.length = 0
    this.#pieces.push(emptyPiece())
    this.rewind()
    for (const place of places) {
      this.#ranks[jobs[place]] = this.count
      this.#put(jobs[place])
      this.step()
    }
  }

  /** Puts a job at the place, before the one that is there. */
  #put(job: number): void {
    if (this.#pieces[this.#piece].count === CAPACITY) this.#cut()
    const { size, estimate } = this.#engine
    const piece = this.#pieces[this.#piece]
    const { jobs } = piece
    for (let k = piece.count++; k > this.#at; k--) jobs[k] = jobs[k - 1]
    jobs[this.#at] = job
    this.count++
    if (size[job] < piece.least) piece.least = size[job]
    if (estimate[job] < piece.shortest) piece.shortest = estimate[job]
  }

  /** Makes two pieces of the one at the place, which is full; of the last one where a job is to go behind it, a full one. */
  #cut(): void {
    const piece = this.#pieces[this.#piece]
    const second = { ...piece, jobs: new Int32Array(CAPACITY), count: 0, stale: true }
    const appends = this.#at === CAPACITY && this.#piece === this.#pieces.length - 1
    const from = appends ? CAPACITY : CAPACITY / 2
    second.jobs.set(piece.jobs.subarray(from))
    second.count = CAPACITY - from
    if (appends) {
      second.least = Number.POSITIVE_INFINITY
      second.shortest = Number.POSITIVE_INFINITY
    }
    piece.count = from
    piece.stale = true
    this.#pieces.splice(this.#piece + 1, 0, second)
    if (this.#at < from) return
    this.#piece++
    this.#at -= from
  }

  /** Puts the jobs of the piece at the place behind those of the one before it, where there is room. */
  #join(): void {
    const piece = this.#pieces[this.#piece]
    const to = this.#pieces[this.#piece - 1]
    if (to.count + piece.count > CAPACITY / 2) return
    to.jobs.set(piece.jobs.subarray(0, piece.count), to.count)
    to.least = Math.min(to.least, piece.least)
    to.shortest = Math.min(to.shortest, piece.shortest)
    to.stale ||= piece.stale
    this.#pieces.splice(this.#piece, 1)
    this.#piece--
    this.#at += to.count
    to.count += piece.count
  }
}

function emptyPiece(): Piece {
  return {
    jobs: new Int32Array(CAPACITY),
    count: 0,
    least: Number.POSITIVE_INFINITY,
    shortest: Number.POSITIVE_INFINITY,
    stale: false,
  }
}
