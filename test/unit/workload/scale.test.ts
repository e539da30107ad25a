import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareJobs } from '../../../src/sim/prepare.js'
import { JobTableBuilder } from '../../../src/trace/job-table.js'
import { createTrace } from '../../../src/trace/select.js'
import { writeSwf } from '../../../src/trace/swf/index.js'
import type { Trace } from '../../../src/trace/trace.js'
import { demoTrace } from '../../../src/workload/demo.js'
import {
  drawScale,
  type ScaleDraws,
  type ScaleOptions,
  type ScalePlan,
  scaleJobs,
  scaleTrace,
  withoutZeroRuntime,
  workOf,
} from '../../../src/workload/scale.js'
import { failureOf } from '../../support/failures.js'
import { plain, readText } from '../../support/logs.js'

interface Made {
  readonly submit: number
  readonly size: number
  readonly runtime: number
}

function traceOf(made: readonly Made[], processors: number | null): Trace {
  const builder = new JobTableBuilder()
  made.forEach(({ submit, size, runtime }, k) => {
    builder.addValues(k + 1, submit, runtime, 2 * runtime, size, k % 5, 0)
  })
  return createTrace({
    name: 'made',
    processors,
    clock: { unixStart: 1_000_000_000, zone: 'UTC' },
    jobs: builder.finish().table,
    fields: {},
    header: [],
    dropped: {},
    notices: [],
  })
}

/** The definition, job by job, with no regard for speed: rows as [id, submit, runtime, estimate, size, user]. */
function twin({ jobs }: Trace, { factor, copies, copied, to }: ScalePlan, { x, y }: ScaleDraws): number[][] {
  const base = 10 ** String(Math.max(...jobs.id)).length
  const rows = Array.from(jobs.id, (id, row) => {
    const of = (k: number, size: number) => [
      id + k * base,
      jobs.submit[row],
      jobs.runtime[row],
      jobs.estimate[row],
      size,
      jobs.user[row],
    ]
    if (x[row] > copied) return [of(0, Math.min(to, Math.max(1, Math.round(factor * jobs.size[row]))))]
    const count = y[row] < copies % 1 ? Math.ceil(copies) : Math.floor(copies)
    return Array.from({ length: count }, (_, k) => of(k, jobs.size[row]))
  })
  return rows.flat().sort((a, b) => a[1] - b[1] || a[0] - b[0])
}

const rowsOf = ({ jobs }: { jobs: Trace['jobs'] }) =>
  Array.from(jobs.id, (id, row) => [
    id,
    jobs.submit[row],
    jobs.runtime[row],
    jobs.estimate[row],
    jobs.size[row],
    jobs.user[row],
  ])

const MADE = fc.record({
  jobs: fc.array(
    fc.record({ submit: fc.nat(12), size: fc.integer({ min: 1, max: 9 }), runtime: fc.nat(50) }),
    { minLength: 1, maxLength: 40 },
  ),
  to: fc.integer({ min: 9, max: 60 }),
  factor: fc.double({ min: 0.05, max: 6, noNaN: true }),
  copies: fc.double({ min: 0.05, max: 6, noNaN: true }),
  copied: fc.integer({ min: 0, max: 100 }),
  seed: fc.nat(1000),
})

