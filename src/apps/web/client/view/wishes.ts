/**
 * What is wanted of a front: regions, a formula; and which of its schedules that concerns, told at once while somebody draws or
 * weighs. Bounds are kept by searches. Pure.
 */
import { liked } from '../../../../preference/liked.js'
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
   * The class of each: its region, 1 the first; without regions 1 is what the formula likes most. The last is the rest.
   */
  readonly classOf: Int32Array
  /** Classes that are wanted, before the rest. */
  readonly wanted: number
}

/**
 * @returns null where nothing is wanted
 * @throws QueuewrightError for regions and formulas that cannot be
 */
export function sorted(points: Points, { regions, objective }: Wishes): Sorted | null {
  if (regions.length > 0) return { classOf: membersOf(points, regions), wanted: regions.length }
  return objective === null ? null : { classOf: liked(costsBy(points, objective)), wanted: 1 }
}

/** Schedules of each class, and of the rest. */
export function countsOf({ classOf, wanted }: Sorted): readonly number[] {
  const counts = Array.from({ length: wanted + 1 }, () => 0)
  for (const each of classOf) counts[each - 1]++
  return counts
}

/** A formula's values of all points; less is better. @throws QueuewrightError */
function costsBy(points: Points, text: string): Float64Array {
  const { byParts, sense } = compileObjective(text)
  const sign = sense === 'max' ? -1 : 1
  return Float64Array.from({ length: points.count }, (_, row) => sign * byParts(valuesOf(points, row)))
}

function valuesOf({ names, values }: Points, row: number): Readonly<Record<string, number>> {
  return Object.fromEntries(names.map((name, k) => [name, values[row * names.length + k]]))
}
