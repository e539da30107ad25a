/**
 * Two fronts beside each other, all objectives minimised: which points of one the other makes needless, what each attains,
 * and by how much all of one would have to be better to leave nothing to the other.
 *
 * - *Dominated*: the points of a front that some point of the other is nowhere worse and somewhere better than. With those
 *   that both have it is the coverage of Zitzler and Thiele (IEEE Transactions on Evolutionary Computation 3, 1999).
 * - *Attained*: a front attains a goal, a value for each objective, if one of its points is nowhere worse (Fonseca and
 *   Fleming, PPSN 1996). The goals are uniform points of one box for both, so that the share that a front attains is its
 *   hypervolume relative to the box, and what only one of them attains is where they differ. Each share has the standard
 *   error √(p(1 − p)/n).
 * - *ε*: the least amount that, taken off every value of one front, leaves no point of the other that it does not reach:
 *   the additive ε-indicator of Zitzler, Thiele, Laumanns, Fonseca, Grunert da Fonseca (IEEE Transactions on Evolutionary
 *   Computation 7, 2003). 0 or less: it reaches all as it is.
 */
import type { Random } from '../core/random.js'
import { type Archive, archiveOf } from '../optimize/index.js'
import { alike, axisRanges, type Front, frontSize, notEmpty } from './front.js'

export interface Dominated {
  /** Points of this front that the other dominates. */
  readonly dominated: number
  /** Points that the other has too. */
  readonly shared: number
}

/**
 * The part of `front` that `other` makes needless.
 * @throws QueuewrightError `usage` for fronts of different spaces
 */
export function dominatedBy(other: Front, front: Front): Dominated {
  alike(front, other)
  const covers = coverage(other)
  const theirs = new Set(rowsOf(other).map((row) => row.join()))
  let [dominated, shared] = [0, 0]
  for (const row of rowsOf(front)) {
    if (theirs.has(row.join())) shared++
    else if (covers(row)) dominated++
  }
  return { dominated, shared }
}

/** Corners of the box that goals lie in: nothing is better than `ideal`, nothing worse than `reference`. */
export interface GoalBox {
  readonly ideal: Float64Array
  readonly reference: Float64Array
}

/** The share that the box is wider than the points at its worse end, so that the worst of an axis attain something there. */
const MARGIN = 0.1

/**
 * The box of two fronts: from the best that either has on each axis to the worst, and a tenth of the range beyond it.
 * @throws QueuewrightError `usage` for fronts of different spaces, or without points
 */
export function goalBox(one: Front, other: Front): GoalBox {
  alike(one, other)
  const [a, b] = [axisRanges(one), axisRanges(other)]
  const ideal = a.least.map((least, k) => Math.min(least, b.least[k]))
  const reference = a.most.map((value, k) => {
    const most = Math.max(value, b.most[k])
    return most + (MARGIN * (most - ideal[k]) || 1)
  })
  return { ideal, reference }
}

/** Shares of the goals in the box. */
export interface Attained {
  readonly both: number
  readonly onlyOne: number
  readonly onlyOther: number
  readonly goals: number
}

/**
 * @param goals how many are drawn; 1 or more
 * @throws QueuewrightError `usage` for fronts of different spaces
 */
export function attained(
  one: Front,
  other: Front,
  { ideal, reference }: GoalBox,
  goals: number,
  random: Random,
): Attained {
  alike(one, other)
  const [byOne, byOther] = [coverage(one), coverage(other)]
  const goal = new Float64Array(one.objectives)
  const counts = { both: 0, onlyOne: 0, onlyOther: 0 }
  for (let drawn = 0; drawn < goals; drawn++) {
    for (let k = 0; k < goal.length; k++) {
      goal[k] = ideal[k] + random.uniform() * (reference[k] - ideal[k])
    }
    const [first, second] = [byOne(goal), byOther(goal)]
    if (first && second) counts.both++
    else if (first) counts.onlyOne++
    else if (second) counts.onlyOther++
  }
  const share = (count: number) => count / goals
  return {
    both: share(counts.both),
    onlyOne: share(counts.onlyOne),
    onlyOther: share(counts.onlyOther),
    goals,
  }
}

/**
 * How much better all of `front` would have to be, in the unit of the axes, to be nowhere worse than every point of `other`.
 * @throws QueuewrightError `usage` for fronts of different spaces, or without points
 */
export function additiveEpsilon(front: Front, other: Front): number {
  alike(front, other)
  notEmpty(front)
  const { objectives, points } = front
  let most = Number.NEGATIVE_INFINITY
  for (let at = 0; at < other.points.length; at += objectives) {
    let least = Number.POSITIVE_INFINITY
    for (let base = 0; base < points.length && least > most; base += objectives) {
      let lack = Number.NEGATIVE_INFINITY
      for (let k = 0; k < objectives && lack < least; k++) {
        lack = Math.max(lack, points[base + k] - other.points[at + k])
      }
      least = Math.min(least, lack)
    }
    most = Math.max(most, least)
  }
  return most
}

/** Whether some point of the front is nowhere worse. */
function coverage(front: Front): Archive<number>['covers'] {
  const archive = archiveOf(front.objectives)
  for (const [k, row] of rowsOf(front).entries()) archive.add(row, k)
  return archive.covers
}

function rowsOf(front: Front): readonly Float64Array[] {
  const { objectives, points } = front
  return Array.from({ length: frontSize(front) }, (_, row) =>
    points.subarray(row * objectives, (row + 1) * objectives),
  )
}
