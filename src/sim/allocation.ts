/**
 * Which processors each job of a schedule ran on. The simulator decides times only (any subset of processors will
 * do); tables and Gantt charts want concrete ones, and get the lowest that are free.
 *
 * Events go by time; at one instant first all completions, then the jobs of zero seconds (each takes its
 * processors and gives them back at once, so that any number of them may use the same ones), then the starts in
 * job order. By this rule every schedule that keeps within the machine's capacity over the half-open intervals
 * [start, end) is placed completely. Imports core, trace and the schedule only.
 */
import { stableOrder } from '../core/ordering.js'
import type { Schedule } from './schedule.js'

export interface Allocation {
  /**
   * Inclusive intervals of processors numbered from 0, as pairs (first, last), ascending and never adjacent;
   * those of job `row` are `intervals[from[row]]` up to, not including, `intervals[to[row]]`.
   */
  readonly intervals: Int32Array
  readonly from: Int32Array
  readonly to: Int32Array
  /**
   * Jobs that found too few free processors at their start (a recorded schedule may use more than the machine
   * has) or have no start; they hold none, and `intervalsOf` gives null for them.
   */
  readonly unplaced: number
}

/** Assigns processors to every job of the schedule, deterministically. */
export function allocateProcessors(schedule: Schedule): Allocation {
  const { jobs, start, processors } = schedule
  const n = jobs.length
  const end = new Float64Array(n)
  for (let row = 0; row < n; row++) end[row] = start[row] + jobs.runtime[row]
  const starts = stableOrder(start)
  const ends = stableOrder(end)

  const free = new FreeProcessors(processors)
  const from = new Int32Array(n)
  const to = new Int32Array(n)
  let unplaced = 0
  let nextEnd = 0
  const take = (row: number): void => {
    from[row] = free.written
    if (!free.take(jobs.size[row])) unplaced++
    to[row] = free.written
  }

  let k = 0
  while (k < n && Number.isFinite(start[starts[k]])) {
    const now = start[starts[k]]
    let last = k
    while (last < n && start[starts[last]] === now) last++
    // A job of zero seconds that starts now is among those that end now, but has not taken anything yet.
    while (nextEnd < n && end[ends[nextEnd]] <= now) {
      const row = ends[nextEnd++]
      if (start[row] < now) free.release(from[row], to[row])
    }
    for (let j = k; j < last; j++) {
      const row = starts[j]
      if (end[row] > now) continue
      take(row)
      free.release(from[row], to[row])
    }
    for (let j = k; j < last; j++) if (end[starts[j]] > now) take(starts[j])
    k = last
  }
  return { intervals: free.intervals(), from, to, unplaced: unplaced + n - k }
}

/** The processors of one job as pairs (first, last); null for a job that was not placed. */
export function intervalsOf(allocation: Allocation, row: number): Int32Array | null {
  const { intervals, from, to } = allocation
  return from[row] === to[row] ? null : intervals.subarray(from[row], to[row])
}

/** A bitmap of free processors, and the list of all intervals ever taken from it. */
class FreeProcessors {
  readonly #words: Int32Array
  #free: number
  /** No word before this one has a free processor. */
  #lowest = 0
  #pairs = new Int32Array(1024)
  written = 0

  constructor(processors: number) {
    this.#free = processors
    this.#words = new Int32Array((processors + 31) >>> 5).fill(-1)
    const rest = processors & 31
    if (rest !== 0) this.#words[this.#words.length - 1] = (1 << rest) - 1
  }

  intervals(): Int32Array {
    return this.#pairs.slice(0, this.written)
  }

  /** Takes the `size` lowest free processors and writes their intervals; takes none where fewer are free. */
  take(size: number): boolean {
    if (size > this.#free || size < 1) return false
    this.#free -= size
    const words = this.#words
    const mark = this.written
    let word = this.#lowest
    let left = size
    while (left > 0) {
      let bits = words[word]
      if (bits === -1 && left >= 32) {
        this.#append(word << 5, 32, mark)
        words[word++] = 0
        left -= 32
        continue
      }
      while (bits !== 0 && left > 0) {
        const low = 31 - Math.clz32(bits & -bits)
        const run = Math.min(left, trailingOnes(bits >>> low))
        const mask = run === 32 ? -1 : ((1 << run) - 1) << low
        this.#append((word << 5) + low, run, mark)
        bits &= ~mask
        left -= run
      }
      words[word] = bits
      if (bits === 0) word++
    }
    this.#lowest = word
    return true
  }

  /** Gives back the intervals written from `from` up to `to`. */
  release(from: number, to: number): void {
    const words = this.#words
    for (let at = from; at < to; at += 2) {
      const first = this.#pairs[at]
      const last = this.#pairs[at + 1]
      this.#free += last - first + 1
      const firstWord = first >>> 5
      const lastWord = last >>> 5
      if (firstWord < this.#lowest) this.#lowest = firstWord
      const headMask = -1 << (first & 31)
      const tailMask = -1 >>> (31 - (last & 31))
      if (firstWord === lastWord) {
        words[firstWord] |= headMask & tailMask
      } else {
        words[firstWord] |= headMask
        words.fill(-1, firstWord + 1, lastWord)
        words[lastWord] |= tailMask
      }
    }
  }

  /** Adds a run to the intervals written since `mark`, joining it to the last one where they touch. */
  #append(first: number, length: number, mark: number): void {
    if (this.written > mark && this.#pairs[this.written - 1] === first - 1) {
      this.#pairs[this.written - 1] += length
      return
    }
    if (this.written === this.#pairs.length) {
      const larger = new Int32Array(this.#pairs.length * 2)
      larger.set(this.#pairs)
      this.#pairs = larger
    }
    this.#pairs[this.written++] = first
    this.#pairs[this.written++] = first + length - 1
  }
}

function trailingOnes(bits: number): number {
  const inverted = ~bits
  return inverted === 0 ? 32 : 31 - Math.clz32(inverted & -inverted)
}
