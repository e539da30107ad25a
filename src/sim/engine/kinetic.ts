/**
 * A kinetic tournament: the first of many jobs whose keys are linear in time, at O(log n) an event.
 *
 * Jobs sit at the leaves of a complete binary tree; each inner node holds the winner of its two children and the
 * time until which that verdict certainly stands. Time only moves forward, so a query replays only the nodes whose
 * verdict may have lapsed (Basch, Guibas, Hershberger: Data structures for mobile data, 1999).
 *
 * Exactness: the key is *defined* as the 64-bit value of c + p·(now − s)/q. A verdict is always decided by
 * evaluating it. The time until which it stands comes from the exact lines, moved inwards by a bound on all rounding
 * errors; where two lines are too close for that bound, the pair is simply replayed at the next event. So the winner
 * is, bit for bit, that of a scan over all keys.
 */
import type { LinearRanking } from '../order.js'
import type { Head } from './head.js'

/**
 * Bound on the relative rounding error of a key or of a difference of two lines, generously (a key takes four
 * roundings, a line three more).
 */
const ERROR = 2 ** -46

/** A leaf's record: the coefficients, then its line intercept + slope·(now − origin) and the size of its terms. */
const RECORD = 8
const C = 0
const P = 1
const S = 2
const Q = 3
const INTERCEPT = 4
const SLOPE = 5
const SCALE = 6

export class KineticHead implements Head {
  readonly #ranking: LinearRanking
  readonly #tie: number
  /** Leaf of each job of the table. */
  readonly #leaf: Int32Array
  /** Instant that the lines count from, so that they stay near the numbers that matter. */
  readonly #origin: number
  readonly #coefficients = new Float64Array(4)

  /** Leaves; a power of two. */
  #capacity = 64
  /** Winner of each node as a leaf, −1 where the subtree is empty; node 1 is the root, leaf k node capacity + k. */
  #winner = new Int32Array(2 * this.#capacity).fill(-1)
  /** The verdicts in an inner node's subtree stand until so many seconds after the origin, this instant included. */
  #stands = new Float64Array(this.#capacity).fill(Number.POSITIVE_INFINITY)
  /** Job of each leaf. */
  #job = new Int32Array(this.#capacity)
  #record = new Float64Array(RECORD * this.#capacity)
  /** Leaves that are free, as a stack. */
  #vacant = new Int32Array(this.#capacity)
  #vacancies = 0

  /** Until when the coefficients in the leaves hold. */
  #until = Number.NEGATIVE_INFINITY

  constructor(ranking: LinearRanking, jobs: number, origin: number, ties: 'earliest' | 'latest') {
    this.#ranking = ranking
    this.#leaf = new Int32Array(jobs)
    this.#origin = origin
    this.#tie = ties === 'earliest' ? 1 : -1
    this.#vacate(0)
  }

