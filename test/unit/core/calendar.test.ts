import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Calendar, isZoneName } from '../../../src/core/calendar.js'
import { QueuewrightError } from '../../../src/core/errors.js'

const stockholm = new Calendar({ unixStart: 0, zone: 'Europe/Stockholm' })
const utc = (...parts: [number, number, number, number?, number?, number?]) => {
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

describe('Calendar', () => {
  it('gives the local date and hour in summer and in winter', () => {
    expect(stockholm.iso(utc(1996, 9, 23, 12, 0, 31))).toBe('1996-09-23T14:00:31+02:00')
    expect(stockholm.iso(utc(1996, 12, 24, 23, 30))).toBe('1996-12-25T00:30:00+01:00')
    expect(stockholm.weekday(utc(1996, 12, 24, 22, 59))).toBe(1)
    expect(stockholm.weekday(utc(1996, 12, 24, 23, 30))).toBe(2)
    expect(stockholm.localParts(utc(1996, 12, 24, 23, 30) + 1.5)).toEqual({
      year: 1996,
      month: 12,
      day: 25,
      weekday: 2,
      hour: 0,
      minute: 30,
      second: 1.5,
    })
  })

  it('counts from the log’s start', () => {
    const ctc = new Calendar({ unixStart: 835823160, zone: 'US/Eastern' })
    expect(ctc.iso(0)).toBe('1996-06-26T17:06:00-04:00')
    expect(new Calendar({ unixStart: null, zone: 'UTC' }).iso(0)).toBe('1970-01-01T00:00:00Z')
    expect(new Calendar({ unixStart: 0, zone: -18_000 }).iso(0)).toBe('1969-12-31T19:00:00-05:00')
  })

  it('changes its offset at the very second of daylight saving', () => {
    const change = utc(1997, 3, 30, 1)
    expect(stockholm.offsetAt(change - 1)).toBe(3600)
    expect(stockholm.offsetAt(change)).toBe(7200)
    expect(stockholm.hour(change - 1)).toBe(1)
    expect(stockholm.hour(change)).toBe(3)
  })

  it('agrees with Intl at any instant', () => {
    for (const zone of [
      'Europe/Stockholm',
      'US/Pacific',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
    ]) {
      const calendar = new Calendar({ unixStart: 0, zone })
      const format = new Intl.DateTimeFormat('en-CA', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
        hourCycle: 'h23',
      })
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (second) => {
          expect(calendar.iso(second).slice(0, 19)).toBe(format.format(second * 1000).replace(', ', 'T'))
        }),
        { seed: 20261121, numRuns: 200 },
      )
    }
  })

  it('finds the next full hour, and stops at a change of the clock', () => {
    const hours = [0, 8, 18]
    expect(stockholm.nextLocalHour(utc(1996, 12, 24, 7), hours)).toBe(utc(1996, 12, 24, 17))
    expect(stockholm.nextLocalHour(utc(1996, 12, 24, 6, 59, 59), hours)).toBe(utc(1996, 12, 24, 7))
    expect(stockholm.nextLocalHour(utc(1996, 12, 24, 17), hours)).toBe(utc(1996, 12, 24, 23))
    expect(stockholm.nextLocalHour(utc(1997, 3, 29, 23, 30), hours)).toBe(utc(1997, 3, 30, 1))
    expect(stockholm.nextLocalHour(utc(1997, 3, 30, 1), hours)).toBe(utc(1997, 3, 30, 6))
  })

  it('goes forward always: nothing that depends on day and hour changes before the next hour', () => {
    const hours = [0, 8, 18]
    const period = (second: number) => hours.filter((hour) => hour <= stockholm.hour(second)).length
    fc.assert(
      fc.property(
        fc.integer({ min: 8e8, max: 9e8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (second, part) => {
          const next = stockholm.nextLocalHour(second, hours)
          expect(next).toBeGreaterThan(second)
          const between = Math.min(next - 1, Math.floor(second + part * (next - second)))
          expect(period(between)).toBe(period(second))
          expect(stockholm.dayNumber(between)).toBe(stockholm.dayNumber(second))
        },
      ),
      { seed: 20261121, numRuns: 500 },
    )
  })

  it('ends with the year 9999', () => {
    expect(stockholm.nextLocalHour(1e15, [8])).toBe(Number.POSITIVE_INFINITY)
    expect(stockholm.hour(1e15)).toBeGreaterThanOrEqual(0)
  })

  it('finds the second of a local date, also of those that daylight saving skips or repeats', () => {
    expect(stockholm.secondOf(1996, 9, 23, 14, 0, 31)).toBe(utc(1996, 9, 23, 12, 0, 31))
    // 2:30 on 30 March 1997 did not exist; 2:30 on 26 October 1997 came twice.
    expect(stockholm.secondOf(1997, 3, 30, 2, 30)).toBe(utc(1997, 3, 30, 1, 30))
    expect(stockholm.secondOf(1997, 10, 26, 2, 30)).toBe(utc(1997, 10, 26, 0, 30))
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (second) => {
        const { year, month, day, hour, minute, second: s } = stockholm.localParts(second)
        const back = stockholm.secondOf(year, month, day, hour, minute, s)
        expect([second, second - 3600]).toContain(back)
        expect(stockholm.iso(back).slice(0, 19)).toBe(stockholm.iso(second).slice(0, 19))
      }),
      { seed: 20261121, numRuns: 500 },
    )
  })

  it('refuses a zone that does not exist', () => {
    expect(isZoneName('US/Eastern')).toBe(true)
    expect(isZoneName('Mars/Olympus')).toBe(false)
    expect(() => new Calendar({ unixStart: 0, zone: 'Mars/Olympus' })).toThrow(QueuewrightError)
  })
})
