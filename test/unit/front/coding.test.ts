import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainPolicy } from '../../../src/evaluation/scenarios/plain-policy.js'
import { greedyCoding } from '../../../src/front/plans/greedy-coding.js'
import { linearCoding } from '../../../src/front/plans/linear-coding.js'
import { latticeFor } from '../../../src/front/plans/own.js'
import { referencePoints } from '../../../src/optimize/index.js'
import { simulate } from '../../../src/sim/simulate.js'
import { plainWorld } from '../../../src/sim/world.js'
import { demoTrace } from '../../../src/workload/demo.js'

const units = (n: number) =>
  fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: n, maxLength: n })

describe('greedy criteria as a coding', () => {
  it('has 36 numbers for five groups, each written where it belongs', () => {
    const { box, policy } = greedyCoding(2, [1, 2, 3, 4, 5])
    expect(box.lower).toHaveLength(36)
    expect([...box.upper].filter((most) => most === 5)).toHaveLength(15)
    const written = policy(Float64Array.from({ length: 36 }, (_, k) => k / 100))
    expect(written).toMatch(/^head:g2\(weekend\.a=0, weekend\.b=0\.01, weekend\.w1=0\.02, /)
    expect(written).toContain('weekend.K1=0.07')
    expect(written).toContain('day.a=0.12')
    expect(written).toContain('night.K5=0.35')
    expect(greedyCoding(1, [2, 4]).policy(new Float64Array(18))).toContain('night.K4=0')
  })

  it('writes five decimals, which is what is evaluated', () => {
    const { policy } = greedyCoding(1, [1])
    const genome = new Float64Array(12).fill(0.123456789)
    expect(policy(genome)).toContain('day.w1=0.12346')
    expect(policy(genome.map((value) => value + 1e-8))).toBe(policy(genome))
    expect(policy(new Float64Array(12).fill(1e-7))).toContain('day.w1=0,')
  })

  it('is a policy for every genome', () => {
    for (const criterion of [1, 2, 3, 4] as const) {
      const { box, policy } = greedyCoding(criterion, [1, 3])
      fc.assert(
        fc.property(units(box.lower.length), (unit) => {
          const genome = Float64Array.from(unit, (share, k) => share * box.upper[k])
          expect(plainPolicy(policy(genome)).algorithm).toBe('head')
        }),
        { seed: 1, numRuns: 50 },
      )
    }
  })
})

describe('linear orders as a coding', () => {
  const trace = demoTrace({ jobs: 300 })
  const startsOf = (policy: string) =>
    simulate({ jobs: trace.jobs, processors: 128, policy: plainPolicy(policy) }).start

  it('is a policy whose keys are linear in time, for every genome and any groups', () => {
    for (const groups of [[], [3], [1, 2], [1, 2, 3, 4, 5, 9]]) {
      const { box, policy } = linearCoding(groups)
      fc.assert(
        fc.property(units(box.lower.length), (unit) => {
          const parsed = plainPolicy(policy(Float64Array.from(unit)))
          const ranking = parsed.order.bind(plainWorld(trace.jobs, 128))
          expect(ranking.kind).toBe('linear')
          expect(parsed.algorithm).toBe('easy')
        }),
        { seed: 1, numRuns: 50 },
      )
    }
  })

  it('has EASY in submit order, and EASY by groups, among its genomes', () => {
    const { policy } = linearCoding([1, 2, 3])
    const startsOfGenome = (heads: readonly number[]) =>
      startsOf(policy(Float64Array.of(0, 0, 0, ...heads, 0, 0.5, 0.5)))
    expect(startsOfGenome([0, 0, 0])).toEqual(startsOf('easy'))
    // Head starts of 125 and 1,000 hours are above all waits of this log, so that groups are strictly ordered.
    expect(startsOfGenome([0, 1, 0.5])).toEqual(startsOf('easy:(if(group == 2, 0, if(group == 1, 2, 1)))'))
  })

  it('says what its numbers mean', () => {
    const { policy } = linearCoding([1, 2])
    expect(policy(Float64Array.of(0, 0.5, 1, 0, 0.1, 0.5, 1))).toBe(
      'easy:(-wait*(if(group == 1, 1, 0.1)/3600) - if(group == 1, 1000, 0) + 0*log2(max(estimate, 60)/3600) + 20*log2(size))',
    )
    expect(policy(Float64Array.of(0, 0, 0, 0, 1, 0, 0.5))).toBe(
      'easy:(-wait*(1/3600 + 100/max(estimate, 60)) - 0 + (-20)*log2(max(estimate, 60)/3600) + 0*log2(size))',
    )
    expect(linearCoding([4]).policy(Float64Array.of(0, 0.5, 0.5))).toBe(
      'easy:(-wait*(1/3600) + 0*log2(max(estimate, 60)/3600) + 0*log2(size))',
    )
  })
})

describe('the lattice of reference directions', () => {
  it.each([
    [2, 120],
    [3, 120],
    [7, 60],
    [7, 120],
    [7, 40],
    [7, 3],
    [12, 120],
  ])('of %i objectives has at most about %i, as many as it says', (objectives, most) => {
    const { divisions, innerDivisions, directions } = latticeFor(objectives, most)
    const points = referencePoints(objectives, divisions, innerDivisions === 0 ? null : innerDivisions)
    expect(points.length / objectives).toBe(directions)
    expect(directions).toBeLessThanOrEqual(Math.max(most, 2 * objectives))
    expect(directions).toBeGreaterThanOrEqual(objectives)
  })

  it('of seven objectives is that of the literature', () => {
    expect(latticeFor(7, 120)).toEqual({ divisions: 3, innerDivisions: 2, directions: 112 })
    expect(latticeFor(7, 60)).toEqual({ divisions: 2, innerDivisions: 2, directions: 56 })
  })
})
