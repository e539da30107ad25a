/**
 * Head structures: which waiting job comes first by the queue order, without sorting the queue.
 *
 * - `SubmitHead`: the order is the submit order; the waiting set knows.
 * - `StaticHead`: keys fixed at submit; a binary heap.
 * - `LinearHead` (linear-head.ts): keys linear in time; a heap for each slope, or a kinetic tournament.
 */
import type { WaitingSet } from './waiting.js'

export interface Head {
  /** A job was submitted at `now`. */
  add(job: number, now: number): void
  /** A waiting job was started; only a structure that cannot see this for itself is told. */
  remove?(job: number, now: number): void
  /** The first waiting job at `now`; −1 when none waits. */
  first(now: number): number
}

export class SubmitHead implements Head {
  readonly #waiting: WaitingSet

  constructor(waiting: WaitingSet) {
    this.#waiting = waiting
  }

  add(): void {}

  first(): number {
    return this.#waiting.earliest()
  }
}

/** Jobs that were started stay in the heap until they come to its top, or until most of it is such jobs. */
export class StaticHead implements Head {
  readonly #waiting: WaitingSet
  readonly #keys: Float64Array
  /** Which of two equal keys goes first: 1 the earlier job, −1 the later. */
  readonly #tie: number
  #heap = new Int32Array(256)
  #count = 0

  constructor(waiting: WaitingSet, keys: Float64Array, ties: 'earliest' | 'latest') {
    this.#waiting = waiting
    this.#keys = keys
    this.#tie = ties === 'earliest' ? 1 : -1
  }

  add(job: number): void {
    if (this.#count === this.#heap.length) this.#makeRoom()
    const heap = this.#heap
    let hole = this.#count++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (!this.#before(job, heap[parent])) break
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = job
  }

  first(): number {
    while (this.#count > 0) {
      const job = this.#heap[0]
      if (this.#waiting.has(job)) return job
      this.#count--
      if (this.#count > 0) this.#sink(0, this.#heap[this.#count])
    }
    return -1
  }

  #before(a: number, b: number): boolean {
    const left = this.#keys[a]
    const right = this.#keys[b]
    return left < right || (left === right && (a - b) * this.#tie < 0)
  }

  #sink(from: number, job: number): void {
    const heap = this.#heap
    const n = this.#count
    let hole = from
    for (;;) {
      let child = 2 * hole + 1
      if (child >= n) break
      if (child + 1 < n && this.#before(heap[child + 1], heap[child])) child++
      if (!this.#before(heap[child], job)) break
      heap[hole] = heap[child]
      hole = child
    }
    heap[hole] = job
  }

  #makeRoom(): void {
    const heap = this.#heap
    let live = 0
    for (let k = 0; k < this.#count; k++) if (this.#waiting.has(heap[k])) heap[live++] = heap[k]
    this.#count = live
    if (live * 2 > heap.length) {
      this.#heap = new Int32Array(heap.length * 2)
      this.#heap.set(heap)
    }
    for (let k = (live >> 1) - 1; k >= 0; k--) this.#sink(k, this.#heap[k])
  }
}
