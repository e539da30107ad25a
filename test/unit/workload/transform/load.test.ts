import { describe, expect, it } from 'vitest'
import { Calendar } from '../../../../src/core/calendar.js'
import { Random } from '../../../../src/core/random.js'
import { describeTrace } from '../../../../src/trace/describe.js'
import { headerValue } from '../../../../src/trace/swf/index.js'
import { demoTrace } from '../../../../src/workload/demo.js'
import { operationalTimes, timesAt, weeklyRates } from '../../../../src/workload/transform/cycle.js'
import { changeLoad, offeredLoad } from '../../../../src/workload/transform/load.js'
import { failureOf } from '../../../support/failures.js'
import { columnOf, logOf } from './support.js'

const DEMO = demoTrace({ jobs: 4000 })
const loadOf = (trace: typeof DEMO) => describeTrace(trace).offeredLoad ?? 0

/** Half the sum of differences: the share of arrivals that come at another hour. */
function totalVariation(a: readonly number[], b: readonly number[]): number {
  const total = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
  return a.reduce((sum, count, k) => sum + Math.abs(count / total(a) - b[k] / total(b)), 0) / 2
}

describe('offeredLoad', () => {
  it('is what the description of a log shows', () => {
    expect(offeredLoad(DEMO.jobs, 128)).toBeCloseTo(loadOf(DEMO), 12)
    expect(offeredLoad(DEMO.jobs, null)).toBe(null)
    expect(offeredLoad(logOf([{}]).jobs, 4)).toBe(null)
  })
})

describe('changeLoad', () => {
  it.each([true, false])('comes to the load that is asked for (plain %s)', (plain) => {
    for (const to of [0.1, 0.7, 0.95, 1.5, 20]) {
      const { trace, stretch } = changeLoad(DEMO, { to }, { plain })
      expect(loadOf(trace) / to).toBeCloseTo(1, 4)
      expect(stretch).toBeCloseTo(loadOf(DEMO) / to, 12)
    }
    expect(loadOf(changeLoad(DEMO, { by: 1.25 }, { plain }).trace) / loadOf(DEMO)).toBeCloseTo(1.25, 4)
  })

  it('is of the machine that is named', () => {
    const { trace } = changeLoad(DEMO, { to: 0.5 }, { processors: 256 })
    expect(offeredLoad(trace.jobs, 256)).toBeCloseTo(0.5, 4)
  })

  it('keeps the shares of hours and weekdays, which plain stretching does not', () => {
    // Half a year, so that a few days more of one weekday than of another do not matter.
    const long = demoTrace({ jobs: 30_000 })
    const { byHour, byWeekday } = describeTrace(long).arrivals
    for (const by of [0.6, 0.9, 1.2]) {
      const kept = describeTrace(changeLoad(long, { by }).trace).arrivals
      const plain = describeTrace(changeLoad(long, { by }, { plain: true }).trace).arrivals
      expect(totalVariation(byHour, kept.byHour)).toBeLessThan(0.03)
      expect(totalVariation(byHour, plain.byHour)).toBeGreaterThan(0.15)
      expect(totalVariation(byWeekday, kept.byWeekday)).toBeLessThan(0.03)
    }
  })

  it('changes nothing but submit times: jobs stay in their order', () => {
    const { trace } = changeLoad(DEMO, { to: 3 })
    const byId = (t: typeof DEMO) =>
      new Map(
        Array.from(t.jobs.id, (id, row) => [id, [t.jobs.size[row], t.jobs.runtime[row], t.jobs.user[row]]]),
      )
    expect(byId(trace)).toEqual(byId(DEMO))
    const submitOf = new Map(Array.from(trace.jobs.id, (id, row) => [id, trace.jobs.submit[row]]))
    const moved = Array.from(DEMO.jobs.id, (id) => submitOf.get(id) ?? Number.NaN)
    for (let k = 1; k < moved.length; k++) expect(moved[k]).toBeGreaterThanOrEqual(moved[k - 1])
    expect(moved.every(Number.isInteger)).toBe(true)
    expect(moved[0]).toBe(DEMO.jobs.submit[0])
  })

  it('sorts jobs that come to the same second by their numbers, with their fields', () => {
    const log = logOf([
      { job: 9, submit: 0, queue: 9 },
      { job: 8, submit: 40, queue: 8 },
      { job: 7, submit: 60, queue: 7 },
      { job: 6, submit: 100, queue: 6 },
    ])
    const { trace } = changeLoad(log, { by: 100 }, { plain: true })
    expect([...trace.jobs.submit]).toEqual([0, 0, 1, 1])
    expect([...trace.jobs.id]).toEqual([8, 9, 6, 7])
    expect(columnOf(trace, 'queue')).toEqual([8, 9, 6, 7])
  })

  it('forgets waits and think times of other submit times, and the end of the log', () => {
    const log = logOf(
      [{ wait: 4 }, { wait: 5, precedingJob: 1, thinkTime: 3 }],
      ['; MaxProcs: 4', '; EndTime: then', '; StartTime: now'],
    )
    const { trace } = changeLoad(log, { by: 2 })
    expect([trace.fields.wait, trace.fields.thinkTime]).toEqual([undefined, undefined])
    expect(columnOf(trace, 'precedingJob')).toEqual([-1, 1])
    expect([headerValue(trace.header, 'EndTime'), headerValue(trace.header, 'StartTime')]).toEqual([
      null,
      'now',
    ])
    expect(trace.header[0]).toContain('inter-arrival times x 0.5')
  })

  it('keeps fractions of seconds', () => {
    const log = logOf([{ submit: 0.5 }, { submit: 1 }, { submit: 2.5 }])
    expect([...changeLoad(log, { by: 4 }, { plain: true }).trace.jobs.submit]).toEqual([0.5, 0.625, 1])
  })

  it.each([
    ['to 0', { to: 0 }],
    ['to -1', { to: -1 }],
    ['to NaN', { to: Number.NaN }],
    ['by infinity', { by: Number.POSITIVE_INFINITY }],
    ['a load of a thousand years', { to: 1e-5 }],
    ['a load of a moment', { to: 1e9 }],
  ])('refuses %s', (_, change) => {
    expect(failureOf(() => changeLoad(DEMO, change)).kind).toBe('usage')
  })

  it('refuses logs without a load', () => {
    const atOnce = logOf([{ submit: 5 }, { submit: 5 }])
    expect(failureOf(() => changeLoad(atOnce, { by: 2 })).message).toContain('at one instant')
    expect(failureOf(() => changeLoad(logOf([{ run: 0 }, { run: 0 }]), { to: 1 })).message).toContain(
      'no work',
    )
    expect(failureOf(() => changeLoad(logOf([{}, {}], []), { to: 1 })).kind).toBe('machine-unknown')
    expect(changeLoad(logOf([{}, {}], []), { by: 2 }).trace.jobs.submit[1]).toBe(50)
  })
})

