/** Features and the sums behind them, over event sequences made by hand. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimeClassClock } from '../../../../src/sim/order.js'
import {
  FEATURES,
  type Feature,
  parseFeature,
  SystemState,
  USUAL_FEATURES,
} from '../../../../src/sim/rule-based/index.js'
import { failureOf } from '../../../support/failures.js'
import { jobsOf, type PartialJob, standingClock } from '../../../support/worlds.js'

const HOUR = 3600

/** A system that is told what happens, and asked for features. */
function systemOf(jobs: readonly PartialJob[], names: readonly string[], clock?: TimeClassClock) {
  const processors = 10
  const table = jobsOf(jobs)
  const state = new SystemState({ jobs: table, processors, timeClasses: clock ?? standingClock(2) })
  const readers = new Map(names.map((name) => [name, parseFeature(name).bind(state)]))
  const waiting: number[] = []
  let free = processors
  return {
    state,
    queued: (job: number) => {
      waiting.push(job)
      state.queued(job)
    },
    /** Also of a job that has not waited. */
    started: (job: number, now: number) => {
      if (waiting.includes(job)) waiting.splice(waiting.indexOf(job), 1)
      free -= table.size[job]
      state.started(job, now)
    },
    ended: (job: number, now: number) => {
      free += table.size[job]
      state.ended(job, now)
    },
    at: (now: number): Readonly<Record<string, number>> => {
      state.look({ now, free, waiting: { count: waiting.length, earliest: () => waiting[0] ?? -1 } })
      return Object.fromEntries([...readers].map(([name, read]) => [name, read()]))
    },
  }
}

describe('sd', () => {
  it('is 1 while no job has ended, then Σ p·n·(C − s) / Σ p²·n over those that have', () => {
    const jobs = [
      { submit: 0, runtime: 100, size: 2 },
      { submit: 50, runtime: 300, size: 4 },
    ]
    const system = systemOf(jobs, ['sd'])
    expect(system.at(0).sd).toBe(1)
    system.started(0, 0)
    expect(system.at(50).sd).toBe(1)
    system.ended(0, 100)
    expect(system.at(100).sd).toBe(1)
    system.queued(1)
    system.started(1, 400)
    system.ended(1, 700)
    const above = 100 * 2 * 100 + 300 * 4 * 650
    expect(system.at(700).sd).toBe(above / (100 * 100 * 2 + 300 * 300 * 4))
    // Nothing is forgotten.
    expect(system.at(1e9).sd).toBe(above / (100 * 100 * 2 + 300 * 300 * 4))
  })

  it('goes by the time that a job ran, not by its estimate', () => {
    const system = systemOf([{ submit: 0, runtime: 50, estimate: 5000 }], ['sd'])
    system.queued(0)
    system.started(0, 150)
    system.ended(0, 200)
    expect(system.at(200).sd).toBe(4)
  })

  it('is at most 100, and 1 where only jobs of 0 s have ended', () => {
    const system = systemOf([{ runtime: 1 }, { runtime: 0 }], ['sd'])
    system.started(1, 500)
    system.ended(1, 500)
    expect(system.at(500).sd).toBe(1)
    system.started(0, 1000)
    system.ended(0, 1001)
    expect(system.at(1001).sd).toBe(100)
  })

  it('over a window: jobs that ended within it, the oldest instant included', () => {
    const jobs = [
      { submit: 0, runtime: 10 },
      { submit: 0, runtime: 10 },
      { submit: 0, runtime: 10 },
    ]
    const system = systemOf(jobs, ['sd', 'sd(1h)', 'sd(90m)'])
    for (const [job, start] of [0, 100, 200].entries()) {
      system.started(job, start)
      system.ended(job, start + 10)
    }
    // Responses 10, 110, 210 s.
    expect(system.at(210)).toEqual({ sd: 11, 'sd(1h)': 11, 'sd(90m)': 11 })
    expect(system.at(HOUR + 10)['sd(1h)']).toBe(11)
    expect(system.at(HOUR + 11)['sd(1h)']).toBe(16)
    expect(system.at(HOUR + 111)['sd(1h)']).toBe(21)
    expect(system.at(HOUR + 211)['sd(1h)']).toBe(1)
    expect(system.at(HOUR + 211)).toMatchObject({ sd: 11, 'sd(90m)': 11 })
    expect(system.at(1.5 * HOUR + 211)).toEqual({ sd: 11, 'sd(1h)': 1, 'sd(90m)': 1 })
  })

  it('over a window: rounding of what was forgotten leaves nothing behind', () => {
    // 2⁵³ and more beside thirds; of the jobs that stay one has run for 0 s.
    const jobs = [{ runtime: 3e8, size: 9 }, { runtime: 1 / 3 }, { runtime: 0 }]
    const system = systemOf(jobs, ['sd(60)'])
    system.started(0, 0)
    system.started(1, 3e8 - 1 / 3)
    system.ended(0, 3e8)
    system.ended(1, 3e8)
    system.started(2, 3e8 + 61)
    system.ended(2, 3e8 + 61)
    const read = system.state.slowdowns(60)
    expect(system.at(3e8 + 61)['sd(60)']).toBe(1)
    expect(read()).toMatchObject({ response: 0, work: 0 })
  })

  it('over any window is what a sum over all jobs says', () => {
    const step = fc.record({ gap: fc.integer({ min: 0, max: 50 }), runtime: fc.integer({ min: 0, max: 40 }) })
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        (steps, window) => {
          const system = systemOf(
            steps.map(({ runtime }) => ({ runtime, submit: 0 })),
            [`sd(${window})`],
          )
          const ends: { end: number; runtime: number }[] = []
          let now = 0
          for (const [job, { gap, runtime }] of steps.entries()) {
            now += gap
            system.started(job, now)
            now += runtime
            system.ended(job, now)
            ends.push({ end: now, runtime })
            now += gap
            const within = ends.filter(({ end }) => end >= now - window)
            const work = within.reduce((sum, each) => sum + each.runtime ** 2, 0)
            const response = within.reduce((sum, each) => sum + each.runtime * each.end, 0)
            const expected = work === 0 ? 1 : Math.min(100, response / work)
            expect(system.at(now)[`sd(${window})`]).toBeCloseTo(expected, 9)
          }
        },
      ),
      { seed: 20261122, numRuns: 200 },
    )
  })

  it('over a window: the same to the last digit, however seldom it was asked for before', () => {
    // Tenths and thirds, of which the order of additions can be told.
    const share = fc.integer({ min: 0, max: 400 }).chain((whole) => fc.constantFrom(whole / 10, whole / 3))
    const step = fc.record({ gap: share, runtime: share, asked: fc.boolean() })
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 400 }),
        (steps, window) => {
          const jobs = steps.map(({ runtime }) => ({ runtime, submit: 0 }))
          const name = `sd(${window})`
          const [always, seldom] = [systemOf(jobs, [name]), systemOf(jobs, [name])]
          const sums = [always, seldom].map(({ state }) => state.slowdowns(window))
          let now = 0
          for (const [job, { gap, runtime, asked }] of steps.entries()) {
            for (const system of [always, seldom]) {
              system.started(job, now)
              system.ended(job, now + runtime)
            }
            always.at(now + runtime)
            now += runtime + gap
            const value = always.at(now)[name]
            if (!asked) continue
            expect(seldom.at(now)[name]).toBe(value)
            const [{ response, work }, other] = sums.map((read) => read())
            expect([other.response, other.work]).toEqual([response, work])
          }
        },
      ),
      { seed: 20261122, numRuns: 500 },
    )
  })
})

