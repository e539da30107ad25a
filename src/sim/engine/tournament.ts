/**
 * A kinetic tournament: the first of many jobs whose keys are linear in time, at O(log n) an event.
 *
 * Jobs sit at the leaves of a complete binary tree; each inner node holds the winner of its two children and the
 * time until which that verdict certainly stands. Time only moves forward, so a query replays only the nodes whose
 * verdict may have lapsed (Basch, Guibas, Hershberger: Data structures for mobile data, 1999).
 *
 * Exactness: the key is *defined* as the 64-bit value of c + p·(now − s)/q. A verdict follows from the exact lines where
 * they are further apart than a bound on all rounding errors, and from the keys themselves where they are not; the time
 * until which it stands is moved inwards by the same bound. So the winner is, bit for bit, that of a scan over all keys.
 */

import { columnBeside, type Rows } from '../../trace/growing-table.js'
import { ERROR } from './parallel-lines.js'

/** A leaf's record: the coefficients, then its line intercept + slope·(now − origin) and the size of its terms. */
const RECORD = 8
const C = 0
const P = 1
const S = 2
const Q = 3
const INTERCEPT = 4
const SLOPE = 5
const SCALE = 6

export class KineticTournament {
  readonly #tie: number
  /** Leaf of each job of the table that is in it. */
  readonly #leaf: Int32Array
  /** Instant that the lines count from, so that they stay near the numbers that matter. */
  readonly #origin: number

  /** Leaves; a power of two. */
  #capacity = 16
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

  constructor(jobs: Rows, origin: number, ties: 'earliest' | 'latest') {
    this.#leaf = columnBeside(jobs, Int32Array)
    this.#origin = origin
    this.#tie = ties === 'earliest' ? 1 : -1
    this.#vacate(0)
  }

  /**
   * @param coefficients c, p, s, q
   * @param now never falls, as in `remove` and `first`
   */
  add(job: number, coefficients: Float64Array, now: number): void {
    if (this.#vacancies === 0) this.#grow()
    const leaf = this.#vacant[--this.#vacancies]
    this.#job[leaf] = job
    this.#leaf[job] = leaf
    this.#winner[this.#capacity + leaf] = leaf
    this.#load(leaf, coefficients)
    this.#replay(leaf, now)
  }

  remove(job: number, now: number): void {
    const leaf = this.#leaf[job]
    this.#winner[this.#capacity + leaf] = -1
    this.#vacant[this.#vacancies++] = leaf
    this.#replay(leaf, now)
  }

  /** The first job at `now`, which never falls; −1 where there is none. */
  first(now: number): number {
    if (this.#stands[1] < now - this.#origin) this.#refresh(1, now)
    const leaf = this.#winner[1]
    return leaf < 0 ? -1 : this.#job[leaf]
  }

  /** Empties it, and tells of each job that was in it. */
  clear(removed: (job: number) => void): void {
    const capacity = this.#capacity
    const leaves = this.#winner.slice(capacity)
    this.#winner.fill(-1)
    this.#stands.fill(Number.POSITIVE_INFINITY)
    this.#vacate(0)
    for (const leaf of leaves) if (leaf >= 0) removed(this.#job[leaf])
  }

  #load(leaf: number, coefficients: Float64Array): void {
    const record = this.#record
    const at = leaf * RECORD
    const slope = coefficients[P] / coefficients[Q]
    const shift = coefficients[S] - this.#origin
    record[at + C] = coefficients[C]
    record[at + P] = coefficients[P]
    record[at + S] = coefficients[S]
    record[at + Q] = coefficients[Q]
    record[at + INTERCEPT] = coefficients[C] - slope * shift
    record[at + SLOPE] = slope
    record[at + SCALE] = Math.abs(coefficients[C]) + Math.abs(slope * shift)
  }

  /**
   * Replays the nodes above a leaf that has changed, as far as that changes anything. A verdict that had lapsed below
   * stays so: `#play` has a node stand no longer than its children.
   */
  #replay(leaf: number, now: number): void {
    for (let node = (this.#capacity + leaf) >> 1; node >= 1; node >>= 1) {
      const winner = this.#winner[node]
      const until = this.#stands[node]
      this.#play(node, now)
      if (this.#winner[node] === winner && this.#stands[node] === until) return
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
    const below = left < this.#capacity ? Math.min(stands[left], stands[right]) : Number.POSITIVE_INFINITY
    if (a < 0 || b < 0) {
      winner[node] = a < 0 ? b : a
      stands[node] = below
      return
    }
    const record = this.#record
    const atA = a * RECORD
    const atB = b * RECORD
    // Counted from the origin, because an instant of the log is too coarse a number: the margins would be lost in its
    // last digit.
    const elapsed = now - this.#origin
    const terms = ERROR * (record[atA + SCALE] + record[atB + SCALE])
    const slopes = ERROR * (Math.abs(record[atA + SLOPE]) + Math.abs(record[atB + SLOPE]))
    const apart = record[atB + INTERCEPT] - record[atA + INTERCEPT]
    const growth = record[atB + SLOPE] - record[atA + SLOPE]
    const gap = apart + growth * elapsed
    const error = terms + slopes * elapsed
    if (gap > error) {
      winner[node] = a
      stands[node] = soonest(below, elapsed, apart - terms, growth - slopes)
    } else if (gap < -error) {
      winner[node] = b
      stands[node] = soonest(below, elapsed, -apart - terms, -growth - slopes)
    } else {
      const keyA = this.#key(a, now)
      const keyB = this.#key(b, now)
      const aFirst = keyA < keyB || (keyA === keyB && (this.#job[a] - this.#job[b]) * this.#tie < 0)
      winner[node] = aFirst ? a : b
      stands[node] = this.#alwaysSo(atA, atB) ? below : Math.min(below, elapsed)
    }
  }

  #key(leaf: number, now: number): number {
    const record = this.#record
    const at = leaf * RECORD
    return record[at + C] + (record[at + P] * (now - record[at + S])) / record[at + Q]
  }

  /** Infinite keys stay what they are; so do two that are zero for ever, and two made of equal numbers. */
  #alwaysSo(a: number, b: number): boolean {
    const record = this.#record
    const terms = record[a + SCALE] + record[b + SCALE]
    if (terms === Number.POSITIVE_INFINITY) return true
    if (terms + Math.abs(record[a + SLOPE]) + Math.abs(record[b + SLOPE]) === 0) return true
    return (
      record[a + C] === record[b + C] &&
      record[a + P] === record[b + P] &&
      record[a + S] === record[b + S] &&
      record[a + Q] === record[b + Q]
    )
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

/**
 * The sooner of `below` and of the instant, `elapsed` or later, when a lead is used up that grows by `growth` a second (both
 * lowered by all errors). Divides only where that is sooner.
 */
function soonest(below: number, elapsed: number, lead: number, growth: number): number {
  if (growth >= 0 || lead + growth * below > 0) return below
  return Math.min(below, Math.max(elapsed, -lead / growth))
}