describe('operational time', () => {
  const zone = 'Europe/Berlin'
  // Summer time ends on 27 October 2024, 3:00.
  const calendar = new Calendar({ unixStart: Date.UTC(2024, 9, 20) / 1000, zone })
  const submit = Float64Array.from({ length: 500 }, (_, k) => 1234.5 + k * 7000)
  const rates = weeklyRates(submit, calendar)

  it('has a positive rate in every hour of the week', () => {
    expect(rates).toHaveLength(168)
    expect(Math.min(...rates)).toBeGreaterThan(0)
    const [short] = [weeklyRates(Float64Array.of(0, 50), calendar)]
    expect(Math.min(...short)).toBeGreaterThan(0)
  })

  it('takes the rate of an hour that a short log never saw from its hour of the day', () => {
    // Three days from Monday, 0 h UTC, with 20 arrivals from 10 to 11 h each, and one at each end.
    const utc = new Calendar({ unixStart: Date.UTC(2024, 0, 1) / 1000, zone: 'UTC' })
    const morning = [0, 1, 2].flatMap((day) =>
      Array.from({ length: 20 }, (_, k) => day * 86_400 + 36_000 + k * 180),
    )
    const found = weeklyRates(Float64Array.of(0, ...morning, 3 * 86_400), utc)
    const mean = 62 / (3 * 86_400)
    const ten = (1 + 60) / (1 / mean + 3 * 3600)
    const three = 1 / (1 / mean + 3 * 3600)
    const saturday = 5 * 24
    expect(found[saturday + 10]).toBeCloseTo(ten, 12)
    expect(found[saturday + 3]).toBeCloseTo(three, 12)
    expect(found[10]).toBeCloseTo((1 + 20) / (1 / ten + 3600), 12)
  })

  it('is its inverse, through the end of summer time', () => {
    const there = operationalTimes(rates, calendar, submit[0], submit)
    expect(there[0]).toBe(0)
    const back = timesAt(rates, calendar, submit[0], there)
    back.forEach((time, k) => {
      expect(Math.abs(time - submit[k])).toBeLessThan(1e-6)
    })
  })

  it('is the sum of rates over the hours passed', () => {
    const from = calendar.secondOf(2024, 10, 21, 5, 30)
    const [until] = [calendar.secondOf(2024, 10, 21, 8, 15)]
    const [passed] = operationalTimes(rates, calendar, from, [until])
    expect(passed).toBeCloseTo(1800 * rates[5] + 3600 * rates[6] + 3600 * rates[7] + 900 * rates[8], 9)
  })

  it('estimates rates of Poisson arrivals', () => {
    const random = new Random(5)
    // Twenty weeks, UTC: 30 arrivals an hour on weekdays from 8 to 18 h, else 3.
    const utc = new Calendar({ unixStart: Date.UTC(2024, 0, 1) / 1000, zone: 'UTC' })
    const rateAt = (hour: number) => (hour < 120 && hour % 24 >= 8 && hour % 24 < 18 ? 30 : 3) / 3600
    const arrivals: number[] = []
    for (let time = 0; time < 20 * 604_800; ) {
      time += random.exponential(3600 / 30)
      if (random.uniform() * (30 / 3600) < rateAt(Math.floor((time % 604_800) / 3600))) arrivals.push(time)
    }
    const found = weeklyRates(Float64Array.from(arrivals), utc)
    found.forEach((rate, hour) => {
      const truth = rateAt(hour)
      // 20 hours seen of each: the deviation of the count's rate is √(λ/72000); five of them.
      expect(Math.abs(rate - truth)).toBeLessThan(5 * Math.sqrt(truth / 72_000))
    })
  })
})
