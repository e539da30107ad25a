/**
 * The availability profile: how many processors are free from now on, as a step function of time, by what is
 * planned. Step k holds on [times[k], times[k + 1]); the last holds for ever. Steps that have become the same are made one:
 * a plan from which jobs are taken again and again, as where it is compressed, would otherwise fill with them.
 */
const CLASSES = 32
/** Sizes that a survey tells apart: four for each power of two. */
const FINE_CLASSES = 4 * 30
/** Steps of a profile that is worth more than a search from its beginning. */
const LONG = 128
/** Steps behind the horizon of a survey after which what is still free counts as free for ever. */
const BEYOND = 32
/** More than the last digit of an instant, in parts of it. */
const ROUNDING = 1e-15

export class AvailabilityProfile {
  /** Steps in use. */
  count = 0
  /** The step that `look` found. */
  #found = 0
  #times = new Float64Array(256)
  #free = new Int32Array(256)
  /**
   * Searches since processors were last released, by powers of two of size and duration. What is as large and as long
   * begins no earlier, so a plan of a long queue is not searched from its beginning for every job.
   */
  readonly #sizes = new Float64Array(CLASSES * CLASSES)
  readonly #durations = new Float64Array(CLASSES * CLASSES)
  readonly #starts = new Float64Array(CLASSES * CLASSES)
  #remembers = true
  /**
   * The longest stretch of a survey, for each size that it tells apart: no so many processors stay free for longer from an
   * instant before its horizon on.
   */
  readonly #longest = new Float64Array(FINE_CLASSES)
  readonly #opened = new Float64Array(FINE_CLASSES)
  /** The first step that begins at the horizon or later. */
  #beyond = 0
  /** Steps that leave fewer processors free than any before them, of those that `fitsNow` has looked at. */
  #lows = new Int32Array(32)
  #lowCount = 0
  #looked = 1

  /** Begins anew at `now` with `free` processors; `append` the planned releases next, in order of time. */
  reset(now: number, free: number): void {
    this.#forget()
    this.#times[0] = now
    this.#free[0] = free
    this.count = 1
    this.#unsee(0)
  }

  /** From `time` on (not before the last step) `size` more processors are free. */
  append(time: number, size: number): void {
    const last = this.count - 1
    if (this.#times[last] === time) {
      this.#unsee(last)
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
      this.#unsee(0)
    }
    this.#times[0] = now
  }

  /** Processors free at the profile's first instant. */
  freeNow(): number {
    return this.#free[0]
  }

  /** Processors free at an instant that is not before the profile's first. */
  freeAt(time: number): number {
    return this.#free[this.#lastStepAt(time)]
  }

