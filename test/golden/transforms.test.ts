/**
 * Transformations on real logs: a change of load keeps the daily profile of arrivals, which plain stretching of the
 * times between jobs does not; a split keeps the work. The figures of docs/transforms.md are computed anew.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Calendar } from '../../src/core/calendar.js'
import { sum } from '../../src/core/statistics.js'
import { describeTrace } from '../../src/trace/describe.js'
import type { JobTable, Trace } from '../../src/trace/index.js'
import { changeLoad } from '../../src/workload/transform/load.js'
import { GRIDS, gridProcessors, parseGrid } from '../../src/workload/transform/sites.js'
import { splitTrace } from '../../src/workload/transform/split.js'
import { missing, PROJECT_ROOT, requirements } from '../support/data.js'
import { cleanLog } from '../support/real-logs.js'

function read(log: string): Promise<Trace> {
  return cleanLog(`${log}.swf.gz`)
}

function shares(counts: readonly number[]): number[] {
  const total = sum(counts)
  return counts.map((count) => count / total)
}

function totalVariation(a: readonly number[], b: readonly number[]): number {
  return sum(a.map((share, k) => Math.abs(share - b[k]))) / 2
}

/** Pearson's. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const centred = (values: readonly number[]) => values.map((value) => value - sum(values) / values.length)
  const product = (x: readonly number[], y: readonly number[]) => sum(x.map((value, k) => value * y[k]))
  const [x, y] = [centred(a), centred(b)]
  return product(x, y) / Math.sqrt(product(x, x) * product(y, y))
}

const DOCUMENT = readFileSync(join(PROJECT_ROOT, 'docs', 'transforms.md'), 'utf8')

/** From the least to the largest of some numbers, as the document writes it. */
function rangeOf(values: readonly number[], write: (value: number) => string): string {
  return [Math.min(...values), Math.max(...values)].map(write).join('–').replaceAll('-', '−')
}

const LOADS = [0.7, 0.9, 1.1, 1.5] as const

/** Log and, with the daily cycle kept and without, each row of the document's table on changes of load. */
const DOCUMENTED = [...DOCUMENT.matchAll(/^\| (CTC|KTH) SP2 \| (.*?) \| (.*?) \|$/gm)].map(
  ([, log, kept, plain]) => ({
    file: log === 'CTC' ? 'CTC-SP2-1996-3.1-cln' : 'KTH-SP2-1996-2.1-cln',
    kept,
    plain,
  }),
)

describe.skipIf(missing(requirements.traces))('a change of load', () => {
  it('is documented on two logs', () => {
    expect(DOCUMENTED).toHaveLength(2)
    expect(DOCUMENT).toContain(`Loads times ${LOADS.slice(0, -1).join(', ')} and ${LOADS.at(-1)},`)
  })

  it.each(DOCUMENTED)(
    'of $file keeps the profiles of the day and the week, as documented',
    async ({ file, ...documented }) => {
      const trace = await read(file)
      const before = describeTrace(trace)
      const hours = shares(before.arrivals.byHour)
      const days = shares(before.arrivals.byWeekday)
      const profiles = (options: { readonly plain?: boolean }) =>
        LOADS.map((by) => {
          const after = describeTrace(changeLoad(trace, { by }, options).trace)
          expect((after.offeredLoad ?? 0) / (before.offeredLoad ?? 1)).toBeCloseTo(by, 6)
          return { hours: shares(after.arrivals.byHour), days: shares(after.arrivals.byWeekday) }
        })
      const written = (options: { readonly plain?: boolean }, places: number, digits: number) => {
        const changed = profiles(options)
        const differences = changed.map((after) => 100 * totalVariation(hours, after.hours))
        const correlations = changed.map((after) => correlation(hours, after.hours))
        const difference = rangeOf(differences, (value) => value.toFixed(places))
        return `${difference} %, ${rangeOf(correlations, (value) => value.toFixed(digits))}`
      }
      expect({ kept: written({}, 1, 3), plain: written({ plain: true }, 0, 2) }).toEqual(documented)
      for (const after of profiles({})) expect(totalVariation(days, after.days)).toBeLessThan(0.035)
    },
  )

  it('of KTH loses what night jobs have in common, as documented', async () => {
    const trace = await read('KTH-SP2-1996-2.1-cln')
    const nightToDay = ({ jobs, clock }: Trace) => {
      const calendar = new Calendar(clock)
      const hours = Array.from(jobs.submit, (submit) => calendar.hour(submit))
      const meanOf = (rows: Float64Array) => sum(rows) / rows.length
      const day = (hour: number) => hour >= 8 && hour < 18
      const night = meanOf(jobs.runtime.filter((_, row) => !day(hours[row])))
      return (night / meanOf(jobs.runtime.filter((_, row) => day(hours[row])))).toFixed(1)
    }
    const after = LOADS.flatMap((by) =>
      [false, true].map((plain) => nightToDay(changeLoad(trace, { by }, { plain }).trace)),
    ).sort()
    const documented =
      /from 18 to 8 h run (\S+) times as long as those of the day, afterwards (\S+) to (\S+) times/.exec(
        DOCUMENT,
      )
    expect(documented?.slice(1)).toEqual([nightToDay(trace), after.at(0), after.at(-1)])
  })
})

describe.skipIf(missing(requirements.traces))('splits of CTC for the published grids', () => {
  const work = ({ size, runtime }: JobTable) => sum(runtime.map((time, row) => time * size[row]))

  it('keep the work, in parts of at most 64 processors, or of the largest machine', async () => {
    const trace = await read('CTC-SP2-1996-3.1-cln')
    const largest = (jobs: JobTable) => jobs.size.reduce((high, size) => Math.max(high, size), 0)
    for (const name of Object.keys(GRIDS)) {
      const grid = parseGrid(name)
      expect(gridProcessors(grid)).toBe(512)
      for (const limit of ['local', 'largest', 64] as const) {
        const { trace: split, widerThanSite } = splitTrace(trace, grid, limit)
        expect(work(split.jobs)).toBe(work(trace.jobs))
        const widest = limit === 64 ? 64 : Math.max(...grid.sites)
        expect(largest(split.jobs)).toBe(Math.min(widest, largest(trace.jobs)))
        if (limit === 'local') expect(widerThanSite).toBe(0)
      }
    }
  })

  it('by 64 give as many parts as the sizes of jobs say, whatever the grid', async () => {
    const trace = await read('CTC-SP2-1996-3.1-cln')
    const parts = sum(trace.jobs.size.map((size) => Math.ceil(size / 64)))
    expect(parts).toBe(79_553)
    for (const name of Object.keys(GRIDS)) {
      expect(splitTrace(trace, parseGrid(name), 64).trace.jobs.length).toBe(parts)
    }
  })
})
