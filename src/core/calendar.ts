/**
 * The clock on the wall: what local date, weekday and hour it was at a second of a log, through changes to and
 * from daylight saving time.
 *
 * A log counts seconds from its own zero; the Unix time of that zero and a time zone give the local time:
 * local = unixStart + second + offset(unixStart + second). Offsets come from the runtime's zone database (`Intl`)
 * and are cached as spans of constant offset, so that a sweep over millions of jobs asks it a few hundred times.
 * The Unix time scale has no leap seconds, nor has this module. Imports nothing but errors.
 */
import { QueuewrightError } from './errors.js'

/** When second 0 was, and where; the shape of a trace's clock. */
export interface CalendarClock {
  /** Unix time of second 0; null is taken as 0. */
  readonly unixStart: number | null
  /** An IANA zone name (`Europe/Stockholm`) or a fixed offset from UTC, in seconds east of it. */
  readonly zone: string | number
}

/** Names of the weekdays as this module numbers them: 0 Monday … 6 Sunday. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export interface LocalParts {
  readonly year: number
  /** 1–12. */
  readonly month: number
  /** Day of the month, 1–31. */
  readonly day: number
  /** 0 Monday … 6 Sunday. */
  readonly weekday: number
  /** 0–23. */
  readonly hour: number
  readonly minute: number
  /** With its fraction, if any. */
  readonly second: number
}

/** A stretch of Unix time [from, until) with one offset. */
interface Span {
  readonly from: number
  readonly until: number
  readonly offset: number
}

const DAY = 86_400
const HOUR = 3_600
/** Width of the blocks in which zone changes are looked for; no zone changes twice in three days. */
const BLOCK = 3 * DAY
/** Years 1 to 9999: beyond them there are no daylight saving rules, and dates have no usual notation. */
const FIRST_INSTANT = -62_135_596_800
const LAST_INSTANT = 253_402_300_799

/** Whether the runtime knows a time zone by this name. An offset such as `+01:00` is none: not every runtime knows such. */
export function isZoneName(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    offsetFormat(name)
    return true
  } catch {
    return false
  }
}

export class Calendar {
  readonly #unixStart: number
  readonly #zone: string | number
  readonly #format: Intl.DateTimeFormat | null
  readonly #blocks = new Map<number, readonly Span[]>()
  #span: Span

  /** @throws QueuewrightError `usage` for a zone that the runtime does not know. */
  constructor(clock: CalendarClock) {
    this.#unixStart = clock.unixStart ?? 0
    this.#zone = clock.zone
    if (typeof clock.zone === 'number') {
      this.#format = null
      this.#span = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY, offset: clock.zone }
    } else {
      if (!isZoneName(clock.zone)) {
        throw new QueuewrightError('usage', 'unknown time zone', {
          value: clock.zone,
          expected: 'an IANA name such as Europe/Stockholm, or seconds east of UTC',
        })
      }
      this.#format = offsetFormat(clock.zone)
      this.#span = { from: 0, until: 0, offset: 0 }
    }
  }

  /** Seconds that the local clock is ahead of UTC at `second` (negative west of Greenwich). */
  offsetAt(second: number): number {
    return this.#spanAt(this.#unixStart + second).offset
  }

