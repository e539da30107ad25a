import { describe, expect, it } from 'vitest'
import { Calendar } from '../../../src/core/calendar.js'
import { timeClassClock, UTC_TIME_CLASSES } from '../../../src/sim/time-class.js'
import { failureOf } from '../../support/failures.js'

const HOUR = 3600
const DAY = 24 * HOUR
/** 1 January 1970 was a Thursday: 4 days on is Monday. */
const MONDAY = 4 * DAY

describe('the situations', () => {
  it.each([
    ['Monday 0:00', MONDAY, 2],
    ['Monday 7:59:59', MONDAY + 8 * HOUR - 1, 2],
    ['Monday 8:00', MONDAY + 8 * HOUR, 1],
    ['Monday 17:59:59', MONDAY + 18 * HOUR - 1, 1],
    ['Monday 18:00', MONDAY + 18 * HOUR, 2],
    ['Friday 23:59:59', MONDAY + 5 * DAY - 1, 2],
    ['Saturday 0:00', MONDAY + 5 * DAY, 0],
    ['Saturday noon', MONDAY + 5.5 * DAY, 0],
    ['Sunday 23:59:59', MONDAY + 7 * DAY - 1, 0],
    ['the next Monday 0:00', MONDAY + 7 * DAY, 2],
  ])('%s', (_, now, situation) => {
    expect(UTC_TIME_CLASSES.at(now)).toBe(situation)
  })

  it('last until they really change', () => {
    expect(UTC_TIME_CLASSES.until(MONDAY + 9 * HOUR)).toBe(MONDAY + 18 * HOUR)
    expect(UTC_TIME_CLASSES.until(MONDAY + 18 * HOUR)).toBe(MONDAY + DAY + 8 * HOUR)
    expect(UTC_TIME_CLASSES.until(MONDAY + 4 * DAY + 20 * HOUR)).toBe(MONDAY + 5 * DAY)
    expect(UTC_TIME_CLASSES.until(MONDAY + 5 * DAY + 1)).toBe(MONDAY + 7 * DAY)
  })

  it('go by local time, through daylight saving', () => {
    const clock = { unixStart: 825_000_000, zone: 'Europe/Stockholm' }
    const situations = timeClassClock(clock)
    const calendar = new Calendar(clock)
    // 31 March 1996 was the Sunday on which the clock went forward.
    const summer = calendar.secondOf(1996, 4, 1, 8)
    expect(situations.at(summer)).toBe(1)
    expect(situations.at(summer - 1)).toBe(2)
    const winter = calendar.secondOf(1996, 3, 29, 8)
    expect(situations.at(winter)).toBe(1)
    expect(situations.at(winter - 1)).toBe(2)
    expect((summer - winter) % DAY).toBe(23 * HOUR)
    expect(situations.until(calendar.secondOf(1996, 3, 30, 12))).toBe(calendar.secondOf(1996, 4, 1))
  })

  it('answer the same in any order of questions, and change exactly at `until`', () => {
    const situations = timeClassClock({ unixStart: 1_000_000, zone: -5 * HOUR })
    const times = Array.from({ length: 400 }, (_, k) => (k * 7_919 * 13) % (30 * DAY))
    const forward = [...times].sort((a, b) => a - b)
    const answers = new Map(forward.map((now) => [now, situations.at(now)]))
    for (const now of times) {
      const fresh = timeClassClock({ unixStart: 1_000_000, zone: -5 * HOUR })
      expect(situations.at(now)).toBe(answers.get(now))
      const until = fresh.until(now)
      expect(until).toBeGreaterThan(now)
      expect(fresh.at(until - 1)).toBe(fresh.at(now))
      expect(fresh.at(until)).not.toBe(fresh.at(now))
    }
  })

  it('refuse an unknown zone', () => {
    expect(failureOf(() => timeClassClock({ unixStart: 0, zone: 'Mars/Olympus' }).at(0)).kind).toBe('usage')
  })
})
