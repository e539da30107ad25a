/**
 * Jobs of a conservative plan whose reservations are not needed yet, and not made: most begin after all that could start now has
 * ended. Of each only the earliest start is known that the reservations which are made leave it; it may begin then or later.
 *
 * So a job that comes behind these, and that ends before any of them can begin, has the reservation that it would have had among
 * theirs, and does not move them when they are given theirs, in queue order, later.
 */
import { nextAfter } from './reservation.js'

export class DeferredJobs {
  /** No reservation of theirs begins before this. */
  first = Number.POSITIVE_INFINITY
  count = 0
  #jobs = new Int32Array(64)
  #starts = new Float64Array(64)

  /** @param start no later than that of its reservation */
  add(job: number, start: number): void {
    if (this.count === this.#jobs.length) this.#grow()
    this.#jobs[this.count] = job
    this.#starts[this.count++] = start
    if (start < this.first) this.first = start
  }

  /** Adds jobs in queue order of which none has a reservation that begins before `start`. */
  addAll(jobs: Int32Array, start: number): void {
    while (this.count + jobs.length > this.#jobs.length) this.#grow()
    this.#jobs.set(jobs, this.count)
    this.#starts.fill(start, this.count, this.count + jobs.length)
    this.count += jobs.length
    if (start < this.first) this.first = start
  }

  /**
   * Gives those their reservations that begin before an instant, in queue order. One that begins before and ends when another
   * before it may already have begun asks for the reservations of all that begin before it ends.
   * @param find the earliest start of a job that comes from a given instant on
   * @param reserve gives a job what `find` has just found
   */
  settle(
    before: number,
    find: (job: number, from: number, horizon: number) => number,
    endOf: (job: number, start: number) => number,
    reserve: (job: number, start: number) => void,
  ): void {
    const jobs = this.#jobs
    const starts = this.#starts
    let horizon = before
    for (let again = true; again; ) {
      again = false
      const { count } = this
      this.clear()
      for (let k = 0; k < count; k++) {
        const job = jobs[k]
        const start = starts[k] < horizon ? find(job, starts[k], horizon) : starts[k]
        const end = start < horizon ? endOf(job, start) : start
        const certain = start < horizon && end <= this.first && start < this.first
        if (certain) reserve(job, start)
        else this.add(job, start)
        if (start >= horizon || certain) continue
        for (let rest = k + 1; rest < count; rest++) this.add(jobs[rest], starts[rest])
        horizon = Math.max(end, nextAfter(start))
        again = true
        break
      }
    }
  }

  clear(): void {
    this.first = Number.POSITIVE_INFINITY
    this.count = 0
  }

  #grow(): void {
    const jobs = new Int32Array(2 * this.#jobs.length)
    const starts = new Float64Array(jobs.length)
    jobs.set(this.#jobs)
    starts.set(this.#starts)
    this.#jobs = jobs
    this.#starts = starts
  }
}
