/**
 * The space in which preferences are measured: objectives minimised, each axis by the range of the front's points, from 0
 * to 1 (Franke, doctoral thesis, Dortmund 2006, 8.14). An axis of one value says nothing and is left out of everything.
 */
import { type Front, frontOf } from '../geometry/index.js'

export type Sense = 'min' | 'max'

/** Points in natural units, and what is better on each axis. */
export interface NaturalPoints {
  readonly senses: readonly Sense[]
  /** Points × axes, row-major, finite. */
  readonly points: Float64Array
}

export interface Space {
  /** Places of the axes that vary, ascending. */
  readonly axes: readonly number[]
  /** The points, in this space. */
  readonly front: Front
  /** A point in natural units into this space; of all axes, also those left out. */
  enter(natural: ArrayLike<number>): Float64Array
}

/** @throws QueuewrightError `usage` for points that are not finite or do not fit the axes */
export function spaceOf({ senses, points }: NaturalPoints): Space {
  const all = senses.length
  frontOf(all, points)
  const signs = senses.map((sense) => (sense === 'max' ? -1 : 1))
  const least = new Float64Array(all).fill(Number.POSITIVE_INFINITY)
  const most = new Float64Array(all).fill(Number.NEGATIVE_INFINITY)
  for (const [k, value] of points.entries()) {
    const axis = k % all
    least[axis] = Math.min(least[axis], signs[axis] * value)
    most[axis] = Math.max(most[axis], signs[axis] * value)
  }
  const axes = signs.map((_, axis) => axis).filter((axis) => most[axis] > least[axis])
  const enter = (natural: ArrayLike<number>, from = 0) =>
    Float64Array.from(
      axes,
      (axis) => (signs[axis] * natural[from + axis] - least[axis]) / (most[axis] - least[axis]),
    )
  const rows = new Float64Array((points.length / all) * axes.length)
  for (let from = 0, to = 0; from < points.length; from += all, to += axes.length)
    rows.set(enter(points, from), to)
  return { axes, front: { objectives: axes.length, points: rows }, enter: (natural) => enter(natural) }
}
