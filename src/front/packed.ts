/** Columns of numbers as short text, for snapshots that are JSON: base64 of their bytes, little-endian. */
import { base64Of, bytesOfBase64 } from '../core/base64.js'
import { littleEndian } from '../trace/digest.js'

export function packedText(column: Float64Array | Int32Array): string {
  return base64Of(littleEndian(column))
}

/** @throws RangeError where the text is no whole number of values */
export function unpackedFloats(text: string): Float64Array {
  const column = new Float64Array(bytesOf(text))
  // Turning bytes round and turning them back is the same.
  return new Float64Array(littleEndian(column).slice().buffer)
}

/** @throws RangeError where the text is no whole number of values */
export function unpackedInts(text: string): Int32Array {
  const column = new Int32Array(bytesOf(text))
  return new Int32Array(littleEndian(column).slice().buffer)
}

function bytesOf(text: string): ArrayBuffer {
  const bytes = bytesOfBase64(text)
  if (bytes === null) throw new RangeError('no base64')
  return bytes.buffer
}
