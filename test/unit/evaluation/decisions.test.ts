/** What rules decide on a log, and smaller bases that decide the same. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  recordDecisions,
  reportDecisions,
  valuesReader,
} from '../../../src/evaluation/decisions/decisions.js'
import { reducedRules } from '../../../src/evaluation/decisions/reduced-rules.js'
import { inlineEvaluator } from '../../../src/evaluation/inline-evaluator.js'
import { stageOf } from '../../../src/evaluation/scenarios/scenario.js'
import { decisionsResult, decisionsTask } from '../../../src/evaluation/tasks/decisions.js'
import { rulePolicyText } from '../../../src/sim/policy.js'
import {
  chooserOf,
  type FuzzyBase,
  featuresOf,
  membersOf,
  type RuleBase,
  USUAL_FEATURES,
} from '../../../src/sim/rule-based/index.js'
import { datasetOf, groupTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { fuzzyBases, pairBases, policyBy, rigidBases } from '../../support/rule-bases.js'
import { scenarioOn } from '../../support/scenarios.js'

const SHARES = { by: 'share', thresholds: [0.08, 0.02, 0.01, 0.001] } as const
const demo = datasetOf(groupTrace(demoTrace({ jobs: 250 }), SHARES).trace, [])
const stage = stageOf(scenarioOn(demo), demo)
const datasets = new Map([[demo.digest, demo]])
const record = (base: RuleBase) => recordDecisions(stage, policyBy(base))
const KINDS = [
  ['fuzzy', fuzzyBases],
  ['rigid', rigidBases],
  ['pair', pairBases],
] as const

describe.each(KINDS)('decisions of %s rules', (_, bases) => {
  it('are what was decided on the way, all of them', () => {
    fc.assert(
      fc.property(bases, (base) => {
        const { schedule, decisions } = record(base)
        expect(schedule.start).toEqual(stage.run(policyBy(base)).start)
        const choose = chooserOf(base)
        const valuesAt = valuesReader(decisions, featuresOf(base).length)
        for (let k = 0; k < decisions.count; k++) {
          expect(choose(valuesAt(k))).toBe(decisions.places[k])
          if (k > 0) expect(decisions.times[k]).toBeGreaterThanOrEqual(decisions.times[k - 1])
        }
        // Whoever has waited and started was decided about.
        const instants = new Set(decisions.times)
        for (const [job, start] of schedule.start.entries()) {
          if (start > schedule.jobs.submit[job]) expect(instants).toContain(start)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('are counted once by policy and over time', () => {
    fc.assert(
      fc.property(bases, (base) => {
        const { decisions } = record(base)
        const report = reportDecisions(base, decisions, 7)
        const { members, timeline, count, changes } = report
        expect(count).toBe(decisions.count)
        const texts = membersOf(base)
        const chosen = Array.from(decisions.places, (place) => texts[place])
        expect(changes).toBe(chosen.filter((text, k) => k > 0 && text !== chosen[k - 1]).length)
        for (const [k, { policy, decisions: own, share }] of members.entries()) {
          expect(own).toBe(chosen.filter((text) => text === policy).length)
          expect(share).toBe(own / count)
          expect(timeline.counts[k].reduce((sum, each) => sum + each, 0)).toBe(own)
          if (k > 0) expect(own).toBeLessThanOrEqual(members[k - 1].decisions)
        }
        expect(members.reduce((sum, each) => sum + each.decisions, 0)).toBe(count)
        for (const rules of report.rules) {
          const sum = (part: 'firesMost' | 'decides' | 'contribution') =>
            rules.reduce((total, rule) => total + rule[part], 0)
          expect(sum('firesMost')).toBeCloseTo(1, 9)
          expect(sum('decides')).toBeLessThanOrEqual(1 + 1e-9)
          expect(sum('contribution')).toBeCloseTo(sum('decides'), 9)
        }
        for (const { least, low, median, high, most } of report.features) {
          expect([least, low, median, high, most]).toEqual(
            [least, low, median, high, most].sort((a, b) => a - b),
          )
        }
      }),
      { numRuns: 15 },
    )
  })

  it('are those of a smaller base, and so is the schedule', () => {
    fc.assert(
      fc.property(bases, (base) => {
        const { schedule, decisions } = record(base)
        const reduced = reducedRules(base, decisions, reportDecisions(base, decisions, 1))
        expect(reduced.kind).toBe(base.kind)
        const other = record(reduced)
        expect(other.schedule.start).toEqual(schedule.start)
        expect(rulePolicyText(reduced).length).toBeLessThanOrEqual(rulePolicyText(base).length)
        // Nothing more can go, unless who is left asks less often: then fewer decisions tell parts apart.
        if (other.decisions.count < decisions.count) return
        const again = reducedRules(reduced, other.decisions, reportDecisions(reduced, other.decisions, 1))
        // What a class says that nobody comes to is free.
        expect(withoutClasses(again)).toEqual(withoutClasses(reduced))
      }),
      { numRuns: 15 },
    )
  })
})

function withoutClasses(base: RuleBase): unknown {
  return base.kind === 'rigid' ? { ...base, classes: base.classes.length } : base
}

const wide = USUAL_FEATURES.map(() => 1e6)
const nowhere = USUAL_FEATURES.map(() => 0)
/** Rules that always act alike, by how much σ of um says. */
const base = (changes: Partial<FuzzyBase> = {}): FuzzyBase => ({
  kind: 'fuzzy',
  features: USUAL_FEATURES,
  strategies: ['easy', 'head:spt', 'cons:group'],
  rules: [
    { mu: nowhere, sigma: wide, weights: [5, 0, -5] },
    { mu: nowhere, sigma: wide, weights: [1, 0, 5] },
    { mu: nowhere, sigma: wide.with(1, 2e6), weights: [1, 5, 5] },
  ],
  fallback: null,
  ...changes,
})
const reportOf = (each: FuzzyBase) => reportDecisions(each, record(each).decisions, 3)

