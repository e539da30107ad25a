import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import { replaceColumns } from '../../../../src/trace/job-table.js'
import { traceWith } from '../../../../src/trace/select.js'
import { writeSwf } from '../../../../src/trace/swf/index.js'
import { demoTrace } from '../../../../src/workload/demo.js'
import {
  applyEstimates,
  defaultMaximum,
  type EstimateModel,
  type EstimateSettings,
  fitBeta,
  headValues,
} from '../../../../src/workload/estimates/index.js'
import { traceOf } from '../../../support/estimates.js'
import { failureOf } from '../../../support/failures.js'
import { plain, readText } from '../../../support/logs.js'

const demo = demoTrace({ jobs: 1500 })
const beta = fitBeta([demo])

const MODELS: readonly EstimateModel[] = [
  { kind: 'exact' },
  { kind: 'none' },
  { kind: 'factor', factor: 1.5 },
  { kind: 'uniform', f: 3 },
  { kind: 'beta', beta },
  { kind: 'tsafrir' },
  { kind: 'tsafrir', popular: [{ seconds: 3600, share: 0.2 }] },
]

describe('every model', () => {
  it.each(MODELS)('$kind is a pure function, and changes estimates and comments only', (model) => {
    const once = applyEstimates(demo, model, 1)
    expect(plain(applyEstimates(demo, model, 1))).toEqual(plain(once))
    expect(once.digest).toBe(applyEstimates(demo, model, 1).digest)
    const back = traceWith(once, {
      jobs: replaceColumns(once.jobs, { estimate: demo.jobs.estimate }),
      header: demo.header,
      notices: demo.notices,
    })
    expect(plain(back)).toEqual(plain(demo))
    expect(once.header).toHaveLength(demo.header.length + 1)
    expect(once.header[0]).toMatch(/^ Note: requested times .*, seed 1$/)
    const random = !['exact', 'none', 'factor'].includes(model.kind)
    const other = applyEstimates(demo, model, 2)
    expect(other.digest === once.digest).toBe(!random)
    expect(applyEstimates(demo, model, 'one').digest === once.digest).toBe(!random)
  })

  it.each(MODELS)('$kind does not look at the estimates that were there, but for the maximum', (model) => {
    const settings: EstimateSettings =
      model.kind === 'beta' || model.kind === 'tsafrir' ? { maximum: 86_400 } : {}
    const without = traceWith(demo, {
      jobs: replaceColumns(demo.jobs, { estimate: new Float64Array(demo.jobs.length).fill(-1) }),
    })
    expect(applyEstimates(without, model, 1, settings).jobs.estimate).toEqual(
      applyEstimates(demo, model, 1, settings).jobs.estimate,
    )
  })

  it('gives none to jobs without a run time', () => {
    const runtime = Float64Array.from({ length: 400 }, (_, k) => (k % 5 === 0 ? -1 : k / 2))
    for (const model of MODELS) {
      const { estimate } = applyEstimates(traceOf(runtime), model, 1).jobs
      expect(estimate.filter((e, row) => runtime[row] < 0 && e !== -1)).toHaveLength(0)
      if (model.kind === 'none') continue
      expect(estimate.every((e, row) => runtime[row] < 0 || e >= runtime[row])).toBe(true)
    }
  })

  it('keeps estimates between run time and maximum, in whole seconds', () => {
    // Mostly short ones, or there may be no modal estimates for all of them.
    const runtime = fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 300 }) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 100_000 }) },
    )
    const rounding = fc.constantFrom<'none' | 'usual' | number>('none', 'usual', 300, 7)
    fc.assert(
      fc.property(
        fc.array(runtime, { minLength: 227, maxLength: 260 }),
        fc.constantFrom(...MODELS.filter(({ kind }) => kind !== 'exact' && kind !== 'none')),
        fc.integer({ min: 100_000, max: 300_000 }),
        rounding,
        fc.integer(),
        (runtimes, model, maximum, round, seed) => {
          const settings = { maximum, rounding: model.kind === 'tsafrir' ? 'none' : round } as const
          const { jobs } = applyEstimates(traceOf(runtimes), model, seed, settings)
          const bad = jobs.estimate.findIndex(
            (e, row) => !(e >= jobs.runtime[row] && e <= maximum && Number.isInteger(e)),
          )
          expect(bad).toBe(-1)
        },
      ),
      { numRuns: 150, seed: 3 },
    )
  })

  it('is written and read back whole', () => {
    for (const model of MODELS) {
      const made = applyEstimates(demo, model, 1)
      const read = readText([...writeSwf(made)].join(''))
      expect(read.jobs.estimate).toEqual(made.jobs.estimate)
      expect(read.header).toContain(made.header[0])
    }
  })
})

