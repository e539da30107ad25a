/**
 * Jobs whose keys are lines of one slope, as a binary heap: they never overtake each other, so that the order found once
 * stands while the coefficients hold.
 *
 * The key is *defined* as the 64-bit value of c + p·(now − s)/q, and rounding could make two such keys change places
 * again and again. Two jobs are therefore compared only where their lines are further apart than all rounding errors until
 * `HORIZON`, or where their keys are the same number for ever. Where neither holds, the comparison is *in doubt*; the
 * heap then says so, is no longer one, and whoever keeps it has to take another structure for its jobs.
 */

/**
 * Bound on the relative rounding error of a key or of a difference of two lines, generously (a key takes four
 * roundings, a line three more, a crossing of two lines another four).
 */
export const ERROR = 2 ** -46
/** Seconds after the origin until which a comparison has to stand: 136 years. */
export const HORIZON = 2 ** 32

/** Coefficients of a job's line: its key is about intercept + slope·(now − origin). */
export interface Line {
  slope: number
  intercept: number
  /** Sum of the sizes of the intercept's terms, in which its error is measured. */
  scale: number
}

/** @param coefficients c, p, s, q */
export function lineOf(out: Line, coefficients: Float64Array, origin: number): void {
  const [c, p, s, q] = [coefficients[0], coefficients[1], coefficients[2], coefficients[3]]
  const slope = p / q
  const shift = slope * (s - origin)
  out.slope = slope
  out.intercept = c - shift
  out.scale = Math.abs(c) + Math.abs(shift)
}

/** The first job cannot be told from the lines. */
export const IN_DOUBT = -2

export class ParallelLines {
  /** The slope of all its jobs. */
  slope = 0
  /** Jobs in the heap, those that have left included. */
  count = 0
  job = new Int32Array(16)
  intercept = new Float64Array(16)
  scale = new Float64Array(16)

  /** Whether a job has not left. */
  readonly #stays: (job: number) => boolean
  /** Whether two jobs have the same coefficients. */
  readonly #same: (a: number, b: number) => boolean
  readonly #tie: number
  /** Error that the slope brings in until the horizon, of both lines. */
  #margin = 0

  constructor(
    stays: (job: number) => boolean,
    same: (a: number, b: number) => boolean,
    ties: 'earliest' | 'latest',
  ) {
    this.#stays = stays
    this.#same = same
    this.#tie = ties === 'earliest' ? 1 : -1
  }

  /** Empties it, for lines of another slope. */
  clear(slope: number): void {
    this.slope = slope
    this.count = 0
    this.#margin = 2 * ERROR * Math.abs(slope) * HORIZON
  }

  /** Puts a job at the end; `heapify` has to follow before anything else is asked. */
  append(job: number, intercept: number, scale: number): void {
    if (this.count === this.job.length) this.#grow()
    this.#put(this.count++, job, intercept, scale)
  }

  /** Returns whether it is a heap now; else a comparison is in doubt. */
  heapify(): boolean {
    for (let k = (this.count >> 1) - 1; k >= 0; k--) if (!this.#sink(k, this.count)) return false
    return true
  }

  /** Returns whether it is a heap still, which now holds the job; else a comparison is in doubt. */
  add(job: number, intercept: number, scale: number): boolean {
    if (this.count === this.job.length && !this.#makeRoom()) {
      this.append(job, intercept, scale)
      return false
    }
    let hole = this.count++
    this.#put(hole, job, intercept, scale)
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      const order = this.#compare(hole, parent)
      if (order === 0) return false
      if (order > 0) break
      this.#swap(hole, parent)
      hole = parent
    }
    return true
  }

  /** The first job; −1 where there is none, `IN_DOUBT` where a comparison is. Its line is at place 0. */
  first(): number {
    while (this.count > 0) {
      const job = this.job[0]
      if (this.#stays(job)) return job
      const last = --this.count
      if (last > 0) {
        this.#put(0, this.job[last], this.intercept[last], this.scale[last])
        if (!this.#sink(0, last)) return IN_DOUBT
      }
    }
    return -1
  }

  /** Below 0 where the job of one place certainly comes before that of another, above 0 where after it, 0 in doubt. */
  #compare(a: number, b: number): number {
    const { intercept, scale, job } = this
    const lead = intercept[b] - intercept[a]
    const margin = ERROR * (scale[a] + scale[b]) + this.#margin
    if (lead > margin) return -1
    if (lead < -margin) return 1
    return lead === 0 && this.#same(job[a], job[b]) ? (job[a] - job[b]) * this.#tie : 0
  }

  #sink(from: number, n: number): boolean {
    let hole = from
    for (;;) {
      let child = 2 * hole + 1
      if (child >= n) return true
      if (child + 1 < n) {
        const order = this.#compare(child + 1, child)
        if (order === 0) return false
        if (order < 0) child++
      }
      const order = this.#compare(child, hole)
      if (order === 0) return false
      if (order > 0) return true
      this.#swap(child, hole)
      hole = child
    }
  }

  #put(place: number, job: number, intercept: number, scale: number): void {
    this.job[place] = job
    this.intercept[place] = intercept
    this.scale[place] = scale
  }

  #swap(a: number, b: number): void {
    const { job, intercept, scale } = this
    const [jobA, interceptA, scaleA] = [job[a], intercept[a], scale[a]]
    this.#put(a, job[b], intercept[b], scale[b])
    this.#put(b, jobA, interceptA, scaleA)
  }

  /** Lets go of the jobs that have left, and takes more memory where that does not free half of it. */
  #makeRoom(): boolean {
    let live = 0
    for (let k = 0; k < this.count; k++) {
      if (this.#stays(this.job[k])) this.#put(live++, this.job[k], this.intercept[k], this.scale[k])
    }
    this.count = live
    if (2 * live > this.job.length) this.#grow()
    return this.heapify()
  }

  #grow(): void {
    const capacity = 2 * this.job.length
    const [job, intercept, scale] = [this.job, this.intercept, this.scale]
    this.job = new Int32Array(capacity)
    this.intercept = new Float64Array(capacity)
    this.scale = new Float64Array(capacity)
    this.job.set(job)
    this.intercept.set(intercept)
    this.scale.set(scale)
  }
}
