import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import {
  applyEstimates,
  type BetaModel,
  fitBeta,
  kolmogorovSmirnov,
  readBetaModel,
  writeBetaModel,
} from '../../../../src/workload/estimates/index.js'
import { traceOf } from '../../../support/estimates.js'
import { failureOf } from '../../../support/failures.js'

/** Run times of 1 s to 10,000 s; short jobs have poor estimates, long ones good ones, one in four is at its limit. */
function accurateLog(count: number, seed: number) {
  const random = new Random(seed)
  const [short, long] = [random.beta(1, 8), random.beta(6, 2)]
  const runtime = Float64Array.from({ length: count }, () => Math.ceil(10_000 ** random.uniform()))
  const estimate = runtime.map((p) =>
    p > 100 && random.uniform() < 0.25 ? p - (p % 2) : p / Math.min(0.98, p > 100 ? long() : short()),
  )
  return traceOf(runtime, estimate)
}

describe('fitBeta', () => {
  it('finds groups, atoms and distributions again', () => {
    const log = accurateLog(40_000, 1)
    const { groups, evidence } = fitBeta([log], { groups: 10 })
    expect(groups).toHaveLength(10)
    expect(groups[0].from).toBe(0)
    expect(groups.reduce((sum, { jobs }) => sum + jobs, 0)).toBe(40_000)
    for (const { from, jobs, atLimit, beta } of groups) {
      // Run times are whole seconds, so that the shortest ones cannot be shared out evenly.
      if (from > 10) expect(Math.abs(jobs / 4000 - 1)).toBeLessThan(0.1)
      const mean = beta!.a / (beta!.a + beta!.b)
      if (from > 100) {
        expect(atLimit).toBeGreaterThan(0.22)
        expect(atLimit).toBeLessThan(0.28)
        expect(mean).toBeCloseTo(0.75, 1)
      } else if (from > 0 && from < 40) {
        expect(atLimit).toBe(0)
        expect(mean).toBeCloseTo(1 / 9, 1)
      }
    }
    expect(evidence).toEqual({
      logs: [{ name: 'log', digest: log.digest, jobs: 40_000, used: 40_000 }],
      jobs: 40_000,
      limit: 0.99,
      method: 'maximum likelihood per group of run times, atom at the limit',
    })
  })

  it('fits several logs as one', () => {
    const [one, two] = [accurateLog(3000, 1), accurateLog(5000, 2)]
    const both = traceOf(
      [...one.jobs.runtime, ...two.jobs.runtime],
      [...one.jobs.estimate, ...two.jobs.estimate],
    )
    const fit = fitBeta([one, two])
    const whole = fitBeta([both])
    expect(fit.groups.map(({ from, jobs, atLimit }) => [from, jobs, atLimit])).toEqual(
      whole.groups.map(({ from, jobs, atLimit }) => [from, jobs, atLimit]),
    )
    expect(fit.evidence.logs.map(({ used }) => used)).toEqual([3000, 5000])
  })

  it('leaves out jobs without a run time or an estimate', () => {
    const { evidence } = fitBeta([traceOf([10, -1, 20, 30, 0], [100, 100, -1, 0, 50])])
    expect(evidence.logs[0]).toMatchObject({ jobs: 5, used: 2 })
  })

  it('joins groups with too few accuracies to fit', () => {
    const { groups } = fitBeta([accurateLog(200, 4)])
    expect(groups.length).toBeGreaterThan(1)
    expect(groups.length).toBeLessThanOrEqual(6)
    for (const { jobs, atLimit } of groups) {
      expect(Math.round(jobs * (1 - atLimit))).toBeGreaterThanOrEqual(30)
    }
    expect(fitBeta([accurateLog(12, 4)]).groups).toHaveLength(1)
    // One run time alone is one group, which begins at 0.
    const same = fitBeta([traceOf(new Float64Array(500).fill(60), new Float64Array(500).fill(120))])
    expect(same.groups.map(({ from, jobs }) => [from, jobs])).toEqual([[0, 500]])
  })

  it('knows logs whose jobs all end at their limit', () => {
    const runtime = Float64Array.from({ length: 300 }, (_, k) => 1 + k * 7)
    const model = fitBeta([traceOf(runtime, runtime)])
    expect(model.groups).toEqual([{ from: 0, jobs: 300, atLimit: 1, beta: null }])
    const { jobs } = applyEstimates(traceOf(runtime), { kind: 'beta', beta: model }, 1)
    expect([...jobs.estimate]).toEqual([...runtime])
  })

  it.each([
    ['groups', { groups: 0 }],
    ['groups', { groups: 2.5 }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 1.1 }],
    ['limit', { limit: Number.NaN }],
  ])('refuses %s %o', (field, options) => {
    expect(failureOf(() => fitBeta([accurateLog(50, 1)], options))).toMatchObject({
      kind: 'usage',
      detail: { field },
    })
  })

  it('refuses logs without estimates', () => {
    for (const logs of [[], [traceOf([])], [traceOf([5, 6])], [traceOf([-1], [10])]]) {
      expect(failureOf(() => fitBeta(logs)).kind).toBe('input-empty')
    }
  })
})

