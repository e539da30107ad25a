import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Calendar } from '../../../src/core/calendar.js'
import { timeAxis } from '../../../src/report/plots/time-axis.js'

const DAY = 86_400
/** 1 March 1996, 0 h, in Stockholm. */
const STOCKHOLM = { unixStart: Date.UTC(1996, 1, 29, 23) / 1000, zone: 'Europe/Stockholm' }

describe('timeAxis', () => {
  it('marks local months through daylight saving', () => {
    const { marks, caption } = timeAxis(STOCKHOLM, 0, 150 * DAY, 10)
    expect(marks.map(({ label }) => label)).toEqual([
      'Mar 1996',
      'Apr 1996',
      'May 1996',
      'Jun 1996',
      'Jul 1996',
    ])
    // The clock was put forward on 31 March: April began an hour early.
    expect(marks[1].second).toBe(31 * DAY - 3600)
    expect(caption).toBe('local time (Europe/Stockholm)')
  })

  it('marks hours of a day, with the date at midnight', () => {
    const { marks } = timeAxis({ unixStart: 0, zone: -18_000 }, 0, DAY, 5)
    expect(marks.map(({ label }) => label)).toEqual(['1 Jan', '06:00', '12:00', '18:00'])
    expect(marks[0].second).toBe(18_000)
  })

  it('counts from the zero of a log that does not say when it began', () => {
    const { marks, caption } = timeAxis({ unixStart: null, zone: 'UTC' }, 0, 2.5 * DAY, 6)
    expect(marks.map(({ label }) => label)).toEqual(['0 h', '12 h', '24 h', '36 h', '48 h', '60 h'])
    expect(caption).toContain('zero')
  })

  it('keeps within the span, ascending, with few marks and at least one on any sensible span', () => {
    const clocks = fc.constantFrom(
      STOCKHOLM,
      { unixStart: 1_300_000_000, zone: 'America/New_York' },
      { unixStart: 1_000_000_000, zone: 'Asia/Kathmandu' },
      { unixStart: 0, zone: 0 },
      { unixStart: null, zone: 'UTC' },
    )
    const spans = fc.double({ min: 20, max: 20 * 365 * DAY, noNaN: true })
    fc.assert(
      fc.property(clocks, fc.integer({ min: 0, max: 1e8 }), spans, (clock, from, span) => {
        const { marks } = timeAxis(clock, from, from + span, 10)
        expect(marks.length).toBeGreaterThan(0)
        expect(marks.length).toBeLessThanOrEqual(13)
        marks.forEach(({ second }, k) => {
          expect(second).toBeGreaterThanOrEqual(k === 0 ? from : marks[k - 1].second + 1)
          expect(second).toBeLessThanOrEqual(from + span)
        })
      }),
      { seed: 20261121, numRuns: 400 },
    )
  })

  it('puts marks of days on local midnights', () => {
    const calendar = new Calendar(STOCKHOLM)
    for (const { second } of timeAxis(STOCKHOLM, 0, 9 * DAY, 10).marks) {
      const { hour, minute } = calendar.localParts(second)
      expect([hour, minute]).toEqual([0, 0])
    }
  })

  it('has a bound on its marks however long the time', () => {
    for (const unixStart of [null, 0, 1.7e12]) {
      for (const to of [1e9, 1e12, 1e15, 1e300]) {
        const { marks } = timeAxis({ unixStart, zone: 'UTC' }, 0, to, 10)
        expect(marks.length, `${unixStart} ${to}`).toBeLessThanOrEqual(12)
      }
    }
    // Ten thousand years of a log without dates.
    expect(timeAxis({ unixStart: null, zone: 0 }, 0, 3.2e11, 10).marks.map(({ label }) => label)).toEqual(
      Array.from({ length: Math.floor(3.2e11 / 86_400 / 500_000) + 1 }, (_, k) => `${k * 500_000} d`),
    )
  })
})
