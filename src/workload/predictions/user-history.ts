/**
 * The history of one user as a scheduler has seen it, and the features that a regression makes of it (after Gaussier,
 * Glesser, Reis and Trystram, Improving backfilling by using machine learning to predict running times, SC 2015, table
 * 2).
 */

/** Number of features that `features` writes. */
export const FEATURES = 18

/** So many of them are amounts, the others directions of a clock. */
const AMOUNTS = 14

const DAY = 86_400
const WEEK = 7 * DAY
const TURN = 2 * Math.PI

export class UserHistory {
  /** Run times of the last three jobs that ended, the latest first; NaN where there were fewer. */
  readonly #last = [Number.NaN, Number.NaN, Number.NaN]
  #ended = 0
  #runtimes = 0
  #processors = 0
  #lastEnd = Number.NaN
  /** Running jobs: job and start. */
  readonly #running = new Map<number, { readonly start: number; readonly size: number }>()

  started(job: number, size: number, now: number): void {
    this.#running.set(job, { start: now, size })
  }

  ended(job: number, runtime: number, size: number, now: number): void {
    this.#running.delete(job)
    this.#last.unshift(runtime)
    this.#last.pop()
    this.#ended++
    this.#runtimes += runtime
    this.#processors += size
    this.#lastEnd = now
  }

  /**
   * Features of a job that this user submits now: the request; the last three run times and the means of two, three
   * and all of them; the size, beside the mean size; the running jobs' number, longest and summed time so far, and
   * processors; the time since a job ended, all these as ln(1 + x); time of day and of week (from the log's zero) as
   * cosine and sine. A run time that is not known is taken for the request.
   * @param out `FEATURES` numbers
   */
  features(out: Float64Array, requested: number, size: number, now: number): void {
    const [first, second, third] = this.#last.map((runtime) =>
      Number.isNaN(runtime) ? requested : Math.min(runtime, requested),
    )
    let longest = 0
    let sum = 0
    let occupied = 0
    for (const job of this.#running.values()) {
      longest = Math.max(longest, now - job.start)
      sum += now - job.start
      occupied += job.size
    }
    out[0] = requested
    out[1] = first
    out[2] = second
    out[3] = third
    out[4] = (first + second) / 2
    out[5] = (first + second + third) / 3
    out[6] = this.#ended === 0 ? requested : this.#runtimes / this.#ended
    out[7] = size
    out[8] = this.#ended === 0 ? 1 : size / (this.#processors / this.#ended)
    out[9] = this.#running.size
    out[10] = longest
    out[11] = sum
    out[12] = occupied
    out[13] = Number.isNaN(this.#lastEnd) ? 0 : now - this.#lastEnd
    for (let k = 0; k < AMOUNTS; k++) out[k] = Math.log1p(out[k])
    out[14] = Math.cos((TURN * now) / DAY)
    out[15] = Math.sin((TURN * now) / DAY)
    out[16] = Math.cos((TURN * now) / WEEK)
    out[17] = Math.sin((TURN * now) / WEEK)
  }
}
