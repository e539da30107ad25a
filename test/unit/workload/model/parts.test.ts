/** The parts of fitted models: tables, the weekly clock, archetypes, habits, session lengths, self-regulation. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import { mean } from '../../../../src/core/statistics.js'
import { JobTableBuilder } from '../../../../src/trace/job-table.js'
import {
  countHabits,
  fitHabits,
  Habit,
  type JobKinds,
  KindSampler,
  kindsOf,
  likenessOf,
} from '../../../../src/workload/model/habits.js'
import {
  countGoingOn,
  fitPersistence,
  leavingWeights,
  logistic,
  siteOdds,
} from '../../../../src/workload/model/persistence.js'
import { Pool } from '../../../../src/workload/model/pool.js'
import { archetypesOf, type LogUser, presenceOf, usersOf } from '../../../../src/workload/model/population.js'
import { fitRegulation, sessionTimes, weeklyVariation } from '../../../../src/workload/model/regulation.js'
import { QuantileSampler, quantileTable } from '../../../../src/workload/model/tables.js'
import { OperationalTime, weekOf } from '../../../../src/workload/model/week.js'
import type { Archetype } from '../../../../src/workload/model/workload-model.js'
import { MODEL, REGULARS } from './support.js'

const HOUR = 3600
const DAY = 24 * HOUR
const WEEK = 7 * DAY

describe('quantile tables', () => {
  it('are quantiles to four digits, at most 51 of them', () => {
    expect(quantileTable([])).toEqual([])
    expect(quantileTable([1.23456])).toEqual([1.235])
    expect(quantileTable([30, 10, 20])).toEqual([10, 20, 30])
    const table = quantileTable(Array.from({ length: 1001 }, (_, k) => k))
    expect(table).toHaveLength(51)
    expect([table[0], table[25], table[50]]).toEqual([0, 500, 1000])
  })

  it('are drawn from so that the quantiles come back', () => {
    const random = new Random('quantiles')
    const table = [0, 10, 100, 1000]
    const drawn = Array.from({ length: 20_000 }, () => new QuantileSampler(table).draw(random)).sort(
      (a, b) => a - b,
    )
    expect(drawn[0]).toBeGreaterThanOrEqual(0)
    expect(drawn[drawn.length - 1]).toBeLessThanOrEqual(1000)
    expect(drawn[Math.floor(drawn.length / 3)] / 10).toBeCloseTo(1, 0.5)
    expect(drawn[Math.floor((2 * drawn.length) / 3)] / 100).toBeCloseTo(1, 0.5)
  })

  it('give the time that is left in the midst of a renewal process: mean E[X²] / 2E[X]', () => {
    const sampler = new QuantileSampler([100, 200, 5000])
    const random = new Random('residual')
    const lengths = Array.from({ length: 40_000 }, () => sampler.draw(random))
    const expected = mean(lengths.map((x) => x * x)) / (2 * mean(lengths))
    const residual = sampler.residual()
    const left = mean(Array.from({ length: 40_000 }, () => residual(random)))
    expect(left / expected).toBeGreaterThan(0.95)
    expect(left / expected).toBeLessThan(1.05)
  })
})

describe('operational time', () => {
  const clock = { unixStart: Date.UTC(2024, 2, 25, 23) / 1000, zone: 'Europe/Stockholm' }

  it('runs by the hours of the local week, and back', () => {
    // Second 0 is Tuesday, 26 March 2024, 0 h; the clock is put forward on the 31st.
    const time = new OperationalTime(MODEL.week, clock)
    expect(time.at(0)).toBe(0)
    expect(time.at(HOUR / 2)).toBeCloseTo((MODEL.week[24] * HOUR) / 2, 6)
    // Tuesday 0 h to Sunday 24 h, an hour of which is missing, then Monday 8:30.
    const untilMonday = MODEL.week.slice(24).reduce((sum, w) => sum + w, 0) - MODEL.week[146]
    const monday = MODEL.week.slice(0, 8).reduce((sum, w) => sum + w, 0) + MODEL.week[8] / 2
    expect(time.at(6 * DAY - HOUR + 8.5 * HOUR)).toBeCloseTo((untilMonday + monday) * HOUR, 4)
    for (const second of [0, 1, 12_345, 3 * DAY, 40 * WEEK + 7]) {
      expect(time.instant(time.at(second))).toBeCloseTo(second, 3)
    }
    // A whole week has Λ = a week.
    expect(time.at(30 * WEEK) - time.at(20 * WEEK)).toBeCloseTo(10 * WEEK, 0)
  })

  it('has the week of the log: starts per hour, by how often the log had that hour', () => {
    const monday = { unixStart: Date.UTC(2024, 0, 1) / 1000, zone: 'UTC' }
    // Eleven days from Monday: Monday to Thursday twice. Two starts on each day at 9 h.
    const starts = Array.from({ length: 11 }, (_, day) => [
      day * DAY + 9 * HOUR,
      day * DAY + 9.5 * HOUR,
    ]).flat()
    const week = weekOf(starts, 0, 11 * DAY, monday)
    expect(mean(week)).toBeCloseTo(1, 3)
    // 4 + ½ starts in two hours, 2 + ½ in one, ½ in two.
    expect(week[9] / week[4 * 24 + 9]).toBeCloseTo(4.5 / 2 / 2.5, 2)
    expect(week[9] / week[10]).toBeCloseTo(4.5 / 0.5, 1)
  })

  it('takes hours that the log never saw for average ones', () => {
    const week = weekOf([0, 10, 20], 0, HOUR, { unixStart: 0, zone: 'UTC' })
    // Second 0 is Thursday, 0 h; 3 + ½ starts there, 3 starts an hour elsewhere.
    expect(week[72] / week[0]).toBeCloseTo(3.5 / 3, 2)
  })

  it('ends with the calendar', () => {
    const time = new OperationalTime(MODEL.week, { unixStart: 253_402_000_000, zone: 'UTC' })
    expect(() => time.at(WEEK)).toThrow('year 9999')
  })
})

/** submit, run, size, user. */
function table(rows: readonly (readonly [number, number, number, number])[]) {
  const builder = new JobTableBuilder(rows.length)
  rows.forEach(([submit, run, size, user], k) => {
    builder.addValues(k + 1, submit, run, -1, size, user, 0)
  })
  return builder.finish().table
}

