/** Processors of each kind that are free from now on, as far as estimates promise: a step function of time. */
import { beginning, type StartRule } from './resources.js'

/** The processors that a job takes of each kind. */
export type Share = Int32Array

export class Plan {
  /** Step `k` holds from `#times[k]` to `#times[k + 1]`, the last one for ever. */
  #times = new Float64Array(64)
  #free: Int32Array
  #steps = 1
  readonly #kinds: number
  /** The processors free of each kind for as long as the job takes for which `earliestOf` last found a beginning. */
  readonly #least: Int32Array

  constructor(counts: Int32Array) {
    this.#kinds = counts.length
    this.#free = new Int32Array(64 * counts.length)
    this.#free.set(counts)
    this.#times[0] = Number.NEGATIVE_INFINITY
    this.#least = new Int32Array(counts.length)
  }

  /** Becomes what another plan is. */
  copy(other: Plan): void {
    this.#reserve(other.#steps)
    this.#steps = other.#steps
    this.#times.set(other.#times.subarray(0, this.#steps))
    this.#free.set(other.#free.subarray(0, this.#steps * this.#kinds))
  }

  /** Forgets what was before an instant. */
  trim(now: number): void {
    const step = this.#stepAt(now)
    if (step === 0) return
    this.#times.copyWithin(0, step, this.#steps)
    this.#free.copyWithin(0, step * this.#kinds, this.#steps * this.#kinds)
    this.#steps -= step
  }

  take(from: number, to: number, share: Share): void {
    this.#add(from, to, share, -1)
  }

  give(from: number, to: number, share: Share): void {
    this.#add(from, to, share, 1)
  }

  /**
   * The first instant from `from` on at which a job may begin and find its processors free until it ends by its estimate;
   * `choose` says which. Infinity if it fits between no two windows.
   * @param kinds those that it may take
   * @param before as `Timeline.earliest` has it
   */
  earliestOf(
    kinds: Int32Array,
    size: number,
    length: number,
    from: number,
    startRule: StartRule,
    before: number = Number.POSITIVE_INFINITY,
  ): number {
    const times = this.#times
    let at = from
    for (;;) {
      at = beginning(at, length, startRule)
      if (at >= before || at === Number.POSITIVE_INFINITY) return at
      const first = this.#stepAt(at)
      const blocked = this.#blocked(kinds, size, first, at + length)
      if (blocked < 0) return at
      // Nothing that begins before the next step finds more, nor before the end of a step that alone has too little.
      at = times[blocked + 1]
    }
  }

  nextBorder(after: number): number {
    const step = this.#stepAt(after) + 1
    return step < this.#steps ? this.#times[step] : Number.POSITIVE_INFINITY
  }

  /** Processors for a job as `earliestOf` last found them: of the first kinds, as many as are free of each. */
  choose(kinds: Int32Array, size: number): Share {
    return shareOf(this.#least, kinds, size)
  }

  /** The step after which a beginning may do what one in `first` does not; −1 where that one does. */
  #blocked(kinds: Int32Array, size: number, first: number, end: number): number {
    const free = this.#free
    const least = this.#least
    const width = this.#kinds
    for (let k = 0; k < kinds.length; k++) least[kinds[k]] = free[first * width + kinds[k]]
    for (let step = first; ; ) {
      let alone = 0
      let all = 0
      for (let k = 0; k < kinds.length; k++) {
        const kind = kinds[k]
        const here = free[step * width + kind]
        alone += here
        if (here < least[kind]) least[kind] = here
        all += least[kind]
      }
      if (alone < size) return step
      if (all < size) return first
      if (++step === this.#steps || this.#times[step] >= end) return -1
    }
  }

  #add(from: number, to: number, share: Share, sign: number): void {
    if (!(from < to)) return
    const first = this.#cut(from)
    const last = to === Number.POSITIVE_INFINITY ? this.#steps : this.#cut(to)
    const width = this.#kinds
    for (let step = first; step < last; step++) {
      for (let kind = 0; kind < width; kind++) this.#free[step * width + kind] += sign * share[kind]
    }
    this.#join(last)
    this.#join(first)
  }

  /** Drops the border before a step that is as the one before it. */
  #join(step: number): void {
    if (step === 0 || step >= this.#steps) return
    const width = this.#kinds
    const free = this.#free
    for (let kind = 0; kind < width; kind++) {
      if (free[step * width + kind] !== free[(step - 1) * width + kind]) return
    }
    this.#times.copyWithin(step, step + 1, this.#steps)
    free.copyWithin(step * width, (step + 1) * width, this.#steps * width)
    this.#steps--
  }

  /** The step that begins at an instant, which becomes a border. */
  #cut(instant: number): number {
    const step = this.#stepAt(instant)
    if (this.#times[step] === instant) return step
    this.#reserve(this.#steps + 1)
    const width = this.#kinds
    this.#times.copyWithin(step + 1, step, this.#steps)
    this.#free.copyWithin((step + 1) * width, step * width, this.#steps * width)
    this.#steps++
    this.#times[step + 1] = instant
    return step + 1
  }

  /** The last step that begins at an instant or before. */
  #stepAt(instant: number): number {
    let low = 0
    let high = this.#steps
    while (low + 1 < high) {
      const middle = (low + high) >>> 1
      if (this.#times[middle] <= instant) low = middle
      else high = middle
    }
    return low
  }

  #reserve(steps: number): void {
    if (steps <= this.#times.length) return
    const times = new Float64Array(2 * steps)
    const free = new Int32Array(2 * steps * this.#kinds)
    times.set(this.#times)
    free.set(this.#free)
    this.#times = times
    this.#free = free
  }
}

/** Processors of the first kinds, as many as there are of each. */
export function shareOf(free: Int32Array, kinds: Int32Array, size: number): Share {
  const share = new Int32Array(free.length)
  let left = size
  for (let k = 0; left > 0 && k < kinds.length; k++) {
    const taken = Math.min(left, free[kinds[k]])
    share[kinds[k]] = taken
    left -= taken
  }
  return share
}
