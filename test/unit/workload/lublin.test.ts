/** Workloads of the Lublin-Feitelson model as a whole. The model against its authors' program: test/golden/lublin. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Calendar } from '../../../src/core/calendar.js'
import { describeTrace } from '../../../src/trace/describe.js'
import type { Trace } from '../../../src/trace/trace.js'
import { dailyWeights } from '../../../src/workload/lublin/daily-cycle.js'
import {
  LUBLIN_1999,
  LUBLIN_CLASSES,
  type LublinOptions,
  lublinTrace,
} from '../../../src/workload/lublin/index.js'
import { offeredLoad } from '../../../src/workload/transform/load.js'
import { PROJECT_ROOT } from '../../support/data.js'
import { failureOf } from '../../support/failures.js'

const DAY = 86_400
const DOCUMENT = readFileSync(join(PROJECT_ROOT, 'docs', 'models.md'), 'utf8')

function rowsOf({ jobs, fields }: Trace): string[] {
  return Array.from({ length: jobs.length }, (_, row) =>
    [
      jobs.id[row],
      jobs.submit[row],
      jobs.runtime[row],
      jobs.estimate[row],
      jobs.size[row],
      fields.queue?.[row],
    ].join(' '),
  )
}

function workOf({ jobs }: Trace): number {
  return jobs.size.reduce((sum, size, row) => sum + size * jobs.runtime[row], 0)
}

describe('a workload', () => {
  it('is a function of its options', () => {
    const options = { jobs: 500, classes: 'both', load: 0.8, users: 20 } as const
    const log = lublinTrace({ ...options, seed: 3 })
    expect(lublinTrace({ ...options, seed: 3 }).digest).toBe(log.digest)
    expect(lublinTrace({ ...options, seed: 3 }).header).toEqual(log.header)
    expect(lublinTrace({ ...options, seed: 4 }).digest).not.toBe(log.digest)
  })

  it('is the same on every machine and version', () => {
    expect(rowsOf(lublinTrace({ jobs: 3 }))).toMatchInlineSnapshot(`
      [
        "1 180 360 -1 10 ",
        "2 748 103 -1 2 ",
        "3 902 4 -1 4 ",
      ]
    `)
    expect(lublinTrace({ jobs: 2000, classes: 'both', users: 9 }).digest).toMatchInlineSnapshot(
      `"d0ada437e76fd10da31ca23be6a1dc9a41c458caa5329bde541b808eebc74671"`,
    )
    expect(lublinTrace({ jobs: 2000, processors: 1000, load: 0.7 }).digest).toMatchInlineSnapshot(
      `"6a6981faac9909fddd24db6baa5c92464a411857e4ba78019e9b0dd5fe087f1d"`,
    )
  })

  it.each(LUBLIN_CLASSES)('of fewer %s jobs is the beginning of a longer one', (classes) => {
    const long = rowsOf(lublinTrace({ jobs: 3000, classes }))
    expect(rowsOf(lublinTrace({ jobs: 700, classes }))).toEqual(long.slice(0, 700))
  })

  it('of fewer days is the beginning of a longer one', () => {
    const long = lublinTrace({ days: 40, classes: 'both' })
    const short = lublinTrace({ days: 12.5, classes: 'both' })
    const within = rowsOf(long).slice(0, short.jobs.length)
    expect(rowsOf(short)).toEqual(within)
    expect(long.jobs.submit[short.jobs.length]).toBeGreaterThanOrEqual(12.5 * DAY)
    expect(short.jobs.submit.at(-1)).toBeLessThan(12.5 * DAY)
  })

  it('says what a reader needs to know of it', () => {
    const { header, name, processors, clock, fields, jobs } = lublinTrace({
      jobs: 50,
      classes: 'both',
      users: 4,
    })
    expect(name).toBe('lublin-128-1')
    expect(processors).toBe(128)
    expect(clock).toEqual({ unixStart: Date.UTC(2024, 0, 1) / 1000, zone: 'UTC' })
    expect([...jobs.id]).toEqual(Array.from({ length: 50 }, (_, k) => k + 1))
    expect(new Set(fields.status)).toEqual(new Set([1]))
    expect(new Set(jobs.estimate)).toEqual(new Set([-1]))
    expect(header).toContain(' MaxProcs: 128')
    expect(header).toContain(' MaxRuntime: 162754')
    expect(header).toContain(' Queue: 1 batch')
    expect(header.join('\n')).toMatch(
      /JPDC 63\(11\), 2003.*\n.*seed 1, classes both, .*\n.*4 users .* no part of the model/,
    )
  })

  it('tells its constants where they are not those of 1999', () => {
    const parameters = { ...LUBLIN_1999, longestRun: 11 }
    const { header, jobs } = lublinTrace({ jobs: 5000, parameters })
    expect(header.some((line) => line.includes('"longestRun":11'))).toBe(true)
    expect(Math.max(...jobs.runtime)).toBeLessThanOrEqual(Math.exp(11))
    expect(lublinTrace({ jobs: 5 }).header.some((line) => line.includes('constants changed'))).toBe(false)
  })

  it('tells how far it is', () => {
    const parts: number[] = []
    lublinTrace({ jobs: 300_000, observe: (part) => parts.push(part) })
    expect(parts.length).toBeGreaterThan(3)
    expect(parts).toEqual([...parts].sort((a, b) => a - b))
    expect(parts[0]).toBeGreaterThanOrEqual(0)
    expect(parts.at(-1)).toBeLessThan(1)
  })
})

describe('classes', () => {
  it('side by side are each as if alone', () => {
    const both = lublinTrace({ jobs: 4000, classes: 'both' })
    const [interactive, batch] = (['interactive', 'batch'] as const).map((classes, queue) => {
      const alone = lublinTrace({ jobs: 4000, classes })
      const rows = [...both.fields.queue!.keys()].filter((row) => both.fields.queue![row] === queue)
      expect(rows.map((row) => both.jobs.submit[row])).toEqual([
        ...alone.jobs.submit.subarray(0, rows.length),
      ])
      expect(rows.map((row) => both.jobs.size[row])).toEqual([...alone.jobs.size.subarray(0, rows.length)])
      expect(rows.map((row) => both.jobs.runtime[row])).toEqual([
        ...alone.jobs.runtime.subarray(0, rows.length),
      ])
      expect(alone.fields.queue).toBeUndefined()
      return rows.length
    })
    // Interactive jobs come some six times as often.
    expect(interactive / batch).toBeGreaterThan(4)
    expect(interactive / batch).toBeLessThan(8)
  })
})

describe('load', () => {
  it.each(LUBLIN_CLASSES.flatMap((classes) => [0.2, 0.85, 1.6].map((load) => [classes, load] as const)))(
    'of %s jobs is %d',
    (classes, load) => {
      const options = { jobs: 3000, classes, processors: 200 } as const
      const asked = lublinTrace({ ...options, load })
      const span = asked.jobs.submit[2999] - asked.jobs.submit[0]
      // As nearly as whole seconds allow.
      expect(Math.abs(workOf(asked) / (load * 200) - span)).toBeLessThanOrEqual(1)
      expect(describeTrace(asked).offeredLoad).toBeCloseTo(load, 4)
      const plain = lublinTrace(options)
      const jobsOf = ({ jobs }: Trace) => Array.from(jobs.size, (size, row) => `${size} ${jobs.runtime[row]}`)
      if (classes === 'both') expect(jobsOf(asked).sort()).toEqual(jobsOf(plain).sort())
      else expect(jobsOf(asked)).toEqual(jobsOf(plain))
    },
  )

  it.each([
    ['combined', 30, 0.7],
    ['both', 10.3, 1.2],
    ['batch', 100, 0.05],
  ] as const)('of %s jobs in %d days is %d, to a job', (classes, days, load) => {
    const log = lublinTrace({ classes, days, load })
    const { size, runtime, submit, length } = log.jobs
    const target = load * 128 * days * DAY
    const most = size.reduce((high, each, row) => Math.max(high, each * runtime[row]), 0)
    expect(Math.abs(workOf(log) - target)).toBeLessThanOrEqual(most)
    expect(submit[length - 1]).toBeLessThanOrEqual(days * DAY)
    expect(submit[length - 1]).toBeGreaterThan(0.9 * days * DAY)
    // One job less would be further from it, or is the choice of the other side.
    const last = length - 1
    const off = workOf(log) - target
    expect(Math.abs(off)).toBeLessThanOrEqual(Math.abs(off - size[last] * runtime[last]))
  })

  it('leaves the daily cycle as it is', () => {
    const weights = dailyWeights(LUBLIN_1999.combined.anum, LUBLIN_1999.combined.bnum, 11)
    for (const load of [undefined, 0.1, 3]) {
      const { jobs } = lublinTrace({ jobs: 200_000, ...(load === undefined ? {} : { load }) })
      const counts = new Float64Array(48)
      for (const submit of jobs.submit) counts[Math.floor((submit % DAY) / 1800)]++
      for (const [bucket, weight] of weights.entries()) {
        expect(counts[bucket] / (200_000 / 48)).toBeGreaterThan(weight * 0.85)
        expect(counts[bucket] / (200_000 / 48)).toBeLessThan(weight * 1.15)
      }
    }
  })

  it('without a wish is what the constants give, as documented', () => {
    const [, combined, both, larger] =
      /in the long run (\S+) \(combined\) or (\S+) \(both\), on 256 processors (\S+)\./.exec(DOCUMENT) ?? []
    const loadOf = (options: LublinOptions) => {
      const { jobs, processors } = lublinTrace(options)
      return offeredLoad(jobs, processors)
    }
    for (const [documented, options] of [
      [combined, {}],
      [both, { classes: 'both' }],
      [larger, { processors: 256 }],
    ] as const) {
      // The mean of a million jobs is known to a few hundredths: gaps have a heavy tail.
      const ratio = loadOf({ jobs: 1_000_000, ...options })! / Number(documented)
      expect(Math.abs(ratio - 1)).toBeLessThan(0.02)
    }
    const loads = Array.from({ length: 20 }, (_, seed) => loadOf({ seed, jobs: 10_000 })!)
    const mean = loads.reduce((sum, load) => sum + load) / loads.length
    const spread = Math.sqrt(loads.reduce((sum, load) => sum + (load / mean - 1) ** 2, 0) / loads.length)
    expect(DOCUMENT).toContain('varies by a tenth from seed to seed')
    expect(spread.toFixed(1)).toBe('0.1')
  })
})

describe('the clock', () => {
  it('begins the cycle at the local time of the log', () => {
    const clock = { unixStart: Date.UTC(2024, 5, 3, 15, 20) / 1000, zone: -5 * 3600 }
    const { jobs } = lublinTrace({ jobs: 100_000, clock })
    const calendar = new Calendar(clock)
    const byHour = new Float64Array(24)
    for (const submit of jobs.submit) byHour[calendar.hour(submit)]++
    const { anum, bnum } = LUBLIN_1999.combined
    const weights = dailyWeights(anum, bnum, 11)
    byHour.forEach((count, hour) => {
      const expected = (100_000 / 48) * (weights[2 * hour] + weights[2 * hour + 1])
      expect(count / expected).toBeGreaterThan(0.87)
      expect(count / expected).toBeLessThan(1.13)
    })
  })

  it('falls behind the cycle by half a second a job where gaps are cut', () => {
    const jobs = 20_000
    const exact = lublinTrace({ jobs }).jobs.submit
    const program = lublinTrace({ jobs, rounding: 'gaps' }).jobs.submit
    const behind = exact[jobs - 1] - program[jobs - 1]
    expect(behind / jobs).toBeGreaterThan(0.48)
    expect(behind / jobs).toBeLessThan(0.52)
    expect([...program]).toEqual([...program].sort((a, b) => a - b))
  })
})

describe('sizes', () => {
  it.each([8, 23, 100, 128, 430, 93_312])('fit a machine of %d processors', (processors) => {
    const { size } = lublinTrace({ processors, jobs: 20_000 }).jobs
    expect(Math.min(...size)).toBe(1)
    expect(Math.max(...size)).toBeLessThanOrEqual(processors)
    expect(Math.max(...size)).toBeGreaterThan(processors / 2)
  })

  it('are at most the largest asked for', () => {
    const { size } = lublinTrace({ processors: 430, largest: 64, jobs: 5000 }).jobs
    expect(Math.max(...size)).toBe(64)
    expect([...size]).toEqual([...lublinTrace({ processors: 64, jobs: 5000 }).jobs.size])
  })
})

describe('users', () => {
  const jobs = 20_000
  const users = 50
  const log = lublinTrace({ jobs, users })

  it('leave the jobs as they are', () => {
    expect(rowsOf(log)).toEqual(rowsOf(lublinTrace({ jobs })))
    expect(new Set(lublinTrace({ jobs: 100 }).jobs.user)).toEqual(new Set([-1]))
  })

  it('are as many as asked for, a few of them with much of the jobs', () => {
    const counts = new Float64Array(users + 1)
    for (const user of log.jobs.user) counts[user]++
    expect(counts[0]).toBe(0)
    const shares = [...counts.slice(1)].sort((a, b) => b - a).map((count) => count / jobs)
    expect(shares[0]).toBeGreaterThan(0.1)
    expect(shares.slice(0, 10).reduce((sum, share) => sum + share)).toBeGreaterThan(0.6)
    expect(shares.at(-1)).toBeGreaterThan(0)
  })

  it('have habits: the jobs of one are more alike than those of all', () => {
    const { user, size, runtime } = log.jobs
    const spread = (rows: readonly number[], value: (row: number) => number) => {
      const mean = rows.reduce((sum, row) => sum + value(row), 0) / rows.length
      return rows.reduce((sum, row) => sum + (value(row) - mean) ** 2, 0)
    }
    const all = [...user.keys()]
    const own = Array.from({ length: users }, (_, k) => all.filter((row) => user[row] === k + 1))
    for (const value of [(row: number) => Math.log2(size[row]), (row: number) => Math.log(runtime[row])]) {
      const within = own.reduce((sum, rows) => sum + (rows.length === 0 ? 0 : spread(rows, value)), 0)
      expect(within / spread(all, value)).toBeLessThan(0.6)
    }
  })
})

describe('refuses', () => {
  it.each<[string, LublinOptions, string]>([
    ['load', { load: -0.5 }, 'a number from 0.001 to 1000'],
    ['load', { load: 0 }, 'a number from 0.001 to 1000'],
    ['load', { load: Number.NaN }, 'a number from 0.001 to 1000'],
    ['load', { load: 1001 }, 'a number from 0.001 to 1000'],
    ['days', { days: 1e9 }, 'at most 1000000'],
    ['load', { load: 0.5, jobs: 1 }, 'two jobs or more'],
    ['load', { load: 0.5, rounding: 'gaps' }, 'no load beside'],
    ['processors', { processors: 0 }, 'a whole number from 1'],
    ['processors', { processors: 7 }, '8 or more with combined jobs'],
    ['processors', { processors: 16, classes: 'both' }, '23 or more with interactive jobs'],
    ['processors', { processors: 2 ** 40 }, 'to 2147483647'],
    ['largest', { processors: 64, largest: 65 }, 'a whole number from 1 to 64'],
    ['largest', { processors: 64, largest: 4 }, '8 or more with combined jobs'],
    ['jobs', { jobs: 0 }, 'a whole number from 1'],
    ['jobs', { jobs: 2.5 }, 'a whole number from 1'],
    ['jobs', { jobs: 1e9 }, 'to 5000000'],
    ['days', { jobs: 10, days: 3 }, 'not both'],
    ['days', { days: -3 }, 'a number above 0'],
    ['days', { days: 1e-9 }, 'a span in which jobs arrive'],
    ['users', { users: 0 }, 'a whole number from 1 to 10000'],
    ['seed', { seed: Number.NaN }, 'a whole number'],
    ['classes', { classes: 'all' as 'both' }, 'combined, both'],
    ['rounding', { rounding: 'up' as 'gaps' }, 'arrivals, gaps'],
    [
      'combined.uHi',
      { parameters: { ...LUBLIN_1999, combined: { ...LUBLIN_1999.combined, uHi: 8 } } },
      'no size above the machine',
    ],
  ])('%s of %o', (field, options, expected) => {
    const failure = failureOf(() => lublinTrace(options))
    expect(failure.kind).toBe('usage')
    expect(failure.detail.field).toBe(field)
    expect(failure.detail.expected).toContain(expected)
  })
})

describe('docs/models.md', () => {
  it('has every constant of the classes', () => {
    const rows = DOCUMENT.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
    const fields = Object.keys(LUBLIN_1999.combined) as (keyof typeof LUBLIN_1999.combined)[]
    for (const field of fields) {
      const row = rows.find((cells) => cells[1] === `\`${field}\``)
      expect(row?.slice(2, 5).map(Number), field).toEqual(
        (['combined', 'batch', 'interactive'] as const).map((name) => LUBLIN_1999[name][field]),
      )
    }
  })
})