describe('archetypes', () => {
  it('are groups of k to 2k − 1 users that hold every user once', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.nat(9999),
            fc.nat(5000),
            fc.integer({ min: 1, max: 64 }),
            fc.integer({ min: -1, max: 30 }),
          ),
          {
            minLength: 30,
            maxLength: 120,
          },
        ),
        fc.integer({ min: 1, max: 5 }),
        (rows, least) => {
          const jobs = table(rows)
          const users = usersOf(jobs, new Int32Array(jobs.length).fill(1))
          fc.pre(users.length >= least)
          const groups = archetypesOf(jobs, users, least)
          expect(groups.flat().length).toBe(users.length)
          expect(new Set(groups.flat())).toEqual(new Set(users))
          for (const group of groups) {
            expect(group.length).toBeGreaterThanOrEqual(least)
            // Larger ones are of users who are all the same.
            const points = group.map(({ rows: own }) => {
              const sorted = (column: ArrayLike<number>) =>
                own.map((row) => column[row]).sort((x, y) => x - y)
              return [
                sorted(jobs.size),
                sorted(jobs.runtime),
                jobs.submit[own.at(-1)!] - jobs.submit[own[0]],
              ].join('|')
            })
            if (group.length >= 2 * least) expect(new Set(points).size).toBe(1)
          }
        },
      ),
      { seed: 3, numRuns: 60 },
    )
  })

  it('part those who work much from those who work little', () => {
    const rows = Array.from({ length: 10 }, (_, user) =>
      Array.from({ length: user < 5 ? 2 : 60 }, (_, k) => [k * 100 + user, 60, 4, user] as const),
    ).flat()
    const jobs = table(rows)
    const users = usersOf(jobs, new Int32Array(jobs.length).fill(1))
    const groups = archetypesOf(jobs, users, 5).map(
      (group) => new Set(group.map(({ rows: own }) => own.length)),
    )
    expect(groups).toEqual([new Set([2]), new Set([60])])
  })

  it('tell sessions by user, and jobs without a user to none', () => {
    const jobs = table([
      [0, 1, 1, 7],
      [1, 1, 1, -1],
      [2, 1, 1, 7],
      [3, 1, 1, 8],
      [4, 1, 1, 7],
    ])
    expect(usersOf(jobs, Int32Array.of(1, 2, 1, 3, 4))).toEqual([
      { rows: Int32Array.of(0, 2, 4), bounds: Int32Array.of(0, 2, 3) },
      { rows: Int32Array.of(3), bounds: Int32Array.of(0, 1) },
    ])
  })

  it('lose users who stay away, but not those of whom the log ends too early to tell', () => {
    const starts = [
      // Came again after 3, was away for 20, was gone by 100.
      { seconds: [0, 3, 23], operational: [0, 6, 40], kind: [1, 0, 0] },
      { seconds: [91, 95], operational: [1, 2], kind: [0, 1] },
    ]
    expect(presenceOf(starts, 2, 100, 10)).toEqual({ cycles: [[1], [6]], left: 2, told: 4 })
  })
})

