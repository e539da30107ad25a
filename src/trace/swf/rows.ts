/**
 * Job lines as they are read: blocks of 64-bit floats, row by row, so that a log of any length grows without ever
 * being copied. Turned into columns once, when the log has been read.
 */

/** The values kept of every line, in this order; further fields follow. */
export const BASE = { id: 0, submit: 1, runtime: 2, estimate: 3, size: 4, user: 5 } as const
export const BASE_COUNT = 6

const ROWS_SHIFT = 12
const ROWS_A_BLOCK = 1 << ROWS_SHIFT

export class RowStore {
  /** Values of a row. */
  readonly width: number
  readonly #blocks: Float64Array[] = []
  #length = 0
  #block = new Float64Array(0)
  #used = 0

  constructor(width: number) {
    this.width = width
  }

  get length(): number {
    return this.#length
  }

  /** The block that the next row goes to; the row begins at `offset`. */
  reserve(): Float64Array {
    if (this.#used === this.#block.length) {
      this.#block = new Float64Array(ROWS_A_BLOCK * this.width)
      this.#blocks.push(this.#block)
      this.#used = 0
    }
    return this.#block
  }

  get offset(): number {
    return this.#used
  }

  /** Take over the row written after `reserve`. */
  commit(): void {
    this.#used += this.width
    this.#length += 1
  }

  get(row: number, column: number): number {
    return this.#blocks[row >>> ROWS_SHIFT][(row & (ROWS_A_BLOCK - 1)) * this.width + column]
  }

  set(row: number, column: number, value: number): void {
    this.#blocks[row >>> ROWS_SHIFT][(row & (ROWS_A_BLOCK - 1)) * this.width + column] = value
  }

  /** `to[k]` = value `column` of row `rows[k]`, or of row k where `rows` is null. */
  column<T extends Float64Array | Int32Array>(column: number, rows: Int32Array | null, to: T): T {
    if (rows !== null) {
      for (let k = 0; k < rows.length; k++) to[k] = this.get(rows[k], column)
      return to
    }
    const { width } = this
    let row = 0
    for (const block of this.#blocks) {
      const end = Math.min(this.#length, row + ROWS_A_BLOCK)
      for (let at = column; row < end; at += width) to[row++] = block[at]
    }
    return to
  }
}
