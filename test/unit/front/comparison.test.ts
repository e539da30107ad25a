/** `compareFronts` on fronts that can be worked out by hand. */
import { describe, expect, it } from 'vitest'
import { settled } from '../../../src/core/settings/index.js'
import { FRONT_FORMAT, type FrontDocument } from '../../../src/front/document.js'
import { compareFronts, FRONT_COMPARISON } from '../../../src/front/index.js'
import { frontComparisonPage } from '../../../src/report/pages/front-comparison.js'
import { failureOf } from '../../support/failures.js'

/** A front of AWRT1, AWRT2 and UTIL. */
function documentOf(
  name: string,
  rows: readonly (readonly number[])[],
  {
    easy = 0.7,
    names = ['AWRT1', 'AWRT2', 'UTIL'],
  }: { easy?: number | null; names?: readonly string[] } = {},
): FrontDocument {
  return {
    ...{ format: FRONT_FORMAT, version: 1, name, digest: `digest of ${name}`, evaluations: 100 },
    objectives: names.map((each) => ({ name: each, sense: each === 'UTIL' ? 'max' : 'min' })),
    policies: easy === null ? [] : [{ policy: 'easy', values: [500, 500, easy] }],
    points: rows.map((values, k) => ({ evaluation: k + 1, values: [...values], madeBy: null })),
  } as FrontDocument
}

const settings = (asked: Parameters<typeof settled<typeof FRONT_COMPARISON>>[1] = {}) =>
  settled(FRONT_COMPARISON, { goals: 4000, ...asked })
const ONE = documentOf('A', [
  [100, 300, 0.7],
  [200, 200, 0.7],
  [300, 100, 0.5],
])
const OTHER = documentOf('A', [
  [100, 300, 0.7],
  [250, 250, 0.65],
])

describe('comparing fronts', () => {
  it('tells who makes whom needless, how far they are, and the best of each', () => {
    const found = compareFronts(ONE, OTHER, settings())
    expect(found).toMatchObject({
      objectives: ['AWRT1', 'AWRT2', 'UTIL'],
      sameLog: true,
      fitted: null,
      dominated: { one: { dominated: 0, shared: 1 }, other: { dominated: 1, shared: 1 } },
      best: { one: [100, 100, 0.7], other: [100, 250, 0.7] },
    })
    // In ranges of 200 s and of 20 points: of the third point of the first the nearest is (250, 250, 0.65).
    const [nearest] = found.distances
    const [second, third] = [Math.hypot(0.25, 0.25, 0.25), Math.hypot(0.25, 0.75, 0.75)]
    expect(nearest.each.one).toBeCloseTo((second + third) / 3, 12)
    expect(nearest.each.other).toBeCloseTo(second / 2, 12)
    expect(nearest.plain).toBeCloseTo((2 * second + third) / 5, 12)
    expect(nearest.squared).toBeCloseTo((2 * second * second + third * third) / 5, 12)
    expect(found.epsilon.one).toBeCloseTo(0, 12)
    // (300, 100, 0.5) is missed by 150 s of 200.
    expect(found.epsilon.other).toBeCloseTo(0.75, 12)
    const page = frontComparisonPage({
      comparison: found,
      names: { one: 'a', other: 'b' },
      provenance: { version: '1', command: 'qw' },
    })
    const [said] = page.sections[0].blocks
    expect(said).toMatchObject({ kind: 'sentences' })
    expect(JSON.stringify(said)).toContain('a reaches all that b reaches')
  })

  it('gives the same for the same seed, and mirrors where the fronts are exchanged', () => {
    const found = compareFronts(ONE, OTHER, settings({ seed: 7 }))
    expect(compareFronts(ONE, OTHER, settings({ seed: 7 }))).toEqual(found)
    const mirrored = compareFronts(OTHER, ONE, settings({ seed: 7 }))
    expect(mirrored.attained).toEqual({
      ...found.attained,
      onlyOne: found.attained.onlyOther,
      onlyOther: found.attained.onlyOne,
    })
    expect(mirrored.epsilon).toEqual({ one: found.epsilon.other, other: found.epsilon.one })
  })

  it('reduces to what uses the machine as EASY does, or as the best do', () => {
    const idle = documentOf('B', [
      [1, 2, 0.9],
      [2, 1, 0.695],
      [3, 0.5, 0.68],
    ])
    const kept = (reduce: 'easy' | 'highest') =>
      compareFronts(idle, idle, settings({ reduce })).fronts.one.kept
    expect([kept('easy'), kept('highest')]).toEqual([2, 1])
  })

  it('lays one front upon another, within the published bounds', () => {
    const moved = documentOf(
      'B',
      ONE.points.map(({ values: [a, b, c] }) => [a + 1000, b + 1000, c]),
    )
    const { fitted, sameLog, distances } = compareFronts(
      ONE,
      moved,
      settings({ normalise: 'fit', generations: 3 }),
    )
    expect(sameLog).toBe(false)
    expect(fitted?.scale.every((s, k) => s >= [0.5, 0.5, 0.7][k] && s <= [2, 2, 1.4][k])).toBe(true)
    expect(Number.isFinite(distances[0].plain)).toBe(true)
  })

  it('refuses what is not there, in one line each', () => {
    const bare = documentOf('C', [[1, 2, 0.5]], { easy: null })
    const other = documentOf('D', [[1, 2]], { easy: null, names: ['AWRT1', 'AVEbsld'] })
    for (const [work, expected] of [
      [
        () => compareFronts(ONE, OTHER, settings({ objectives: 'AWRT1,makespan' })),
        'objectives of both fronts',
      ],
      [() => compareFronts(ONE, OTHER, settings({ objectives: 'AWRT1,AWRT1' })), 'each objective once'],
      [() => compareFronts(ONE, other, settings()), 'two objectives or more of both'],
      [() => compareFronts(ONE, bare, settings({ reduce: 'easy' })), 'easy among its policies'],
      [() => compareFronts(other, other, settings({ reduce: 'highest' })), 'UTIL among its objectives'],
    ] as const) {
      const { message } = failureOf(work)
      expect(message).toContain(expected)
      expect(message.split('\n')).toHaveLength(1)
    }
  })
})