/** A user with these sessions of rows. */
function userOf(sessions: readonly (readonly number[])[]): LogUser {
  const bounds = [0]
  for (const { length } of sessions) bounds.push(bounds[bounds.length - 1] + length)
  return { rows: Int32Array.from(sessions.flat()), bounds: Int32Array.from(bounds) }
}

/** Jobs of many users by the chain of an archetype: rows, and sessions of four jobs each. */
function drawnHabits(archetype: Archetype, users: number, jobsEach: number) {
  const kinds = new KindSampler(archetype.kinds, () => 1)
  const size: number[] = []
  const estimate: number[] = []
  const run: number[] = []
  const rows = Array.from({ length: users }, (_, user) => {
    const habit = new Habit(kinds, archetype, new Random(`user ${user}`))
    return Array.from({ length: jobsEach / 4 }, () =>
      Array.from({ length: 4 }, (_, k) => {
        const place = habit.next(k > 0)
        size.push(kinds.size[place])
        estimate.push(kinds.estimate[place])
        run.push(kinds.run[place])
        return size.length - 1
      }),
    )
  })
  const jobs: JobKinds = {
    size: Int32Array.from(size),
    estimate: Float64Array.from(estimate),
    run: Int32Array.from(run),
  }
  return { jobs, rows }
}

/** Share of each place of π. */
function sharesOf(kinds: Archetype['kinds']): Map<string, number> {
  const shares = new Map<string, number>()
  let total = 0
  for (const [size, requests] of kinds) {
    for (const [estimate, runs] of requests) {
      for (let k = 0; k < runs.length; k += 2) {
        shares.set(`${size} ${estimate} ${runs[k]}`, runs[k + 1])
        total += runs[k + 1]
      }
    }
  }
  return new Map([...shares].map(([key, count]) => [key, count / total]))
}

