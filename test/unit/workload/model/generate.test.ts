import { describe, expect, it } from 'vitest'
import { Calendar } from '../../../../src/core/calendar.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../../../src/sim/prepare.js'
import { simulate } from '../../../../src/sim/simulate.js'
import { describeTrace } from '../../../../src/trace/describe.js'
import type { Trace } from '../../../../src/trace/trace.js'
import { type GenerateOptions, generateFromModel } from '../../../../src/workload/model/index.js'
import { dependenciesOf, sessionsOfLog } from '../../../../src/workload/sessions/index.js'
import { failureOf } from '../../../support/failures.js'
import { plainPolicy } from '../../../support/policies.js'
import { MODEL, REGULARS, VISITORS } from './support.js'

const DAY = 86_400

function made(options: GenerateOptions): Trace {
  return generateFromModel(MODEL, options)
}

function column(
  trace: Trace,
  name: 'submit' | 'runtime' | 'estimate' | 'size' | 'user',
  count: number,
): number[] {
  return [...trace.jobs[name].slice(0, count)]
}

describe('generateFromModel', () => {
  it('is a pure function of model, parameters and seed', () => {
    expect(made({ jobs: 500 }).digest).toBe(made({ jobs: 500, seed: 1 }).digest)
    const digests = [
      { jobs: 500 },
      { jobs: 501 },
      { jobs: 500, seed: 2 },
      { jobs: 500, load: 0.5 },
      { jobs: 500, machine: 65 },
      { jobs: 500, start: '2030-01-01' },
      { days: 20 },
    ].map((options) => made(options).digest)
    expect(new Set(digests).size).toBe(digests.length)
  })

  it('makes longer workloads that begin with the shorter ones', () => {
    const short = made({ jobs: 700 })
    for (const long of [made({ jobs: 5000 }), made({ days: 200 })]) {
      for (const name of ['submit', 'runtime', 'estimate', 'size', 'user'] as const) {
        expect(column(long, name, 700)).toEqual(column(short, name, 700))
      }
    }
  })

  it('keeps to order, whole seconds, the machine and the classes of the model', () => {
    const { jobs, processors, groups } = { ...made({ jobs: 5000 }), groups: null }
    expect([jobs.length, processors, groups]).toEqual([5000, 64, null])
    let users = 0
    for (let row = 0; row < jobs.length; row++) {
      expect(jobs.id[row]).toBe(row + 1)
      if (row > 0) expect(jobs.submit[row]).toBeGreaterThanOrEqual(jobs.submit[row - 1])
      expect(Number.isInteger(jobs.submit[row]) && Number.isInteger(jobs.runtime[row])).toBe(true)
      expect([1, 8, 32]).toContain(jobs.size[row])
      const requests = jobs.size[row] === 1 ? [3600] : jobs.size[row] === 8 ? [7200, 14_400] : [-1]
      expect(requests).toContain(jobs.estimate[row])
      // Only jobs at their limit run longer than asked for, by the model's 2 % at most.
      if (jobs.estimate[row] > 0) expect(jobs.runtime[row]).toBeLessThanOrEqual(1.02 * jobs.estimate[row])
      expect(jobs.user[row]).toBeLessThanOrEqual(users + 1)
      users = Math.max(users, jobs.user[row])
    }
    expect(jobs.runtime.some((runtime) => runtime === 0)).toBe(true)
    expect(jobs.runtime.some((runtime, row) => runtime > jobs.estimate[row] && jobs.estimate[row] > 0)).toBe(
      true,
    )
  })

  it('takes as many days as are asked for', () => {
    const { jobs } = made({ days: 100 })
    expect(jobs.submit[jobs.length - 1]).toBeLessThan(100 * DAY)
    expect(jobs.submit[jobs.length - 1]).toBeGreaterThan(99 * DAY)
    // 42 jobs a day by the model's evidence: 20 regulars with a session of two jobs a day, and a visitor with another.
    expect(jobs.length / 100).toBeGreaterThan(0.8 * 42)
    expect(jobs.length / 100).toBeLessThan(1.2 * 42)
  })

  it('has the users of the model: some present all the time, some who come once', () => {
    const { jobs } = made({ days: 300 })
    const seen = new Map<number, number[]>()
    jobs.user.forEach((user, row) => {
      seen.set(user, [...(seen.get(user) ?? []), jobs.submit[row]])
    })
    const lasting = [...seen.values()].filter((times) => times[times.length - 1] - times[0] > 30 * DAY)
    const passing = [...seen.values()].filter((times) => times[times.length - 1] - times[0] < DAY)
    expect(lasting.length).toBeGreaterThan(REGULARS.present * 0.9)
    expect(lasting.length).toBeLessThan(REGULARS.present * 1.7)
    expect(passing.length).toBeGreaterThan(300 * VISITORS.arrivals * 0.9)
    expect(passing.length).toBeLessThan(300 * VISITORS.arrivals * 1.15)
    // As many at the end as at the beginning.
    const between = (from: number, to: number) =>
      new Set(
        [...jobs.user].filter((_, row) => jobs.submit[row] >= from * DAY && jobs.submit[row] < to * DAY),
      ).size
    expect(between(270, 300) / between(0, 30)).toBeGreaterThan(0.8)
    expect(between(270, 300) / between(0, 30)).toBeLessThan(1.25)
  })

  it('follows the local week, also in summer time', () => {
    const { jobs, clock } = made({ days: 364 })
    const calendar = new Calendar(clock)
    const hours = (summer: boolean) => {
      const counts = new Array<number>(24).fill(0)
      let office = 0
      let all = 0
      for (const submit of jobs.submit) {
        if ((calendar.offsetAt(submit) === 7200) !== summer) continue
        const hour = calendar.hour(submit)
        const weekday = calendar.weekday(submit) < 5
        all++
        if (weekday) counts[hour]++
        if (weekday && hour >= 8 && hour < 18) office++
      }
      return { counts, office: office / all }
    }
    for (const { counts, office } of [hours(true), hours(false)]) {
      expect(office).toBeGreaterThan(0.74)
      expect(office).toBeLessThan(0.86)
      expect(counts[8]).toBeGreaterThan(4 * counts[7])
      expect(counts[17]).toBeGreaterThan(3 * counts[19])
    }
  })

  it('says which jobs waited for which, in fields 17 and 18', () => {
    const trace = made({ jobs: 5000 })
    const { jobs } = trace
    const sessions = sessionsOfLog(trace)
    const dependent = [...jobs.id.keys()].filter((row) => sessions.preceding[row] >= 0)
    // Half of all jobs are not their session's first, and before half of those users wait; and further jobs of batches.
    expect(dependent.length / jobs.length).toBeGreaterThan(0.25)
    expect(dependent.length / jobs.length).toBeLessThan(0.5)
    for (const row of dependent) {
      const before = sessions.preceding[row]
      expect(before).toBeLessThan(row)
      expect(jobs.user[before]).toBe(jobs.user[row])
      const wait = jobs.submit[row] - sessions.think[row] - jobs.submit[before] - jobs.runtime[before]
      expect(wait).toBeGreaterThanOrEqual(0)
      expect(wait).toBeLessThanOrEqual(300)
    }
  })

  it('can be simulated with user feedback: without waits, users come no later', () => {
    const trace = made({ jobs: 2000 })
    const dependencies = dependenciesOf(sessionsOfLog(trace))
    const processors = 1_000_000
    const schedule = simulate({
      jobs: prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors }).jobs,
      processors,
      policy: plainPolicy('fcfs'),
      dependencies,
    })
    let earlier = 0
    schedule.rows!.forEach((row, job) => {
      const shift = schedule.jobs.submit[job] - trace.jobs.submit[row]
      expect(shift).toBeLessThanOrEqual(0)
      if (shift < 0) earlier++
      if (dependencies.preceding[row] < 0) expect(shift).toBe(0)
    })
    expect(earlier).toBeGreaterThan(200)
  })

  it.each([
    { jobs: 3000, load: 0.2 },
    { jobs: 3000, load: 0.9 },
    { jobs: 3000, load: 0.7, machine: 500 },
    { days: 60, load: 0.4 },
    { days: 60, load: 1.3, seed: 9 },
  ])('offers the load %o', (options) => {
    const trace = made(options)
    expect(Math.abs(describeTrace(trace).offeredLoad! / options.load - 1)).toBeLessThan(0.0011)
    if (options.jobs !== undefined) expect(trace.jobs.length).toBe(options.jobs)
    else expect(trace.jobs.submit[trace.jobs.length - 1]).toBeLessThan(options.days! * DAY)
  })

  it('offers more load by more users, not by other jobs', () => {
    const users = (load: number) => new Set(made({ days: 100, load }).jobs.user).size
    expect(users(0.8) / users(0.2)).toBeGreaterThan(3)
    expect(users(0.8) / users(0.2)).toBeLessThan(5)
  })

  it('begins on the Monday after the log, or when it is told', () => {
    // The log of the model ends on Thursday, 6 June 2024.
    const { clock, header, processors } = made({ jobs: 10 })
    expect(new Calendar(clock).iso(0)).toBe('2024-06-10T00:00:00+02:00')
    expect(processors).toBe(64)
    expect(header.join('\n')).toMatch(
      /MaxProcs: 64\n.*UnixStartTime: 1717970400\n.*TimeZoneString: Europe\/Stockholm/,
    )
    expect(header.join('\n')).toContain('jobs 10, seed 1; offered load')
    expect(new Calendar(made({ jobs: 1, start: '2027-02-28' }).clock).iso(0)).toBe(
      '2027-02-28T00:00:00+01:00',
    )
    const offset = generateFromModel({ ...MODEL, zone: -18_000, machine: null }, { jobs: 3 })
    expect(new Calendar(offset.clock).iso(0)).toBe('2024-06-10T00:00:00-05:00')
    expect(offset.header.join('\n')).toContain('TimeZone: -18000')
    expect(offset.header.join('\n')).not.toContain('MaxProcs')
  })

  it.each<[string, GenerateOptions, string]>([
    ['usage', {}, 'jobs'],
    ['usage', { jobs: 5, days: 3 }, 'jobs'],
    ['usage', { jobs: 0 }, 'jobs'],
    ['usage', { jobs: 1.5 }, 'jobs'],
    ['usage', { days: 0 }, 'days'],
    ['usage', { days: Number.POSITIVE_INFINITY }, 'days'],
    ['usage', { jobs: 5, load: -1 }, 'load'],
    ['usage', { jobs: 5, load: 0 }, 'load'],
    ['usage', { jobs: 1, load: 0.5 }, 'load'],
    ['usage', { jobs: 5, seed: Number.NaN }, 'seed'],
    ['usage', { jobs: 5, machine: 31 }, 'machine'],
    ['usage', { jobs: 5, machine: 64.5 }, 'machine'],
    ['usage', { jobs: 5, start: '2027-02-29' }, 'start'],
    ['usage', { jobs: 5, start: 'tomorrow' }, 'start'],
    ['usage', { days: 0.0001 }, 'days'],
  ])('is a failure of %s: %o', (kind, options, field) => {
    const failure = failureOf(() => made(options))
    expect([failure.kind, failure.detail.field]).toEqual([kind, field])
  })

  it('is a failure where the length, the machine or the work is beyond it', () => {
    expect(failureOf(() => made({ jobs: 30_000_000 })).message).toContain('from 1 to 5000000')
    expect(failureOf(() => made({ days: 10_000_000 })).message).toContain('at most 5000000 jobs')
    const unknown = { ...MODEL, machine: null }
    expect(failureOf(() => generateFromModel(unknown, { jobs: 5, load: 0.5 })).kind).toBe('machine-unknown')
    expect(generateFromModel(unknown, { jobs: 5 }).processors).toBeNull()
    const idle = { ...MODEL, evidence: { ...MODEL.evidence, work: 0 } }
    expect(failureOf(() => generateFromModel(idle, { jobs: 5, load: 0.5 })).message).toContain('no work')
    const late = { ...MODEL, evidence: { ...MODEL.evidence, lastSubmit: 253_402_200_000 } }
    expect(failureOf(() => generateFromModel(late, { days: 30 })).message).toContain('9999')
  })
})
