/** Which jobs of a schedule are not over at an instant, without a look at all that came before. */
import type { Simulation } from '../simulate.js'

/** Rows that are left out together where all of them are over. */
const BLOCK = 64

export class Lasting {
  readonly #end: Float64Array
  /** The last end of each block of rows. */
  readonly #lastEnd: Float64Array

  constructor({ jobs: { runtime, length } }: Simulation, start: Float64Array) {
    this.#end = new Float64Array(length)
    this.#lastEnd = new Float64Array(Math.ceil(length / BLOCK)).fill(Number.NEGATIVE_INFINITY)
    for (let row = 0; row < length; row++) {
      const end = start[row] + runtime[row]
      const block = Math.floor(row / BLOCK)
      this.#end[row] = end
      if (end > this.#lastEnd[block]) this.#lastEnd[block] = end
    }
  }

  /** Visits the rows before `until` that end at an instant or later, in their order. */
  visit(instant: number, until: number, each: (row: number) => void): void {
    const end = this.#end
    const lastEnd = this.#lastEnd
    for (let from = 0; from < until; from += BLOCK) {
      if (!(lastEnd[from / BLOCK] >= instant)) continue
      const to = Math.min(from + BLOCK, until)
      for (let row = from; row < to; row++) if (end[row] >= instant) each(row)
    }
  }
}
