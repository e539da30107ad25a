/** Bytes as text of base64 (RFC 4648, section 4) and back, the same on every host. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const CODES = Uint8Array.from(ALPHABET, (digit) => digit.charCodeAt(0))
const NONE = 64
const VALUES = new Uint8Array(128).fill(NONE)
CODES.forEach((code, value) => {
  VALUES[code] = value
})
const PADDING = 61
const DECODER = new TextDecoder()

export function base64Of(bytes: Uint8Array): string {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3))
  for (let at = 0, to = 0; at < bytes.length; at += 3, to += 4) {
    const left = bytes.length - at
    const word = (bytes[at] << 16) | (left > 1 ? bytes[at + 1] << 8 : 0) | (left > 2 ? bytes[at + 2] : 0)
    text[to] = CODES[word >> 18]
    text[to + 1] = CODES[(word >> 12) & 63]
    text[to + 2] = left > 1 ? CODES[(word >> 6) & 63] : PADDING
    text[to + 3] = left > 2 ? CODES[word & 63] : PADDING
  }
  return DECODER.decode(text)
}

/** @returns null where the text is not what `base64Of` writes */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  if (text.length % 4 !== 0) return null
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let word = 0
  for (let at = 0, to = 0; at < text.length; at++) {
    const value = at < digits ? (VALUES[text.charCodeAt(at)] ?? NONE) : 0
    if (value === NONE) return null
    word = (word << 6) | value
    if (at % 4 !== 3) continue
    // Behind the last byte these fall off the end: they have to be what padding leaves.
    if (at >= digits && (word & (padding === 1 ? 0xff : 0xffff)) !== 0) return null
    bytes[to++] = word >> 16
    bytes[to++] = word >> 8
    bytes[to++] = word
    word = 0
  }
  return bytes
}
