/**
 * The Lublin-Feitelson model against workloads made by its authors' program.
 *
 * 1. Exactly: fed with the program's own random numbers, our sizes, run times, gaps, daily cycle and rounding give
 *    the published logs job for job. The seeds are the Unix times at which the logs were made; they were found by
 *    trying all seconds from 1996 to 2027, of which one each gives the log.
 * 2. In distribution: for every marginal the logs lie in the 95 % band of a hundred samples (in the long form 200) of `lublinTrace`, corrected for
 *    the number of tests (see bands.ts), and logs that were made otherwise do not.
 *
 * The logs were made without job classes (combined), with uHi = log₂ of the machine, uMed = uHi − 2.5, uLow = 0.8, from
 * midnight on; gaps were cut to whole seconds one by one, by which the logs fall behind the daily cycle.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { dailyCycle } from '../../src/workload/lublin/daily-cycle.js'
import { gapSampler, runtimeSampler, sizeSampler } from '../../src/workload/lublin/draws.js'
import { LUBLIN_1999, type LublinRounding, lublinTrace } from '../../src/workload/lublin/index.js'
import { classFor } from '../../src/workload/lublin/parameters.js'
import { gapwise } from '../../src/workload/lublin/timing.js'
import { adjustedPs, distance, type Reference, referenceOf } from '../support/bands.js'
import { missing, requirements, tracePath } from '../support/data.js'
import { programSource } from '../support/lublin-program.js'
import { runs } from '../support/runs.js'

/** Columns of a log: submit, size, run time. */
interface Columns {
  readonly submit: ArrayLike<number>
  readonly size: ArrayLike<number>
  readonly runtime: ArrayLike<number>
}

function published(name: string): Columns {
  const rows = gunzipSync(readFileSync(tracePath(`${name}.swf.gz`)))
    .toString()
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(';'))
    .map((line) => line.trim().split(/\s+/).map(Number))
  return {
    submit: rows.map((row) => row[1]),
    runtime: rows.map((row) => row[3]),
    size: rows.map((row) => row[4]),
  }
}

function rowsOf({ submit, size, runtime }: Columns): string[] {
  return Array.from({ length: submit.length }, (_, row) => `${submit[row]} ${size[row]} ${runtime[row]}`)
}

/** The first `count` jobs of the program without job classes, by our functions in the program's order of draws. */
function replayed(seed: number, machine: number, count: number): Columns {
  const random = programSource(seed)
  const drawn = classFor(LUBLIN_1999, 'combined', machine)
  const gap = gapSampler(drawn, LUBLIN_1999.longestGap, random)
  const size = sizeSampler(drawn, random)
  const runtime = runtimeSampler(drawn, LUBLIN_1999.longestRun, random)
  const arrival = gapwise({ cycle: dailyCycle(drawn.anum, drawn.bnum, LUBLIN_1999.dayStart) }, 0)
  // The first arrival of the class that is then not used.
  gap()
  let elapsed = gap()
  const columns = { submit: [] as number[], size: [] as number[], runtime: [] as number[] }
  for (let k = 0; k < count; k++) {
    columns.submit.push(arrival(elapsed))
    elapsed += gap()
    columns.size.push(size())
    columns.runtime.push(runtime(columns.size[k]))
  }
  return columns
}

describe.skipIf(missing(requirements.traces))('the random numbers of the program', () => {
  it.each([
    ['lublin_256', 256, '2017-02-14T16:23:19Z'],
    ['lublin_256-20k', 256, '2017-03-03T16:09:59Z'],
    ['lublin_1024-20k', 1024, '2017-03-15T16:28:56Z'],
  ])('give %s job for job', (name, machine, made) => {
    const log = rowsOf(published(name))
    expect(rowsOf(replayed(Date.parse(made) / 1000, machine, log.length))).toEqual(log)
  })
})

const SIZE_CLASSES = [
  [1, 1],
  [2, 8],
  [9, 32],
  [33, 128],
  [129, 256],
] as const
/** The class of each size, looked up 12 million times. */
const CLASS_OF_SIZE = Uint8Array.from({ length: 257 }, (_, size) =>
  SIZE_CLASSES.findIndex(([, last]) => size <= last),
)
const DAY = 86_400

const MARGINALS = [
  'size',
  'run time',
  'hour of arrival',
  ...SIZE_CLASSES.map(([from, to]) => `run time of size ${from} to ${to}`),
  ...Array.from({ length: 24 }, (_, hour) => `gap from hour ${hour}`),
]
const OF_SIZE = 3
const OF_HOUR = OF_SIZE + SIZE_CLASSES.length

/** The values of each marginal of a log. */
function marginals({ submit, size, runtime }: Columns): number[][] {
  const values: number[][] = MARGINALS.map(() => [])
  const hourOf = (second: number) => Math.floor((second % DAY) / 3600)
  for (let row = 0; row < submit.length; row++) {
    values[0].push(size[row])
    values[1].push(runtime[row])
    values[2].push(hourOf(submit[row]))
    values[OF_SIZE + CLASS_OF_SIZE[size[row]]].push(runtime[row])
    if (row > 0) values[OF_HOUR + hourOf(submit[row - 1])].push(submit[row] - submit[row - 1])
  }
  return values
}

const SAMPLES = runs(100, 200)
/** Further samples, to which the others and the logs are compared. */
const REFERENCES = 50

interface Model {
  readonly references: readonly Reference[]
  /** The statistics of each sample. */
  readonly samples: readonly (readonly number[])[]
}

/** Samples of the model for 256 processors. */
function modelOf(jobs: number, rounding: LublinRounding): Model {
  const sample = (seed: number) => marginals(lublinTrace({ processors: 256, jobs, rounding, seed }).jobs)
  const pooled = Array.from({ length: REFERENCES }, (_, k) => sample(1 + k))
  const references = MARGINALS.map((_, k) => referenceOf(pooled.map((values) => values[k])))
  const samples = Array.from({ length: SAMPLES }, (_, k) =>
    statistics(references, sample(REFERENCES + 1 + k)),
  )
  return { references, samples }
}

function statistics(references: readonly Reference[], values: readonly number[][]): number[] {
  return references.map((reference, k) => distance(reference, values[k]))
}

/** The marginals in which `log` is outside the band of the model. */
function outside(log: Columns, { references, samples }: Model): string[] {
  const ps = adjustedPs(statistics(references, marginals(log)), samples)
  return MARGINALS.filter((_, k) => ps[k] < 0.05)
}

describe.skipIf(missing(requirements.traces))('the 95 % band of samples, corrected for 32 tests', () => {
  it('is over 32 marginals', () => {
    expect(new Set(MARGINALS).size).toBe(32)
  })

  it('holds lublin_256 in every marginal, and not a log of other constants', () => {
    const model = modelOf(10_000, 'gaps')
    expect(outside(published('lublin_256'), model)).toEqual([])
    const other = outside(published('lublin_256_new2'), model)
    for (const name of ['size', 'run time', 'gap from hour 12']) expect(other).toContain(name)
  })

  it('holds lublin_256-20k in every marginal', () => {
    expect(outside(published('lublin_256-20k'), modelOf(20_000, 'gaps'))).toEqual([])
  })

  it('tells that the program cuts gaps, not arrivals, to whole seconds', () => {
    const found = outside(published('lublin_256-20k'), modelOf(20_000, 'arrivals'))
    expect(found).toContain('hour of arrival')
    expect(found.filter((name) => !/hour/.test(name))).toEqual([])
  })
})