  /** Hour of the local day, 0–23. */
  hour(second: number): number {
    return Math.floor(modulo(this.#local(second), DAY) / HOUR)
  }

  /** 0 Monday … 6 Sunday. */
  weekday(second: number): number {
    return weekdayOf(this.#local(second))
  }

  /** Days between 1 January 1970 and the local date: equal for two instants of one local day. */
  dayNumber(second: number): number {
    return Math.floor(this.#local(second) / DAY)
  }

  localParts(second: number): LocalParts {
    const local = this.#local(second)
    const date = new Date(clampInstant(local) * 1000)
    const ofDay = modulo(local, DAY)
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      weekday: weekdayOf(local),
      hour: Math.floor(ofDay / HOUR),
      minute: Math.floor((ofDay % HOUR) / 60),
      second: ofDay % 60,
    }
  }

  /**
   * The first instant after `second` (seconds from the log's zero) at which the local clock comes to one of the full
   * hours `hours` (each 0–23, ascending), or at which the clock itself is put forward or back, whichever is first.
   * What depends on the local day and on these hours alone cannot change before it. Infinity after the year 9999,
   * where there are no calendars.
   */
  nextLocalHour(second: number, hours: readonly number[]): number {
    const instant = this.#unixStart + second
    if (!(instant <= LAST_INSTANT)) return Number.POSITIVE_INFINITY
    const { offset } = this.#spanAt(instant)
    const local = instant + offset
    const midnight = Math.floor(local / DAY) * DAY
    let next = midnight + DAY + hours[0] * HOUR
    for (const hour of hours) {
      if (midnight + hour * HOUR > local) {
        next = midnight + hour * HOUR
        break
      }
    }
    const change = this.#nextChange(instant, next - offset)
    return Math.min(change, next - offset) - this.#unixStart
  }

  /** `1996-06-26T17:06:00-04:00`: local date and time with its offset, to the second. */
  iso(second: number): string {
    const parts = this.localParts(second)
    const date = `${pad(parts.year, 4)}-${pad(parts.month)}-${pad(parts.day)}`
    const time = `${pad(parts.hour)}:${pad(parts.minute)}:${pad(Math.floor(parts.second))}`
    return `${date}T${time}${isoOffset(this.offsetAt(second))}`
  }

  /** `1996-06-26`: the local date. */
  isoDate(second: number): string {
    return this.iso(second).slice(0, 10)
  }

  /**
   * The second of the log at which the local clock shows the given date and time. A time that daylight saving skips
   * is taken as if the clock had not been put forward; of a time that occurs twice, the first.
   * @param month 1–12.
   */
  secondOf(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
    const local = Date.UTC(year, month - 1, day, hour, minute) / 1000 + second
    const before = this.#spanAt(local - DAY).offset
    const after = this.#spanAt(local + DAY).offset
    const early = local - Math.max(before, after)
    const late = local - Math.min(before, after)
    const fitsEarly = this.#spanAt(early).offset === local - early
    const fitsLate = this.#spanAt(late).offset === local - late
    return (fitsEarly ? early : fitsLate ? late : local - before) - this.#unixStart
  }

  #local(second: number): number {
    const instant = this.#unixStart + second
    const span = this.#span
    if (instant >= span.from && instant < span.until) return instant + span.offset
    return instant + this.#spanAt(instant).offset
  }

  #spanAt(instant: number): Span {
    const last = this.#span
    if (instant >= last.from && instant < last.until) return last
    if (this.#format === null) return last
    const at = clampInstant(instant)
    const block = Math.floor(at / BLOCK)
    let spans = this.#blocks.get(block)
    if (spans === undefined) {
      spans = this.#findSpans(block * BLOCK, (block + 1) * BLOCK)
      this.#blocks.set(block, spans)
    }
    const found = spans.find((span) => at < span.until) ?? spans[spans.length - 1]
    if (at === instant) this.#span = found
    return found
  }

  /** One span, or two around the change found by bisection to the second. */
  #findSpans(from: number, until: number): readonly Span[] {
    const first = this.#askOffset(from)
    const last = this.#askOffset(until)
    if (first === last) return [{ from, until, offset: first }]
    let low = from
    let high = until
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (this.#askOffset(middle) === first) low = middle
      else high = middle
    }
    return [
      { from, until: high, offset: first },
      { from: high, until, offset: last },
    ]
  }

  /** The first change of offset in (instant, limit], else `limit`. */
  #nextChange(instant: number, limit: number): number {
    if (instant < FIRST_INSTANT || limit > LAST_INSTANT) return limit
    let span = this.#spanAt(instant)
    const { offset } = span
    while (span.until <= limit) {
      const { until } = span
      span = this.#spanAt(until)
      if (span.offset !== offset) return until
    }
    return limit
  }

  #askOffset(instant: number): number {
    const format = this.#format
    if (format === null) return Number(this.#zone)
    const part = format
      .formatToParts(clampInstant(instant) * 1000)
      .find(({ type }) => type === 'timeZoneName')
    const match = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(part?.value ?? '')
    if (!match?.[1]) return 0
    const [, sign, hours, minutes, seconds = '0'] = match
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * 60 + Number(seconds))
  }
}

function offsetFormat(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
}

/** 1 January 1970 was a Thursday. */
function weekdayOf(local: number): number {
  return modulo(Math.floor(local / DAY) + 3, 7)
}

function clampInstant(instant: number): number {
  return Math.min(LAST_INSTANT, Math.max(FIRST_INSTANT, instant))
}

function modulo(value: number, by: number): number {
  const rest = value % by
  return rest < 0 ? rest + by : rest
}

function pad(value: number, width = 2): string {
  return String(value).padStart(width, '0')
}

function isoOffset(offset: number): string {
  if (offset === 0) return 'Z'
  const minutes = Math.round(Math.abs(offset) / 60)
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}
