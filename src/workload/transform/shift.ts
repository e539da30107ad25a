/**
 * Moving a log in time. A submit time is a number of seconds from the log's zero, and the header says when that zero
 * was (UnixStartTime); so a log can be moved in two ways, and counted from another zero without being moved:
 *
 * - `by`: every submit time grows by so many seconds, the zero stays. The jobs come later (or earlier) in the log.
 * - `date`: the zero's Unix time changes such that the first job is submitted on that local date, at the local time of
 *   day of before unless one is given; submit times stay. With `keepWeekday`, it is the first day from that date on of
 *   the weekday that the first job had: the weekly cycle keeps its weekdays. Seconds between jobs stay as they are, so
 *   where the new dates change to or from daylight saving time on other days, jobs between come an hour off.
 * - `rebase`: submit times are counted from the first submit, which becomes the log's zero, at the Unix time that it
 *   has. No job moves.
 *
 * `rebase` comes last. Recorded waits and think times are spans of time and hold. Pure; imports core and trace.
 */
import { Calendar } from '../../core/calendar.js'
import { QueuewrightError } from '../../core/errors.js'
import type { LocalDate } from '../../core/local-date.js'
import {
  duration,
  flag,
  type Given,
  localDate,
  optional,
  setting,
  settled,
} from '../../core/settings/index.js'
import { traceWith } from '../../trace/select.js'
import type { LogClock, Trace } from '../../trace/trace.js'
import { noted } from './header.js'
import { withColumns } from './rows.js'

export const SHIFT = {
  by: setting(optional(duration({ signed: true })), {
    meaning: "submit all jobs so much later by the log's clock: 3d, 2h30m, -90s",
    unit: 's',
    usual: null,
  }),
  date: setting(optional(localDate()), {
    meaning:
      'let the first job be submitted on this local date, at its time of day or the one given: 2024-01-01T08:00',
    option: 'to',
    usual: null,
  }),
  keepWeekday: setting(flag(), {
    meaning: 'with --to: on the first day from then on that is the weekday it was',
    usual: false,
  }),
  rebase: setting(flag(), { meaning: 'count submit times from the first one; no job moves', usual: false }),
}
/** Not both by a time and to a date. */
export type Shift = Given<typeof SHIFT>

const HOUR = 3600

/** Readers take submit times from here on, in a log that says when it began, for Unix times. */
const UNIX_LIKE = 1e8

/**
 * `trace` moved as `shift` says.
 * @throws QueuewrightError `usage` for a shift of nothing, one with both `by` and `date`, one that would put submit
 *   times before the log's zero (or years after it) or the zero before 1970; `input-empty` for a log without jobs
 */
export function shiftTrace(trace: Trace, shift: Shift): Trace {
  const { by, date, keepWeekday, rebase } = settled(SHIFT, shift, {}, 'no such shift')
  if (by !== null && date !== null) throw badShift('it moves by a time or to a date, not both')
  if (by === null && date === null && !rebase) throw badShift('it does nothing')
  if (keepWeekday && date === null) throw badShift('it keeps the weekday of a date that is not given')
  if (trace.jobs.length === 0) {
    throw new QueuewrightError('input-empty', 'the log has no jobs', { file: trace.name })
  }
  let moved = trace
  if (by !== null) moved = movedBy(moved, by)
  if (date !== null) moved = movedTo(moved, date, keepWeekday)
  if (rebase) moved = rebased(moved)
  if (by !== null) checkSubmits(moved, by, trace.jobs.submit[0])
  const { unixStart } = moved.clock
  if (unixStart !== null && unixStart < 0) {
    throw new QueuewrightError('usage', "the log's zero would lie before 1970", {
      file: trace.name,
      ...(date === null ? {} : { field: 'date' }),
      expected: 'a later date',
    })
  }
  return moved
}

function movedBy(trace: Trace, by: number): Trace {
  const header = noted(trace.header, [`submit times moved by ${by} s by queuewright`], ['EndTime'])
  return withColumns(trace, { submit: trace.jobs.submit.map((submit) => submit + by) }, { header })
}

function movedTo(trace: Trace, date: LocalDate, keepWeekday: boolean): Trace {
  const { clock, jobs } = trace
  const first = jobs.submit[0]
  const before = new Calendar(clock)
  const was = before.localParts(first)
  const time = date.time ?? was.hour * HOUR + was.minute * 60 + was.second
  const unix = new Calendar({ unixStart: 0, zone: clock.zone })
  const weekday = unix.weekday(unix.secondOf(date.year, date.month, date.day, 12))
  const later = keepWeekday ? (was.weekday - weekday + 7) % 7 : 0
  const instant = unix.secondOf(date.year, date.month, date.day + later, 0, 0, time)
  const moved: LogClock = { unixStart: instant - first, zone: clock.zone }
  const from = clock.unixStart === null ? 'an unknown date' : before.iso(first)
  const note = `first submit moved from ${from} to ${new Calendar(moved).iso(first)} by queuewright`
  return traceWith(trace, { clock: moved, header: noted(trace.header, [note], ['StartTime', 'EndTime']) })
}

function rebased(trace: Trace): Trace {
  const first = trace.jobs.submit[0]
  const { unixStart, zone } = trace.clock
  const note = `submit times counted from the first submit by queuewright: ${first} s less`
  const header = noted(trace.header, [note], ['StartTime'])
  const clock = { unixStart: unixStart === null ? null : unixStart + first, zone }
  return withColumns(trace, { submit: trace.jobs.submit.map((submit) => submit - first) }, { clock, header })
}

/** @param first the first submit before the move */
function checkSubmits({ name, jobs }: Trace, by: number, first: number): void {
  const moved = jobs.submit[0]
  if (moved >= 0 && moved < UNIX_LIKE) return
  throw new QueuewrightError(
    'usage',
    moved < 0
      ? "the first job would be submitted before the log's zero"
      : "the first job would be submitted years after the log's zero",
    {
      file: name,
      field: 'by',
      value: by,
      expected: moved < 0 ? `at least ${-first} s` : `less than ${UNIX_LIKE - first} s`,
      remedy: 'Move the log to a date instead, or count its times from the first submit',
    },
  )
}

function badShift(why: string): QueuewrightError {
  return new QueuewrightError('usage', `no such shift: ${why}`, {
    expected: 'a time to move by, a date for the first submit, or counting from the first submit',
  })
}
