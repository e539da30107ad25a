/** Values of the pairs that say how a machine is: names, numbers and times, and the failures that name their lines. */
import { QueuewrightError } from '../../core/errors.js'
import type { Pair } from './lines.js'
import { parseSlurmTime } from './times.js'

/** The pairs that are said of a node, a partition or a reservation, by keys in lower case. */
export type Said = ReadonlyMap<string, Pair>

/** Null where all are meant. */
export function names(pair: Pair | undefined): readonly string[] | null {
  if (pair === undefined || /^(all|\(null\)|n\/a|)$/i.test(pair.value)) return null
  return pair.value.split(',').filter((name) => name !== '')
}

/** The number of the first of these keys that is there. */
export function numberIn(said: Said, keys: readonly string[]): number | null {
  const pair = keys.map((key) => said.get(key)).find((each) => each !== undefined)
  return pair === undefined || /^(\(null\)|n\/a|unlimited|none)$/i.test(pair.value) ? null : wholeNumber(pair)
}

/** Beyond what any site has; sums of them are exact. */
export const LARGEST = 1e9

/**
 * A whole number as Slurm reads it, by strtoul(3) with a base of its own: decimal, behind 0x hexadecimal, behind 0 octal.
 * @returns NaN for what is none
 */
export function slurmNumber(text: string): number {
  const [, digits] = /^\s*\+?(0x[\da-f]+|0[0-7]*|[1-9]\d*)$/i.exec(text) ?? []
  if (digits === undefined) return Number.NaN
  return /^0[0-7]/.test(digits) ? Number.parseInt(digits, 8) : Number(digits)
}

export function wholeNumber(pair: Pair): number {
  const value = slurmNumber(pair.value)
  if (value <= LARGEST) return value
  const expected = `a whole number up to ${LARGEST}`
  throw value > LARGEST
    ? bad(pair, 'a larger number than can be simulated', pair.value, expected)
    : notTaken(pair, expected)
}

export function timeOf(pair: Pair): number {
  const seconds = parseSlurmTime(pair.value)
  if (seconds !== null && seconds > 0) return seconds
  throw notTaken(pair, 'a time such as 30 (minutes), 12:00:00 or 7-0')
}

export function notTaken(pair: Pair, expected: string): QueuewrightError {
  return bad(pair, 'a value that Slurm would not take', pair.value, expected)
}

export function bad({ key, line }: Pair, what: string, value: string, expected: string): QueuewrightError {
  return new QueuewrightError('line-value', what, { line, field: key, value, expected })
}

/** Has failures name a line. */
export function at<Result>(line: number, field: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ line, field }) : error
  }
}
