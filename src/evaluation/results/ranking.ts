/** Which policy is best under an objective, and how far others are from a baseline. Pure. */
import { largestOf, smallestOf } from '../../core/statistics.js'
import type { ObjectiveValues } from '../../sim/objectives/index.js'
import type { ObjectiveInfo } from '../../sim/objectives/info.js'

export interface ComparedPolicy {
  readonly policy: string
  readonly objectives: ObjectiveValues
}

/** The best value among the policies; null where nobody has one. */
export function bestValue(
  policies: readonly ComparedPolicy[],
  { name, sense }: ObjectiveInfo,
): number | null {
  const values = policies.map(({ objectives }) => objectives[name]).filter(isValue)
  if (values.length === 0) return null
  return sense === 'min' ? smallestOf(values) : largestOf(values)
}

/** (value − base) / |base|; null where one of them is missing or the base is zero and the value is not. */
export function relativeChange(value: number | null, base: number | null): number | null {
  if (!isValue(value) || !isValue(base)) return null
  if (value === base) return 0
  return base === 0 ? null : (value - base) / Math.abs(base)
}

export function isValue(value: number | null | undefined): value is number {
  return value !== null && value !== undefined && Number.isFinite(value)
}
