/**
 * Where a job stands in its log. The job table does not keep line numbers; a message about one job finds its line by
 * going through the log once more. Lines are counted as the parser counts them. Pure.
 */
import { fieldIndex } from './fields.js'

export class JobLineFinder {
  readonly #job: number
  readonly #size: number
  readonly #decoder = new TextDecoder('latin1')
  #line = 0
  /** The beginning of a line whose end has not come yet. */
  #rest = ''

  /**
   * @param job the job's number
   * @param size its size, so that another line of the same number is not taken for it
   */
  constructor(job: number, size: number) {
    this.#job = job
    this.#size = size
  }

  /** Number of the job's line, from 1, where it ends in this piece of the log; else null. */
  push(chunk: Uint8Array): number | null {
    const text = this.#rest + this.#decoder.decode(chunk)
    // The CR at the very end may be the first half of a CRLF.
    const held = text.endsWith('\r') ? '\r' : ''
    const lines = text.slice(0, text.length - held.length).split(/\r\n|\r|\n/)
    this.#rest = `${lines.pop()}${held}`
    for (const line of lines) {
      this.#line++
      if (this.#matches(line)) return this.#line
    }
    return null
  }

  /** The same for a last line without a line end. */
  end(): number | null {
    return this.#matches(this.#rest) ? this.#line + 1 : null
  }

  #matches(line: string): boolean {
    // Three characters of Latin-1 are what a byte order mark looks like here.
    const text = line.replace(/^ï»¿/, '')
    if (Number.parseFloat(text) !== this.#job) return false
    const fields = text.trim().split(/\s+/).map(Number)
    return SIZE_FIELDS.some((field) => fields[field] === this.#size)
  }
}

const SIZE_FIELDS = [fieldIndex('allocatedProcessors'), fieldIndex('requestedProcessors')]
