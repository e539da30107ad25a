import { describe, expect, it } from 'vitest'
import { DEFAULT_PREPARATION, prepareJobs } from '../../../src/sim/prepare.js'
import { type MatchOptions, type MatchStep, matchScale } from '../../../src/study/match-scale.js'
import { measuredRun } from '../../../src/study/measured-run.js'
import { JobTableBuilder } from '../../../src/trace/job-table.js'
import { createTrace } from '../../../src/trace/select.js'
import type { Trace } from '../../../src/trace/trace.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { scaleTrace } from '../../../src/workload/scale.js'
import { failureOf } from '../../support/failures.js'

function search(trace: Trace, options: MatchOptions) {
  const steps: MatchStep[] = []
  const generator = matchScale(trace, options)
  for (;;) {
    const next = generator.next()
    if (next.done) return { match: next.value, steps }
    steps.push(next.value)
  }
}

const demo = demoTrace({ jobs: 1200, processors: 64 })

/** Full jobs that all come at once, so that waits do not depend on a factor of sizes. */
function wideJobs(processors: number): Trace {
  const builder = new JobTableBuilder()
  for (let k = 0; k < 5; k++) builder.addValues(k + 1, 0, 100, 100, processors, 1, 1)
  return createTrace({ ...demo, processors, jobs: builder.finish().table })
}

describe('matchScale', () => {
  it.each(['easy', 'fcfs'] as const)('finds the least deviation of those it tries, %s', (policy) => {
    const { match, steps } = search(demo, { to: 160, policy })
    const { history, best, reference, precise } = match
    expect(steps.map(({ point }) => point)).toEqual(history)
    expect(precise).toBe(2.5)
    expect(match.bracketed).toBe(true)
    const { jobs } = prepareJobs(demo.jobs, { ...DEFAULT_PREPARATION, processors: 64 })
    expect(reference).toEqual(measuredRun(jobs, 64, policy))
    expect(best.deviation).toBe(Math.min(...history.map(({ deviation }) => deviation)))
    // Of the waits of the original, at the ratio of the machines less than half is left.
    expect(best.deviation).toBeLessThan(0.05)
    expect(history[0].deviation).toBeGreaterThan(2 * best.deviation)
    for (const { factor, AWRT, AWWT, deviationAWRT, deviationAWWT, deviation } of history) {
      expect(factor).toBe(Math.round(factor * 100) / 100)
      expect(deviationAWRT).toBe(AWRT / reference.AWRT - 1)
      expect(deviationAWWT).toBe(AWWT / reference.AWWT - 1)
      expect(deviation).toBe((Math.abs(deviationAWRT) + Math.abs(deviationAWWT)) / 2)
    }
    expect(new Set(history.map(({ factor }) => factor)).size).toBe(history.length)
  })

  it('tries what scaleTrace makes by the same factor and seed', () => {
    const { match } = search(demo, { to: 160, policy: 'easy', seed: 3, copied: 70 })
    const { factor, jobs, AWRT, AWWT, UTIL } = match.best
    const { trace } = scaleTrace(demo, { to: 160, factor, seed: 3, copied: 70 })
    const prepared = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors: 160 }).jobs
    expect(measuredRun(prepared, 160, 'easy')).toMatchObject({ jobs, AWRT, AWWT, UTIL })
  })

  it('brackets the change of sign, then covers the grid around the best of the coarser points', () => {
    const { match } = search(demo, { to: 160, policy: 'fcfs' })
    const bias = (k: number) => match.history[k].deviationAWRT + match.history[k].deviationAWWT
    const coarse = match.history.filter(({ level }) => level === 'coarse')
    coarse.forEach(({ factor }, k) => {
      expect(factor).toBeCloseTo(2.5 + 0.13 * k, 9)
      expect(bias(k) > 0).toBe(k === coarse.length - 1)
    })
    // In steps of 1 % from one coarse step below the change of sign to its upper end.
    const grid = ({ factor }: { readonly factor: number }) => Math.round(100 * factor)
    const upper = grid(coarse[coarse.length - 1])
    const middle: number[] = []
    for (let point = upper - 26; point <= upper; point += 3) {
      if (!coarse.some((tried) => grid(tried) === point)) middle.push(point)
    }
    expect(match.history.filter(({ level }) => level === 'middle').map(grid)).toEqual(middle)
    const coarser = match.history.filter(({ level }) => level !== 'fine')
    const around = coarser.reduce((a, b) => (b.deviation < a.deviation ? b : a)).factor
    const tried = new Set(match.history.map(({ factor }) => factor.toFixed(2)))
    for (let k = -10; k <= 10; k++) expect(tried).toContain((around + k / 100).toFixed(2))
  })

  it('goes down where the ratio of the machines is too much', () => {
    // Sizes 1 become 2 at f = 1.5: a third more work than the machine has grown by.
    const builder = new JobTableBuilder()
    const { submit, runtime } = demoTrace({ jobs: 1500, processors: 6 }).jobs
    submit.forEach((time, k) => {
      builder.addValues(k + 1, time, runtime[k], runtime[k], 1, 1, 1)
    })
    const serial = createTrace({ ...demo, processors: 2, jobs: builder.finish().table })
    const { match } = search(serial, { to: 3, policy: 'fcfs' })
    expect(match.bracketed).toBe(true)
    expect(match.history[1].factor).toBeLessThan(1.5)
    expect(match.best.factor).toBeLessThan(1.5)
  })

  it('gives equal results for equal seeds', () => {
    const options = { to: 200, policy: 'easy', seed: 9 } as const
    expect(search(demo, options).match).toEqual(search(demo, options).match)
    expect(search(demo, { ...options, seed: 10 }).match.history[0].AWRT).not.toBe(
      search(demo, options).match.history[0].AWRT,
    )
  })

  it('ends where no factor changes the waits, and says so', () => {
    const { match, steps } = search(wideJobs(10), { to: 20, copied: 0, policy: 'fcfs' })
    expect(match.bracketed).toBe(false)
    // All are cut to the machine at any factor from 2: nothing to choose, so the ratio of the machines.
    expect(match.best).toMatchObject({ factor: 2, deviation: 0 })
    expect(steps.filter(({ point }) => point.level === 'coarse')).toHaveLength(steps[0].most)
  })

  it('refuses a log in which nobody waits', () => {
    const failure = failureOf(() => search(demoTrace({ jobs: 1 }), { to: 256, policy: 'easy' }))
    expect(failure.kind).toBe('usage')
    expect(failure.message).toMatch(/no job of the log waits under easy/)
  })
})
