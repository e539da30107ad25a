import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemSeries } from '../../../src/report/series.js'
import { type MadeJob, scheduleOf } from './support.js'

interface Step {
  readonly mean: number
  readonly max: number
}

/** The mean and the largest value on [from, to) of Σ weight·[begin ≤ t < end], instant by instant. */
function slowBin(spans: readonly (readonly [number, number, number])[], from: number, to: number): Step {
  const cuts = [from, to, ...spans.map(([begin]) => begin), ...spans.map(([, end]) => end)]
    .filter((t) => t >= from && t <= to)
    .sort((a, b) => a - b)
  let area = 0
  let max = 0
  for (let k = 0; k + 1 < cuts.length; k++) {
    const length = cuts[k + 1] - cuts[k]
    if (length <= 0) continue
    const middle = (cuts[k] + cuts[k + 1]) / 2
    const value = spans.reduce(
      (sum, [begin, end, weight]) => sum + (begin <= middle && middle < end ? weight : 0),
      0,
    )
    area += value * length
    max = Math.max(max, value)
  }
  return { mean: area / (to - from), max }
}

const jobs = fc
  .array(
    fc.record({
      submit: fc.integer({ min: 0, max: 50 }),
      wait: fc.integer({ min: 0, max: 20 }),
      runtime: fc.integer({ min: 0, max: 20 }),
      size: fc.integer({ min: 1, max: 8 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((list) => list.sort((a, b) => a.submit - b.submit))

describe('systemSeries', () => {
  it('equals brute-force integrals and maxima in every bin', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 13 }), (list: MadeJob[], bins) => {
        const series = systemSeries(scheduleOf(list, 16), { bins })
        const last = Math.max(...list.map(({ submit, wait, runtime }) => submit + wait + runtime))
        expect([series.from, series.to]).toEqual([list[0].submit, last])
        if (last === list[0].submit) return
        const waiting = list.map(({ submit, wait }) => [submit, submit + wait] as const)
        const running = list.map(
          ({ submit, wait, runtime }) => [submit + wait, submit + wait + runtime] as const,
        )
        const size = list.map((job) => job.size)
        for (let bin = 0; bin < bins; bin++) {
          const from = series.from + bin * series.width
          const to = series.from + (bin + 1) * series.width
          const check = (
            quantity: { mean: Float64Array; max: Float64Array },
            spans: [number, number, number][],
          ) => {
            const slow = slowBin(spans, from, to)
            expect(quantity.mean[bin]).toBeCloseTo(slow.mean, 8)
            expect(quantity.max[bin]).toBe(slow.max)
          }
          check(
            series.queuedJobs,
            waiting.map(([a, b]) => [a, b, 1]),
          )
          check(
            series.queuedProcessors,
            waiting.map(([a, b], k) => [a, b, size[k]]),
          )
          check(
            series.runningJobs,
            running.map(([a, b]) => [a, b, 1]),
          )
          check(
            series.busyProcessors,
            running.map(([a, b], k) => [a, b, size[k]]),
          )
        }
      }),
      { seed: 20261121, numRuns: 300 },
    )
  })

  it('keeps the whole work: Σ mean·width = Σ size·runtime', () => {
    fc.assert(
      fc.property(jobs, fc.integer({ min: 1, max: 100 }), (list: MadeJob[], bins) => {
        const series = systemSeries(scheduleOf(list, 16), { bins })
        const work = list.reduce((sum, { runtime, size }) => sum + runtime * size, 0)
        const area = series.busyProcessors.mean.reduce((sum, mean) => sum + mean * series.width, 0)
        expect(area).toBeCloseTo(work, 6)
      }),
      { seed: 20261121, numRuns: 200 },
    )
  })

  it('looks only at the span asked for', () => {
    const schedule = scheduleOf([{ submit: 0, wait: 10, runtime: 100, size: 4 }], 8)
    const series = systemSeries(schedule, { bins: 2, from: 5, to: 25 })
    expect([...series.queuedJobs.mean]).toEqual([0.5, 0])
    expect([...series.busyProcessors.mean]).toEqual([2, 4])
    expect([...series.busyProcessors.max]).toEqual([4, 4])
  })

  it('leaves out jobs without a start, and gives zeros for an empty schedule', () => {
    const schedule = scheduleOf(
      [
        { submit: 0, wait: 0, runtime: 10, size: 1 },
        { submit: 2, wait: Number.NaN, runtime: 10, size: 4 },
      ],
      8,
    )
    const series = systemSeries(schedule, { bins: 1 })
    expect([series.queuedJobs.max[0], series.busyProcessors.max[0]]).toEqual([0, 1])
    expect([...systemSeries(scheduleOf([], 8), { bins: 3 }).busyProcessors.mean]).toEqual([0, 0, 0])
  })
})
