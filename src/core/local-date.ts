/** Dates as users write them, by the clock on the wall wherever the log's machine stood. */
import { QueuewrightError } from './errors.js'

/** A local date, and perhaps the local time of day; month 1–12. */
export interface LocalDate {
  readonly year: number
  readonly month: number
  readonly day: number
  /** Seconds since midnight by the clock on the wall; that of before where it is left out. */
  readonly time?: number
}

const HOUR = 3600

/** Whether a text is a date that the calendar has. */
export function isLocalDate(text: string): boolean {
  try {
    parseLocalDate(text)
    return true
  } catch (error) {
    if (error instanceof QueuewrightError) return false
    throw error
  }
}

/**
 * Reads a date: `2024-01-01`, or with the time of day `2024-01-01T08:30`.
 * @throws QueuewrightError `usage`
 */
export function parseLocalDate(text: string): LocalDate {
  const match = /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d))?)?\s*$/.exec(text)
  const [year, month, day, hour, minute, second] = (match?.slice(1) ?? []).map((part) => Number(part ?? 0))
  const valid =
    match !== null &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= new Date(Date.UTC(year, month, 0)).getUTCDate() &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59
  if (!valid) {
    throw new QueuewrightError('usage', 'not a date', {
      field: 'date',
      value: text,
      expected: 'a date such as 2024-01-01 or 2024-01-01T06:00',
    })
  }
  const time = hour * HOUR + minute * 60 + second
  return { year, month, day, ...(match[4] === undefined ? {} : { time }) }
}