describe('scaleJobs', () => {
  it('is its definition', () => {
    fc.assert(
      fc.property(MADE, ({ jobs: made, to, factor, copies, copied, seed }) => {
        const trace = traceOf(made, 9)
        const plan = { from: 9, to, factor, copies, copied }
        const draws = drawScale(trace.jobs.length, seed)
        const scaled = scaleJobs(trace.jobs, plan, draws)
        expect(rowsOf(scaled)).toEqual(twin(trace, plan, draws))
        expect(scaled.enlarged + scaled.copied).toBe(made.length)
        expect(scaled.enlarged + scaled.copies).toBe(scaled.jobs.length)
        expect(new Set(scaled.jobs.id).size).toBe(scaled.jobs.length)
        for (let at = 0; at < scaled.rows.length; at++) {
          expect(scaled.jobs.runtime[at]).toBe(trace.jobs.runtime[scaled.rows[at]])
        }
      }),
      { numRuns: 200, seed: 11 },
    )
  })

  it('copies no job less for a larger number of copies, nor enlarges one that was copied for a larger share', () => {
    const { jobs } = demoTrace({ jobs: 500 })
    const draws = drawScale(jobs.length, 4)
    const copiesOf = (copies: number, copied: number) => {
      const count = new Int32Array(jobs.length)
      const scaled = scaleJobs(jobs, { from: 128, to: 1024, factor: 1, copies, copied }, draws)
      for (const row of scaled.rows) count[row]++
      return { count, enlarged: scaled.enlarged }
    }
    let before = copiesOf(1.5, 50).count
    for (const copies of [1.51, 1.9, 2, 2.001, 2.7, 5]) {
      const { count } = copiesOf(copies, 50)
      count.forEach((number, row) => {
        expect(number).toBeGreaterThanOrEqual(before[row])
      })
      before = count
    }
    const fewer = copiesOf(7, 20).count
    const more = copiesOf(7, 60).count
    fewer.forEach((number, row) => {
      if (number === 7) expect(more[row]).toBe(7)
    })
    expect(copiesOf(7, 0).enlarged).toBe(jobs.length)
    expect(copiesOf(7, 100).enlarged).toBe(0)
  })

  it('makes c copies on average and copies d percent of the jobs', () => {
    const { jobs } = demoTrace({ jobs: 20_000 })
    for (const [seed, copies, copied] of [
      [1, 2.3814, 50],
      [2, 10.24, 99],
      [3, 0.3, 100],
      [4, 8, 1],
    ] as const) {
      const plan = { from: 128, to: 1024, factor: 1, copies, copied }
      const scaled = scaleJobs(jobs, plan, drawScale(jobs.length, seed))
      // Four standard deviations of a binomial number.
      const share = copied / 100
      const within = 4 * Math.sqrt(jobs.length * share * (1 - share)) + 1e-9
      expect(Math.abs(scaled.copied - jobs.length * share)).toBeLessThanOrEqual(within)
      const part = copies % 1
      const off = 4 * Math.sqrt(scaled.copied * part * (1 - part)) + 1e-6
      expect(Math.abs(scaled.copies - scaled.copied * copies)).toBeLessThanOrEqual(off)
    }
  })
})

