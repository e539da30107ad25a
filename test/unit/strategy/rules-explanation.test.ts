/** What rules say: decision tables, rules in words, conflicts, membership functions, maps. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseFeature } from '../../../src/sim/rule-based/features.js'
import {
  chooserOf,
  classOf,
  type FuzzyBase,
  type FuzzyRule,
  membersOf,
  type Partition,
  type RigidBase,
  SOURCE_PARTITIONS,
} from '../../../src/sim/rule-based/index.js'
import {
  coarsened,
  type DecisionRow,
  decisionMap,
  decisionTable,
  explainRules,
  membershipsOf,
  tellingMaps,
} from '../../../src/strategy/index.js'
import { ruleText } from '../../../src/strategy/rules-explanation.js'
import { fuzzyBases, pairBases, rigidBases } from '../../support/rule-bases.js'

const PARTITIONS: readonly Partition[] = [
  { feature: 'sd', bounds: [2] },
  { feature: 'um', bounds: [75, 85] },
]

/** A state in each class, in their order. */
function statesOf(partitions: readonly Partition[]): readonly number[][] {
  return partitions.reduce<number[][]>(
    (states, { bounds }) =>
      states.flatMap((state) => [...bounds, bounds[bounds.length - 1] + 1].map((value) => [...state, value])),
    [[]],
  )
}

function rowsFor(table: readonly DecisionRow[], partitions: readonly Partition[], state: readonly number[]) {
  return table.filter(({ when }) =>
    when.every(({ feature, above, upTo }) => {
      const value = state[partitions.findIndex((each) => each.feature === feature)]
      return (above === null || value > above) && (upTo === null || value <= upTo)
    }),
  )
}

const rigid = rigidBases.map((base) => base as RigidBase)