const estimates = (runtime: readonly number[], model: EstimateModel, settings: EstimateSettings = {}) => [
  ...applyEstimates(traceOf(runtime), model, 1, settings).jobs.estimate,
]

describe('exact and none', () => {
  it('are the run times, and −1', () => {
    expect(estimates([0, 5, 7.25], { kind: 'exact' })).toEqual([0, 5, 7.25])
    expect(estimates([0, 5], { kind: 'none' })).toEqual([-1, -1])
  })
})

describe('factor', () => {
  it('multiplies, in whole seconds, less than a second as one', () => {
    expect(estimates([0, 1, 10, 100], { kind: 'factor', factor: 2.5 })).toEqual([3, 3, 25, 250])
    expect(estimates([1, 10, 1000.5], { kind: 'factor', factor: 1 })).toEqual([1, 10, 1001])
    // 1.1 · 10 is 11.000000000000002 in binary.
    expect(estimates([10], { kind: 'factor', factor: 1.1 })).toEqual([11])
  })

  it('takes a maximum if there is one, and rounds up if asked', () => {
    expect(estimates([10, 100], { kind: 'factor', factor: 20 }, { maximum: 1000 })).toEqual([200, 1000])
    expect(estimates([10, 100], { kind: 'factor', factor: 2 }, { rounding: 60 })).toEqual([60, 240])
    expect(
      estimates([100, 1000, 9000], { kind: 'factor', factor: 1 }, { rounding: 'usual', maximum: 64_800 }),
    ).toEqual([300, 1200, 10_800])
  })
})

describe('uniform', () => {
  it('spreads evenly from the run time to f + 1 times it', () => {
    const jobs = 20_000
    const runtime = new Float64Array(jobs).fill(1000)
    const { estimate } = applyEstimates(traceOf(runtime), { kind: 'uniform', f: 4 }, 1).jobs
    expect(Math.min(...estimate)).toBeLessThan(1002)
    expect(Math.max(...estimate)).toBeGreaterThan(4998)
    expect(Math.max(...estimate)).toBeLessThanOrEqual(5000)
    // Each of ten equal parts within four standard deviations.
    for (let part = 0; part < 10; part++) {
      const count = estimate.filter((e) => Math.min(9, Math.floor((e - 1000) / 400)) === part).length
      expect(Math.abs(count - 2000)).toBeLessThan(4 * Math.sqrt(jobs * 0.1 * 0.9))
    }
    expect(estimates([5, 9], { kind: 'uniform', f: 0 })).toEqual([5, 9])
  })
})