  add(job: number, now: number): void {
    if (this.#vacancies === 0) this.#grow()
    const leaf = this.#vacant[--this.#vacancies]
    this.#job[leaf] = job
    this.#leaf[job] = leaf
    this.#winner[this.#capacity + leaf] = leaf
    if (now < this.#until) this.#load(leaf, now)
    this.#touch(leaf)
  }

  remove(job: number): void {
    const leaf = this.#leaf[job]
    this.#winner[this.#capacity + leaf] = -1
    this.#vacant[this.#vacancies++] = leaf
    this.#touch(leaf)
  }

  first(now: number): number {
    if (now >= this.#until) this.#renew(now)
    else if (this.#stands[1] < now - this.#origin) this.#refresh(1, now)
    const leaf = this.#winner[1]
    return leaf < 0 ? -1 : this.#job[leaf]
  }

  /** Marks the verdicts above a leaf, for the next query to replay. */
  #touch(leaf: number): void {
    const stands = this.#stands
    for (let node = (this.#capacity + leaf) >> 1; node >= 1; node >>= 1) {
      stands[node] = Number.NEGATIVE_INFINITY
    }
  }

  /** Replays the nodes at and below `node` whose verdict may have lapsed. */
  #refresh(node: number, now: number): void {
    const left = 2 * node
    if (left < this.#capacity) {
      const elapsed = now - this.#origin
      if (this.#stands[left] < elapsed) this.#refresh(left, now)
      if (this.#stands[left + 1] < elapsed) this.#refresh(left + 1, now)
    }
    this.#play(node, now)
  }

  #play(node: number, now: number): void {
    const left = 2 * node
    const right = left + 1
    const winner = this.#winner
    const stands = this.#stands
    const a = winner[left]
    const b = winner[right]
    let until = left < this.#capacity ? Math.min(stands[left], stands[right]) : Number.POSITIVE_INFINITY
    if (a < 0 || b < 0) {
      winner[node] = a < 0 ? b : a
    } else {
      const keyA = this.#key(a, now)
      const keyB = this.#key(b, now)
      const aFirst = keyA < keyB || (keyA === keyB && (this.#job[a] - this.#job[b]) * this.#tie < 0)
      winner[node] = aFirst ? a : b
      const own = aFirst ? this.#standsUntil(a, b, now) : this.#standsUntil(b, a, now)
      if (own < until) until = own
    }
    stands[node] = until
  }

  #key(leaf: number, now: number): number {
    const record = this.#record
    const at = leaf * RECORD
    return record[at + C] + (record[at + P] * (now - record[at + S])) / record[at + Q]
  }

  /**
   * How long after the origin (at least until `now`) `winner` certainly stays ahead of `loser`. Counted from the
   * origin, because an instant of the log is too coarse a number: the margin below would be lost in its last digit.
   */
  #standsUntil(winner: number, loser: number, now: number): number {
    const record = this.#record
    const w = winner * RECORD
    const l = loser * RECORD
    const terms = record[w + SCALE] + record[l + SCALE]
    const slopes = Math.abs(record[w + SLOPE]) + Math.abs(record[l + SLOPE])
    // Infinite keys stay what they are; so do two that are zero for ever, and two made of equal numbers.
    if (terms === Number.POSITIVE_INFINITY || terms + slopes === 0 || this.#equal(w, l)) {
      return Number.POSITIVE_INFINITY
    }
    const lead = record[l + INTERCEPT] - record[w + INTERCEPT] - ERROR * terms
    const growth = record[l + SLOPE] - record[w + SLOPE] - ERROR * slopes
    const elapsed = now - this.#origin
    if (lead + growth * elapsed <= 0) return elapsed
    if (growth >= 0) return Number.POSITIVE_INFINITY
    return Math.max(elapsed, -lead / growth)
  }

  #equal(a: number, b: number): boolean {
    const record = this.#record
    return (
      record[a + C] === record[b + C] &&
      record[a + P] === record[b + P] &&
      record[a + S] === record[b + S] &&
      record[a + Q] === record[b + Q]
    )
  }

  /** Reads the coefficients of a leaf's job as they hold at `now`. */
  #load(leaf: number, now: number): void {
    const out = this.#coefficients
    this.#ranking.coefficients(out, this.#job[leaf], now)
    const record = this.#record
    const at = leaf * RECORD
    const slope = out[P] / out[Q]
    const shift = out[S] - this.#origin
    record[at + C] = out[C]
    record[at + P] = out[P]
    record[at + S] = out[S]
    record[at + Q] = out[Q]
    record[at + INTERCEPT] = out[C] - slope * shift
    record[at + SLOPE] = slope
    record[at + SCALE] = Math.abs(out[C]) + Math.abs(slope * shift)
  }

  /** Reads all coefficients anew (the situation has changed) and plays the whole tournament. */
  #renew(now: number): void {
    this.#until = this.#ranking.until(now)
    for (let leaf = 0; leaf < this.#capacity; leaf++) {
      if (this.#winner[this.#capacity + leaf] >= 0) this.#load(leaf, now)
    }
    for (let node = this.#capacity - 1; node >= 1; node--) this.#play(node, now)
  }

  /** Doubles the leaves; the tree is full when this is called. */
  #grow(): void {
    const full = this.#capacity
    const capacity = 2 * full
    const job = new Int32Array(capacity)
    const record = new Float64Array(RECORD * capacity)
    job.set(this.#job)
    record.set(this.#record)
    this.#job = job
    this.#record = record
    this.#capacity = capacity
    this.#winner = new Int32Array(2 * capacity).fill(-1)
    for (let leaf = 0; leaf < full; leaf++) this.#winner[capacity + leaf] = leaf
    // Nothing has been played in the larger tree: the next query plays all of it.
    this.#stands = new Float64Array(capacity).fill(Number.NEGATIVE_INFINITY)
    this.#vacant = new Int32Array(capacity)
    this.#vacate(full)
  }

  /** Puts the leaves from `first` on upon the stack of free ones, lowest on top. */
  #vacate(first: number): void {
    this.#vacancies = 0
    for (let leaf = this.#capacity - 1; leaf >= first; leaf--) this.#vacant[this.#vacancies++] = leaf
  }
}