describe('scaleTrace', () => {
  const demo = demoTrace({ jobs: 800 })

  it('is a pure function of the log, its parameters and the seed', () => {
    const digest = (options: Partial<ScaleOptions>) => scaleTrace(demo, { to: 512, ...options }).trace.digest
    expect(digest({})).toBe(digest({ from: 128, factor: 4, copies: 4, copied: 50, seed: 1 }))
    const others = [
      {},
      { seed: 2 },
      { factor: 4.1 },
      { copied: 51 },
      { to: 513 },
      { copies: 4.5 },
      { from: 129 },
    ]
    expect(new Set(others.map(digest)).size).toBe(others.length)
  })

  it('keeps times and users, groups anew, and says what it did', () => {
    const { trace, facts } = scaleTrace(demo, { to: 512, factor: 10 })
    expect(trace.processors).toBe(512)
    expect(trace.clock).toEqual(demo.clock)
    expect(facts).toMatchObject({ from: 128, to: 512, factor: 10, copies: 10, copied: 50, seed: 1 })
    expect([facts.jobsBefore, facts.jobsAfter]).toEqual([800, trace.jobs.length])
    expect([facts.workBefore, facts.workAfter]).toEqual([workOf(demo.jobs), workOf(trace.jobs)])
    expect(facts.capped).toBe(
      Array.from(trace.jobs.size).filter((size, at) => size === 512 && trace.jobs.id[at] < 1000).length,
    )
    expect(facts.capped).toBeGreaterThan(0)
    expect(new Set(trace.jobs.group)).toEqual(new Set([1, 2, 3, 4, 5]))
    const [first, second] = trace.header
    expect(first).toBe(' MaxProcs: 512')
    expect(second).toContain('Scaled from 128 to 512 processors by f = 10, d = 50 %, seed 1')
    expect(trace.header.filter((comment) => /Max(Procs|Nodes):/.test(comment))).toHaveLength(1)
  })

  it('is written and read back as it is', () => {
    const { trace } = scaleTrace(demo, { to: 300 })
    const read = readText([...writeSwf(trace)].join(''))
    const { group: _, ...jobs } = read.jobs
    expect({ ...jobs, buffer: null }).toEqual({ ...trace.jobs, buffer: null, group: undefined })
    expect(read.processors).toBe(300)
    expect(read.clock).toEqual(trace.clock)
    expect(() =>
      prepareJobs(read.jobs, { processors: 300, estimates: 'user', overrun: 'extend', oversize: 'error' }),
    ).not.toThrow()
  })

  it('takes further fields along, scales processor counts, and forgets recorded waits', () => {
    const jobs = demo.jobs.length
    const own = Float64Array.from({ length: jobs }, (_, row) => row)
    const missing = new Float64Array(jobs).fill(-1)
    const sizes = Float64Array.from(demo.jobs.size)
    const fields = { queue: own, wait: own, requestedProcessors: sizes, allocatedProcessors: missing }
    const { trace } = scaleTrace(createTrace({ ...demo, fields }), { to: 512 })
    expect(Object.keys(trace.fields).sort()).toEqual(['allocatedProcessors', 'queue', 'requestedProcessors'])
    expect(Array.from(trace.fields.requestedProcessors ?? [])).toEqual(Array.from(trace.jobs.size))
    expect(trace.fields.allocatedProcessors?.every((count) => count === -1)).toBe(true)
    trace.fields.queue?.forEach((row, at) => {
      expect(trace.jobs.id[at] % 1000).toBe(row + 1)
    })
  })

  it('scales down', () => {
    const made = traceOf(
      [1, 2, 3, 4].map((size) => ({ submit: size, size, runtime: 10 })),
      8,
    )
    const { trace } = scaleTrace(made, { to: 4, copied: 0 })
    expect(Array.from(trace.jobs.size)).toEqual([1, 1, 2, 2])
    const halved = scaleTrace(demo, { to: 128, factor: 0.5, copied: 100 })
    expect(halved.trace.jobs.length).toBeGreaterThan(300)
    expect(halved.trace.jobs.length).toBeLessThan(500)
  })

  it('leaves one machine as it is', () => {
    const { trace } = scaleTrace(demo, { to: 128 })
    expect(plain({ ...trace, header: [], notices: [] }).columns).toEqual(plain(demo).columns)
  })

  it.each<[string, Trace, ScaleOptions, string, RegExp]>([
    ['no job', traceOf([], 9), { to: 10 }, 'input-empty', /no job to scale/],
    [
      'no machine',
      traceOf([{ submit: 0, size: 1, runtime: 1 }], null),
      { to: 10 },
      'machine-unknown',
      /how large/,
    ],
    ['no processor', demo, { to: 0 }, 'usage', /field to, value 0/],
    ['more than a table holds', demo, { to: 2 ** 31, copied: 0 }, 'usage', /field to, .* to 2147483647/],
    ['half a processor', demo, { to: 1.5 }, 'usage', /field to, value 1.5/],
    ['factor 0', demo, { to: 512, factor: 0 }, 'usage', /field factor, value 0, expected a number above 0/],
    ['factor below 0', demo, { to: 512, factor: -2 }, 'usage', /field factor, value -2/],
    ['no factor', demo, { to: 512, factor: Number.NaN }, 'usage', /field factor/],
    ['endless copies', demo, { to: 512, copies: Number.POSITIVE_INFINITY }, 'usage', /field copies/],
    ['too many jobs', demo, { to: 512, factor: 1e6 }, 'usage', /4.0e\+8 jobs \(field factor, value 1000000/],
    ['d above 100', demo, { to: 512, copied: 100.5 }, 'usage', /field copied, value 100.5/],
    ['d below 0', demo, { to: 512, copied: -1 }, 'usage', /field copied, value -1/],
    ['a machine that holds no copy', demo, { to: 100 }, 'job-oversize', /no copy of it .* at most 100/],
    ['a log of a larger machine', demo, { to: 512, from: 64 }, 'job-oversize', /said to be of .* at most 64/],
  ])('tells what is wrong: %s', (_, trace, options, kind, message) => {
    const failure = failureOf(() => scaleTrace(trace, options))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toMatch(message)
  })

  it('does not make numbers that no double can hold', () => {
    const builder = new JobTableBuilder()
    builder.addValues(2 ** 52, 0, 1, 1, 1, 1, 0)
    const trace = createTrace({ ...demo, jobs: builder.finish().table })
    expect(failureOf(() => scaleTrace(trace, { to: 512 })).kind).toBe('line-value')
    // Where nothing is copied, nothing needs a number.
    expect(scaleTrace(trace, { to: 512, copied: 0 }).trace.jobs.id[0]).toBe(2 ** 52)
  })

  it('says f and d exactly, so that the log can be made again', () => {
    const { trace } = scaleTrace(demo, { to: 512, factor: 3.1234567, copied: 12.345678 })
    const note = trace.header.find((comment) => comment.includes('Note: Scaled'))
    expect(note).toContain('from 128 to 512 processors by f = 3.1234567, d = 12.345678 %, seed 1: ')
    const { trace: small } = scaleTrace(demo, { to: 512, factor: 1e-9 })
    expect(small.header.join()).toContain('by f = 1e-9, ')
  })
})

describe('withoutZeroRuntime', () => {
  it('leaves out and counts jobs of run time 0', () => {
    const trace = traceOf(
      [5, 0, 7, 0].map((runtime, submit) => ({ submit, size: 1, runtime })),
      4,
    )
    const rest = withoutZeroRuntime(trace)
    expect(Array.from(rest.jobs.id)).toEqual([1, 3])
    expect(rest.dropped).toEqual({ 'zero-runtime': 2 })
    expect(withoutZeroRuntime(rest)).toBe(rest)
  })
})