describe('habits', () => {
  const alike: Archetype = { ...REGULARS, across: REGULARS.within }

  it('leave the archetype its jobs, whatever is repeated', () => {
    const { jobs, rows } = drawnHabits(alike, 4000, 40)
    const made = sharesOf(kindsOf(jobs, rows.map(userOf)))
    for (const [key, share] of sharesOf(alike.kinds))
      expect(Math.abs((made.get(key) ?? 0) - share)).toBeLessThan(0.012)
  })

  it('are found again in the jobs that they made', () => {
    const { jobs, rows } = drawnHabits({ ...REGULARS, concentration: { kinds: 3, runs: 1.5 } }, 600, 400)
    const counts = countHabits(likenessOf(jobs), rows.map(userOf))
    const { within, across, concentration } = fitHabits(counts, counts)
    for (const [found, real] of [
      [within, REGULARS.within],
      [across, REGULARS.across],
    ]) {
      expect(found.all + found.kind + found.size + found.none).toBeCloseTo(1, 3)
      // Of a kind without a choice of run times, keeping it and keeping all are the same.
      for (const name of ['all', 'kind', 'size', 'none', 'run'] as const) {
        expect(Math.abs(found[name] - real[name]), name).toBeLessThan(0.12)
      }
    }
    expect(concentration.kinds).toBeGreaterThan(2)
    expect(concentration.kinds).toBeLessThan(4.5)
    expect(concentration.runs).toBeGreaterThan(0.8)
    expect(concentration.runs).toBeLessThan(3)
  })

  it('of a single user differ from those of others the more, the smaller the concentration is', () => {
    const distinct = (kinds: number): number => {
      const { jobs, rows } = drawnHabits({ ...alike, concentration: { kinds, runs: 1000 } }, 200, 40)
      return mean(rows.map((sessions) => new Set(sessions.flat().map((row) => jobs.size[row])).size))
    }
    expect(distinct(0.2)).toBeLessThan(distinct(2) - 0.2)
    expect(distinct(2)).toBeLessThan(distinct(50) - 0.2)
  })

  it('keep the run time where the rest is chosen anew', () => {
    const anew: Archetype = {
      ...alike,
      within: { all: 0, kind: 0, size: 0, none: 1, run: 1 },
      across: { all: 0, kind: 0, size: 0, none: 1, run: 1 },
      kinds: [
        [1, [[3600, [10, 50, 20, 50]]]],
        [2, [[3600, [10, 50, 20, 50]]]],
      ],
    }
    const { jobs, rows } = drawnHabits(anew, 50, 40)
    for (const sessions of rows) {
      const own = sessions.flat()
      const same = own.filter((row, k) => k > 0 && jobs.run[row] === jobs.run[own[k - 1]]).length
      expect(same).toBeGreaterThanOrEqual(own.length - 3)
    }
    expect(new Set(jobs.size)).toEqual(new Set([1, 2]))
  })

  it('have nothing to be fitted from in users of one job each', () => {
    const jobs = { size: Int32Array.of(1, 2), estimate: Float64Array.of(60, 60), run: Int32Array.of(3, 4) }
    const counts = countHabits(likenessOf(jobs), [userOf([[0]]), userOf([[1]])])
    const { within, concentration } = fitHabits(counts, counts)
    expect(Object.values(within).every((share) => share >= 0 && share <= 1)).toBe(true)
    expect(Number.isFinite(concentration.kinds + concentration.runs)).toBe(true)
  })
})

describe('session lengths', () => {
  it('are as the log had them, by work and by what has been submitted', () => {
    const random = new Random('sessions')
    const workClass: number[] = []
    // After a job of class 0 a session goes on with 0.8, of class 5 with 0.3.
    const sessions = Array.from({ length: 5000 }, () => {
      const rows: number[] = []
      do {
        workClass.push(random.uniform() < 0.5 ? 0 : 5)
        rows.push(workClass.length - 1)
      } while (random.uniform() < (workClass[workClass.length - 1] === 0 ? 0.8 : 0.3))
      return rows
    })
    const counts = countGoingOn([userOf(sessions)], Int8Array.from(workClass))
    const odds = siteOdds(counts)
    expect(logistic(odds[0][0])).toBeCloseTo(0.8, 1)
    expect(logistic(odds[0][5])).toBeCloseTo(0.3, 1)
    // No session has as many jobs as the last class: as the class before.
    expect(odds[odds.length - 1][5]).toBeCloseTo(odds[odds.length - 2][5], 3)
    const { persistence, goesOn } = fitPersistence(counts, odds)
    expect(Math.abs(persistence)).toBeLessThan(0.02)
    expect(goesOn[0]).toBeCloseTo(0.8, 1)
    expect(goesOn[5]).toBeCloseTo(0.3, 1)
    expect(goesOn[3]).toBe(0)
  })

  it('of an archetype go on as often as its own did', () => {
    const workClass = new Int8Array(40)
    const site = countGoingOn([userOf(Array.from({ length: 20 }, (_, k) => [2 * k, 2 * k + 1]))], workClass)
    const odds = siteOdds(site)
    const one = countGoingOn([userOf([[0], [1], [2], [3], [4, 5]])], workClass)
    const { persistence } = fitPersistence(one, odds)
    const expected = one.jobs.reduce(
      (sum, row, k) => sum + row.reduce((part, n, w) => part + n * logistic(odds[k][w] + persistence), 0),
      0,
    )
    expect(expected).toBeCloseTo((6 * 1.5) / 7, 2)
    expect(persistence).toBeLessThan(0)
  })

  it('weigh what is chosen anew by how soon it is left', () => {
    const [short, long] = leavingWeights({
      ...REGULARS,
      goesOn: [1, 0],
      within: { ...REGULARS.within, none: 0.2 },
      across: { ...REGULARS.across, none: 0.8 },
    })
    expect([short, long]).toEqual([0.2, 0.8])
  })
})

