/** Constraints: how candidates that break some are ranked, and which are refused before anything runs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LearntLog } from '../../../src/evaluation/searches/final-measurement.js'
import { checkTogether, type LearnConstraint, penalised, violations } from '../../../src/learn/constraints.js'
import { type LearnRequest, prepareLearning } from '../../../src/learn/prepare.js'
import { datasetOf, groupTrace } from '../../../src/trace/index.js'
import { demoTrace } from '../../../src/workload/demo.js'
import { scenarioOn } from '../../support/scenarios.js'

const constraint = (text: string, ...bounds: number[]): LearnConstraint => {
  const [, objective, sense] = /^(.*?) *(<=|>=)/.exec(text) ?? []
  return { text, objective, sense: sense as LearnConstraint['sense'], bounds }
}

describe('ranking', () => {
  const usual = 500_000
  const cost = fc.double({ min: 0, max: usual * 1000, noNaN: true })
  const broken = fc.double({ min: 1e-6, max: 1e5, noNaN: true })

  it('puts what breaks something behind what breaks nothing, whatever both cost', () => {
    fc.assert(
      fc.property(cost, cost, broken, (good, bad, violation) => {
        expect(penalised(good, 0, usual)).toBe(good)
        expect(penalised(bad, violation, usual)).toBeGreaterThan(penalised(good, 0, usual))
      }),
      { seed: 2 },
    )
  })

  it('puts the larger violation behind the smaller, whatever both cost', () => {
    fc.assert(
      fc.property(
        cost,
        cost,
        broken,
        fc.double({ min: 1.01, max: 10, noNaN: true }),
        (a, b, less, factor) => {
          fc.pre(less > 0.01)
          expect(penalised(a, less * factor, usual)).toBeGreaterThan(penalised(b, less, usual))
        },
      ),
      { seed: 3 },
    )
  })

  it('sums relative violations', () => {
    const both = [constraint('maxWait <= 100', 100, 200), constraint('UTIL >= 0.5', 0.5, 0.5)]
    expect(violations(both, 0, [100, 0.5])).toBe(0)
    expect(violations(both, 0, [150, 0.6])).toBeCloseTo(0.5)
    expect(violations(both, 0, [150, 0.4])).toBeCloseTo(0.7)
    expect(violations(both, 1, [150, 0.5])).toBe(0)
    expect(violations(both, 0, [null, 0.5])).toBe(1e6)
  })
})

describe('constraints that contradict each other', () => {
  it.each([
    [['AWRT <= 5', 'AWRT >= 6'], [5], [6]],
    [['10*AWRT1 <= 5', '10 * AWRT1 >= 6'], [5], [6]],
  ])('%j', ([upper, lower], upperBounds, lowerBounds) => {
    const both = [constraint(upper, ...upperBounds), constraint(lower, ...lowerBounds)]
    expect(() => checkTogether(both, ['KTH'], '--subject-to')).toThrow(
      expect.objectContaining({ what: 'constraints that contradict each other' }),
    )
  })

  it('are told from those that go together', () => {
    const together = [constraint('AWRT <= 6', 6), constraint('AWRT >= 6', 6), constraint('UTIL >= 7', 7)]
    expect(() => checkTogether(together, ['KTH'], '--subject-to')).not.toThrow()
  })
})

describe('before anything is begun', () => {
  const { trace } = groupTrace(demoTrace({ jobs: 200 }), { by: 'share', thresholds: [0.08, 0.02] })
  const dataset = datasetOf(trace, [])
  const log: LearntLog = {
    name: 'demo',
    jobs: 200,
    train: 200,
    scenario: scenarioOn(dataset),
  }
  const prepare = (changes: Partial<LearnRequest>) =>
    prepareLearning(
      {
        objective: 'AWRT1',
        constraints: [],
        relativeTo: null,
        logs: [log],
        tests: [],
        windows: null,
        under: [],
        combine: 'mean',
        learner: { learner: 'greedy-random', evaluations: 50 },
        earlyStop: true,
        seed: 1,
        compare: ['easy'],
        ...changes,
      },
      new Map([[dataset.digest, dataset]]),
    )

  it('bounds become values on each log, and the policies that they name are measured', () => {
    const spec = prepare({ constraints: ['AWRT2 <= 1.5*cons', 'maxWait <= 2d'], relativeTo: 'fcfs' })
    const [own, time] = spec.constraints
    expect(time.bounds).toEqual([2 * 86_400])
    expect(own.bounds[0]).toBeGreaterThan(0)
    expect(spec.compare).toEqual(['easy', 'cons', 'fcfs'])
    expect(spec.cases[0].weight).toBeGreaterThan(0)
    expect(spec.cases[0].weight).toBeLessThan(1)
    expect(spec.groups).toBe(trace.jobs.group.reduce((most, group) => Math.max(most, group), 0))
  })

  it.each<[string, Partial<LearnRequest>, object]>([
    ['a group that the log does not have', { objective: 'AWRT8' }, { kind: 'objective-undefined' }],
    ['… in a constraint', { constraints: ['AWRT8 <= 5h'] }, { kind: 'objective-undefined' }],
    ['no constraint', { constraints: ['maxWait'] }, { kind: 'usage', what: 'not a constraint' }],
    [
      'bounds that contradict each other',
      { constraints: ['AWRT <= easy', 'AWRT >= 1.1*easy'] },
      { kind: 'usage', what: 'constraints that contradict each other' },
    ],
    [
      'a bound better than any schedule',
      { constraints: ['AWRT1 <= 1s'] },
      { kind: 'usage', what: 'a constraint that no schedule keeps' },
    ],
    [
      '… of an objective of which more is better',
      { constraints: ['UTIL >= 200%'] },
      { kind: 'usage', what: 'a constraint that no schedule keeps' },
    ],
    ['two logs of one name', { tests: [log] }, { kind: 'usage', what: 'two logs have the same name' }],
  ])('%s', (_, changes, failure) => {
    expect(() => prepare(changes)).toThrow(expect.objectContaining(failure))
  })
})
