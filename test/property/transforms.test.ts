/** What transformations of logs promise, on random small logs with further fields. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Calendar } from '../../src/core/calendar.js'
import type { JobRow } from '../../src/trace/job-table.js'
import { createTrace } from '../../src/trace/select.js'
import { FURTHER_FIELDS, headerFor, writeSwf } from '../../src/trace/swf/index.js'
import type { SwfField, Trace } from '../../src/trace/trace.js'
import { changeLoad, offeredLoad } from '../../src/workload/transform/load.js'
import { mergeTraces, NUMBER_KINDS } from '../../src/workload/transform/merge.js'
import { shiftTrace } from '../../src/workload/transform/shift.js'
import type { Grid } from '../../src/workload/transform/sites.js'
import { type PartLimit, siteTraces, splitTrace } from '../../src/workload/transform/split.js'
import { THINNING_UNITS, thinTrace } from '../../src/workload/transform/thin.js'
import { tableOf, workloadRows } from '../support/arbitraries.js'
import { readText } from '../support/logs.js'

/** Values of the further fields, from the job's number. */
const FIELDS: Partial<Record<SwfField, (row: JobRow, k: number) => number>> = {
  wait: (_, k) => k % 5,
  allocatedProcessors: ({ size }, k) => (k % 3 === 0 ? -1 : size),
  requestedProcessors: ({ size }) => size,
  status: () => 1,
  unixGroup: (_, k) => (k % 4) - 1,
  application: (_, k) => k % 11,
  queue: (_, k) => k % 2,
  partition: () => -1,
  precedingJob: ({ id }, k) => (k % 4 === 3 ? id : -1),
  thinkTime: (_, k) => (k % 4 === 3 ? k : -1),
}

const traces = workloadRows({ maxJobs: 30 }).chain(({ rows, processors }) =>
  fc
    .record({
      unixStart: fc.integer({ min: 0, max: 2_000_000_000 }),
      zone: fc.constantFrom('UTC', 'Europe/Berlin', 'US/Pacific', 3600),
    })
    .map((clock): Trace => {
      const jobs = tableOf(rows)
      const rowOf = new Map(rows.map((row) => [row.id, row]))
      const fields: Partial<Record<SwfField, Float64Array>> = {}
      for (const [name, value] of Object.entries(FIELDS) as [SwfField, (row: JobRow, k: number) => number][])
        fields[name] = Float64Array.from(jobs.id, (id, k) => value(rowOf.get(id)!, k))
      const parts = { name: 'log', processors, clock, jobs, fields, header: [], dropped: {}, notices: [] }
      return createTrace({ ...parts, header: headerFor(parts) })
    }),
)

const grids = fc
  .array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })
  // Wide enough for every job of 16 processors at most.
  .map((sites): Grid => ({ name: 'grid', sites: [...sites, 16] }))

const limits: fc.Arbitrary<PartLimit> = fc.oneof(
  fc.constantFrom('local' as const, 'largest' as const),
  fc.integer({ min: 1, max: 16 }),
)

type Job = Record<string, number>

/** Every job by its number, with all that is known of it. */
function jobsOf(trace: Trace): Map<number, Job> {
  const { id, submit, runtime, estimate, size, user } = trace.jobs
  return new Map(
    Array.from(id, (number, row) => {
      const further = Object.entries(trace.fields).map(([name, column]) => [name, column[row]])
      const own = { submit: submit[row], runtime: runtime[row], estimate: estimate[row] }
      return [number, { ...own, size: size[row], user: user[row], ...Object.fromEntries(further) }]
    }),
  )
}

function work(trace: Trace): number {
  return trace.jobs.runtime.reduce((sum, runtime, row) => sum + runtime * trace.jobs.size[row], 0)
}

