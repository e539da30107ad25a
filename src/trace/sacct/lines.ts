/**
 * Lines of a text that comes in pieces of bytes. A line ends with LF or CRLF. A line that is no UTF-8 is read as Latin-1,
 * which has a character for every byte, so that different names stay different.
 */
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'

/** Bytes; a longer line is no row of accounting, which bounds what is kept of an input without line ends. */
const LONGEST_LINE = 1 << 22
const LF = 10
const CR = 13

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LATIN1 = new TextDecoder('latin1')

export class LineReader {
  readonly #take: (line: string, number: number, ended: boolean) => void
  /** The beginning of a line that goes on in the next piece. */
  #held: Uint8Array[] = []
  #heldBytes = 0
  #number = 0
  #latin1 = 0
  #unfinished = false

  /** @param take told of every line, its number from 1, and whether it has an end: the last one may lack it */
  constructor(take: (line: string, number: number, ended: boolean) => void) {
    this.#take = take
  }

  /** Sentences that a user should know of the bytes. */
  get notices(): readonly string[] {
    return [
      ...(this.#latin1 === 0
        ? []
        : [`${plural(this.#latin1, 'line is', 'lines are')} no UTF-8, and read as Latin-1`]),
      ...(this.#unfinished ? ['the last line has no end: the file may have been cut off'] : []),
    ]
  }

  /** @throws QueuewrightError `line-fields` for a line that is too long, and what `take` throws */
  push(chunk: Uint8Array): void {
    const end = chunk.lastIndexOf(LF) + 1
    if (end > 0) this.#emit(this.#joined(chunk.subarray(0, end)))
    if (end === chunk.length) return
    // A copy, as the reader of a file may use the memory of a piece again.
    this.#held.push(chunk.slice(end))
    this.#heldBytes += chunk.length - end
    if (this.#heldBytes > LONGEST_LINE) {
      throw new QueuewrightError('line-fields', 'this line is too long for a row of accounting', {
        line: this.#number + 1,
        expected: `at most ${LONGEST_LINE} bytes`,
        remedy: 'Check that it is the right file',
      })
    }
  }

  end(): void {
    if (this.#heldBytes === 0) return
    this.#unfinished = true
    this.#emit(this.#joined(new Uint8Array(0)))
  }

  #joined(chunk: Uint8Array): Uint8Array {
    if (this.#heldBytes === 0) return chunk
    const whole = new Uint8Array(this.#heldBytes + chunk.length)
    let at = 0
    for (const piece of [...this.#held, chunk]) {
      whole.set(piece, at)
      at += piece.length
    }
    this.#held = []
    this.#heldBytes = 0
    return whole
  }

  #emit(bytes: Uint8Array): void {
    let text: string | null = null
    try {
      text = UTF8.decode(bytes)
    } catch {
      // Some line of these is no UTF-8; each is looked at by itself.
    }
    let from = 0
    while (from < bytes.length && text === null) {
      const at = bytes.indexOf(LF, from)
      const to = at < 0 ? bytes.length : at
      this.#line(this.#decoded(bytes.subarray(from, bytes[to - 1] === CR && to > from ? to - 1 : to)))
      from = to + 1
    }
    if (text === null) return
    while (from < text.length) {
      const at = text.indexOf('\n', from)
      const to = at < 0 ? text.length : at
      this.#line(text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to))
      from = to + 1
    }
  }

  #decoded(line: Uint8Array): string {
    try {
      return UTF8.decode(line)
    } catch {
      this.#latin1++
      return LATIN1.decode(line)
    }
  }

  #line(text: string): void {
    this.#number++
    // A byte order mark at the beginning is no part of the first line.
    this.#take(this.#number === 1 ? text.replace(/^\ufeff/, '') : text, this.#number, !this.#unfinished)
  }
}
