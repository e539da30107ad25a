/** Head starts: what they mean, the rules that they contain, and how algorithms share a budget. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GREEDY_OWN } from '../../../src/learn/greedy/own.js'
import { quotas } from '../../../src/learn/halving.js'
import { byTimeClass, dimensions, policyAt, startsFor } from '../../../src/learn/head-start.js'
import type { Learner } from '../../../src/learn/learner.js'
import { shareOf, termAt } from '../../../src/learn/scale.js'
import type { Policy } from '../../../src/sim/policy.js'
import { simulate } from '../../../src/sim/simulate.js'
import { policyOf } from '../../../src/strategy/index.js'
import { groupTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { plainPolicy } from '../../support/policies.js'

const { trace } = groupTrace(demoTrace({ jobs: 1500 }), {
  by: 'share',
  thresholds: [0.08, 0.02, 0.01, 0.001],
})
const { jobs, processors } = trace
const startsOf = (policy: Policy) => [...simulate({ jobs, processors: processors ?? 64, policy }).start]
const GROUPS = jobs.group.reduce((most, group) => Math.max(most, group), 0)
const HEAD = { algorithm: 'head', byTimeClass: false } as const

const shapes = (term: number) => shareOf(term, { most: 300, unit: 0.1 })
const gaps = (term: number) => shareOf(term, { most: 100_000, unit: 1 })
/** Of x and y of each group, and the gaps between them. */
const pointOf = (...parts: readonly (readonly number[])[]) => Float64Array.from(parts.flat())

describe('a scale', () => {
  it('is the same forth and back, even near 0 and within its bounds', () => {
    const scale = { most: 10_000, unit: 1 }
    expect([0, 0.5, 1].map((share) => termAt(share, scale)).map(Math.round)).toEqual([-10_000, 0, 10_000])
    fc.assert(
      fc.property(fc.double({ min: -10_000, max: 10_000, noNaN: true }), (term) => {
        expect(termAt(shareOf(term, scale), scale)).toBeCloseTo(term, 6)
      }),
      { seed: 1 },
    )
  })
})

describe('the policies of points', () => {
  it('are sums by group in hours', () => {
    const unit = pointOf([shapes(-2), 0.5, 0.5, shapes(3)], [gaps(12)])
    const shape = '(12 - 2*log2(max(estimate, 60)/3600))'
    expect(policyAt(HEAD, unit, 2).policy).toBe(`head:(submit/3600 - if(group == 1, ${shape}, 3*log2(size)))`)
    const whole = byTimeClass([...unit])
    const each = `if(group == 1, ${shape}, 3*log2(size))`
    expect(policyAt({ algorithm: 'easy', byTimeClass: true }, whole, 2).policy).toBe(
      `easy:(-(wait/3600 + if(situation == 0, ${each}, if(situation == 1, ${each}, ${each}))))`,
    )
  })

  it('have the sum of the gaps below a group, an hour on top of years, too', () => {
    const unit = pointOf(
      [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, shapes(1)],
      [gaps(3.5), gaps(-0.1), gaps(40_120)],
    )
    expect(unit).toHaveLength(dimensions(HEAD, 4))
    expect(policyAt(HEAD, unit, 4).policy).toBe(
      'head:(submit/3600 - if(group == 1, 40123.4, if(group == 2, 40119.9, if(group == 3, 40120, 1*log2(size)))))',
    )
  })

  it('keep groups in their order whatever one gap becomes', () => {
    const [, byGroup] = startsFor(GROUPS, [])
    fc.assert(
      fc.property(fc.nat({ max: GROUPS - 2 }), fc.double({ min: 0.9, max: 1, noNaN: true }), (place, gap) => {
        const unit = Float64Array.from(byGroup)
        unit[2 * GROUPS + place] = gap
        expect(startsOf(plainPolicy(policyAt(HEAD, unit, GROUPS).policy))).toEqual(
          startsOf(plainPolicy('fcfs:group')),
        )
      }),
      { seed: 2, numRuns: 10 },
    )
  })

  it('can all be simulated, by situation as all week where situations do not differ', () => {
    const size = dimensions(HEAD, 5)
    const numbers = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size, maxLength: size })
    fc.assert(
      fc.property(numbers, (unit) => {
        const week = policyAt(HEAD, Float64Array.from(unit), 5).policy
        const situations = policyAt(
          { ...HEAD, byTimeClass: true },
          Float64Array.of(...unit, ...unit, ...unit),
          5,
        )
        expect(startsOf(plainPolicy(situations.policy))).toEqual(startsOf(plainPolicy(week)))
      }),
      { seed: 4, numRuns: 15 },
    )
  })
})

