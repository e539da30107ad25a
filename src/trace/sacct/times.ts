/**
 * Points in time as Slurm prints them: Unix seconds (`SLURM_TIME_FORMAT=%s`), or date and time of a zone that is not
 * named, which the user has to know. Daylight saving is the calendar's (core/calendar.ts).
 */
import { Calendar } from '../../core/calendar.js'
import { MOST_SECONDS } from '../limits.js'
import { badNumber, isUnknown, meantNumber } from './values.js'

const DATE = /(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/.source
const CLOCK = /([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?/.source
const LOCAL = new RegExp(`^${DATE}[T ]${CLOCK}(Z|[+-]\\d\\d:?\\d\\d)?$`)

/** That in which Unix time begins. */
const FIRST_YEAR = 1970

/** Longer than any zone puts its clock back by. */
const SEVERAL_HOURS = 4 * 3_600

export class TimeReader {
  readonly #calendar: Calendar
  #local = false
  #twice = 0

  /** @param zone of the times that name none */
  constructor(zone: string | number) {
    this.#calendar = new Calendar({ unixStart: 0, zone })
  }

  /** Whether any time so far named no zone. */
  get sawLocal(): boolean {
    return this.#local
  }

  /** Local times so far that the clock showed twice. */
  get twice(): number {
    return this.#twice
  }

  /**
   * Unix time of `text`; NaN where it says that there is none. A local time that occurs twice, when clocks are put
   * back, is the first, unless that lies before `after`, the event of the same job that this one follows.
   * @throws QueuewrightError `line-number`
   */
  parse(text: string, field: string, after = Number.NEGATIVE_INFINITY): number {
    if (/^\d+$/.test(text)) {
      const second = meantNumber(Number(text))
      if (second > MOST_SECONDS && second < Number.POSITIVE_INFINITY) throw badNumber(text, field, EXPECTED)
      return second > 0 && second < Number.POSITIVE_INFINITY ? second : Number.NaN
    }
    if (isUnknown(text)) return Number.NaN
    const match = LOCAL.exec(text)
    if (match === null) throw badNumber(text, field, EXPECTED)
    const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number)
    const zone = match[7]
    const utc = Date.UTC(year, month - 1, day, hour, minute, second) / 1000
    // A day that the month has not, and what is no Unix time of a log.
    const there = day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
    if (!there || year < FIRST_YEAR || utc > MOST_SECONDS) throw badNumber(text, field, EXPECTED)
    if (zone !== undefined) return utc - offsetSeconds(zone)
    this.#local = true
    const first = this.#calendar.secondOf(year, month, day, hour, minute, second)
    const again = this.#again(first)
    if (again !== first) this.#twice++
    return first < after ? again : first
  }

  /**
   * A start and an end that lie `lasted` seconds apart by the account, where their texts alone do not say which of
   * two equal local times is meant.
   */
  settle(start: number, end: number, lasted: number): { start: number; end: number } {
    // Of a job that never started, or has not ended, nothing is to be settled.
    if (!this.#local || Number.isNaN(end - start) || end - start === lasted) return { start, end }
    const again = { start: this.#again(start), end: this.#again(end) }
    if (end - again.start === lasted) return { start: again.start, end }
    if (again.end - start === lasted) return { start, end: again.end }
    return { start, end }
  }

  /** When the clock shows the same again after `second`, being put back; `second` where it does not. */
  #again(second: number): number {
    const calendar = this.#calendar
    const back = calendar.offsetAt(second) - calendar.offsetAt(second + SEVERAL_HOURS)
    const later = second + back
    return back > 0 && calendar.offsetAt(later) === calendar.offsetAt(second) - back ? later : second
  }
}

const EXPECTED = 'Unix seconds, or 2026-11-21T01:37:06 (set SLURM_TIME_FORMAT=%s when calling sacct)'

/** Seconds east of UTC of `Z`, `+0100` or `-05:30`. */
function offsetSeconds(zone: string): number {
  if (zone === 'Z') return 0
  const digits = zone.replace(':', '')
  const seconds = Number(digits.slice(1, 3)) * 3_600 + Number(digits.slice(3, 5)) * 60
  return digits.startsWith('-') ? -seconds : seconds
}
