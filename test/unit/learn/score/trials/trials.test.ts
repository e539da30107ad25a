/** Trials as an investigation: where tuples begin, when they end, the same bytes after stop and resume, what is left behind. */
import { beforeAll, describe, expect, it } from 'vitest'
import { inlineEvaluator } from '../../../../../src/evaluation/inline-evaluator.js'
import { readDistribution } from '../../../../../src/learn/score/distribution.js'
import { TRIALS } from '../../../../../src/learn/score/trials/investigation.js'
import { prepareTrials, type TrialsRequest } from '../../../../../src/learn/score/trials/prepare.js'
import { trialsJson } from '../../../../../src/learn/score/trials/spec.js'
import type { Task } from '../../../../../src/optimize/evaluator.js'
import { replaceColumns } from '../../../../../src/trace/job-table.js'
import { rowsFrom, selectRows, traceWith } from '../../../../../src/trace/select.js'
import { lublinTrace } from '../../../../../src/workload/lublin/index.js'
import { failureOf } from '../../../../support/failures.js'
import { type Driven, drive } from '../../../../support/investigate.js'

const TRACE = lublinTrace({ processors: 256, jobs: 600, seed: 5 })
const REQUEST: TrialsRequest = {
  tuples: 5,
  state: 16,
  judged: 32,
  machine: 256,
  overlap: false,
  precision: 0.002,
  most: 40_000,
  seed: 3,
}

const prepared = (changes: Partial<TrialsRequest> = {}, trace = TRACE) =>
  prepareTrials(trace, { ...REQUEST, ...changes })

