/** When a job may run beside maintenance: not in a window, nor into one; it may end as one begins, and begin as one ends. */
import type { Maintenance } from './facility.js'

export class Windows {
  readonly #windows: Maintenance | null

  constructor(windows: Maintenance | null) {
    this.#windows = windows
  }

  get none(): boolean {
    return this.#windows === null
  }

  /** The first instant from `from` on at which a job of that length may begin; Infinity if it fits between no two windows. */
  clear(from: number, length: number): number {
    const windows = this.#windows
    if (windows === null) return from
    const { every, duration } = windows
    const begin = this.#lastBegin(from)
    const at = from < begin + duration ? begin + duration : from
    const next = begin + every
    if (at + length <= next) return at
    return duration + length <= every ? next + duration : Number.POSITIVE_INFINITY
  }

  /** The end of the window that ended last, at `now` or before. */
  lastEnd(now: number): number {
    if (this.#windows === null) return Number.NEGATIVE_INFINITY
    const { duration } = this.#windows
    return this.#lastBegin(now - duration) + duration
  }

  /** The first end of a window after `now`. */
  nextEnd(now: number): number {
    if (this.#windows === null) return Number.POSITIVE_INFINITY
    const { every, duration } = this.#windows
    return this.#lastBegin(now - duration) + every + duration
  }

  /** The last begin of a window that is not after an instant; windows come round for ever, also before the log's zero. */
  #lastBegin(instant: number): number {
    const { every, start } = this.#windows as Maintenance
    return start + Math.floor((instant - start) / every) * every
  }
}
