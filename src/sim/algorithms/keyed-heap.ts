/**
 * A few jobs in order of their keys: a binary heap that is filled once and emptied as far as needed, so that a pass
 * that can start three of a thousand jobs does not sort the thousand.
 */
export class KeyedHeap {
  /** The jobs to select from: write `jobs` and `keys`, then call `heapify(n)`. */
  jobs = new Int32Array(64)
  keys = new Float64Array(64)
  count = 0
  readonly #tie: number
  readonly #lead: number

  /**
   * @param ties which of two equal keys goes first
   * @param lead the first `lead` jobs of the table go before all others, in their order
   */
  constructor(ties: 'earliest' | 'latest', lead: number) {
    this.#tie = ties === 'earliest' ? 1 : -1
    this.#lead = lead
  }

  /** Makes room for `n` jobs; keeps what is in the columns. */
  reserve(n: number): void {
    if (n <= this.jobs.length) return
    const capacity = Math.max(n, 2 * this.jobs.length)
    const jobs = new Int32Array(capacity)
    const keys = new Float64Array(capacity)
    jobs.set(this.jobs)
    keys.set(this.keys)
    this.jobs = jobs
    this.keys = keys
  }

  heapify(n: number): void {
    this.count = n
    for (let k = (n >> 1) - 1; k >= 0; k--) this.#sink(k, this.jobs[k], this.keys[k])
  }

  /** The first job; −1 when none is left. */
  first(): number {
    return this.count === 0 ? -1 : this.jobs[0]
  }

  /** The key of the first job; Infinity when none is left. */
  leastKey(): number {
    return this.count === 0 ? Number.POSITIVE_INFINITY : this.keys[0]
  }

  /** Keeps the jobs for which `stays` says so. */
  keep(stays: (job: number) => boolean): void {
    let n = 0
    for (let k = 0; k < this.count; k++) {
      if (!stays(this.jobs[k])) continue
      this.jobs[n] = this.jobs[k]
      this.keys[n++] = this.keys[k]
    }
    this.heapify(n)
  }

  /** Whether its first job goes before that of another heap; neither is empty. */
  precedes(other: KeyedHeap): boolean {
    return this.#before(this.jobs[0], this.keys[0], other.jobs[0], other.keys[0])
  }

  /** Adds a job to the heap. */
  push(job: number, key: number): void {
    this.reserve(this.count + 1)
    const { jobs, keys } = this
    let hole = this.count++
    while (hole > 0) {
      const parent = (hole - 1) >> 1
      if (!this.#before(job, key, jobs[parent], keys[parent])) break
      jobs[hole] = jobs[parent]
      keys[hole] = keys[parent]
      hole = parent
    }
    jobs[hole] = job
    keys[hole] = key
  }

  /** Takes the first job out and returns it; −1 when none is left. */
  take(): number {
    if (this.count === 0) return -1
    const taken = this.jobs[0]
    const n = --this.count
    if (n > 0) this.#sink(0, this.jobs[n], this.keys[n])
    return taken
  }

  #sink(from: number, job: number, key: number): void {
    const { jobs, keys, count } = this
    let hole = from
    for (;;) {
      let child = 2 * hole + 1
      if (child >= count) break
      if (child + 1 < count && this.#before(jobs[child + 1], keys[child + 1], jobs[child], keys[child]))
        child++
      if (!this.#before(jobs[child], keys[child], job, key)) break
      jobs[hole] = jobs[child]
      keys[hole] = keys[child]
      hole = child
    }
    jobs[hole] = job
    keys[hole] = key
  }

  #before(a: number, keyA: number, b: number, keyB: number): boolean {
    if (a < this.#lead || b < this.#lead) return a < b
    return keyA < keyB || (keyA === keyB && (a - b) * this.#tie < 0)
  }
}
