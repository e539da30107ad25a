import { describe, expect, it } from 'vitest'
import { Calendar } from '../../../../src/core/calendar.js'
import { parseLocalDate } from '../../../../src/core/local-date.js'
import { headerValue } from '../../../../src/trace/swf/index.js'
import type { Trace } from '../../../../src/trace/trace.js'
import { shiftTrace } from '../../../../src/workload/transform/shift.js'
import { failureOf } from '../../../support/failures.js'
import { again, columnOf, logOf } from './support.js'

/** Begins on Monday, 15 January 2001; the first job comes on Wednesday at 10:30 local time. */
const LOG = logOf(
  [{ submit: 210_600, wait: 5, thinkTime: 3, precedingJob: 2 }, { submit: 300_000 }],
  [
    '; MaxProcs: 8',
    `; UnixStartTime: ${Date.UTC(2001, 0, 14, 23) / 1000}`,
    '; TimeZoneString: Europe/Berlin',
    '; StartTime: Mon Jan 15 00:00:00 2001',
    '; EndTime: Fri Jan 19 00:00:00 2001',
  ],
)

const firstOf = (trace: Trace) => new Calendar(trace.clock).iso(trace.jobs.submit[0])

describe('shiftTrace', () => {
  it('starts where the test says', () => {
    expect(firstOf(LOG)).toBe('2001-01-17T10:30:00+01:00')
  })

  it('moves submit times by seconds, and leaves the zero', () => {
    const moved = shiftTrace(LOG, { by: 86_400 })
    expect([...moved.jobs.submit]).toEqual([297_000, 386_400])
    expect(moved.clock).toEqual(LOG.clock)
    expect(firstOf(again(moved))).toBe('2001-01-18T10:30:00+01:00')
    expect([columnOf(moved, 'wait'), columnOf(moved, 'thinkTime')]).toEqual([
      [5, -1],
      [3, -1],
    ])
    expect(headerValue(moved.header, 'EndTime')).toBe(null)
    expect(headerValue(moved.header, 'StartTime')).toContain('Jan 15')
    expect([...shiftTrace(LOG, { by: -210_600 }).jobs.submit]).toEqual([0, 89_400])
  })

  it('moves the first submit to a date, at its time of day or a given one, and leaves submit times', () => {
    const moved = shiftTrace(LOG, { date: parseLocalDate('2024-07-01') })
    expect([...moved.jobs.submit]).toEqual([...LOG.jobs.submit])
    expect(firstOf(again(moved))).toBe('2024-07-01T10:30:00+02:00')
    expect(headerValue(moved.header, 'StartTime')).toBe(null)
    expect(moved.header[0]).toContain('from 2001-01-17T10:30:00+01:00 to 2024-07-01T10:30:00+02:00')
    expect(firstOf(shiftTrace(LOG, { date: parseLocalDate('2024-07-01T08:00:07') }))).toBe(
      '2024-07-01T08:00:07+02:00',
    )
  })

  it('keeps the weekday where it is asked to: the first Wednesday from the date on', () => {
    const dates = ['2024-07-01', '2024-07-03', '2024-07-04', '2023-12-29']
    expect(
      dates.map((date) =>
        firstOf(shiftTrace(LOG, { date: parseLocalDate(date), keepWeekday: true })).slice(0, 10),
      ),
    ).toEqual(['2024-07-03', '2024-07-03', '2024-07-10', '2024-01-03'])
  })

  it('counts times from the first submit without moving a job', () => {
    const moved = shiftTrace(LOG, { rebase: true })
    expect([...moved.jobs.submit]).toEqual([0, 89_400])
    expect(firstOf(again(moved))).toBe(firstOf(LOG))
    const both = shiftTrace(LOG, { by: -86_400 * 10, rebase: true })
    expect([both.jobs.submit[0], firstOf(both)]).toEqual([0, '2001-01-07T10:30:00+01:00'])
  })

  it('gives a log without a date one, its zero being midnight', () => {
    const undated = logOf([{ submit: 7200 }], ['; MaxProcs: 8'])
    const moved = shiftTrace(undated, { date: parseLocalDate('2024-01-01') })
    expect(firstOf(moved)).toBe('2024-01-01T02:00:00Z')
    expect(shiftTrace(undated, { rebase: true }).clock.unixStart).toBe(null)
  })

  it.each([
    {},
    { by: 5, date: parseLocalDate('2024-01-01') },
    { by: 5, keepWeekday: true },
    { by: -210_601 },
    { by: 1e8 },
    { by: Number.NaN },
    { date: parseLocalDate('1970-01-01') },
  ])('refuses %o', (shift) => {
    expect(failureOf(() => shiftTrace(LOG, shift)).kind).toBe('usage')
  })
})
