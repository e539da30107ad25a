/**
 * Wishes for a front: regions, a formula; and which of its schedules they concern, told at once while somebody draws or
 * weighs. Pure.
 */
import { heldBounds } from '../../../../evaluation/searches/kept-bounds.js'
import { liked } from '../../../../preference/liked.js'
import { unvalued } from '../../../../preference/unvalued.js'
import { compileObjective } from '../../../../sim/objectives/index.js'
import { membersOf, type Points } from './panels.js'
import type { DrawnRegion } from './regions.js'

export interface Wishes {
  readonly regions: readonly DrawnRegion[]
  readonly objective: string | null
  readonly subjectTo: readonly string[]
}

export interface ValuedPolicy {
  readonly policy: string
  readonly values: readonly (number | null)[]
}

/** The schedules of a front, sorted by what is wanted. */
export interface Sorted {
  /**
   * The class of each: its region, 1 the first; without regions 1 is what the formula likes most, and without a formula what keeps
   * to the bounds. After these comes the rest, and after that what breaks a bound.
   */
  readonly classOf: Int32Array
  /** Classes that are wanted, before the rest. */
  readonly wanted: number
  /** How many keep to the bounds that can be told; null where there are none. */
  readonly kept: number | null
  /** Bounds of which nothing can be told, each with the reason. */
  readonly unknown: readonly string[]
}

/**
 * @param policies that bounds may be multiples of
 * @returns null where nothing is wanted
 * @throws QueuewrightError for regions, formulas and bounds that cannot be
 */
export function sorted(
  points: Points,
  { regions, objective, subjectTo }: Wishes,
  policies: readonly ValuedPolicy[],
): Sorted | null {
  if (regions.length === 0 && objective === null && subjectTo.length === 0) return null
  const named = policies.map(({ policy, values }) => ({ name: policy, values: byName(points.names, values) }))
  const { keeps, unknown } = heldBounds(subjectTo, points.names, named)
  const rows = [...Array(points.count).keys()]
  const breaks = rows.map((row) => !keeps(valuesOf(points, row)))
  const wanted = Math.max(1, regions.length)
  const wish =
    regions.length > 0
      ? membersOf(points, regions)
      : objective === null
        ? new Int32Array(points.count).fill(1)
        : liked(costsBy(points, objective).map((cost, row) => (breaks[row] ? Number.NaN : cost)))
  return {
    classOf: wish.map((own, row) => (breaks[row] ? wanted + 2 : own)),
    ...{ wanted, unknown },
    kept: unknown.length === subjectTo.length ? null : rows.filter((row) => !breaks[row]).length,
  }
}

/** Schedules of each class that is wanted, and of the rest, that keep to the bounds. */
export function countsOf({ classOf, wanted }: Sorted): readonly number[] {
  const counts = Array.from({ length: wanted + 2 }, () => 0)
  for (const each of classOf) counts[each - 1]++
  return counts.slice(0, wanted + 1)
}

/** A formula's values of all points; less is better. @throws QueuewrightError, also where no point has any */
function costsBy(points: Points, text: string): Float64Array {
  const { byParts, sense } = compileObjective(text)
  const sign = sense === 'max' ? -1 : 1
  const costs = Float64Array.from({ length: points.count }, (_, row) => sign * byParts(valuesOf(points, row)))
  if (points.count > 0 && !costs.some(Number.isFinite)) throw unvalued(text, points.names, 'the formula')
  return costs
}

function valuesOf({ names, values }: Points, row: number): Readonly<Record<string, number>> {
  return byName(names, values.subarray(row * names.length))
}

function byName<Value>(names: readonly string[], values: ArrayLike<Value>): Readonly<Record<string, Value>> {
  return Object.fromEntries(names.map((name, k) => [name, values[k]]))
}