describe('the queue', () => {
  const JOBS: readonly PartialJob[] = [
    { submit: 0, estimate: HOUR, size: 2, group: 1 },
    { submit: 100, estimate: 2 * HOUR, size: 3, group: 2 },
    { submit: 200, estimate: HOUR, size: 4, group: 0 },
    { submit: 300, estimate: HOUR, size: 8, group: 1 },
  ]
  const NAMES = ['um', 'prcwq1', 'prcwq2', 'prcwq7', 'queue', 'backlog', 'oldest']

  it('is told by estimated work, group by group; jobs of no group count in the whole alone', () => {
    const system = systemOf(JOBS, NAMES)
    const idle = { um: 0, prcwq1: 0, prcwq2: 0, prcwq7: 0, queue: 0, backlog: 0, oldest: 0 }
    expect(system.at(0)).toEqual(idle)
    for (const job of [0, 1, 2, 3]) system.queued(job)
    // 2 + 6 + 4 + 8 processor-hours.
    expect(system.at(HOUR)).toEqual({
      ...{ um: 0, prcwq1: 50, prcwq2: 30, prcwq7: 0 },
      ...{ queue: 4, backlog: 2, oldest: 1 },
    })
    system.started(1, HOUR)
    expect(system.at(HOUR + 100)).toMatchObject({
      ...{ um: 30, queue: 3, backlog: 1.4, oldest: (HOUR + 100) / HOUR },
      prcwq2: 0,
    })
    system.started(0, 2 * HOUR)
    system.started(2, 2 * HOUR)
    expect(system.at(2 * HOUR)).toMatchObject({ um: 90, prcwq1: 100, oldest: (2 * HOUR - 300) / HOUR })
    system.ended(1, 3 * HOUR)
    system.ended(0, 3 * HOUR)
    system.ended(2, 3 * HOUR)
    system.started(3, 3 * HOUR)
    expect(system.at(3 * HOUR)).toEqual({ ...idle, um: 80 })
  })

  it('takes the estimate with which a job was queued, whatever becomes of it', () => {
    const table = jobsOf([
      { estimate: 100, group: 1 },
      { estimate: 300, group: 2 },
    ])
    const state = new SystemState({ jobs: table, processors: 4, timeClasses: standingClock(2) })
    state.queued(0)
    state.queued(1)
    table.estimate[0] = 5000
    state.started(0, 1)
    expect([state.work, state.workOf(1), state.workOf(2)]).toEqual([300, 0, 300])
  })

  it('knows groups of jobs that become known as they come', () => {
    // As in a simulation with feedback: the table is filled row by row.
    const table = jobsOf([{ group: 0 }, { group: 0 }])
    const state = new SystemState({ jobs: table, processors: 4, timeClasses: standingClock(2) })
    table.group[0] = 3
    state.queued(0)
    table.group[1] = 1
    state.queued(1)
    expect([0, 1, 2, 3, 4].map((group) => state.workOf(group))).toEqual([0, 100, 0, 100, 0])
    expect(state.work).toBe(200)
  })

  it('leaves exactly nothing when it is empty, and never less than nothing', () => {
    const estimate = fc.constantFrom(0, 0.1, 0.2, 0.3, 0.7, 1 / 3, 1e15, 1e17)
    const jobs = fc.array(fc.record({ estimate, group: fc.integer({ min: 0, max: 3 }) }), {
      minLength: 1,
      maxLength: 12,
    })
    const sequence = jobs.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(
          all.map((_, k) => k),
          { minLength: all.length },
        ),
      ),
    )
    fc.assert(
      fc.property(sequence, ([all, order]) => {
        const names = ['prcwq1', 'prcwq2', 'prcwq3', 'backlog']
        const system = systemOf(
          all.map((job) => ({ ...job, size: 1 })),
          names,
        )
        for (const job of all.keys()) system.queued(job)
        for (const [k, job] of order.entries()) {
          system.started(job, k)
          const values = system.at(k)
          for (const name of names) {
            const { least, most } = parseFeature(name)
            expect(values[name]).toBeGreaterThanOrEqual(least)
            expect(values[name]).toBeLessThanOrEqual(most)
          }
        }
        expect(Object.values(system.at(99))).toEqual([0, 0, 0, 0])
        expect(system.state.work).toBe(0)
      }),
      { seed: 20261122, numRuns: 500 },
    )
  })

  it('counts 1,000,000 h at most', () => {
    const system = systemOf([{ estimate: 1e12, size: 10, submit: 0 }], ['backlog', 'oldest'])
    system.queued(0)
    expect(system.at(1e12)).toEqual({ backlog: 1e6, oldest: 1e6 })
  })
})

