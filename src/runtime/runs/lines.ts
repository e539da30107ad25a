import { QueuewrightError } from '../../core/errors.js'

/** Lines of a file of which the last may be cut off. */
export interface Line {
  readonly text: string
  /** Bytes of the file up to and with this line. */
  readonly end: number
  /** Whether a line end follows. */
  readonly whole: boolean
}

const NEWLINE = 10
/** Bytes. Nothing that is written here has lines of that length. */
const LONGEST = 1 << 28

export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let begun: Buffer[] = []
  let end = 0
  /** Bytes of a line that has begun. */
  let held = 0
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...begun, piece.subarray(from, at)])
      begun = []
      from = at + 1
      end += line.length + 1
      yield { text: line.toString('utf8'), end, whole: true }
    }
    if (from === piece.length) continue
    begun.push(piece.subarray(from))
    held = from === 0 ? held + piece.length : piece.length - from
    if (held > LONGEST) {
      throw new QueuewrightError('run-damaged', `a line of more than ${LONGEST >> 20} MiB`, {
        remedy: 'What was written here has been overwritten',
      })
    }
  }
  const rest = Buffer.concat(begun)
  if (rest.length > 0) yield { text: rest.toString('utf8'), end: end + rest.length, whole: false }
}
