/**
 * Marks of a time axis at round local dates and hours of the log's own clock, through daylight saving. Where the log
 * does not say when it began, marks count from its zero. Pure; imports core and trace.
 */
import { Calendar } from '../../core/calendar.js'
import type { LogClock } from '../../trace/trace.js'
import { zoneName } from '../rows.js'
import type { ValueScale } from '../terminal/value-scale.js'

export interface TimeMark {
  /** Seconds from the log's zero. */
  readonly second: number
  readonly label: string
}

export interface TimeAxis {
  readonly marks: readonly TimeMark[]
  /** The caption of the axis. */
  readonly caption: string
}

type CalendarUnit = 'second' | 'minute' | 'hour' | 'day' | 'month' | 'year'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
/** Dates end there (seconds; ECMA-262, time values). */
const LAST_DATE = 8.64e12
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** Steps between marks, finest first, with their usual length in seconds. */
const CALENDAR_STEPS: readonly (readonly [CalendarUnit, number, number])[] = [
  ['second', 1, 1],
  ['second', 5, 5],
  ['second', 15, 15],
  ['minute', 1, MINUTE],
  ['minute', 5, 5 * MINUTE],
  ['minute', 15, 15 * MINUTE],
  ['hour', 1, HOUR],
  ['hour', 3, 3 * HOUR],
  ['hour', 6, 6 * HOUR],
  ['hour', 12, 12 * HOUR],
  ['day', 1, DAY],
  ['day', 2, 2 * DAY],
  ['day', 7, 7 * DAY],
  ['day', 14, 14 * DAY],
  ['month', 1, 30.4 * DAY],
  ['month', 2, 61 * DAY],
  ['month', 3, 91 * DAY],
  ['month', 6, 182 * DAY],
  ['year', 1, 365 * DAY],
  ['year', 2, 730 * DAY],
  ['year', 5, 1826 * DAY],
  ['year', 10, 3652 * DAY],
  ['year', 25, 9131 * DAY],
]

const PLAIN_STEPS: readonly (readonly [number, string])[] = [
  ...[1, 2, 5, 10, 20, 30].map((count): readonly [number, string] => [count, 's']),
  ...[1, 2, 5, 10, 20, 30].map((count): readonly [number, string] => [count * MINUTE, 'min']),
  ...[1, 2, 4, 6, 12].map((count): readonly [number, string] => [count * HOUR, 'h']),
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].map((count): readonly [number, string] => [
    count * DAY,
    'd',
  ]),
]

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, min: MINUTE, h: HOUR, d: DAY }

/** The scale of a time axis; one of no length lasts a second. */
export function timeScale(
  clock: LogClock,
  from: number,
  to: number,
  most: number,
): { readonly scale: ValueScale; readonly caption: string } {
  const last = to > from ? to : from + 1
  const { marks, caption } = timeAxis(clock, from, last, most)
  const shown = marks.map(({ second, label }) => ({ at: second, label }))
  return { scale: { logarithmic: false, min: from, max: last, place: (at) => at, marks: shown }, caption }
}

/** At most about `most` marks, however long the time, within [from, to] (seconds from the log's zero). */
export function timeAxis(clock: LogClock, from: number, to: number, most: number): TimeAxis {
  if (clock.unixStart === null || Math.abs(clock.unixStart) + to > LAST_DATE) return plainAxis(from, to, most)
  const calendar = calendarOf(clock)
  const [unit, count] = CALENDAR_STEPS.find(([, , length]) => (to - from) / length <= most) ?? [
    'year' as const,
    longStep((to - from) / most / (365 * DAY), 25),
  ]
  return { marks: calendarMarks(calendar, from, to, unit, count), caption: `local time (${zoneName(clock)})` }
}

/** Calendars of clocks, which know changes of the offset that they have looked for: charts that move ask for each frame. */
const calendars = new WeakMap<LogClock, Calendar>()

function calendarOf(clock: LogClock): Calendar {
  const calendar = calendars.get(clock) ?? new Calendar(clock)
  calendars.set(clock, calendar)
  return calendar
}

function calendarMarks(
  calendar: Calendar,
  from: number,
  to: number,
  unit: CalendarUnit,
  count: number,
): TimeMark[] {
  const at = calendar.localParts(from)
  const start = {
    year: unit === 'year' ? floorTo(at.year, count) : at.year,
    month: unit === 'year' ? 1 : unit === 'month' ? floorTo(at.month - 1, count) + 1 : at.month,
    day: unit === 'year' || unit === 'month' ? 1 : at.day - (unit === 'day' && count >= 7 ? at.weekday : 0),
    hour: unit === 'hour' ? floorTo(at.hour, count) : unit === 'minute' || unit === 'second' ? at.hour : 0,
    minute: unit === 'minute' ? floorTo(at.minute, count) : unit === 'second' ? at.minute : 0,
    second: unit === 'second' ? floorTo(at.second, count) : 0,
  }
  const marks: TimeMark[] = []
  for (let k = 0; ; k++) {
    const step = (of: CalendarUnit): number => (unit === of ? k * count : 0)
    const monthIndex = start.month - 1 + step('month')
    const second = calendar.secondOf(
      start.year + step('year') + Math.floor(monthIndex / 12),
      (monthIndex % 12) + 1,
      start.day + step('day'),
      start.hour + step('hour'),
      start.minute + step('minute'),
      start.second + step('second'),
    )
    // Dates end somewhere: beyond them there are no marks.
    if (!(second <= to)) return marks
    const behind = marks.length > 0 && second <= marks[marks.length - 1].second
    if (second >= from && !behind) marks.push({ second, label: calendarLabel(calendar, second, unit) })
  }
}

function calendarLabel(calendar: Calendar, second: number, unit: CalendarUnit): string {
  const { year, month, day, hour, minute, second: rest } = calendar.localParts(second)
  const two = (value: number): string => String(value).padStart(2, '0')
  switch (unit) {
    case 'year':
      return `${year}`
    case 'month':
      return `${MONTHS[month - 1]} ${year}`
    case 'day':
      return `${day} ${MONTHS[month - 1]}`
    case 'hour':
      return hour === 0 ? `${day} ${MONTHS[month - 1]}` : `${two(hour)}:00`
    case 'minute':
      return `${two(hour)}:${two(minute)}`
    case 'second':
      return `${two(hour)}:${two(minute)}:${two(Math.floor(rest))}`
  }
}

function plainAxis(from: number, to: number, most: number): TimeAxis {
  const [step, unit] = PLAIN_STEPS.find(([length]) => (to - from) / length <= most) ?? [
    longStep((to - from) / most / DAY, 5000) * DAY,
    'd',
  ]
  const marks: TimeMark[] = []
  for (let k = Math.ceil(from / step); k * step <= to; k++) {
    marks.push({ second: k * step, label: `${(k * step) / UNIT_SECONDS[unit]} ${unit}` })
  }
  return { marks, caption: 'time from the log’s zero' }
}

/** `first` times the least power of ten that is not below `least`. */
function longStep(least: number, first: number): number {
  return first * 10 ** Math.max(0, Math.ceil(Math.log10(least / first)))
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step
}