describe('estimates by a Beta model', () => {
  const log = accurateLog(20_000, 5)
  const beta = fitBeta([log])

  it('have the accuracy of the log that the model was fitted on', () => {
    const modelled = applyEstimates(log, { kind: 'beta', beta }, 1)
    const accuracy = (estimate: Float64Array) =>
      estimate.map((e, row) => Math.min(1, log.jobs.runtime[row] / e)).sort()
    expect(kolmogorovSmirnov(accuracy(modelled.jobs.estimate), accuracy(log.jobs.estimate))).toBeLessThan(
      0.05,
    )
  })

  it('are never below the run time nor above the maximum', () => {
    for (const maximum of [10_000, 12_345, 100_000]) {
      const { jobs } = applyEstimates(log, { kind: 'beta', beta }, 2, { maximum })
      const wrong = jobs.estimate.findIndex(
        (e, row) => !(e >= jobs.runtime[row] && e <= maximum && Number.isInteger(e)),
      )
      expect(wrong).toBe(-1)
    }
  })

  it('take the group of the run time, also of jobs shorter and longer than any fitted', () => {
    const sharp = (mean: number) => ({ a: mean * 1e4, b: (1 - mean) * 1e4 })
    const model: BetaModel = {
      ...beta,
      groups: [
        { from: 0, jobs: 1, atLimit: 0, beta: sharp(0.1) },
        { from: 100, jobs: 1, atLimit: 0, beta: sharp(0.5) },
        { from: 1000, jobs: 1, atLimit: 0, beta: sharp(0.8) },
      ],
    }
    const runtime = [0, 99, 100, 999, 1000, 1_000_000]
    const { jobs } = applyEstimates(traceOf(runtime), { kind: 'beta', beta: model }, 1, { maximum: 1e7 })
    const expected = [10, 990, 200, 1998, 1250, 1_250_000]
    for (const [row, value] of expected.entries()) {
      expect(Math.abs(jobs.estimate[row] / value - 1)).toBeLessThan(0.11)
    }
  })
})

describe('a model as a document', () => {
  const model = fitBeta([accurateLog(2000, 6)])
  const text = writeBetaModel(model)

  it('reads back as it was', () => {
    expect(readBetaModel(text, 'model.json')).toEqual(model)
    expect(JSON.parse(text)).toMatchObject({ kind: 'queuewright-estimates-beta', version: 1 })
  })

  type Loose = { [key: string]: unknown }
  type Changed = Loose & {
    groups: (Loose & { beta: Loose | null })[]
    evidence?: Loose & { logs: Loose[] }
  }
  const changed = (change: (whole: Changed) => void): string => {
    const whole = JSON.parse(text)
    change(whole)
    return JSON.stringify(whole)
  }

  it.each([
    ['nonsense', 'no JSON', undefined],
    ['[]', 'a list', 'kind'],
    [changed((whole) => (whole.kind = 'queuewright-model')), 'another kind', 'kind'],
    [changed((whole) => delete whole.kind), 'no kind', 'kind'],
    [changed((whole) => (whole.version = 2)), 'another version', 'version'],
    [changed((whole) => (whole.groups = [])), 'no groups', 'groups'],
    [changed((whole) => (whole.groups[0].from = 5)), 'a first group above 0', 'groups[0].from'],
    [changed((whole) => (whole.groups[1].from = 0)), 'bounds that do not rise', 'groups[1].from'],
    [changed((whole) => (whole.groups[2].beta = { a: 0, b: 1 })), 'a parameter of 0', 'groups[2].beta.a'],
    [
      changed((whole) => (whole.groups[2].beta = { a: 1, b: 'x' })),
      'a parameter of letters',
      'groups[2].beta.b',
    ],
    [changed((whole) => (whole.groups[1].beta = null)), 'no distribution', 'groups[1].atLimit'],
    [changed((whole) => (whole.groups[1].atLimit = 1.5)), 'a share above 1', 'groups[1].atLimit'],
    [changed((whole) => (whole.groups[0].jobs = -1)), 'a negative count', 'groups[0].jobs'],
    [changed((whole) => delete whole.evidence), 'no evidence', 'evidence'],
    [changed((whole) => delete whole.evidence?.logs[0].digest), 'no digest', 'evidence.logs[0].digest'],
    [
      changed((whole) => Object.assign(whole.evidence ?? {}, { method: 'guess' })),
      'another method',
      'evidence.method',
    ],
    [changed((whole) => Object.assign(whole.evidence ?? {}, { limit: 0 })), 'a limit of 0', 'evidence.limit'],
  ])('refuses %.12s…: %s', (document, _, field) => {
    const failure = failureOf(() => readBetaModel(document, 'model.json'))
    expect(failure).toMatchObject({ kind: 'input-document', detail: { file: 'model.json' } })
    expect(failure.detail.field).toBe(field)
  })
})
