/**
 * The availability profile: how many processors are free from now on, as a step function of time, by what is
 * planned. The last step holds for ever.
 *
 * Steps lie in blocks of at most `CAPACITY`, in order of time. Of each block bounds of the least and the most that are free are
 * known, and an offset that counts for all its steps. So a search passes whole blocks that have too little, or enough throughout, a change of a
 * long stretch touches two blocks and the offsets between them, and a new step moves no more than a block.
 */
const CAPACITY = 128
const HALF = CAPACITY / 2
/** Classes of sizes and of durations, by powers of two. */
const CLASSES = 32

export class AvailabilityProfile {
  /** Steps in use. */
  count = 0
  /** Blocks in use. */
  #blocks = 0
  /** Of each block, in order of time: its first instant, its steps, what is added to these, the bounds of what is free. */
  #begins = new Float64Array(16)
  #steps = new Int32Array(16)
  #offset = new Int32Array(16)
  #least = new Int32Array(16)
  #most = new Int32Array(16)
  /** Where its steps lie: `CAPACITY` places from this one on. */
  #base = new Int32Array(16)
  #times = new Float64Array(16 * CAPACITY)
  #free = new Int32Array(16 * CAPACITY)
  /** Where the steps of blocks lay that are no longer in use. */
  readonly #vacant: number[] = []
  /** What `#find`, `#locate` and `#insert` have come to: a block, and a step in it. */
  #block = 0
  #step = 0
  /**
   * Of what was placed since processors were last released, by classes of size and duration. What is as large and as long
   * begins no earlier, so a plan of a long queue is not searched from its beginning for every job.
   */
  readonly #sizes = new Float64Array(CLASSES * CLASSES)
  readonly #durations = new Float64Array(CLASSES * CLASSES)
  readonly #starts = new Float64Array(CLASSES * CLASSES)
  #remembers = true

  /** Begins anew at `now` with `free` processors; `append` the planned releases next, in order of time. */
  reset(now: number, free: number): void {
    this.#forget()
    this.#vacant.length = 0
    this.count = 1
    this.#blocks = 1
    this.#base[0] = 0
    this.#begins[0] = now
    this.#steps[0] = 1
    this.#offset[0] = 0
    this.#least[0] = free
    this.#most[0] = free
    this.#times[0] = now
    this.#free[0] = free
  }

  /** From `time` on (not before the last step) `size` more processors are free. */
  append(time: number, size: number): void {
    let block = this.#blocks - 1
    const at = this.#base[block] + this.#steps[block] - 1
    const free = this.#free[at] + size
    if (this.#times[at] === time) {
      this.#free[at] = free
      this.#most[block] = free
      return
    }
    // Half a block is left for what will be placed.
    if (this.#steps[block] === HALF) {
      this.#openBlock(++block)
      this.#begins[block] = time
      this.#least[block] = free
    }
    const step = this.#base[block] + this.#steps[block]++
    this.#times[step] = time
    this.#free[step] = free
    this.#most[block] = free
    this.count++
  }