/** In job order, and the same when it is written and read again. */
function expectSound(trace: Trace): void {
  const { id, submit, length } = trace.jobs
  for (let row = 1; row < length; row++) {
    expect(submit[row] > submit[row - 1] || (submit[row] === submit[row - 1] && id[row] > id[row - 1])).toBe(
      true,
    )
  }
  const again = readText([...writeSwf(trace)].join(''), { fields: FURTHER_FIELDS })
  expect([again.processors, again.clock]).toEqual([trace.processors, trace.clock])
  const written = jobsOf(trace)
  for (const [number, job] of jobsOf(again)) expect(job).toMatchObject(written.get(number) ?? { absent: 1 })
  expect(again.jobs.length).toBe(length)
}

const RUNS = { numRuns: 150, seed: 20_240_101 }

describe('splitTrace', () => {
  it('keeps the work and all else of every job, in parts that fit', () => {
    fc.assert(
      fc.property(traces, grids, limits, (trace, grid, limit) => {
        const { trace: split } = splitTrace(trace, grid, limit)
        expectSound(split)
        const step = 10 ** String(Math.max(...trace.jobs.id)).length
        const before = jobsOf(trace)
        const partsOf = new Map<number, Job[]>()
        for (const [number, job] of jobsOf(split)) {
          const original = number % step
          partsOf.set(original, [...(partsOf.get(original) ?? []), job])
        }
        expect([...partsOf.keys()].sort((a, b) => a - b)).toEqual([...before.keys()].sort((a, b) => a - b))
        const rank = new Map(Array.from(trace.jobs.id, (id, row) => [id, row]))
        for (const [number, parts] of partsOf) {
          const job = before.get(number)!
          const site = rank.get(number)! % grid.sites.length
          const widest =
            limit === 'local' ? grid.sites[site] : limit === 'largest' ? Math.max(...grid.sites) : limit
          expect(parts).toHaveLength(Math.ceil(job.size / widest))
          expect(parts.reduce((sum, { size }) => sum + size, 0)).toBe(job.size)
          const { size: _, allocatedProcessors: __, requestedProcessors: ___, ...rest } = job
          for (const part of parts) {
            expect(part.size).toBeLessThanOrEqual(widest)
            expect(part).toMatchObject({ ...rest, partition: site + 1 })
          }
        }
        expect(work(split)).toBeCloseTo(work(trace), 6)
        const sites = siteTraces(split, grid)
        for (const site of sites) if (site.jobs.length > 0) expectSound(site)
        expect(sites.reduce((sum, { jobs }) => sum + jobs.length, 0)).toBe(split.jobs.length)
      }),
      RUNS,
    )
  })
})

describe('mergeTraces', () => {
  it('keeps every job at its instant under a number of its own', () => {
    fc.assert(
      fc.property(fc.array(traces, { minLength: 2, maxLength: 4 }), fc.boolean(), (logs, same) => {
        const merged = mergeTraces(logs, same ? { same: NUMBER_KINDS } : {})
        expectSound(merged)
        expect(merged.jobs.length).toBe(logs.reduce((sum, { jobs }) => sum + jobs.length, 0))
        const jobs = jobsOf(merged)
        const step = 10 ** Math.max(...logs.map((log) => String(Math.max(...log.jobs.id)).length))
        const users = new Map<number, number>()
        logs.forEach((log, k) => {
          for (const [number, job] of jobsOf(log)) {
            const found = jobs.get(number + k * step)!
            const instant = job.submit + (log.clock.unixStart ?? 0)
            expect(found.submit + (merged.clock.unixStart ?? 0)).toBeCloseTo(instant, 6)
            expect(found).toMatchObject({ runtime: job.runtime, size: job.size, wait: job.wait })
            if (same) expect(found).toMatchObject({ user: job.user, queue: job.queue })
            // A user of the merged log belongs to one log only.
            else if (found.user >= 0) expect(users.get(found.user) ?? k).toBe(k)
            if (found.user >= 0) users.set(found.user, k)
            expect(found.precedingJob).toBe(job.precedingJob < 0 ? -1 : job.precedingJob + k * step)
          }
        })
      }),
      RUNS,
    )
  })
})

