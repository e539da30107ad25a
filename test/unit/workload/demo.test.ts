import { describe, expect, it } from 'vitest'
import { Calendar } from '../../../src/core/calendar.js'
import { QueuewrightError } from '../../../src/core/errors.js'
import { describeTrace } from '../../../src/trace/describe.js'
import { demoTrace } from '../../../src/workload/demo.js'

const SEEDS = [1, 2, 3, 4, 5]

describe('demoTrace', () => {
  it('is a pure function of its parameters', () => {
    expect(demoTrace().digest).toBe(demoTrace({ seed: 1, jobs: 5000, processors: 128 }).digest)
    const digests = new Set(
      [{}, { seed: 2 }, { jobs: 4999 }, { processors: 64 }].map((options) => demoTrace(options).digest),
    )
    expect(digests.size).toBe(4)
  })

  it('keeps to its machine, its order and its limits', () => {
    for (const [jobs, processors] of [
      [1, 1],
      [40, 1],
      [300, 7],
      [2000, 128],
      [2000, 10_000],
    ] as const) {
      const { jobs: table, processors: machine } = demoTrace({ jobs, processors })
      expect([table.length, machine]).toEqual([jobs, processors])
      for (let row = 0; row < jobs; row++) {
        expect(table.size[row]).toBeGreaterThanOrEqual(1)
        expect(table.size[row]).toBeLessThanOrEqual(processors)
        expect(table.runtime[row]).toBeGreaterThanOrEqual(1)
        expect(table.runtime[row]).toBeLessThanOrEqual(table.estimate[row])
        expect(table.estimate[row]).toBeLessThanOrEqual(86_400)
        expect(table.submit[row]).toBeGreaterThanOrEqual(row === 0 ? 0 : table.submit[row - 1])
        expect(Number.isInteger(table.submit[row]) && Number.isInteger(table.runtime[row])).toBe(true)
      }
    }
  })

  it('offers a load of about 0.8', () => {
    for (const seed of SEEDS) {
      const load = describeTrace(demoTrace({ seed })).offeredLoad
      expect(load).toBeGreaterThan(0.75)
      expect(load).toBeLessThan(0.85)
    }
  })

  it('has all five user groups, a few heavy and many light users', () => {
    for (const seed of SEEDS) {
      const { groups, users } = describeTrace(demoTrace({ seed }))
      expect(groups.map(({ group }) => group)).toEqual([1, 2, 3, 4, 5])
      expect(groups.every(({ jobs, users: count }) => jobs > 0 && count > 0)).toBe(true)
      expect(groups[0].users).toBeLessThan(10)
      expect(groups[4].users).toBeGreaterThan(50)
      expect(users.top[0].share).toBeGreaterThan(0.08)
    }
  })

  it('has serial jobs and powers of two', () => {
    const { sizes } = describeTrace(demoTrace({ jobs: 20_000 }))
    expect(sizes.serial).toBeGreaterThan(0.35)
    expect(sizes.serial).toBeLessThan(0.45)
    // 0.7 parallel · (0.75 rounded to a power of two, and some of the others by chance), without those of size one.
    expect(sizes.powersOfTwo).toBeGreaterThan(0.4)
    expect(sizes.quantiles?.max).toBe(128)
  })

  it('has run times over four orders of magnitude around their means', () => {
    const { runtimes } = describeTrace(demoTrace({ jobs: 20_000 }))
    // The mixture's mean is 0.35·180 + 0.4·3000 + 0.25·18000 = 5763 s; the cap at 24 h and limits take a little off.
    expect(runtimes.quantiles?.mean).toBeGreaterThan(5200)
    expect(runtimes.quantiles?.mean).toBeLessThan(5900)
    expect(runtimes.quantiles?.min).toBeLessThan(10)
    expect(runtimes.quantiles?.max).toBe(86_400)
  })

  it('asks for usual times, too much, and one job in ten runs into its limit', () => {
    const { jobs } = demoTrace({ jobs: 20_000 })
    const usual = new Set(jobs.estimate)
    expect(usual.size).toBeLessThanOrEqual(17)
    let limited = 0
    let ratio = 0
    for (let row = 0; row < jobs.length; row++) {
      if (jobs.runtime[row] === jobs.estimate[row]) limited++
      ratio += jobs.runtime[row] / jobs.estimate[row] / jobs.length
    }
    expect(limited / jobs.length).toBeGreaterThan(0.05)
    expect(limited / jobs.length).toBeLessThan(0.12)
    expect(ratio).toBeGreaterThan(0.25)
    expect(ratio).toBeLessThan(0.5)
  })

  it('follows days and weeks', () => {
    const { clock, jobs } = demoTrace({ jobs: 20_000 })
    const calendar = new Calendar(clock)
    const byHour = new Array<number>(24).fill(0)
    const byDay = new Array<number>(7).fill(0)
    const whole = Math.floor(jobs.submit[jobs.length - 1] / 604_800) * 604_800
    for (const submit of jobs.submit) {
      if (submit >= whole) continue
      byHour[calendar.hour(submit)]++
      byDay[calendar.weekday(submit)]++
    }
    expect(byHour[4]).toBeLessThan(byHour[11] / 5)
    const weekday = (byDay[0] + byDay[1] + byDay[2] + byDay[3] + byDay[4]) / 5
    const weekend = (byDay[5] + byDay[6]) / 2
    expect(weekend / weekday).toBeGreaterThan(0.35)
    expect(weekend / weekday).toBeLessThan(0.45)
    expect(calendar.iso(0)).toBe('2024-01-01T00:00:00Z')
  })

  it.each([
    ['jobs', { jobs: 0 }],
    ['jobs', { jobs: 2.5 }],
    ['processors', { processors: -1 }],
    ['processors', { processors: Number.NaN }],
  ])('refuses %s %o', (field, options) => {
    expect(() => demoTrace(options)).toThrow(QueuewrightError)
    expect(() => demoTrace(options)).toThrow(`field ${field}`)
  })
})
