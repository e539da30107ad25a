/**
 * The availability profile: how many processors are free from now on, as a step function of time, by what is
 * planned. Step k holds on [times[k], times[k + 1]); the last holds for ever.
 */
export class AvailabilityProfile {
  /** Steps in use. */
  count = 0
  #times = new Float64Array(256)
  #free = new Int32Array(256)

  /** Begins anew at `now` with `free` processors; `append` the planned releases next, in order of time. */
  reset(now: number, free: number): void {
    this.#times[0] = now
    this.#free[0] = free
    this.count = 1
  }

  /** From `time` on (not before the last step) `size` more processors are free. */
  append(time: number, size: number): void {
    const last = this.count - 1
    if (this.#times[last] === time) {
      this.#free[last] += size
      return
    }
    if (this.count === this.#times.length) this.#grow()
    this.#times[this.count] = time
    this.#free[this.count] = this.#free[last] + size
    this.count++
  }

  /** Forgets what was before `now`. */
  advance(now: number): void {
    let passed = 0
    while (passed + 1 < this.count && this.#times[passed + 1] <= now) passed++
    if (passed > 0) {
      this.#times.copyWithin(0, passed, this.count)
      this.#free.copyWithin(0, passed, this.count)
      this.count -= passed
    }
    this.#times[0] = now
  }

  /** Processors free at the profile's first instant. */
  freeNow(): number {
    return this.#free[0]
  }

  /**
   * The earliest instant from which `size` processors stay free for `duration` seconds. Terminates because the
   * last step has every processor free.
   */
  earliest(size: number, duration: number): number {
    return this.#times[this.#find(size, duration)]
  }

  /** Takes `size` processors at the earliest instant at which they stay free for `duration`; returns it. */
  place(size: number, duration: number): number {
    const step = this.#find(size, duration)
    const start = this.#times[step]
    this.#change(step, start + duration, -size)
    return start
  }

  /** Takes `size` processors (gives them back where negative) on [start, end), which must be ahead. */
  take(start: number, end: number, size: number): void {
    if (end > start) this.#change(this.#stepAt(start), end, -size)
  }

  #find(size: number, duration: number): number {
    const times = this.#times
    const free = this.#free
    const count = this.count
    let step = 0
    for (;;) {
      while (free[step] < size) step++
      const end = times[step] + duration
      let next = step + 1
      while (next < count && times[next] < end && free[next] >= size) next++
      if (next >= count || times[next] >= end) return step
      step = next + 1
    }
  }

  /** Adds `change` to the steps from `step` up to `end`, where a new step begins if none does. */
  #change(step: number, end: number, change: number): void {
    const from = this.#times[step]
    if (end <= from) return
    let k = step
    while (k < this.count && this.#times[k] < end) {
      this.#free[k] += change
      k++
    }
    if (k === this.count || this.#times[k] > end) this.#insert(k, end, this.#free[k - 1] - change)
  }

  /** The step that begins at `time`, made where there is none. */
  #stepAt(time: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#times[middle] <= time) low = middle + 1
      else high = middle
    }
    const step = low - 1
    if (this.#times[step] === time) return step
    this.#insert(low, time, this.#free[step])
    return low
  }

  #insert(at: number, time: number, free: number): void {
    if (this.count === this.#times.length) this.#grow()
    this.#times.copyWithin(at + 1, at, this.count)
    this.#free.copyWithin(at + 1, at, this.count)
    this.#times[at] = time
    this.#free[at] = free
    this.count++
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2)
    const free = new Int32Array(times.length)
    times.set(this.#times)
    free.set(this.#free)
    this.#times = times
    this.#free = free
  }
}
