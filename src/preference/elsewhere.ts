/** Remarks on regions that judge other schedules than those that they were drawn among. */
import type { Preference } from './preference.js'

/** @param digests of the log that is judged, by which a front may know it */
export function elsewhere({ name, front }: Preference, digests: readonly string[]): readonly string[] {
  if (front === null || digests.includes(front.digest)) return []
  return [
    `${name} has regions that were drawn on a front of ${front.name}: on other jobs, or under other rules, the same seconds mean something else`,
  ]
}
