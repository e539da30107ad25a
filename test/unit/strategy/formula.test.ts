/** Strategies as policies and as formulas: the same keys bit by bit, and so the same schedules. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LinearRanking, QueueOrder, World } from '../../../src/sim/order.js'
import { linearScore, parseOrder } from '../../../src/sim/orders/index.js'
import { policyParts } from '../../../src/sim/policy.js'
import { DEFAULT_SEMANTICS } from '../../../src/sim/semantics.js'
import { simulate } from '../../../src/sim/simulate.js'
import { timeClassClock } from '../../../src/sim/time-class.js'
import { plainWorld } from '../../../src/sim/world.js'
import { formulaOf, greedyOf, greedyStrategy, policyOf } from '../../../src/strategy/index.js'
import { workloads } from '../../support/arbitraries.js'
import { plainPolicy } from '../../support/policies.js'
import { greedyStrategies } from '../../support/strategies.js'
import { turningClock } from '../../support/worlds.js'

const SEED = 20261121
/** Situations of a few seconds, as long as the jobs of random workloads. */
const CLOCK = turningClock(11)

function orderOf(policy: string): QueueOrder {
  const parts = policyParts(policy)
  if (parts === null) throw new Error('no order')
  return parseOrder(parts.order)
}

/** Keys by the coefficients where there are any. */
function keysAt(order: QueueOrder, world: World, now: number): number[] {
  const ranking = order.bind(world)
  const n = world.jobs.length
  const out = new Float64Array(n)
  ranking.score(
    out,
    Int32Array.from({ length: n }, (_, row) => row),
    n,
    { now, waiting: n, free: 0 },
  )
  if (ranking.kind === 'linear') {
    const of = new Float64Array(4)
    out.forEach((key, row) => {
      ;(ranking as LinearRanking).coefficients(of, row, now)
      expect(linearScore(of[0], of[1], of[2], of[3], now)).toBe(key)
    })
  }
  return [...out]
}

describe('the policy of a strategy', () => {
  it('has the same numbers', () => {
    fc.assert(
      fc.property(greedyStrategies(9), (strategy) => {
        const back = greedyOf(policyOf(strategy))
        const groups = strategy.situations[0].w.length
        // Groups beyond those of the strategy are named with the values of its last one.
        const padded = (values: readonly number[]) =>
          Array.from({ length: Math.max(5, groups) }, (_, k) => values[Math.min(k, groups - 1)])
        const situations = strategy.situations.map(({ w, K, ...rest }) => ({
          ...rest,
          w: padded(w),
          K: padded(K),
        }))
        expect(back).toEqual({ ...strategy, situations })
      }),
      { seed: SEED, numRuns: 300 },
    )
  })

  it('is short where situations are alike', () => {
    const weights = new Float64Array(12).fill(0.5)
    const all = Float64Array.from([...weights, ...weights, ...weights])
    expect(policyOf(greedyStrategy('easy', { criteria: [2, 2, 4], weights: all }))).toBe(
      'easy:greedy(weekend.criterion=2, day.criterion=2, night.criterion=4, a=0.5, b=0.5, ' +
        'w1=0.5, w2=0.5, w3=0.5, w4=0.5, w5=0.5, K1=0.5, K2=0.5, K3=0.5, K4=0.5, K5=0.5)',
    )
  })

  it('gives groups that it does not know the parameters of its last one', () => {
    const strategy = greedyStrategy('head', {
      criteria: [2, 2, 2],
      weights: Float64Array.from([1, 2, 3].flatMap(() => [1, 0, 1, 0.25, 0, 5])),
    })
    expect(policyOf(strategy)).toContain('w2=0.25, w3=0.25, w4=0.25, w5=0.25')
    expect(policyOf(strategy)).toContain('K1=0, K2=5, K3=5, K4=5, K5=5')
  })
})

describe('the formula of a policy', () => {
  it('gives every job the same key', () => {
    const kinds = new Set<string>()
    fc.assert(
      fc.property(greedyStrategies(), workloads({ maxJobs: 12 }), fc.nat(400), (strategy, setup, later) => {
        const { jobs, processors } = setup
        const world: World = { ...plainWorld(jobs, processors), origin: jobs.submit[0], timeClasses: CLOCK }
        const policy = policyOf(strategy)
        const formula = orderOf(formulaOf(policy))
        const now = jobs.submit[jobs.length - 1] + later
        kinds.add(formula.bind(world).kind)
        // Zeros may differ in sign, which no comparison sees.
        const plain = (keys: number[]) => keys.map((key) => key + 0)
        expect(plain(keysAt(formula, world, now))).toEqual(plain(keysAt(orderOf(policy), world, now)))
      }),
      { seed: SEED, numRuns: 600 },
    )
    // Nothing else is quick enough for a long log.
    expect([...kinds].sort()).toEqual(['linear', 'static'])
  })

  it('starts every job at the same instant', () => {
    fc.assert(
      fc.property(greedyStrategies(), workloads({ maxJobs: 40 }), (strategy, { jobs, processors }) => {
        const starts = [policyOf(strategy), formulaOf(policyOf(strategy))].map((text) => {
          const { start } = simulate({
            jobs,
            processors,
            policy: plainPolicy(text),
            rules: DEFAULT_SEMANTICS,
            timeClasses: CLOCK,
          })
          return [...start]
        })
        expect(starts[1]).toEqual(starts[0])
      }),
      { seed: SEED, numRuns: 400 },
    )
  })

  it('says what the paper says', () => {
    expect(formulaOf('head:g2(a=0.5, b=0.1, w1=0.8, w2=0.2, w3=0.2, w4=0.2, w5=0.2, K1=3)')).toBe(
      'head:(-if(group == 1, 0.8, 0.2)*(if(group == 1, 3, 0) + 0.5*wait + 0.1*estimate*size))',
    )
    expect(formulaOf('greedy')).toBe('head:(-wait)')
    expect(formulaOf('easy:g1(b=1)')).toBe('easy:(-(wait/if(estimate > 0, estimate, 1) + estimate/size))')
    expect(formulaOf('easy:g3(a=0, w1=0.5)/spt')).toBe('easy:(0)/spt')
    expect(formulaOf('list:greedy(day.a=0, night.criterion=3)')).toBe(
      'list:(if(situation == 0, -wait, if(situation == 1, 0, -(wait/(if(estimate > 0, estimate, 1)*size)))))',
    )
    expect(formulaOf('head:greedy(night.a=0.5)')).toBe('head:(if(situation == 2, -0.5*wait, -wait))')
  })

  it('leaves other policies as they are', () => {
    for (const policy of ['easy', 'fcfs', 'easy:wfp3/spt', 'cons:(-wait/estimate)', 'recorded']) {
      expect(formulaOf(policy)).toBe(policy)
    }
  })

  it('goes by the clock of the log', () => {
    // Friday 17:30 to Monday 9:00 in Berlin, an hour a step.
    const clock = timeClassClock({ unixStart: Date.UTC(2026, 0, 2, 16, 30) / 1000, zone: 'Europe/Berlin' })
    const world = (now: number) => [clock.weekday(now), clock.hour(now), clock.at(now)]
    expect(world(0)).toEqual([4, 17, 1])
    expect(world(1800)).toEqual([4, 18, 2])
    expect(world(6.5 * 3600)).toEqual([5, 0, 0])
    expect(clock.nextHour(0)).toBe(1800)
  })
})
