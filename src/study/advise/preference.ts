/** Which of the policies that are worth having comes first: one that an administrator can write down, where it gains nearly as much. */
import type { AdvisedPolicy } from './advice.js'
import { SYSTEMS, type System } from './spec.js'

/** The part of the other's gain that it has to have. */
const NEARLY = 0.5

export interface Preferred {
  readonly policies: readonly AdvisedPolicy[]
  /** The name of the policy that would be first if lines did not count; null where it is. */
  readonly passedOver: string | null
}

/**
 * The policies with the preferred one in front: the first that is worth it and has lines for the system, if its gain is within the
 * interval of the first one's that is worth it, or above, and at least half of its gain.
 * @param sense of the objective
 * @param system null: any of those that lines are written for
 */
export function preferred(
  policies: readonly AdvisedPolicy[],
  sense: 'min' | 'max',
  system: System | null,
): Preferred {
  const worth = policies.filter((each) => each.worth)
  const [best] = worth
  if (best === undefined || hasLines(best, system)) return { policies, passedOver: null }
  const gain = (change: number) => (sense === 'min' ? -change : change)
  const { change: most, later } = best
  if (most === null || later === null) return { policies, passedOver: null }
  const least = Math.max(Math.min(gain(later.low), gain(later.high)), NEARLY * gain(most))
  const first = worth.find(
    (each) => hasLines(each, system) && each.change !== null && gain(each.change) >= least,
  )
  if (first === undefined) return { policies, passedOver: null }
  return { policies: [first, ...policies.filter((each) => each !== first)], passedOver: best.name }
}

function hasLines(policy: AdvisedPolicy, system: System | null): boolean {
  return (system === null ? SYSTEMS : [system]).some((each) => policy[each] !== null)
}
