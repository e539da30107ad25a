/** The bytes of a text: signs, ends of lines and of tokens, and text made of them. */

export const TAB = 9
export const LF = 10
export const FORM_FEED = 12
export const CR = 13
export const SPACE = 32
export const PLUS = 43
export const MINUS = 45
export const DOT = 46
export const SEMICOLON = 59

/** Place after the first line end in `chunk`; −1 where there is none. */
export function firstLineEnd(chunk: Uint8Array): number {
  for (let at = 0; at < chunk.length; at++) if (chunk[at] === LF || chunk[at] === CR) return at + 1
  return -1
}

/** Place after the last line end in chunk[from, …), or `from` where there is none. */
export function lastLineEnd(chunk: Uint8Array, from: number): number {
  let at = chunk.length
  while (at > from && chunk[at - 1] !== LF && chunk[at - 1] !== CR) at--
  return at
}

/** Place of the next line end; there is one. */
export function lineEndAfter(buf: Uint8Array, from: number): number {
  let at = from
  while (buf[at] !== LF && buf[at] !== CR) at++
  return at
}

/** Place after the token that reaches to `from` at least. */
export function tokenEnd(buf: Uint8Array, from: number): number {
  let at = from
  while (buf[at] !== SPACE && !(buf[at] >= TAB && buf[at] <= CR)) at++
  return at
}

/** A token as text, cut where it is far too long for a number. */
export function tokenText(buf: Uint8Array, from: number, to: number): string {
  const shown = to - from > 200 ? 40 : to - from
  const text = decodeComment(buf.subarray(from, from + shown))
  return shown < to - from ? `${text}…` : text
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const LATIN1 = new TextDecoder('latin1')

/** Text in UTF-8, or where it is not that, in Latin-1, which older logs use. */
export function decodeComment(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes)
  } catch {
    return LATIN1.decode(bytes)
  }
}
