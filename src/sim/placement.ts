/**
 * Static placement, for the validator: processors free over time as a plain sorted list of steps, from which
 * `earliest` reads the first slot of a job by walking along it. Linear in the steps ahead; deliberately not the
 * engine's profile, so that neither can hide the other's mistakes.
 */
export class Placement {
  /** Step k: free[k] processors from time[k] to time[k + 1]; the last step has no end. */
  #time: number[] = [Number.NEGATIVE_INFINITY]
  #free: number[]
  /** Steps before this one lie in the past. */
  #first = 0

  /** @param processors of the machine. */
  constructor(processors: number) {
    this.#free = [processors]
  }

  /** Steps that end by `now` are no longer asked for. `now` never falls. */
  forget(now: number): void {
    while (this.#first + 1 < this.#time.length && this.#time[this.#first + 1] <= now) this.#first++
    // Dropping the past in large pieces keeps the cost of a step constant.
    if (this.#first > 1024 && this.#first * 2 > this.#time.length) {
      this.#time.splice(0, this.#first)
      this.#free.splice(0, this.#first)
      this.#first = 0
    }
  }

  /**
   * The earliest instant s ≥ `from` with `size` processors free over [s, s + duration), and at s itself.
   * Infinity if there is none.
   */
  earliest(from: number, size: number, duration: number): number {
    let slot = Number.NaN
    for (let k = this.#first; k < this.#time.length; k++) {
      const begins = Math.max(this.#time[k], from)
      const ends = this.#time[k + 1] ?? Number.POSITIVE_INFINITY
      if (ends <= from) continue
      if (this.#free[k] < size) {
        slot = Number.NaN
        continue
      }
      if (Number.isNaN(slot)) slot = begins
      if (ends >= slot + duration) return slot
    }
    return Number.POSITIVE_INFINITY
  }

  /** Takes `size` processors over [from, to); nothing where that is empty. */
  hold(from: number, to: number, size: number): void {
    if (!(from < to)) return
    const begin = this.#stepAt(from)
    const end = this.#stepAt(to)
    for (let k = begin; k < end; k++) this.#free[k] -= size
  }

  /** The step that begins at `time`, made if there is none. */
  #stepAt(time: number): number {
    let low = this.#first
    let high = this.#time.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#time[middle] < time) low = middle + 1
      else high = middle
    }
    if (this.#time[low] === time) return low
    if (low === this.#first) return low // Begins in the past: what is forgotten need not be split.
    this.#time.splice(low, 0, time)
    this.#free.splice(low, 0, this.#free[low - 1])
    return low
  }
}
