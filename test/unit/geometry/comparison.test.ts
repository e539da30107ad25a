/** Two fronts beside each other: against all pairs of points, and against exact volumes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Random } from '../../../src/core/random.js'
import {
  additiveEpsilon,
  attained,
  dominatedBy,
  type Front,
  frontOf,
  goalBox,
  nearestPoints,
  pointDistances,
  withAxes,
} from '../../../src/geometry/index.js'
import { hypervolume } from '../../../src/optimize/index.js'
import { failureOf } from '../../support/failures.js'
import { frontOfRows, rowsOf, sphere } from './fronts.js'

/** Two fronts of the same space, of small whole coordinates. */
const pairs = fc
  .record({
    d: fc.integer({ min: 1, max: 4 }),
    one: fc.integer({ min: 1, max: 12 }),
    other: fc.integer({ min: 1, max: 12 }),
  })
  .chain(({ d, one, other }) => {
    const front = (count: number) =>
      fc
        .array(fc.integer({ min: 0, max: 3 }), { minLength: d * count, maxLength: d * count })
        .map((values) => frontOf(d, Float64Array.from(values)))
    return fc.tuple(front(one), front(other))
  })

const covers = (a: readonly number[], b: readonly number[]) => a.every((value, k) => value <= b[k])
const same = (a: readonly number[], b: readonly number[]) => a.every((value, k) => value === b[k])

describe('two fronts', () => {
  it('dominate each other as all pairs of their points say', () => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [ours, theirs] = [rowsOf(one), rowsOf(other)]
        const shared = theirs.filter((b) => ours.some((a) => same(a, b)))
        const dominated = theirs.filter(
          (b) => !ours.some((a) => same(a, b)) && ours.some((a) => covers(a, b)),
        )
        expect(dominatedBy(one, other)).toEqual({ dominated: dominated.length, shared: shared.length })
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  it('have the ε of its definition; moved by it, the one reaches the other', () => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [ours, theirs] = [rowsOf(one), rowsOf(other)]
        const lack = (a: readonly number[], b: readonly number[]) =>
          Math.max(...a.map((value, k) => value - b[k]))
        const epsilon = Math.max(...theirs.map((b) => Math.min(...ours.map((a) => lack(a, b)))))
        expect(additiveEpsilon(one, other)).toBe(epsilon)
        const moved = ours.map((row) => row.map((value) => value - epsilon))
        expect(theirs.every((b) => moved.some((a) => covers(a, b)))).toBe(true)
      }),
      { seed: 6, numRuns: 300 },
    )
  })

  it('attain the share of the box that is their hypervolume', () => {
    const [one, other] = [sphere(3, 60, 1), sphere(3, 25, 2)]
    const box = goalBox(one, other)
    const goals = 40_000
    const { both, onlyOne, onlyOther } = attained(one, other, box, goals, new Random(3))
    const side = (k: number) => box.reference[k] - box.ideal[k]
    const volume = (front: Front) => hypervolume(front.points, box.reference) / (side(0) * side(1) * side(2))
    const joint = frontOfRows([...rowsOf(one), ...rowsOf(other)])
    for (const [share, exact] of [
      [both + onlyOne, volume(one)],
      [both + onlyOther, volume(other)],
      [both + onlyOne + onlyOther, volume(joint)],
    ]) {
      expect(Math.abs(share - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / goals))
    }
  })

  it('have a box from the best of both to a tenth beyond the worst, wide where nothing varies', () => {
    const box = goalBox(
      frontOfRows([
        [0, 7],
        [10, 7],
      ]),
      frontOfRows([[-10, 7]]),
    )
    expect(box.ideal).toEqual(Float64Array.of(-10, 7))
    expect(box.reference).toEqual(Float64Array.of(12, 8))
  })

  it('have distances point by point, on the axes that are asked for', () => {
    const one = frontOfRows([
      [0, 5, 0],
      [3, 9, 4],
    ])
    const to = nearestPoints(withAxes(frontOfRows([[0, 0, 0]]), [0, 2]))
    expect(pointDistances(withAxes(one, [0, 2]), to)).toEqual(Float64Array.of(0, 5))
  })

  it('are refused where they are of different spaces', () => {
    const [one, other] = [frontOfRows([[1, 2]]), frontOfRows([[1, 2, 3]])]
    for (const work of [dominatedBy, additiveEpsilon, goalBox]) {
      expect(failureOf(() => work(one, other)).message).toContain('objectives')
    }
  })
})
