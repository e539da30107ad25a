/** Classes of rigid rules: table 9.1 and its bounds. */
import { describe, expect, it } from 'vitest'
import {
  chooserOf,
  classCount,
  classOf,
  featuresOf,
  membersOf,
  type RigidBase,
  SOURCE_PARTITIONS,
  SOURCE_STRATEGIES,
  USUAL_FEATURES,
} from '../../../../src/sim/rule-based/index.js'

describe('rigid rules', () => {
  it('have the 192 classes of table 9.1', () => {
    expect(classCount(SOURCE_PARTITIONS)).toBe(192)
    expect(SOURCE_PARTITIONS).toEqual([
      { feature: 'sd', bounds: [2] },
      { feature: 'um', bounds: [75, 85] },
      { feature: 'prcwq1', bounds: [20] },
      { feature: 'prcwq2', bounds: [20] },
      { feature: 'prcwq3', bounds: [25] },
      { feature: 'prcwq4', bounds: [25] },
      { feature: 'prcwq5', bounds: [25] },
    ])
    expect(SOURCE_PARTITIONS.map(({ feature }) => feature)).toEqual([...USUAL_FEATURES])
  })

  it('put every combination of parts into a class of its own, the last partition changing quickest', () => {
    const inside = SOURCE_PARTITIONS.map(({ bounds }) => [...bounds, bounds[bounds.length - 1] + 1])
    const states = inside.reduce<number[][]>(
      (all, values) => all.flatMap((state) => values.map((value) => [...state, value])),
      [[]],
    )
    expect(states.map((state) => classOf(SOURCE_PARTITIONS, state))).toEqual(
      Array.from({ length: 192 }, (_, k) => k),
    )
  })

  it.each([
    [2, 0],
    [Math.fround(2.0000002), 1],
    [1, 0],
    [100, 1],
  ])('count an upper bound to its part: sd %d', (value, part) => {
    expect(classOf([{ feature: 'sd', bounds: [2] }], [value])).toBe(part)
  })

  it.each([
    [0, 0],
    [75, 0],
    [75.00000001, 1],
    [85, 1],
    [85.00000001, 2],
    [100, 2],
  ])('count an upper bound to its part: um %d', (value, part) => {
    expect(classOf([{ feature: 'um', bounds: [75, 85] }], [value])).toBe(part)
  })

  it('choose what their class names', () => {
    const base: RigidBase = {
      kind: 'rigid',
      partitions: [
        { feature: 'um', bounds: [50] },
        { feature: 'queue', bounds: [1, 10] },
      ],
      strategies: ['easy', 'head:spt', 'cons:group'],
      classes: [2, 1, 0, 0, 2, 1],
    }
    const choose = chooserOf(base)
    const states = [50, 51].flatMap((um) => [0, 10, 11].map((queue) => [um, queue]))
    expect(states.map((state) => choose(Float64Array.from(state)))).toEqual(base.classes)
    expect(featuresOf(base)).toEqual(['um', 'queue'])
    expect(membersOf(base)).toBe(base.strategies)
  })
})

describe('the strategies of the sources', () => {
  it('are all orders under all algorithms but the greedy one', () => {
    expect(SOURCE_STRATEGIES).toHaveLength(12)
    expect(SOURCE_STRATEGIES.slice(4, 8)).toEqual(['easy:smallest', 'easy:spt', 'easy:fcfs', 'easy:group'])
  })

  it('of a pair are combined, but for whole policies, which keep their order', () => {
    const rules = [{ mu: [1], sigma: [1], weights: [0, 1] }]
    const base = {
      kind: 'pair' as const,
      features: ['um'],
      orders: ['spt', 'group'],
      algorithms: ['easy', 'head:g2(a=0.5)'],
      ...{ orderRules: rules, algorithmRules: rules },
    }
    expect(membersOf(base)).toEqual(['easy:spt', 'easy:group', 'head:g2(a=0.5)', 'head:g2(a=0.5)'])
    expect(featuresOf(base)).toEqual(['um'])
  })
})
