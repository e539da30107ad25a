/** Lists of whole numbers and ranges of them, as options have them. */
import { QueuewrightError } from '../core/errors.js'

/** Whole numbers from `low` to `high`, both included. */
export interface Range {
  readonly low: number
  readonly high: number
}

/** `1-16,32,128-`: whole numbers and ranges of them; a range without an end has none. `-1` is minus one. */
export function parseRanges(text: string, option: string): readonly Range[] {
  return text.split(',').map((part) => {
    const match = /^\s*(-?\d+)(?:(-)(\d+)?)?\s*$/.exec(part)
    if (match) {
      const low = Number(match[1])
      const high = match[3] !== undefined ? Number(match[3]) : match[2] ? Number.POSITIVE_INFINITY : low
      if (low <= high && Number.isFinite(low)) return { low, high }
    }
    throw new QueuewrightError('usage', 'not a list of numbers and ranges', {
      field: option,
      value: text,
      expected: 'such as 4, 1-16,32 or 64-',
    })
  })
}