describe('tuples', () => {
  it('have no job in common, are in the order of the log, and depend on the seed', () => {
    const { starts } = prepared().spec
    expect(starts.length).toBe(5)
    for (let k = 1; k < 5; k++) expect(starts[k] - starts[k - 1]).toBeGreaterThanOrEqual(48)
    expect(prepared().spec.starts).toEqual(starts)
    expect(prepared({ seed: 4 }).spec.starts).not.toEqual(starts)
    const all = prepared({ tuples: 12 }).spec.starts
    expect(all.length).toBe(12)
    expect(all[11] + 48).toBeLessThanOrEqual(600)
  })

  it('are not cut at the same jobs under every seed', () => {
    const first = Array.from(
      { length: 20 },
      (_, seed) => prepared({ seed, tuples: 11, judged: 33 }).spec.starts[0],
    )
    expect(new Set(first.map((row) => row % 49)).size).toBeGreaterThan(3)
  })

  it('are all there are of a log of just so many jobs', () => {
    const exact = selectRows(TRACE, rowsFrom(0, 5 * 48))
    expect(prepared({}, exact).spec.starts).toEqual([0, 48, 96, 144, 192])
    const overlapping = selectRows(TRACE, rowsFrom(0, 48))
    expect(prepared({ tuples: 1, overlap: true }, overlapping).spec.starts).toEqual([0])
  })

  it('begin anywhere where they may overlap, none twice', () => {
    const { starts } = prepared({ tuples: 553, overlap: true }).spec
    expect(starts).toEqual(Array.from({ length: 553 }, (_, k) => k))
  })

  it('are refused where there are more than the log has', () => {
    const apart = failureOf(() => prepared({ tuples: 13 }))
    expect([apart.kind, apart.detail.value, apart.detail.expected]).toEqual(['usage', 13, 'at most 12'])
    expect(apart.message).toContain('--overlap')
    const overlapping = failureOf(() => prepared({ tuples: 554, overlap: true }))
    expect(overlapping.detail.expected).toBe('at most 553')
    // None at all: --overlap would be no help.
    const none = failureOf(() => prepared({ state: 700 }))
    expect(none.detail.expected).toBe('a log with a tuple of such jobs')
    expect(none.message).toContain('tuples of 700 + 32: 600 (')
    expect(none.message).not.toContain('--overlap')
    const few = failureOf(() => prepared({ machine: 1 }))
    expect(few.message).toMatch(/: \d+, left out are \d+ larger than the machine \(/)
  })

  it('are of jobs that ran and fit the machine', () => {
    const { runtime, size } = TRACE.jobs
    const jobs = replaceColumns(TRACE.jobs, {
      runtime: runtime.map((seconds, row) => (row % 10 === 0 ? 0 : seconds)),
    })
    const { dataset, dropped } = prepared({ machine: 64, tuples: 3 }, traceWith(TRACE, { jobs }))
    const large = size.filter((each, row) => row % 10 !== 0 && each > 64).length
    expect(large).toBeGreaterThan(0)
    expect(dropped).toEqual({ 'without run time': 60, 'larger than the machine': large })
    expect(dataset.jobs.length).toBe(540 - large)
    expect(dataset.jobs.runtime.every((seconds) => seconds > 0)).toBe(true)
    expect(dataset.jobs.size.every((each) => each <= 64)).toBe(true)
  })
})

describe('trials', () => {
  const { spec, dataset } = prepared()
  const datasets = new Map([[dataset.digest, dataset]])
  const fileOf = ({ artefacts }: Driven, name: string): string => {
    const found = artefacts.find((each) => each.name === name)
    if (typeof found?.content !== 'string') throw new Error(`no text ${name}`)
    return found.content
  }
  let driven: Driven
  beforeAll(async () => {
    driven = await drive(TRIALS, trialsJson(spec), datasets)
  })

  it('leave the scores of each tuple, which add up to 1', () => {
    const { runtime, size, submit, score, tuple } = readDistribution(
      fileOf(driven, 'distribution.csv'),
      'made',
    )
    expect(score.length).toBe(5 * 32)
    for (let number = 0; number < 5; number++) {
      const rows = score.subarray(32 * number, 32 * (number + 1))
      expect(rows.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 10)
      const first = spec.starts[number]
      const row = first + 16 + 7
      expect(tuple[32 * number + 7]).toBe(number)
      expect(runtime[32 * number + 7]).toBe(dataset.jobs.runtime[row])
      expect(size[32 * number + 7]).toBe(dataset.jobs.size[row])
      expect(submit[32 * number + 7]).toBe(dataset.jobs.submit[row] - dataset.jobs.submit[first])
    }
  })

  it('go on for each tuple until its scores are as precise as asked for, or there were enough', () => {
    const [head, ...lines] = fileOf(driven, 'tuples.csv').trimEnd().split('\n')
    expect(head).toBe('tuple,first job,submit,trials,deviation,AVEbsld')
    const rows = lines.map((line) => line.split(',').map(Number))
    expect(rows.map(([, job]) => job)).toEqual(spec.starts.map((row) => dataset.jobs.id[row]))
    for (const [, , , trials, deviation, slowdown] of rows) {
      expect(deviation <= 0.002 || trials === spec.most).toBe(true)
      expect(trials % 32).toBe(0)
      expect(slowdown).toBeGreaterThanOrEqual(1)
    }
    // Some stop early, some go on, some are stopped.
    expect(new Set(rows.map(([, , , trials]) => trials)).size).toBeGreaterThan(2)
    expect(rows.some(([, , , , deviation]) => deviation > 0.002)).toBe(true)
    const { trials, deviation } = JSON.parse(fileOf(driven, 'trials.json'))
    expect(trials.total).toBe(rows.reduce((sum, row) => sum + row[3], 0))
    expect(deviation.missed).toBe(rows.filter((row) => row[4] > 0.002).length)
    expect(fileOf(driven, 'summary.txt')).toContain('distribution.csv: 160 rows')
  })

  it('show how the precision came', () => {
    const [, ...lines] = fileOf(driven, 'convergence.csv').trimEnd().split('\n')
    const points = lines.map((line) => line.split(',').map(Number))
    expect(points[0][0]).toBe(1024)
    for (let k = 1; k < points.length; k++) expect(points[k][0]).toBeGreaterThan(points[k - 1][0])
    const [, middle, most] = points[points.length - 1]
    expect(middle).toBeLessThan(points[0][1])
    expect(most).toBe(JSON.parse(fileOf(driven, 'trials.json')).deviation.most)
    expect(fileOf(driven, 'convergence.svg')).toMatch(/^<svg .*aria-label="Normalised standard deviation/)
  })

  it('come to the same bytes after every stop, and whoever does them in which order', async () => {
    const stopped = await drive(TRIALS, trialsJson(spec), datasets, () => true)
    expect(stopped.artefacts).toEqual(driven.artefacts)
    const inline = inlineEvaluator(datasets)
    const backwards = {
      ...inline,
      evaluate: async (tasks: readonly Task[]) =>
        [...(await inline.evaluate([...tasks].reverse()))].reverse(),
    }
    const other = await drive(TRIALS, trialsJson(spec), datasets, undefined, backwards)
    expect(other.artefacts).toEqual(driven.artefacts)
  })

  it('of a tuple are the same whichever tuples are tried beside it', async () => {
    const alone = await drive(TRIALS, trialsJson({ ...spec, starts: [spec.starts[2]] }), datasets)
    const rows = (text: string) =>
      text
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/,\d+$/, ''))
    const all = rows(fileOf(driven, 'distribution.csv'))
    expect(rows(fileOf(alone, 'distribution.csv')).slice(1)).toEqual(all.slice(1 + 64, 1 + 96))
  })

  it('of a given number are so many, rounded up to whole blocks, and depend on the seed', async () => {
    const given = prepared({ precision: null, most: 2001, tuples: 2 })
    expect(given.spec.most).toBe(2016)
    // Of one block nothing would be known of how the scores scatter.
    expect(prepared({ precision: null, most: 1 }).spec.most).toBe(64)
    expect(prepared({ precision: null, most: 65 }).spec.most).toBe(96)
    const [one, again, other] = await Promise.all(
      [given.spec, given.spec, { ...given.spec, seed: 9 }].map((each) =>
        drive(TRIALS, trialsJson(each), datasets),
      ),
    )
    expect(JSON.parse(fileOf(one, 'trials.json')).trials).toMatchObject({
      total: 4032,
      least: 2016,
      most: 2016,
    })
    expect(again.artefacts).toEqual(one.artefacts)
    expect(fileOf(other, 'distribution.csv')).not.toBe(fileOf(one, 'distribution.csv'))
    expect(fileOf(other, 'tuples.csv').split('\n')[1].split(',')[1]).toBe(
      fileOf(one, 'tuples.csv').split('\n')[1].split(',')[1],
    )
  })

  it('are of some tuples at a time, the same bytes after every stop', async () => {
    const many = prepared({ tuples: 45, state: 4, judged: 9, precision: 0.004, most: 20_000 })
    const data = new Map([[many.dataset.digest, many.dataset]])
    const whole = await drive(TRIALS, trialsJson(many.spec), data)
    expect(whole.steps.length).toBeGreaterThan(3)
    const stopped = await drive(TRIALS, trialsJson(many.spec), data, (batch) => batch % 2 === 1)
    expect(stopped.artefacts).toEqual(whole.artefacts)
    expect(fileOf(whole, 'tuples.csv').trimEnd().split('\n').length).toBe(46)
  })

  it('say of themselves what was asked', () => {
    const facts = new Map(TRIALS.facts(trialsJson(spec)))
    expect(facts.get('tuples')).toBe('5 of 16 + 32 jobs')
    expect(facts.get('trials')).toBe('until the normalised deviation is 0.002, at most 40,000 of each tuple')
  })

  it('are progress by tuples that are over', async () => {
    const investigation = TRIALS.open(trialsJson(spec), datasets, null)
    expect(investigation.progress()).toEqual({ done: 0, total: 5, note: '' })
    const inline = inlineEvaluator(datasets)
    for (let batch = investigation.next(); batch !== null; batch = investigation.next()) {
      investigation.take(await inline.evaluate(batch.tasks))
    }
    const { done, total, note } = investigation.progress()
    expect([done, total]).toEqual([5, 5])
    expect(note).toMatch(/^deviation up to 0\.00\d+$/)
  })
})