  /** Forgets what was before `now`. */
  advance(now: number): void {
    let passed = 0
    while (passed + 1 < this.#blocks && this.#begins[passed + 1] <= now) this.count -= this.#steps[passed++]
    if (passed > 0) this.#closeBlocks(0, passed)
    const base = this.#base[0]
    const n = this.#steps[0]
    let step = 0
    while (step + 1 < n && this.#times[base + step + 1] <= now) step++
    if (step > 0) {
      this.#times.copyWithin(base, base + step, base + n)
      this.#free.copyWithin(base, base + step, base + n)
      this.#steps[0] = n - step
      this.count -= step
    }
    this.#times[base] = now
    this.#begins[0] = now
  }

  /** Processors free at the profile's first instant. */
  freeNow(): number {
    return this.#free[this.#base[0]] + this.#offset[0]
  }

  /** Whether `size` processors stay free for `duration` seconds from the profile's first instant on. */
  fitsNow(size: number, duration: number): boolean {
    return this.freeNow() >= size && this.#lasts(0, 1, size, this.#begins[0] + duration)
  }

  /**
   * The earliest instant from which `size` processors stay free for `duration` seconds. Terminates because the
   * last step has every processor free.
   */
  earliest(size: number, duration: number): number {
    this.#block = 0
    this.#step = 0
    return this.#find(size, duration)
  }

  /** Takes `size` processors at the earliest instant at which they stay free for `duration`; returns it. */
  place(size: number, duration: number): number {
    if (this.#blocks === 1) return this.#placeAlone(size, duration)
    this.#block = 0
    this.#step = 0
    const known = this.#known(size, duration)
    if (known > this.#begins[0]) this.#locate(known)
    const start = this.#find(size, duration)
    this.#remember(size, duration, start)
    if (start + duration > start) this.#change(start + duration, -size)
    return start
  }

  /** `place` where one block holds all, as it does while queues are short. */
  #placeAlone(size: number, duration: number): number {
    const times = this.#times
    const free = this.#free
    const base = this.#base[0]
    const until = base + this.#steps[0]
    const enough = size - this.#offset[0]
    let step = base
    let end: number
    for (;;) {
      while (free[step] < enough) step++
      end = times[step] + duration
      let next = step + 1
      while (next < until && times[next] < end && free[next] >= enough) next++
      if (next === until || times[next] >= end) break
      step = next + 1
    }
    const start = times[step]
    if (end > start) {
      while (step < until && times[step] < end) free[step++] -= size
      this.#widen(0, -size)
      if (step === until || times[step] > end) this.#insert(0, step - base, end, free[step - 1] + size)
    }
    return start
  }

  /** Takes `size` processors (gives them back where negative) on [start, end), which must be ahead. */
  take(start: number, end: number, size: number): void {
    if (size < 0) this.#forget()
    if (!(end > start)) return
    this.#locate(start)
    const block = this.#block
    const at = this.#base[block] + this.#step
    if (this.#times[at] !== start) this.#insert(block, this.#step + 1, start, this.#free[at])
    this.#change(end, -size)
    this.#unite(start)
    this.#unite(end)
  }

  /** An instant that is not behind the earliest one for something, by what was placed that is no larger and no longer. */
  #known(size: number, duration: number): number {
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

  /** Goes on, from the step at hand, to the first from which `size` processors stay free for `duration`; its instant. */
  #find(size: number, duration: number): number {
    const most = this.#most
    const free = this.#free
    const times = this.#times
    let block = this.#block
    let step = this.#step
    for (;;) {
      if (most[block] >= size) {
        const base = this.#base[block]
        const n = this.#steps[block]
        const enough = size - this.#offset[block]
        while (step < n && free[base + step] < enough) step++
        if (step < n) {
          const start = times[base + step]
          if (this.#lasts(block, step + 1, size, start + duration)) {
            this.#block = block
            this.#step = step
            return start
          }
          block = this.#block
          step = this.#step
          continue
        }
        this.#measure(block)
      }
      block++
      step = 0
    }
  }

  /** Whether `size` processors are free from a step on until `end`; else the step at hand is one before which they are not. */
  #lasts(from: number, step: number, size: number, end: number): boolean {
    const blocks = this.#blocks
    const begins = this.#begins
    const least = this.#least
    let at = step
    for (let block = from; block < blocks && begins[block] < end; block++) {
      if (least[block] < size) {
        const free = this.#free
        const base = this.#base[block]
        const n = this.#steps[block]
        const enough = size - this.#offset[block]
        while (at < n && free[base + at] >= enough) at++
        if (at < n) {
          this.#block = block
          this.#step = at + 1
          return this.#times[base + at] >= end
        }
        this.#measure(block)
      }
      at = 0
    }
    return true
  }

  /** Adds `change` to the steps from the one at hand up to `end`, where a new step begins if none does. */
  #change(end: number, change: number): void {
    const free = this.#free
    const times = this.#times
    let block = this.#block
    let step = this.#step
    let next = this.#next(block)
    while (next <= end) {
      if (step === 0) {
        this.#offset[block] += change
        this.#least[block] += change
        this.#most[block] += change
      } else {
        const until = this.#base[block] + this.#steps[block]
        for (let at = this.#base[block] + step; at < until; at++) free[at] += change
        this.#widen(block, change)
      }
      block++
      step = 0
      if (next === end) return
      next = this.#next(block)
    }
    const base = this.#base[block]
    const until = base + this.#steps[block]
    let at = base + step
    while (at < until && times[at] < end) free[at++] += change
    this.#widen(block, change)
    if (at === until || times[at] > end) this.#insert(block, at - base, end, free[at - 1] - change)
  }

  /** Some steps of a block have changed; how far its bounds still hold is found out when they promise what is not there. */
  #widen(block: number, change: number): void {
    if (change < 0) this.#least[block] += change
    else this.#most[block] += change
  }

  /** The instant at which the block after one begins. */
  #next(block: number): number {
    return block + 1 < this.#blocks ? this.#begins[block + 1] : Number.POSITIVE_INFINITY
  }

