/** Lines of a text that comes in pieces of bytes, in UTF-8. A line ends with LF or CRLF. */
import { QueuewrightError } from '../../core/errors.js'

/** A longer line is no row of accounting; it bounds what is kept of an input without line ends. */
const LONGEST_LINE = 1 << 22

export class LineReader {
  readonly #decoder = new TextDecoder()
  readonly #take: (line: string, number: number) => void
  #rest = ''
  #number = 0

  /** @param take told of every line and its number, from 1 */
  constructor(take: (line: string, number: number) => void) {
    this.#take = take
  }

  /** @throws QueuewrightError `line-fields` for a line that is too long, and what `take` throws */
  push(chunk: Uint8Array): void {
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true })
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.#emit(text, from, at)
      from = at + 1
    }
    this.#rest = text.slice(from)
    if (this.#rest.length > LONGEST_LINE) {
      throw new QueuewrightError('line-fields', 'this line is too long for a row of accounting', {
        line: this.#number + 1,
        expected: `at most ${LONGEST_LINE} characters`,
        remedy: 'Check that it is the right file',
      })
    }
  }

  end(): void {
    const text = this.#rest + this.#decoder.decode()
    this.#rest = ''
    if (text !== '') this.#emit(text, 0, text.length)
  }

  #emit(text: string, from: number, to: number): void {
    this.#take(text.slice(from, text[to - 1] === '\r' && to > from ? to - 1 : to), ++this.#number)
  }
}
