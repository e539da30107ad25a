import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../../src/core/random.js'
import { matchEstimates } from '../../../../src/workload/estimates/matching.js'
import type { EstimateBin } from '../../../../src/workload/estimates/tsafrir.js'
import { failureOf } from '../../../support/failures.js'

function binsOf(estimates: readonly number[]): EstimateBin[] {
  const counts = new Map<number, number>()
  for (const estimate of estimates) counts.set(estimate, (counts.get(estimate) ?? 0) + 1)
  return [...counts].map(([seconds, jobs]) => ({ seconds, jobs })).sort((a, b) => a.seconds - b.seconds)
}

describe('matchEstimates', () => {
  it('gives every estimate once, none below its run time', () => {
    const job = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 20 }))
    fc.assert(
      fc.property(fc.array(job, { maxLength: 40 }), fc.integer(), (jobs, seed) => {
        const runtime = Float64Array.from(jobs, ([run]) => run)
        // Some matching is possible: this one, in another order.
        const estimates = jobs.map(([run, more]) => run + more)
        const matched = matchEstimates(runtime, binsOf(estimates), new Random(seed))
        expect([...matched].sort((a, b) => a - b)).toEqual([...estimates].sort((a, b) => a - b))
        expect(matched.every((estimate, row) => estimate >= runtime[row])).toBe(true)
      }),
    )
  })

  it('draws all possible matchings equally often', () => {
    const runtime = Float64Array.of(1, 5, 2, 5)
    const bins = binsOf([3, 6, 8, 9])
    const counts = new Map<string, number>()
    const random = new Random(1)
    const draws = 3000
    for (let k = 0; k < draws; k++) {
      const key = matchEstimates(runtime, bins, random).join(' ')
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    // The jobs of 5 s get two of 6, 8, 9, in any order; the others what is left, in any order: 3 · 2 · 2.
    expect(counts.size).toBe(12)
    const each = draws / 12
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - each) ** 2 / each, 0)
    // The 99.9 % quantile for 11 degrees of freedom.
    expect(chiSquare).toBeLessThan(31.3)
  })

  it('says when the run times are too long', () => {
    const failure = failureOf(() =>
      matchEstimates(Float64Array.of(10, 7, 7, 1), binsOf([3, 4, 8, 12]), new Random(1)),
    )
    expect(failure.kind).toBe('usage')
    expect(failure.message).toContain('value 7, expected at most 50.0 % of the jobs')
    expect(failure.message).toContain('75.0 % do')
  })
})
