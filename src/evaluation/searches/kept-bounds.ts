/**
 * Bounds that an owner sets, held against schedules of which nothing but values is known, such as those of a front. Pure.
 */
import type { ScheduleValues } from '../../preference/index.js'
import { policyName } from '../../sim/policy.js'
import { boundIn, parseConstraint, violationOf, type WrittenConstraint } from '../../strategy/constraint.js'

/** A policy, and the values that it reaches on the same jobs. */
export interface KnownPolicy {
  readonly name: string
  readonly values: ScheduleValues
}

export interface HeldBounds {
  /** Bounds of which these values say nothing, each with the reason, as a clause. */
  readonly unknown: readonly string[]
  /** Whether a schedule keeps to all others. */
  keeps(values: ScheduleValues): boolean
}

/**
 * @param subjectTo constraints as they are written
 * @param names of the objectives that are known of schedules
 * @param policies that bounds may be multiples of
 * @throws QueuewrightError for what is no constraint
 */
export function heldBounds(
  subjectTo: readonly string[],
  names: readonly string[],
  policies: readonly KnownPolicy[],
): HeldBounds {
  const unknown: string[] = []
  const known: { readonly constraint: WrittenConstraint; readonly bound: number | null }[] = []
  for (const text of subjectTo) {
    const constraint = parseConstraint(text, '--subject-to')
    const strange = constraint.objective.parts.find(({ name }) => !names.includes(name))
    const base = baseOf(constraint, policies)
    if (strange !== undefined) unknown.push(`${text}: ${strange.name} is no objective of this front`)
    else if (base === undefined) unknown.push(`${text}: nobody knows what that policy reaches here`)
    else known.push({ constraint, bound: boundIn(constraint, base) })
  }
  return {
    unknown,
    keeps: (values) =>
      known.every(
        ({ constraint, bound }) => violationOf(constraint.sense, bound, valueUnder(constraint, values)) === 0,
      ),
  }
}

/** The value of the bound's policy; null where that has no value, or the bound is of no policy; undefined where it is not known. */
function baseOf(constraint: WrittenConstraint, policies: readonly KnownPolicy[]): number | null | undefined {
  const { bound } = constraint
  if (typeof bound === 'number') return null
  const wanted = [bound.policy, policyName(bound.policy)]
  const policy = policies.find(({ name }) => wanted.includes(name) || wanted.includes(name.toLowerCase()))
  return policy && valueUnder(constraint, policy.values)
}

function valueUnder({ objective }: WrittenConstraint, values: ScheduleValues): number | null {
  const parts = Object.fromEntries(objective.parts.map(({ name }) => [name, values[name] ?? Number.NaN]))
  const value = objective.byParts(parts)
  return Number.isFinite(value) ? value : null
}