  /** Whether `size` processors stay free for `duration` seconds from the profile's first instant on. */
  fitsNow(size: number, duration: number): boolean {
    const times = this.#times
    const free = this.#free
    if (free[0] < size) return false
    const end = times[0] + duration
    // What is remembered of a short plan costs more than it spares.
    if (this.count < LONG) {
      for (let step = 1; step < this.count && times[step] < end; step++) if (free[step] < size) return false
      return true
    }
    const lows = this.#lows
    let low = this.#lowCount
    while (low > 0 && free[lows[low - 1]] < size) low--
    if (low < this.#lowCount) return times[lows[low]] >= end
    let step = this.#looked
    let least = low > 0 ? free[lows[low - 1]] : free[0]
    for (; step < this.count && times[step] < end; step++) {
      if (free[step] >= least) continue
      least = free[step]
      this.#addLow(step)
      if (least < size) {
        this.#looked = step + 1
        return false
      }
    }
    this.#looked = step
    return true
  }

  #addLow(step: number): void {
    if (this.#lowCount === this.#lows.length) {
      const lows = new Int32Array(2 * this.#lowCount)
      lows.set(this.#lows)
      this.#lows = lows
    }
    this.#lows[this.#lowCount++] = step
  }

  /** Forgets what `fitsNow` knows of a step that is to change, and of those behind it. */
  #unsee(step: number): void {
    if (step >= this.#looked) return
    this.#looked = Math.max(1, step)
    while (this.#lowCount > 0 && this.#lows[this.#lowCount - 1] >= this.#looked) this.#lowCount--
  }

  /**
   * The earliest instant from which `size` processors stay free for `duration` seconds. Terminates because the
   * last step has every processor free.
   */
  earliest(size: number, duration: number): number {
    return this.#times[this.#find(size, duration, 0)]
  }

  /** Takes `size` processors at the earliest instant at which they stay free for `duration`; returns it. */
  place(size: number, duration: number): number {
    const start = this.look(size, duration, this.notBefore(size, duration))
    this.takeFound(size, duration)
    return start
  }

  /**
   * The earliest instant from which `size` processors stay free for `duration` seconds, which `takeFound` then knows.
   * @param from an instant at which a step begins, and before which it is known not to lie, as `notBefore` says it
   */
  look(size: number, duration: number, from: number): number {
    this.#found = this.#find(size, duration, from > this.#times[0] ? this.#lastStepAt(from) : 0)
    const start = this.#times[this.#found]
    if (this.count >= LONG) this.#remember(size, duration, start)
    return start
  }

  /** The same from an instant on before which it may lie, too. */
  lookFrom(size: number, duration: number, from: number): number {
    this.#found = this.#find(size, duration, this.#lastStepAt(from))
    return this.#times[this.#found]
  }

  /** Takes what was just found. */
  takeFound(size: number, duration: number): void {
    this.#change(this.#found, this.#times[this.#found] + duration, -size)
  }

  /** Finds out what might begin before an instant, for `beginsLater`, until something is taken or given back. */
  survey(horizon: number): void {
    const times = this.#times
    const longest = this.#longest.fill(0)
    this.#beyond = Number.POSITIVE_INFINITY
    let open = 0
    for (let step = 0, left = BEYOND; step < this.count && left > 0; step++) {
      const time = times[step]
      const free = this.#free[step]
      const classes = free < 1 ? 0 : fineClassOf(free) + 1
      // Rounding may let in what is longer by the last digit of an instant.
      for (; open > classes; open--) {
        const time0 = this.#opened[open - 1]
        longest[open - 1] = Math.max(longest[open - 1], time - time0 + Math.abs(time) * ROUNDING)
      }
      if (time < horizon) for (; open < classes; open++) this.#opened[open] = time
      else if (left-- === BEYOND) this.#beyond = time
    }
    longest.fill(Number.POSITIVE_INFINITY, 0, open)
  }

  /**
   * Whether something certainly begins no earlier than the horizon of the last survey.
   * @returns the earliest instant at which it may; 0 where that is not certain
   */
  beginsLater(size: number, duration: number): number {
    return duration > this.#longest[fineClassOf(size)] ? this.#beyond : 0
  }

  /** An instant before which something does not begin, by what was looked for that is no larger and no longer; −∞: none is known. */
  notBefore(size: number, duration: number): number {
    if (!this.#remembers) return Number.NEGATIVE_INFINITY
    const shape = classOf(size) * CLASSES
    let known = Number.NEGATIVE_INFINITY
    for (let k = shape + classOf(duration); k >= shape; k--) {
      const start = this.#starts[k]
      if (start > known && this.#sizes[k] <= size && this.#durations[k] <= duration) known = start
    }
    return known
  }

  #remember(size: number, duration: number, start: number): void {
    const cell = classOf(size) * CLASSES + classOf(duration)
    this.#sizes[cell] = size
    this.#durations[cell] = duration
    this.#starts[cell] = start
    this.#remembers = true
  }

  #forget(): void {
    if (this.#remembers) this.#starts.fill(Number.NEGATIVE_INFINITY)
    this.#remembers = false
  }

  /** Takes `size` processors (gives them back where negative) on [start, end), which must be ahead. */
  take(start: number, end: number, size: number): void {
    if (size < 0) this.#forget()
    if (!(end > start)) return
    this.#change(this.#stepAt(start), end, -size)
    this.#unite(start)
    this.#unite(end)
  }

  /** Makes one step of the one that begins at `time` and the one before it, where these have become the same. */
  #unite(time: number): void {
    const step = this.#lastStepAt(time)
    if (step === 0 || this.#free[step] !== this.#free[step - 1]) return
    this.#unsee(step)
    this.#times.copyWithin(step, step + 1, this.count)
    this.#free.copyWithin(step, step + 1, this.count)
    this.count--
  }

  /** @param from a step that is not behind what is looked for */
  #find(size: number, duration: number, from: number): number {
    const times = this.#times
    const free = this.#free
    const count = this.count
    let step = from
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
    this.#unsee(step)
    let k = step
    while (k < this.count && this.#times[k] < end) {
      this.#free[k] += change
      k++
    }
    if (k === this.count || this.#times[k] > end) this.#insert(k, end, this.#free[k - 1] - change)
  }

  /** The step that holds at `time`, which is not before the first. */
  #lastStepAt(time: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#times[middle] <= time) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** The step that begins at `time`, made where there is none. */
  #stepAt(time: number): number {
    const step = this.#lastStepAt(time)
    if (this.#times[step] === time) return step
    this.#insert(step + 1, time, this.#free[step])
    return step + 1
  }

  #insert(at: number, time: number, free: number): void {
    if (this.count === this.#times.length) this.#grow()
    this.#unsee(at)
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

/** The power of two that a number is at least, one for less than two. */
function classOf(value: number): number {
  return value < 2 ? 0 : 31 - Math.clz32(Math.min(value, 2 ** 31 - 1))
}

/** The quarter between powers of two that a number is at least. */
function fineClassOf(value: number): number {
  const number = Math.min(value, 2 ** 29 - 1)
  const power = 31 - Math.clz32(number)
  return 4 * power + (((number << 2) >> power) & 3)
}
