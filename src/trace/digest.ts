/**
 * The content digest of a trace: SHA-256 over the job table's columns, the machine size and the clock, so that a
 * result can name its data and a study can tell that it was given the log it expects.
 *
 * Hashed are, in this order: the text of a JSON array `["queuewright-trace",1,jobs,processors,unixStart,zone]` and a
 * newline, then the columns id, submit, runtime, estimate (IEEE 754 doubles), size, user, group (32-bit integers,
 * two's complement), all little-endian. Names, comments and further fields do not enter.
 */
import { Sha256 } from '../core/sha256.js'
import { columnsOf, type JobTable } from './job-table.js'
import type { LogClock } from './trace.js'

const LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/** SHA-256 in hexadecimal. */
export function digestOf(jobs: JobTable, processors: number | null, clock: LogClock): string {
  const hash = new Sha256()
  const facts = ['queuewright-trace', 1, jobs.length, processors, clock.unixStart, clock.zone]
  hash.update(`${JSON.stringify(facts)}\n`)
  for (const column of columnsOf(jobs)) hash.update(littleEndian(column))
  return hash.hex()
}

/** The column's bytes, little-endian; over its own memory where that is the machine's order. */
export function littleEndian(column: Float64Array | Int32Array): Uint8Array {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength)
  if (LITTLE_ENDIAN) return bytes
  const swapped = Uint8Array.from(bytes)
  const size = column.BYTES_PER_ELEMENT
  for (let at = 0; at < swapped.length; at += size) swapped.subarray(at, at + size).reverse()
  return swapped
}
