import type { AvailabilityProfile } from '../profile.js'
import type { PlanningView } from '../scheduler.js'
import { nextAfter } from './reservation.js'

/** Makes `profile` anew from the running jobs' estimated ends; a job past its own is taken to end just after now. */
export function planRunning(profile: AvailabilityProfile, engine: PlanningView, now = engine.now): void {
  const { plannedEnd, plannedSize, planFirst, planEnd } = engine.running
  profile.reset(now, engine.free)
  for (let k = planFirst; k < planEnd; k++) {
    if (plannedSize[k] === 0) continue
    const end = plannedEnd[k]
    profile.append(end <= now ? nextAfter(now) : end, plannedSize[k])
  }
}