describe('a decision table', () => {
  it('tells of classes together that go by the same strategy', () => {
    // sd ≤ 2: um ≤ 75, 75–85, > 85; then sd > 2.
    expect(decisionTable(PARTITIONS, [0, 0, 1, 0, 0, 1])).toEqual([
      { when: [{ feature: 'um', above: null, upTo: 85 }], place: 0, classes: 4 },
      { when: [{ feature: 'um', above: 85, upTo: null }], place: 1, classes: 2 },
    ])
    expect(decisionTable(PARTITIONS, [4, 4, 4, 4, 4, 4])).toEqual([{ when: [], place: 4, classes: 6 }])
    expect(decisionTable(PARTITIONS, [0, 2, 0, 0, 0, 0])).toContainEqual({
      when: [
        { feature: 'sd', above: null, upTo: 2 },
        { feature: 'um', above: 75, upTo: 85 },
      ],
      place: 2,
      classes: 1,
    })
  })

  it('puts classes that do not matter where it becomes shorter', () => {
    expect(decisionTable(PARTITIONS, [0, -1, 1, -1, 0, -1])).toHaveLength(2)
    expect(decisionTable(PARTITIONS, [-1, -1, 1, -1, -1, -1])).toEqual([{ when: [], place: 1, classes: 6 }])
  })

  it('says of each class what the base says, once, and no less with classes left out', () => {
    fc.assert(
      fc.property(rigid, fc.infiniteStream(fc.boolean()), ({ partitions, classes }, left) => {
        const states = statesOf(partitions)
        const table = decisionTable(partitions, classes)
        for (const [at, state] of states.entries()) {
          expect(classOf(partitions, state)).toBe(at)
          expect(rowsFor(table, partitions, state).map(({ place }) => place)).toEqual([classes[at]])
        }
        expect(table.reduce((sum, row) => sum + row.classes, 0)).toBe(classes.length)
        const some = classes.map((place) => (left.next().value ? -1 : place))
        if (some.every((place) => place < 0)) return
        const shorter = decisionTable(partitions, some)
        const coarse = coarsened(partitions, some)
        for (const [at, state] of states.entries()) {
          if (some[at] < 0) continue
          expect(rowsFor(shorter, partitions, state).map(({ place }) => place)).toEqual([some[at]])
          const values = coarse.partitions.map(
            ({ feature }) => state[partitions.findIndex((each) => each.feature === feature)],
          )
          expect(coarse.classes[classOf(coarse.partitions, values)]).toBe(some[at])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('of the classes of table 9.1 that go by one feature has two rows, and one bound is left', () => {
    const classes = statesOf(SOURCE_PARTITIONS).map((state) => (state[3] > 20 ? 7 : 2))
    expect(decisionTable(SOURCE_PARTITIONS, classes)).toEqual([
      { when: [{ feature: 'prcwq2', above: null, upTo: 20 }], place: 2, classes: 96 },
      { when: [{ feature: 'prcwq2', above: 20, upTo: null }], place: 7, classes: 96 },
    ])
    expect(coarsened(SOURCE_PARTITIONS, classes)).toEqual({
      partitions: [{ feature: 'prcwq2', bounds: [20] }],
      classes: [2, 7],
    })
    const one = coarsened(
      SOURCE_PARTITIONS,
      classes.map(() => 3),
    )
    expect(one).toEqual({ partitions: [{ feature: 'sd', bounds: [2] }], classes: [3, 3] })
  })
})

const rule = (mu: readonly number[], sigma: readonly number[], weights: readonly number[]): FuzzyRule => {
  return { mu, sigma, weights }
}
const FEATURES = ['sd', 'um']
const base = (rules: readonly FuzzyRule[], fallback: FuzzyBase['fallback'] = null): FuzzyBase => ({
  kind: 'fuzzy',
  features: FEATURES,
  strategies: ['easy:group', 'head:spt', 'cons'],
  rules,
  fallback,
})
const setOf = (whole: FuzzyBase) => {
  const explanation = explainRules(whole)
  if (explanation.kind === 'rigid') throw new RangeError('no fuzzy rules')
  return explanation.sets[0]
}

describe('fuzzy rules in words', () => {
  const outputs = ['easy:group', 'head:spt', 'cons']
  const text = (each: FuzzyRule) => ruleText(each, { features: FEATURES, outputs })

  it('name the states, and what is favoured and refused', () => {
    expect(text(rule([2.1, 80], [0.4, 10], [5, -5, 0]))).toBe(
      'when sd about 2.1 ± 0.4 and um about 80 ± 10: +5 easy:group; −5 head:spt',
    )
    expect(text(rule([2.12345, -80], [0.4, 10], [1, 1, -1]))).toBe(
      'when sd about 2.12 ± 0.4 and um about −80 ± 10: +1 easy:group, head:spt; −1 cons',
    )
  })

  it('leave out features that are switched off by a huge σ', () => {
    expect(text(rule([2.1, 80], [0.4, 5000], [5, 0, 0]))).toBe('when sd about 2.1 ± 0.4: +5 easy:group')
    expect(text(rule([2.1, 80], [1000, 5000], [0, 0, 0]))).toBe('always: nothing')
    // From 0 to 100 about 50: falls to e^(−½·(50/110)²) = 0.902, or to 0.898 with 108.
    expect(text(rule([2.1, 50], [1000, 110], [1, 0, 0]))).toBe('always: +1 easy:group')
    expect(text(rule([2.1, 50], [1000, 107], [1, 0, 0]))).toMatch(/^when um about 50/)
    // Far away a wide Gaussian falls, too.
    expect(text(rule([2.1, 5000], [1000, 1000], [1, 0, 0]))).toMatch(/^when um about 5000/)
  })
})

describe('rules beside each other', () => {
  it('conflict where they are about the same states and against each other', () => {
    const rules = [
      rule([2, 80], [0.5, 10], [5, -5, 0]),
      rule([2, 82], [0.5, 10], [-5, 5, 1]),
      rule([9, 10], [0.5, 10], [-5, 5, 0]),
      rule([2, 80], [0.5, 10], [5, -1, 0]),
    ]
    const { conflicts, redundant } = setOf(base(rules))
    expect(conflicts.map(({ first, second, output }) => [first, second, output])).toEqual([
      [0, 1, 0],
      [1, 3, 0],
    ])
    expect(conflicts[0].agreement).toBeLessThan(-0.9)
    for (const { alike } of conflicts) expect(alike).toBeGreaterThan(0.9)
    expect(redundant).toEqual([])
  })

  it('are redundant where they say the same of the same states', () => {
    const rules = [
      rule([2, 80], [0.5, 10], [5, 0, 0]),
      rule([2, 80], [0.5, 10], [5, 0, 1]),
      rule([2, 80], [0.5, 10], [1, 5, 1]),
      rule([8, 80], [0.5, 10], [5, 0, 0]),
    ]
    const { redundant, conflicts } = setOf(base(rules))
    expect(redundant.map(({ first, second }) => [first, second])).toEqual([[0, 1]])
    expect(redundant[0].alike).toBeCloseTo(1, 12)
    expect(conflicts).toEqual([])
  })

  it('are told by the most alike, where there are very many', () => {
    const rules = Array.from({ length: 500 }, (_, k) =>
      rule([2, 80], [0.5, 10], k % 2 === 0 ? [5, -5, 0] : [-5, 5, 0]),
    )
    const { conflicts, redundant, texts } = setOf(base(rules))
    expect([conflicts.length, redundant.length, texts.length]).toEqual([100, 100, 500])
    expect([conflicts[0].first, conflicts[0].second]).toEqual([0, 1])
  })

  it('do not depend on the units of features', () => {
    const [a, b] = [rule([2, 80], [0.5, 10], [5, -5, 0]), rule([2.4, 86], [0.4, 12], [-5, 5, 0])]
    const scaled = ({ mu, sigma, weights }: FuzzyRule) =>
      rule(
        mu.map((each) => each * 1000),
        sigma.map((each) => each * 1000),
        weights,
      )
    const [own] = setOf(base([a, b])).conflicts
    const [other] = setOf(base([scaled(a), scaled(b)])).conflicts
    expect(other.alike).toBeCloseTo(own.alike, 12)
  })

  it('are without effect where all weights are the same, unless a threshold asks for sums', () => {
    const rules = [rule([2, 80], [0.5, 10], [1, 1, 1]), rule([2, 80], [0.5, 10], [5, 1, 1])]
    expect(setOf(base(rules)).idle).toEqual([0])
    expect(setOf(base(rules, { exponent: -3, strategy: 1 })).idle).toEqual([])
    expect(explainRules(base(rules, { exponent: -3, strategy: 1 }))).toMatchObject({
      fallback: 'where no sum of weights reaches 1e-3: head:spt',
    })
  })

  it('of pairs are two sets', () => {
    fc.assert(
      fc.property(pairBases, (pair) => {
        const explanation = explainRules(pair)
        if (explanation.kind === 'rigid' || pair.kind !== 'pair') throw new RangeError('no pair')
        expect(explanation.sets.map(({ chooses, texts }) => [chooses, texts.length])).toEqual([
          ['order', pair.orderRules.length],
          ['algorithm', pair.algorithmRules.length],
        ])
      }),
      { numRuns: 20 },
    )
  })
})

describe('membership functions', () => {
  it('are Gaussians of area 1', () => {
    const [sd, um] = membershipsOf(base([rule([5, 50], [0.75, 6], [1, 0, 0])]), 2001)
    expect([sd.unit, um.unit]).toEqual(['1', '%'])
    for (const { values, densities } of [sd, um]) {
      const step = values[1] - values[0]
      expect(densities[0].reduce((sum, density) => sum + density * step, 0)).toBeCloseTo(1, 6)
    }
    // Figure 9.3 of the thesis: (5, 0.75).
    expect(Math.max(...sd.densities[0])).toBeCloseTo(0.532, 3)
  })
})

describe('a map of decisions', () => {
  it.each([
    ['fuzzy', fuzzyBases],
    ['rigid', rigidBases],
    ['pair', pairBases],
  ] as const)('of %s rules is what they decide', (_, bases) => {
    fc.assert(
      fc.property(bases, (each) => {
        const features = each.kind === 'rigid' ? each.partitions.map(({ feature }) => feature) : each.features
        if (features.length < 2) return
        const at = features.map((name) => parseFeature(name).usual[1] / 3)
        const ranges = features.map((name) => {
          const [least, most] = parseFeature(name).usual
          return { least, most }
        })
        const map = decisionMap(each, 1, 0, at, ranges, 7)
        expect([map.x.feature, map.y.feature]).toEqual([features[1], features[0]])
        expect(map.members).toEqual(membersOf(each))
        const choose = chooserOf(each)
        for (const [row, above] of map.y.values.entries()) {
          for (const [column, along] of map.x.values.entries()) {
            const values = Float64Array.from(at)
            values[0] = above
            values[1] = along
            expect(map.places[row * 7 + column]).toBe(choose(values))
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  it('is told of those pairs that decisions differ over', () => {
    const rules = ['sd', 'um', 'queue'].map(() => 0)
    const three: FuzzyBase = {
      kind: 'fuzzy',
      features: ['sd', 'um', 'queue'],
      strategies: ['easy', 'cons'],
      rules: [
        { mu: [...rules], sigma: [1e6, 20, 1e6], weights: [5, 0] },
        { mu: [0, 100, 0], sigma: [1e6, 20, 1e6], weights: [0, 5] },
      ],
      fallback: null,
    }
    const ranges = [1, 100, 200].map((most) => ({ least: 0, most }))
    const maps = tellingMaps(three, [1, 10, 10], ranges, 11, 5)
    expect(maps.map(({ x, y }) => [x.feature, y.feature])).toEqual([
      ['sd', 'um'],
      ['um', 'queue'],
    ])
    expect(tellingMaps(three, [1, 10, 10], ranges, 11, 1)).toHaveLength(1)
  })
})
