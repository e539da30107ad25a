/** The learned mixture of two orders: what is searched, halving, resumption, that it learns what one order cannot do. */

import { describe, expect, it } from 'vitest'
import type { Json } from '../../../../src/core/json.js'
import { dimensions } from '../../../../src/learn/head-start.js'
import type { Learner, SettingsOf } from '../../../../src/learn/learner.js'
import { MIXTURE_FEATURES, mixtureSpace, RULES_MIXTURE } from '../../../../src/learn/rules/mixture.js'
import { parsePolicy } from '../../../../src/sim/policy.js'
import { chooserOf, parseFeature } from '../../../../src/sim/rule-based/index.js'
import { policyOf, type Strategy } from '../../../../src/strategy/index.js'
import { failureOf } from '../../../support/failures.js'
import { baseIn } from '../../../support/rule-learners.js'

const FORM = { algorithm: 'easy', byTimeClass: false } as const
const CONTEXT = { seed: 3, groups: 2, favoured: [1] }
const SETTINGS: SettingsOf<typeof RULES_MIXTURE> = {
  learner: 'rules-mixture',
  algorithms: ['head', 'easy'],
  features: ['um', 'oldest', 'hour'],
  guard: false,
  evaluations: 600,
}

const spaceBy = (feature: string | null, groups: number, guard = false) =>
  mixtureSpace({ form: FORM, feature: feature === null ? null : parseFeature(feature), guard }, groups)
