/**
 * Fitted models on real logs: fitted to the first half of a log, their workloads are set beside both halves
 * (docs/fitted-models.md has the figures). The halves differ from each other, too: that is what a model can be
 * measured by. Medians over five seeds.
 */
import { beforeAll, describe, expect, it } from 'vitest'
import { selectRows } from '../../src/trace/select.js'
import type { Trace } from '../../src/trace/trace.js'
import { fitModel, generateFromModel, modelText, parseModel } from '../../src/workload/model/index.js'
import { missing, requirements } from '../support/data.js'
import { distances, features } from '../support/likeness.js'
import { cleanLog } from '../support/real-logs.js'

const SEEDS = [1, 2, 3, 4, 5]

type Values = Readonly<Record<string, number>>

function medians(samples: readonly Values[]): Values {
  const middle = (name: string) =>
    samples.map((sample) => sample[name]).sort((a, b) => a - b)[samples.length >> 1]
  return Object.fromEntries(Object.keys(samples[0]).map((name) => [name, middle(name)]))
}

/** The larger over the smaller. */
function ratio(a: number, b: number): number {
  return Math.max(a / b, b / a)
}

describe
  .skipIf(missing(requirements.traces))
  .each(['KTH-SP2-1996-2.1-cln', 'CTC-SP2-1996-3.1-cln', 'SDSC-SP2-1998-4.2-cln'])(
  'a model of the first half of %s',
  (log) => {
    let first: Trace
    let second: Trace
    let text: string
    let made: Trace[]

    beforeAll(async () => {
      const trace = await cleanLog(`${log}.swf.gz`)
      const { length } = trace.jobs
      const half = length >> 1
      const rows = (from: number, to: number) => Int32Array.from({ length: to - from }, (_, k) => from + k)
      first = selectRows(trace, rows(0, half))
      second = selectRows(trace, rows(half, length))
      text = modelText(fitModel(first))
      const model = parseModel(text, 'model.json')
      const { load } = features(second)
      made = SEEDS.map((seed) => generateFromModel(model, { jobs: second.jobs.length, load, seed }))
    })

    it('is small', () => {
      expect(text.length).toBeLessThan(300_000)
    })

    it('has the distributions of what it was fitted to', () => {
      const far = medians(made.map((trace) => distances(trace, first)))
      expect(far.size).toBeLessThan(0.06)
      expect(far.run).toBeLessThan(0.07)
      expect(far.request).toBeLessThan(0.08)
      expect(far.gap).toBeLessThan(0.06)
      expect(far.runGivenSize).toBeLessThan(0.12)
      expect(far.week).toBeLessThan(0.16)
    })

    it('is hardly farther from the second half than the first is', () => {
      const halves = distances(first, second) as Values
      const far = medians(made.map((trace) => distances(trace, second)))
      for (const [name, distance] of Object.entries(far))
        expect(distance, name).toBeLessThan(halves[name] + 0.06)
    })

    it('has users who repeat themselves as the log has', () => {
      const real = features(first)
      const { sameSize, sameRun, gini, users } = medians(made.map(features))
      expect(Math.abs(sameSize - real.sameSize)).toBeLessThan(0.05)
      expect(Math.abs(sameRun - real.sameRun)).toBeLessThan(0.05)
      expect(Math.abs(gini - real.gini)).toBeLessThan(0.06)
      expect(ratio(users, real.users)).toBeLessThan(1.2)
    })

    it('schedules under EASY about as the log does: at the load of the second half', () => {
      const [before, after] = [features(first), features(second)]
      const { load, UTIL, AVEbsld } = medians(made.map(features))
      expect(load).toBeCloseTo(after.load, 2)
      expect(Math.abs(UTIL - after.UTIL)).toBeLessThan(0.03)
      expect(Math.min(ratio(AVEbsld, before.AVEbsld), ratio(AVEbsld, after.AVEbsld))).toBeLessThan(2)
    })

    it('offers by itself about the load that it was fitted to', () => {
      const model = parseModel(text, 'model.json')
      const own = medians(
        SEEDS.map((seed) => features(generateFromModel(model, { jobs: second.jobs.length, seed }))),
      )
      expect(ratio(own.load, features(first).load)).toBeLessThan(1.15)
      expect(ratio(own.gini, features(first).gini)).toBeLessThan(1.1)
    })
  },
)