describe('shiftTrace', () => {
  it('moves all jobs alike, there and back', () => {
    fc.assert(
      fc.property(traces, fc.integer({ min: 0, max: 10_000_000 }), (trace, by) => {
        const there = shiftTrace(trace, { by })
        expectSound(there)
        const back = shiftTrace(there, { by: -by })
        expect(back.clock).toEqual(trace.clock)
        back.jobs.submit.forEach((submit, row) => {
          expect(submit).toBeCloseTo(trace.jobs.submit[row], 6)
        })
      }),
      RUNS,
    )
  })

  it('to a date changes the clock only; counting from the first submit leaves every instant', () => {
    fc.assert(
      fc.property(traces, fc.integer({ min: 1, max: 28 }), fc.boolean(), (trace, day, keepWeekday) => {
        const moved = shiftTrace(trace, { date: { year: 2030, month: 2, day }, keepWeekday })
        expectSound(moved)
        expect([...moved.jobs.submit]).toEqual([...trace.jobs.submit])
        const first = trace.jobs.submit[0]
        const was = new Calendar(trace.clock).localParts(first)
        const is = new Calendar(moved.clock).localParts(first)
        expect([is.hour, is.minute]).toEqual([was.hour, was.minute])
        if (keepWeekday) expect(is.weekday).toBe(was.weekday)
        else expect([is.year, is.month, is.day]).toEqual([2030, 2, day])
        const rebased = shiftTrace(trace, { rebase: true })
        expect(rebased.jobs.submit[0]).toBe(0)
        rebased.jobs.submit.forEach((submit, row) => {
          const instant = (trace.clock.unixStart ?? 0) + trace.jobs.submit[row]
          expect((rebased.clock.unixStart ?? 0) + submit).toBeCloseTo(instant, 4)
        })
      }),
      RUNS,
    )
  })
})

describe('thinTrace', () => {
  it('keeps jobs as they are, and with less of a share some of them', () => {
    const shares = fc.tuple(
      fc.double({ min: 0.01, max: 1, noNaN: true }),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
    )
    const units = fc.constantFrom(...THINNING_UNITS)
    fc.assert(
      fc.property(traces, shares, units, fc.nat(), (trace, [a, b], by, seed) => {
        const more = jobsOf(thinTrace(trace, { share: Math.max(a, b), by, seed, gap: 3 }).trace)
        const thinned = thinTrace(trace, { share: Math.min(a, b), by, seed, gap: 3 })
        expectSound(thinned.trace)
        const all = jobsOf(trace)
        for (const [number, job] of jobsOf(thinned.trace)) {
          expect(more.has(number)).toBe(true)
          expect(job).toEqual(all.get(number))
        }
        expect(thinned.kept).toBe(Math.max(1, Math.round(Math.min(a, b) * thinned.units)))
      }),
      RUNS,
    )
  })
})

describe('changeLoad', () => {
  it('comes to the load and changes submit times only, in their order', () => {
    const loads = fc.double({ min: 0.01, max: 3, noNaN: true })
    fc.assert(
      fc.property(traces, loads, fc.boolean(), (trace, to, plain) => {
        const before = offeredLoad(trace.jobs, trace.processors)
        fc.pre(before !== null && before > 0)
        const { submit } = trace.jobs
        const span = submit[submit.length - 1] - submit[0]
        const whole = submit.every(Number.isInteger)
        fc.pre(!whole || (span * before) / to >= 1)
        const { trace: changed } = changeLoad(trace, { to }, { plain })
        expectSound(changed)
        const after = offeredLoad(changed.jobs, changed.processors)
        // Whole seconds: the length is off by half a second at most.
        const length = changed.jobs.submit[submit.length - 1] - changed.jobs.submit[0]
        expect(Math.abs((after ?? 0) / to - 1)).toBeLessThan(whole ? 0.51 / length : 1e-6)
        const all = jobsOf(changed)
        let last = Number.NEGATIVE_INFINITY
        for (const [number, { submit: _, wait: __, thinkTime: ___, ...rest }] of jobsOf(trace)) {
          const { submit: moved, ...own } = all.get(number)!
          expect(own).toEqual(rest)
          expect(moved).toBeGreaterThanOrEqual(last)
          last = moved
        }
      }),
      RUNS,
    )
  })
})
