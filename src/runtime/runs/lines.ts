/** Lines of a file of which the last may be cut off. */
export interface Line {
  readonly text: string
  /** Bytes of the file up to and with this line. */
  readonly end: number
  /** Whether a line end follows. */
  readonly whole: boolean
}

const NEWLINE = 10

export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let begun: Buffer[] = []
  let end = 0
  for await (const piece of pieces) {
    let from = 0
    for (let at = piece.indexOf(NEWLINE); at >= 0; at = piece.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...begun, piece.subarray(from, at)])
      begun = []
      from = at + 1
      end += line.length + 1
      yield { text: line.toString('utf8'), end, whole: true }
    }
    if (from < piece.length) begun.push(piece.subarray(from))
  }
  const rest = Buffer.concat(begun)
  if (rest.length > 0) yield { text: rest.toString('utf8'), end: end + rest.length, whole: false }
}