describe('self-regulation', () => {
  const pool = new Pool({ ...MODEL, evidence: { ...MODEL.evidence, work: 1 } }, 1, new Random('pool'))
  pool.fill(20 * WEEK)

  it('leaves times as they are at strength 0, but for the pace', () => {
    const { start, end } = sessionTimes(pool, 1.5, 0)
    const { start: users } = pool.sessions
    expect(end).toBeCloseTo(30 * WEEK, 0)
    for (const k of [0, 10, users.length - 1]) expect(start[k]).toBeCloseTo(1.5 * users[k], 4)
  })

  it('keeps the order of sessions, and slows users down while more comes than is expected', () => {
    const { start, end } = sessionTimes(pool, 1, 1)
    for (let k = 1; k < start.length; k++) expect(start[k]).toBeGreaterThanOrEqual(start[k - 1])
    expect(end).toBeGreaterThan(2 * 20 * WEEK)
  })

  it('needs no jobs of the users, only their sessions', () => {
    const model = { ...MODEL, evidence: { ...MODEL.evidence, work: 1 } }
    const lean = new Pool(model, 1, new Random('pool'), false)
    lean.fill(20 * WEEK)
    expect(lean.sessions).toEqual({ ...pool.sessions, ofJob: new Int32Array(0) })
    expect(pool.sessions.ofJob.length).toBe(pool.length)
  })

  it('is as strong as the variation of the log demands', () => {
    const variation = (strength: number): number =>
      mean(
        ['a', 'b', 'c', 'd'].map((seed) => {
          const own = new Pool(MODEL, 1, new Random(seed))
          own.fill(40 * WEEK)
          const { start, end } = sessionTimes(own, 1, strength)
          return weeklyVariation(start, own.sessions.work, 0, end)
        }),
      )
    const free = variation(0)
    const fitted = fitRegulation(MODEL, 0.6 * free)
    expect(fitted).toBeGreaterThan(0.2)
    expect(variation(fitted) / free).toBeGreaterThan(0.45)
    expect(variation(fitted) / free).toBeLessThan(0.75)
    expect(fitRegulation(MODEL, 2 * free)).toBe(0)
    expect(fitRegulation(MODEL, Number.NaN)).toBe(0)
  })

  it('is measured on whole weeks, eight at the least', () => {
    const starts = Array.from({ length: 80 }, (_, k) => (k * WEEK) / 10 + 1)
    expect(weeklyVariation(starts, new Array<number>(80).fill(3), 0, 8 * WEEK)).toBeCloseTo(0, 9)
    expect(weeklyVariation(starts, new Array<number>(80).fill(3), 0, 7.9 * WEEK)).toBeNaN()
    // Weeks of 1 and 3 in turn.
    const work = starts.map((_, k) => (Math.floor(k / 10) % 2 === 0 ? 1 : 3))
    expect(weeklyVariation(starts, work, 0, 8 * WEEK)).toBeCloseTo(0.5, 9)
  })
})
