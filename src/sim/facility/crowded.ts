/** Beside whose reservation a job that fits what is idle does not begin now. */
import type { WaitingReason } from '../waiting-reason.js'
import type { Timeline } from './resources.js'
import type { FacilityState } from './state.js'

export interface Reserved<Share> {
  readonly job: number
  readonly at: number
  readonly end: number
  readonly share: Share
}

/**
 * The first of some reservations, up to its own, beside which a job that begins now fits no longer; null where beside all.
 * @param plan has these reservations, and has them again at the end
 */
export function crowdedOut<Share>(
  state: FacilityState<Share>,
  plan: Timeline<Share>,
  reserved: readonly Reserved<Share>[],
  job: number,
  now: number,
): WaitingReason | null {
  const own = reserved.findIndex((each) => each.job === job)
  for (const { at, end, share } of reserved) plan.cancel(at, end, share)
  let reason: WaitingReason | null = null
  for (const [k, { job: of, at, end, share }] of reserved.entries()) {
    plan.take(at, end, share)
    const isBefore = own < 0 || k < own
    if (reason === null && isBefore && !state.mayBegin(plan, job, now))
      reason = { kind: 'reservation', of, at }
  }
  return reason
}
