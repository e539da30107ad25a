/**
 * Test problems ZDT1 to ZDT4 and ZDT6 of two objectives (Zitzler, Deb and Thiele, Evolutionary Computation 8, 2000). All
 * coordinates are in [0, 1], but for ZDT4's, which are in [−5, 5] after the first.
 */
import { type Box, boxOf, cubeOf } from '../box.js'

export type ZdtName = 'ZDT1' | 'ZDT2' | 'ZDT3' | 'ZDT4' | 'ZDT6'
export const ZDT_NAMES: readonly ZdtName[] = ['ZDT1', 'ZDT2', 'ZDT3', 'ZDT4', 'ZDT6']

export interface MultiObjectiveProblem {
  readonly box: Box
  readonly objectives: number
  /** Writes the objectives of a point into `scores` from `at` on. */
  readonly evaluate: (point: Float64Array, scores: Float64Array, at: number) => void
}

interface Zdt {
  readonly dimensions: number
  /** First objective, of the first coordinate. */
  readonly first: (x: number) => number
  /** Distance from the front, of the other coordinates; 1 on it. */
  readonly distance: (rest: Float64Array) => number
  /** Second objective, divided by g, of the first one and g. */
  readonly shape: (first: number, g: number) => number
}

const mean = (rest: Float64Array) => rest.reduce((sum, x) => sum + x, 0) / rest.length
const identity = (x: number) => x
const sum9 = (rest: Float64Array) => 1 + 9 * mean(rest)
const convex = (first: number, g: number) => 1 - Math.sqrt(first / g)
const concave = (first: number, g: number) => 1 - (first / g) ** 2

const PROBLEMS: Readonly<Record<ZdtName, Zdt>> = {
  ZDT1: { dimensions: 30, first: identity, distance: sum9, shape: convex },
  ZDT2: { dimensions: 30, first: identity, distance: sum9, shape: concave },
  ZDT3: {
    dimensions: 30,
    first: identity,
    distance: sum9,
    shape: (first, g) => convex(first, g) - (first / g) * Math.sin(10 * Math.PI * first),
  },
  ZDT4: {
    dimensions: 10,
    first: identity,
    distance: (rest) =>
      rest.reduce((sum, x) => sum + x * x - 10 * Math.cos(4 * Math.PI * x), 1 + 10 * rest.length),
    shape: convex,
  },
  ZDT6: {
    dimensions: 10,
    first: (x) => 1 - Math.exp(-4 * x) * Math.sin(6 * Math.PI * x) ** 6,
    distance: (rest) => 1 + 9 * mean(rest) ** 0.25,
    shape: concave,
  },
}

export function zdt(name: ZdtName): MultiObjectiveProblem {
  const { dimensions, first, distance, shape } = PROBLEMS[name]
  return {
    box: name === 'ZDT4' ? wide(dimensions) : cubeOf(dimensions, 0, 1),
    objectives: 2,
    evaluate: (point, scores, at) => {
      const f1 = first(point[0])
      const g = distance(point.subarray(1))
      scores[at] = f1
      scores[at + 1] = g * shape(f1, g)
    },
  }
}

function wide(dimensions: number): Box {
  const lower = new Float64Array(dimensions).fill(-5)
  const upper = new Float64Array(dimensions).fill(5)
  lower[0] = 0
  upper[0] = 1
  return boxOf(lower, upper)
}

/**
 * Points of the true front, at `count` equidistant places of the first coordinate; where the front has gaps (ZDT3) only
 * those on it are non-dominated.
 * @returns row-major
 */
export function zdtFront(name: ZdtName, count: number): Float64Array {
  const { first, shape } = PROBLEMS[name]
  const points = new Float64Array(2 * count)
  for (let k = 0; k < count; k++) {
    const f1 = first(k / (count - 1))
    points[2 * k] = f1
    points[2 * k + 1] = shape(f1, 1)
  }
  return points
}
