/** Columns of numbers as short text, for snapshots that are JSON: base64 of their bytes, little-endian. */
import { littleEndian } from '../trace/digest.js'

export function packedText(column: Float64Array | Int32Array): string {
  return Buffer.from(littleEndian(column)).toString('base64')
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
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer
}