describe('the maximum', () => {
  it('is by default the largest estimate, else MaxRuntime, else the longest run time in whole hours', () => {
    const of = (...parts: Parameters<typeof traceOf>) => defaultMaximum(traceOf(...parts))
    expect(of([10, 20], [100, 300], [' MaxRuntime: 5000'])).toEqual({
      seconds: 300,
      source: 'largest estimate of the log',
    })
    expect(of([10, 20], null, [' MaxRuntime: 5000'])).toEqual({
      seconds: 5000,
      source: 'MaxRuntime of the log',
    })
    for (const header of [[], [' MaxRuntime: -1'], [' MaxRuntime: unknown']]) {
      expect(of([10, 10_801], null, header)).toEqual({
        seconds: 14_400,
        source: 'longest run time, in hours',
      })
    }
    expect(of([10]).seconds).toBe(7200)
  })

  it('below the longest run time is an error where it was given', () => {
    for (const model of MODELS.slice(2)) {
      const failure = failureOf(() => applyEstimates(demo, model, 1, { maximum: 20_000 }))
      expect(failure).toMatchObject({ kind: 'usage', detail: { field: 'maximum', value: 20_000 } })
      expect(failure.message).toContain('expected at least 86400 s')
    }
  })

  it('leaves longer jobs their run time where asked, or where the log itself has them', () => {
    const runtime = [100, 4000, 9000]
    const model: EstimateModel = { kind: 'factor', factor: 2 }
    expect(estimates(runtime, model, { maximum: 5000, overrun: 'extend' })).toEqual([200, 5000, 9000])
    const own = traceOf(runtime, [300, 5000, 5000])
    const single: EstimateModel = {
      kind: 'beta',
      beta: { ...beta, groups: [{ from: 0, jobs: 1, atLimit: 0, beta: { a: 1, b: 9999 } }] },
    }
    const made = applyEstimates(own, single, 1)
    expect([...made.jobs.estimate]).toEqual([5000, 5000, 9000])
    expect(made.notices.at(-1)).toBe(
      '1 job runs longer than the maximum; the run time is taken as the estimate',
    )
    expect(failureOf(() => applyEstimates(own, single, 1, { overrun: 'error' })).detail.field).toBe('maximum')
  })
})

describe('rounding to usual values', () => {
  it('gives the popular values of the maximum, run times at the limit excepted', () => {
    const { jobs } = applyEstimates(demo, { kind: 'beta', beta }, 1, { rounding: 'usual' })
    const usual = new Set(headValues(86_400))
    const others = jobs.estimate.filter((e, row) => !usual.has(e) && e !== jobs.runtime[row])
    expect(others).toHaveLength(0)
    expect(jobs.estimate.filter((e) => usual.has(e)).length / jobs.length).toBeGreaterThan(0.85)
    const plainJobs = applyEstimates(demo, { kind: 'beta', beta }, 1).jobs
    expect(jobs.estimate.every((e, row) => e >= plainJobs.estimate[row])).toBe(true)
  })
})

describe('settings that cannot be meant', () => {
  it.each<[string, EstimateModel, EstimateSettings]>([
    ['factor', { kind: 'factor', factor: 0.9 }, {}],
    ['factor', { kind: 'factor', factor: Number.NaN }, {}],
    ['factor', { kind: 'factor', factor: 1e20 }, {}],
    ['f', { kind: 'uniform', f: 1e20 }, {}],
    ['f', { kind: 'uniform', f: -0.1 }, {}],
    ['maximum', { kind: 'factor', factor: 2 }, { maximum: 0 }],
    ['maximum', { kind: 'exact' }, { maximum: 100_000 }],
    ['overrun', { kind: 'none' }, { overrun: 'extend' }],
    ['rounding', { kind: 'exact' }, { rounding: 'usual' }],
    ['rounding', { kind: 'tsafrir' }, { rounding: 300 }],
    ['rounding', { kind: 'factor', factor: 2 }, { rounding: 0 }],
    ['maximum', { kind: 'tsafrir' }, { maximum: 90_000.5 }],
  ])('%s: %j %j', (field, model, settings) => {
    expect(failureOf(() => applyEstimates(demo, model, 1, settings))).toMatchObject({
      kind: 'usage',
      detail: { field },
    })
  })

  it('modal estimates want 227 jobs', () => {
    const random = new Random(1)
    const runtime = Float64Array.from({ length: 226 }, () => random.int(100))
    expect(failureOf(() => applyEstimates(traceOf(runtime), { kind: 'tsafrir' }, 1)).message).toContain(
      'field jobs, value 226, expected at least 227 jobs',
    )
  })
})
