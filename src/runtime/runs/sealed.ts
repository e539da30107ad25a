/**
 * Sealed lines: JSON objects in one line whose last member, `sum`, is a checksum of what stands before it and of what
 * the line follows, so that a changed, cut off or misplaced line is told from a good one. The checksum is the first half
 * of a SHA-256, in hexadecimal.
 */
import { createHash } from 'node:crypto'
import type { Json } from '../../core/json.js'

export type JsonFields = Readonly<Record<string, Json>>

export interface Sealed {
  /** Without a line end. */
  readonly line: string
  readonly sum: string
}

const DIGITS = 32
const ENDING = new RegExp(`,"sum":"([0-9a-f]{${DIGITS}})"}$`)
const ENDING_LENGTH = ',"sum":""}'.length + DIGITS

/** Checksum of texts, in this order. */
export function checksum(...texts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${text}\n`)
  return hash.digest('hex').slice(0, DIGITS)
}

/** SHA-256 in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * @param fields of an object, one or more
 * @param after checksum of what the line follows
 */
export function sealed(fields: Json, after: string): Sealed {
  const body = JSON.stringify(fields).slice(0, -1)
  const sum = checksum(after, body)
  return { line: `${body},"sum":"${sum}"}`, sum }
}

/** The sum of a good line; null for any other. */
export function sumOf(line: string, after: string): string | null {
  const sum = ENDING.exec(line)?.[1]
  return sum !== undefined && sum === checksum(after, line.slice(0, -ENDING_LENGTH)) ? sum : null
}

/** The one line of a file; what is no good line where the file is not exactly that. */
export function onlyLine(file: Buffer): string {
  const text = file.toString('utf8')
  return text.endsWith('\n') ? text.slice(0, -1) : ''
}

/** The members of a good line, which are what `sealed` was given; null for any other. */
export function unsealed<Fields>(line: string, after: string): Fields | null {
  return sumOf(line, after) === null ? null : (JSON.parse(line) as Fields)
}