  /** Makes one step of the one that begins at `time` and the one before it, where these have become the same. */
  #unite(time: number): void {
    this.#locate(time)
    const [block, step] = [this.#block, this.#step]
    if (block === 0 && step === 0) return
    const [before, last] = step > 0 ? [block, step - 1] : [block - 1, this.#steps[block - 1] - 1]
    const at = this.#base[block] + step
    const value = this.#free[at] + this.#offset[block]
    if (this.#free[this.#base[before] + last] + this.#offset[before] !== value) return
    const until = this.#base[block] + this.#steps[block]
    this.count--
    if (--this.#steps[block] === 0) {
      this.#closeBlocks(block, block + 1)
      return
    }
    this.#times.copyWithin(at, at + 1, until)
    this.#free.copyWithin(at, at + 1, until)
    if (step === 0) this.#begins[block] = this.#times[at]
  }

  /** Makes the step at hand the last one that begins at `time`, not before the first, or earlier. */
  #locate(time: number): void {
    let low = 1
    let high = this.#blocks
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#begins[middle] <= time) low = middle + 1
      else high = middle
    }
    const block = low - 1
    const base = this.#base[block]
    low = 1
    high = this.#steps[block]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#times[base + middle] <= time) low = middle + 1
      else high = middle
    }
    this.#block = block
    this.#step = low - 1
  }

  /**
   * Inserts a step, which is not the first of its block; it is then the one at hand.
   * @param free without the block's offset
   */
  #insert(block: number, step: number, time: number, free: number): void {
    if (this.#steps[block] === CAPACITY) {
      this.#split(block)
      if (step > HALF) {
        block++
        step -= HALF
      }
    }
    const times = this.#times
    const values = this.#free
    const at = this.#base[block] + step
    for (let k = this.#base[block] + this.#steps[block]; k > at; k--) {
      times[k] = times[k - 1]
      values[k] = values[k - 1]
    }
    times[at] = time
    values[at] = free
    this.#steps[block]++
    this.count++
    const value = free + this.#offset[block]
    if (value < this.#least[block]) this.#least[block] = value
    if (value > this.#most[block]) this.#most[block] = value
    this.#block = block
    this.#step = step
  }

  /** Moves the second half of a full block into one of its own. */
  #split(block: number): void {
    this.#openBlock(block + 1)
    const from = this.#base[block] + HALF
    const to = this.#base[block + 1]
    this.#times.copyWithin(to, from, from + HALF)
    this.#free.copyWithin(to, from, from + HALF)
    this.#steps[block] = HALF
    this.#steps[block + 1] = HALF
    this.#offset[block + 1] = this.#offset[block]
    this.#begins[block + 1] = this.#times[to]
    this.#measure(block)
    this.#measure(block + 1)
  }

  /** Finds the bounds of a block. */
  #measure(block: number): void {
    const free = this.#free
    const base = this.#base[block]
    const until = base + this.#steps[block]
    let least = free[base]
    let most = least
    for (let at = base + 1; at < until; at++) {
      const value = free[at]
      if (value < least) least = value
      if (value > most) most = value
    }
    this.#least[block] = least + this.#offset[block]
    this.#most[block] = most + this.#offset[block]
  }

  /** Makes room for a block without steps. */
  #openBlock(block: number): void {
    if (this.#blocks === this.#begins.length) this.#grow()
    const base = this.#vacant.pop() ?? this.#blocks * CAPACITY
    if (block < this.#blocks) {
      for (const column of this.#columns()) column.copyWithin(block + 1, block, this.#blocks)
    }
    this.#blocks++
    this.#base[block] = base
    this.#steps[block] = 0
    this.#offset[block] = 0
  }

  /** Lets go of the blocks [`from`, `to`). */
  #closeBlocks(from: number, to: number): void {
    for (let block = from; block < to; block++) this.#vacant.push(this.#base[block])
    for (const column of this.#columns()) column.copyWithin(from, to, this.#blocks)
    this.#blocks -= to - from
  }

  /** All that is known of blocks. */
  #columns(): readonly (Float64Array | Int32Array)[] {
    return [this.#begins, this.#steps, this.#offset, this.#least, this.#most, this.#base]
  }

  #grow(): void {
    const n = 2 * this.#begins.length
    const doubled = (column: Int32Array) => {
      const longer = new Int32Array(2 * column.length)
      longer.set(column)
      return longer
    }
    const [begins, times] = [this.#begins, this.#times]
    this.#begins = new Float64Array(n)
    this.#begins.set(begins)
    this.#times = new Float64Array(n * CAPACITY)
    this.#times.set(times)
    this.#free = doubled(this.#free)
    this.#steps = doubled(this.#steps)
    this.#offset = doubled(this.#offset)
    this.#least = doubled(this.#least)
    this.#most = doubled(this.#most)
    this.#base = doubled(this.#base)
  }
}

/** The power of two that a number is at least, one for less than two. */
function classOf(value: number): number {
  return value < 2 ? 0 : 31 - Math.clz32(Math.min(value, 2 ** 31 - 1))
}