describe('what rules have to do with it', () => {
  it('is their part in the weights for what was chosen', () => {
    const { rules, members } = reportOf(base())
    expect(members.map(({ policy, share }) => [policy, share])).toEqual([['easy', 1]])
    const [[first, second, third]] = rules
    // Firing 1 : 1 : ½, for easy 5, 1 and ½.
    expect(first.contribution).toBeCloseTo(5 / 6.5, 6)
    expect(second.contribution).toBeCloseTo(1 / 6.5, 6)
    expect(third.contribution).toBeCloseTo(0.5 / 6.5, 6)
    expect([first.firesMost, first.decides]).toEqual([1, 1])
    expect([second.firesMost, second.decides, third.decides]).toEqual([0, 0, 0])
  })

  it('is nothing where the fallback decides, and where all weights are against', () => {
    const { rules, fallback, members } = reportOf(base({ fallback: { exponent: 10, strategy: 1 } }))
    expect(members[0].policy).toBe('head:spt')
    expect(fallback).toBe(1)
    expect(rules[0].map(({ decides, contribution }) => [decides, contribution])).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
    const against = base({ rules: [{ mu: nowhere, sigma: wide, weights: [-1, -5, -5] }] })
    const report = reportOf(against)
    expect(report.members[0].policy).toBe('easy')
    expect(report.fallback).toBe(0)
    expect(report.rules).toEqual([[{ firesMost: 1, decides: 0, contribution: 0 }]])
  })

  it('of pairs with whole policies counts those once', () => {
    const pair: RuleBase = {
      kind: 'pair',
      features: ['um'],
      orders: ['fcfs', 'spt'],
      algorithms: ['easy', 'head:g2(a=0.4, b=0.1)'],
      // By the processors in use the orders change, which changes nothing.
      orderRules: [
        { mu: [0], sigma: [20], weights: [5, 0] },
        { mu: [100], sigma: [20], weights: [0, 5] },
      ],
      algorithmRules: [{ mu: [0], sigma: [1e6], weights: [0, 5] }],
    }
    const { decisions } = record(pair)
    expect(new Set(decisions.places)).toEqual(new Set([2, 3]))
    const report = reportDecisions(pair, decisions, 1)
    expect(report.members.map(({ policy }) => policy)).toEqual(['head:g2(a=0.4, b=0.1)'])
    expect(report.changes).toBe(0)
    expect(reducedRules(pair, decisions, report)).toMatchObject({
      orders: [expect.any(String)],
      algorithms: ['head:g2(a=0.4, b=0.1)'],
    })
  })
})

describe('a smaller base', () => {
  it('has one rule, one strategy and one feature where one policy is always chosen', () => {
    const { decisions } = record(base())
    const reduced = reducedRules(base(), decisions, reportDecisions(base(), decisions, 1)) as FuzzyBase
    expect(reduced.strategies).toEqual(['easy'])
    expect([reduced.rules.length, reduced.features.length]).toEqual([1, 1])
  })

  it('keeps what tells decisions apart', () => {
    const apart = base({
      rules: [
        { mu: nowhere, sigma: wide.with(1, 20), weights: [5, 0, 0] },
        { mu: nowhere.with(1, 100), sigma: wide.with(1, 20), weights: [0, 5, 0] },
        { mu: nowhere.with(0, 1e6), sigma: wide.with(0, 1), weights: [0, 0, 5] },
      ],
    })
    const { decisions } = record(apart)
    const reduced = reducedRules(apart, decisions, reportDecisions(apart, decisions, 1)) as FuzzyBase
    expect(reduced.features).toEqual(['um'])
    expect(reduced.strategies).toEqual(['easy', 'head:spt'])
    expect(reduced.rules).toEqual([
      { mu: [0], sigma: [20], weights: [5, 0] },
      { mu: [100], sigma: [20], weights: [0, 5] },
    ])
  })
})

describe('the task decisions', () => {
  it('gives plain data, with a smaller base', async () => {
    const task = decisionsTask(scenarioOn(demo), rulePolicyText(base()), 5)
    const [result] = await inlineEvaluator(datasets).evaluate([task])
    const { report, reduced } = decisionsResult(result)
    expect(JSON.parse(JSON.stringify(result))).toEqual(result)
    expect(report).toEqual(JSON.parse(JSON.stringify(reportDecisions(base(), record(base()).decisions, 5))))
    expect(reduced).toMatchObject({ kind: 'fuzzy', strategies: ['easy'] })
  })

  it('decides nothing where nobody waits', async () => {
    const alone = datasetOf(demoTrace({ jobs: 1 }), [])
    const task = decisionsTask(
      scenarioOn(alone),
      rulePolicyText(base({ strategies: ['head', 'head:spt', 'head:saf'] })),
      5,
    )
    const [result] = await inlineEvaluator(new Map([[alone.digest, alone]])).evaluate([task])
    const { report, reduced } = decisionsResult(result)
    expect(report).toMatchObject({ count: 0, changes: 0, members: [], fallback: 0 })
    expect(reduced).toBeNull()
  })
})