const rigidIn = (strategy: Strategy) => {
  const base = baseIn(strategy)
  if (base.kind !== 'rigid') throw new RangeError('not rigid')
  return base
}
/** The constant of group 1's head start. */
const headStart = (policy: string) => Number(/if\(group == 1, \(?(-?[\d.e+]+)/.exec(policy)?.[1])
const near = (value: number, wanted: number) => Math.abs(Math.log((1 + Math.abs(value)) / (1 + wanted)))

/** EASY is best, and a head start of 10 hours; where the machine is full, one of 1,000 hours. */
function score(strategy: Strategy): number {
  const badly = policyOf(strategy).includes('head:') ? 5 : 0
  if (strategy.kind !== 'rules') {
    const text = policyOf(strategy)
    return badly + near(headStart(text), 10) + near(headStart(text), 1000)
  }
  const base = rigidIn(strategy)
  const [low, high] = base.strategies.map(headStart)
  const [{ feature, bounds }] = base.partitions
  const parted = near(low, 10) + near(high, 1000) + Math.abs(bounds[0] - 80) / 100
  const alike = near(low, 10) + near(low, 1000)
  return badly + (feature === 'um' ? parted : 0.5 + alike)
}

function tell(
  learner: Learner,
): readonly { readonly name: string; readonly candidates: readonly Strategy[] }[] {
  const batches = learner.ask() ?? []
  learner.tell(batches.map(({ candidates }) => Float64Array.from(candidates, score)))
  return batches
}

function toTheEnd(settings: SettingsOf<typeof RULES_MIXTURE>, reopen = false) {
  let learner = RULES_MIXTURE.open(settings, CONTEXT, null)
  const policies: string[] = []
  const rounds: string[] = []
  while (learner.ask() !== null) {
    const batches = tell(learner)
    policies.push(...batches.flatMap(({ candidates }) => candidates.map(policyOf)))
    const names = batches.map(({ name }) => name).join('; ')
    if (names !== rounds[rounds.length - 1]) rounds.push(names)
    if (reopen) {
      const snapshot = JSON.parse(JSON.stringify(learner.snapshot())) as Json
      learner = RULES_MIXTURE.open(settings, CONTEXT, snapshot)
    }
  }
  return { learner, policies, rounds }
}

describe('a parted space', () => {
  it('has one bound of the feature, and head starts up to it and above', () => {
    const space = spaceBy('um', 2)
    expect(space.dimensions).toBe(1 + 2 * dimensions(FORM, 2))
    const each = dimensions(FORM, 2)
    // The last number of an order is a gap.
    const unit = [0.75, ...new Array(each).fill(0.5), ...new Array(each - 1).fill(0.5), 0.9]
    const base = rigidIn(space.strategy(unit))
    expect(base).toMatchObject({
      partitions: [{ feature: 'um', bounds: [75] }],
      classes: [0, 1],
    })
    expect(headStart(base.strategies[0])).toBe(0)
    expect(headStart(base.strategies[1])).toBeGreaterThan(100)
    parsePolicy(policyOf(space.strategy(unit)))
  })

  it('spans the usual range of the feature', () => {
    const bound = (feature: string, share: number) =>
      rigidIn(spaceBy(feature, 1).strategy([share, ...new Array(6).fill(0.5)])).partitions[0].bounds[0]
    expect([bound('oldest', 0), bound('oldest', 1), bound('sd', 0), bound('sd', 1)]).toEqual([0, 72, 1, 10])
  })

  it('refuses features that there are not', () => {
    expect(failureOf(() => RULES_MIXTURE.open({ ...SETTINGS, features: ['moon'] }, CONTEXT, null)).kind).toBe(
      'policy-parameter',
    )
  })
})

describe('the mixture', () => {
  it('first halves algorithms, then features that part what was best', () => {
    const { rounds, learner, policies } = toTheEnd(SETTINGS)
    const same = (algorithm: string) => `${algorithm}, the same in all states`
    const by = (feature: string) => `easy, by ${feature}`
    expect(rounds).toEqual([
      `${same('head')}; ${same('easy')}`,
      same('easy'),
      [by('um'), by('oldest'), by('hour')].join('; '),
      expect.stringMatching(/^easy, by um; easy, by \w+$/),
      by('um'),
    ])
    const candidates = learner.summaries().reduce((sum, { evaluations }) => sum + evaluations, 0)
    expect(candidates).toBe(policies.length)
    expect(candidates).toBeGreaterThanOrEqual(600)
    expect(candidates).toBeLessThan(600 + 3 * 15)
  })

  it('goes on from the best order of the first part, in both classes', () => {
    const learner = RULES_MIXTURE.open(SETTINGS, CONTEXT, null)
    while (!learner.ask()?.some(({ name }) => name.startsWith('easy, by'))) tell(learner)
    const before = learner.summaries().find(({ name }) => name === 'easy, the same in all states')?.strategy
    for (const { candidates } of learner.ask() ?? []) {
      const alike = policyOf(before ?? candidates[1])
      expect(rigidIn(candidates[0]).strategies).toEqual([alike, alike])
    }
  })

  it('learns what one order cannot do', () => {
    const { learner } = toTheEnd({ ...SETTINGS, evaluations: 2000 })
    const [best] = learner.summaries().toSorted((a, b) => a.score - b.score)
    const alike = learner.summaries().find(({ name }) => name === 'easy, the same in all states')
    expect(best.name).toBe('easy, by um')
    expect(alike?.score).toBeGreaterThan(4)
    expect(best.score).toBeLessThan(0.3)
  })

  it('knows the features that it parts states by', () => {
    for (const feature of MIXTURE_FEATURES) expect(spaceBy(feature, 1).name).toBe(`easy, by ${feature}`)
  })
})

describe('a guard', () => {
  /** What holds at these values of the features, in the order of the partitions. */
  const chosen = (strategy: Strategy, ...values: number[]) => {
    const base = rigidIn(strategy)
    return base.strategies[chooserOf(base)(Float64Array.from(values))]
  }

  it('lets EASY in submit order hold while somebody has waited for longer than its bound', () => {
    const space = spaceBy(null, 1, true)
    expect(space.dimensions).toBe(1 + dimensions(FORM, 1))
    const bounds = [0, 0.5, 1].map((share) => {
      return rigidIn(space.strategy([share, 0.5, 0.5, 0.5])).partitions[0]
    })
    expect(bounds.map(({ feature }) => feature)).toEqual(['oldest', 'oldest', 'oldest'])
    expect(bounds.map(({ bounds: [bound] }) => bound)).toEqual([1, 44.72, 2000])
    const strategy = space.strategy([0.5, 0.9, 0.5, 0.5])
    expect(chosen(strategy, 44)).toMatch(/^easy:\(submit/)
    expect(chosen(strategy, 45)).toBe('easy:fcfs')
  })

  it('stands above both classes', () => {
    const strategy = spaceBy('um', 1, true).strategy([0.5, 0.6, 0.9, 0.5, 0.5, 0.8, 0.5, 0.5])
    const { partitions, strategies } = rigidIn(strategy)
    expect(partitions).toEqual([
      { feature: 'um', bounds: [60] },
      { feature: 'oldest', bounds: [44.72] },
    ])
    expect(new Set(strategies).size).toBe(3)
    expect([50, 70].map((um) => chosen(strategy, um, 10))).toEqual(strategies.slice(0, 2))
    expect([50, 70].map((um) => chosen(strategy, um, 100))).toEqual(['easy:fcfs', 'easy:fcfs'])
  })

  it('is kept when states are parted, by other features than its own', () => {
    const learner = RULES_MIXTURE.open({ ...SETTINGS, guard: true }, CONTEXT, null)
    const guards = new Set<number>()
    while (!learner.ask()?.some(({ name }) => name.includes('by '))) {
      const batches = tell(learner)
      for (const { candidates } of batches) {
        for (const each of candidates) guards.add(rigidIn(each).partitions[0].bounds[0])
      }
    }
    expect(guards.size).toBeGreaterThan(20)
    const same = learner.summaries().find(({ name }) => name.startsWith('easy'))
    const guard = same?.strategy && rigidIn(same.strategy).partitions[0]
    const batches = learner.ask() ?? []
    expect(batches.map(({ name }) => name)).toEqual(['easy, by um, guarded', 'easy, by hour, guarded'])
    for (const { candidates } of batches) expect(rigidIn(candidates[0]).partitions[1]).toEqual(guard)
  })

  it('needs another feature than its own to part states by', () => {
    const alone = { ...SETTINGS, features: ['oldest'] }
    expect(RULES_MIXTURE.open(alone, CONTEXT, null).ask()).not.toBeNull()
    const open = (features: string[]) =>
      RULES_MIXTURE.open({ ...alone, guard: true, features }, CONTEXT, null)
    expect(failureOf(() => open(['oldest'])).message).toMatch(
      /"oldest", expected one or more but oldest, which/,
    )
    expect(open(['oldest', 'um']).ask()).not.toBeNull()
  })
})