describe('the clock', () => {
  it('is that of the log', () => {
    const clock = { ...standingClock(1), hour: (now: number) => now % 24, weekday: (now: number) => now % 7 }
    const system = systemOf([{}], ['hour', 'weekday'], clock)
    expect(system.at(51)).toEqual({ hour: 3, weekday: 2 })
  })
})

describe('the names of features', () => {
  it('are those of the sources, and more', () => {
    expect(USUAL_FEATURES.map((name) => parseFeature(name).name)).toEqual([...USUAL_FEATURES])
    expect(FEATURES.map(({ form }) => form)).toEqual([
      'sd, sd(7d)',
      ...['um', 'prcwqN', 'queue', 'backlog', 'oldest', 'hour', 'weekday'],
    ])
  })

  it('may have blanks around them', () => {
    expect(parseFeature(' um ').name).toBe('um')
  })

  it('tell what they are, in which unit and range', () => {
    const written = ['sd', 'sd(7d)', 'sd(90m)', 'prcwq12', 'backlog']
    const shown = ({ title, unit, least, most }: Feature) => `${title}: ${least} to ${most} ${unit}`
    expect(written.map((name) => shown(parseFeature(name)))).toEqual([
      'average weighted slowdown of all jobs that have ended: 1 to 100 1',
      'average weighted slowdown of jobs that ended in the last 7d: 1 to 100 1',
      'average weighted slowdown of jobs that ended in the last 1h 30m: 1 to 100 1',
      'share of group 12 in the estimated work of the waiting jobs: 0 to 100 %',
      'estimated work of the waiting jobs, by the whole machine: 0 to 1000000 h',
    ])
    for (const name of [...written, 'um', 'queue', 'oldest', 'hour', 'weekday']) {
      const { least, most, usual } = parseFeature(name)
      expect(usual[0]).toBeGreaterThanOrEqual(least)
      expect(usual[1]).toBeLessThanOrEqual(most)
      expect(usual[0]).toBeLessThan(usual[1])
    }
  })

  it.each([
    ['SD', 'Did you mean sd?'],
    ['prcwq', 'Features: sd, sd(7d), um, prcwqN'],
    ['prcwq0', 'Features: '],
    ['prcwq100', 'Features: '],
    ['sd()', 'Features: '],
    ['sd(0)', 'Features: '],
    ['', 'Features: '],
    ['um(7d)', 'Features: '],
    ['__proto__', 'Features: '],
  ])('there is no %j', (name, remedy) => {
    const failure = failureOf(() => parseFeature(name))
    expect(failure.kind).toBe('policy-parameter')
    expect(failure.message).toContain(`an unknown feature (value "${name}")`)
    expect(failure.message).toContain(remedy)
  })

  it('sd takes a time, and says where it is none', () => {
    expect(failureOf(() => parseFeature('sd(soon)')).message).toContain('soon')
    expect(failureOf(() => parseFeature('sd(-7d)')).message).toContain('-7d')
  })
})