describe('starts', () => {
  const starts = startsFor(GROUPS, [2, 1])
  const same = (place: number, policy: string) =>
    expect(startsOf(plainPolicy(policyAt(HEAD, starts[place], GROUPS).policy))).toEqual(
      startsOf(plainPolicy(policy)),
    )

  it('are submit order, priority by group either way and as the objective has it, shortest and smallest first', () => {
    expect(starts).toHaveLength(6)
    same(0, 'fcfs')
    same(1, 'fcfs:group')
    same(2, 'head:(-group)')
    same(3, 'head:(if(group == 2, 0, if(group == 1, 1, 2)))')
  })

  it('are points of the cube, each once', () => {
    const all = startsFor(5, [1, 2, 3, 4, 5])
    expect(all).toHaveLength(5)
    for (const point of all) {
      expect(point).toHaveLength(dimensions(HEAD, 5))
      expect(point.every((share) => share >= 0 && share <= 1)).toBe(true)
    }
    expect(startsFor(1, [])).toHaveLength(3)
    expect(byTimeClass([...all[1]])).toHaveLength(dimensions({ ...HEAD, byTimeClass: true }, 5))
  })
})

describe('the budget', () => {
  it.each([
    [1, [600]],
    [2, [150, 450]],
    [4, [50, 150, 350]],
    [6, [25, 75, 150, 300]],
  ])('of 600 among %i arms', (arms, expected) => {
    expect(quotas(600, arms).map(Math.round)).toEqual(expected)
  })
})

describe('arms', () => {
  const settings = { learner: 'greedy-own', algorithms: ['head', 'easy', 'cons'], evaluations: 600 } as const
  const context = { seed: 5, groups: 2, favoured: [1] }
  /** EASY is best; what the numbers are changes less. */
  const scoreOf = (policy: string) =>
    (policy.startsWith('easy') ? 0 : policy.startsWith('head') ? 10 : 20) + (policy.length % 7) / 10
  const tell = (learner: Learner) => {
    const batches = learner.ask() ?? []
    learner.tell(
      batches.map(({ candidates }) => Float64Array.from(candidates, (each) => scoreOf(policyOf(each)))),
    )
    return batches
  }

  it('are the algorithms, of which the better half goes on; the best is refined by situation', () => {
    const learner = GREEDY_OWN.open(settings, context, null)
    const rounds: string[] = []
    while (learner.ask() !== null) {
      const names = tell(learner)
        .map(({ name }) => name)
        .join('; ')
      if (names !== rounds[rounds.length - 1]) rounds.push(names)
    }
    const [head, easy, cons] = ['head', 'easy', 'cons'].map((algorithm) => `${algorithm}, the same all week`)
    expect(rounds).toEqual([
      [head, easy, cons].join('; '),
      [head, easy].join('; '),
      easy,
      'easy, by situation',
    ])
    const used = learner.summaries().map(({ evaluations }) => evaluations)
    // Of 400 each of three rounds has a third, divided among 3, 2, 1. Generations are 10 or so.
    for (const [k, quota] of [111, 244, 44].entries()) {
      expect(used[k]).toBeGreaterThanOrEqual(quota)
      expect(used[k]).toBeLessThan(quota + 30)
    }
    // What is left of 600 refines.
    const all = used.reduce((sum, each) => sum + each, 0)
    expect(all).toBeGreaterThanOrEqual(600)
    expect(all).toBeLessThan(630)
  })

  it('refine what was best: the first candidate by situation is the same policy', () => {
    const learner = GREEDY_OWN.open({ ...settings, algorithms: ['easy'] }, context, null)
    let batches = learner.ask() ?? []
    while (batches[0].name !== 'easy, by situation') {
      tell(learner)
      batches = learner.ask() ?? []
    }
    const best = learner.summaries()[0].strategy
    expect(batches).toHaveLength(1)
    expect(batches[0].candidates).toHaveLength(1)
    expect(startsOf(plainPolicy(policyOf(batches[0].candidates[0])))).toEqual(
      startsOf(plainPolicy(policyOf(best ?? batches[0].candidates[0]))),
    )
  })
})
