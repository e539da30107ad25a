/** The judge of schedules: an objective, a formula over several, or what is derived from several otherwise. */
import type { Schedule } from '../schedule.js'
import type { NamedObjective } from './measure.js'
import type { Measured } from './objective.js'

export interface CompositeObjective {
  /** As written, without blanks around it. */
  readonly text: string
  /** The objectives that it is made of. */
  readonly parts: readonly NamedObjective[]
  /** That of the objective where the formula is a single name; else `min`: a formula is a cost. */
  readonly sense: 'min' | 'max'
  /**
   * The formula's value; never null.
   * @param rows rows of the jobs to judge; null: all
   * @throws QueuewrightError `objective-undefined` where a part has no value, which says which and why
   */
  measure(schedule: Schedule, rows: Int32Array | null): number
  /** By the values of its parts. */
  byParts(parts: Readonly<Record<string, number>>): number
  /** `measure` of a schedule whose sums other objectives may share. */
  of(measured: Measured): number
  /** Whether it is never negative and never falls where jobs start later (see `Objective.rises`). */
  readonly rises: boolean
  /** It is no formula: whoever has it measures the parts, and has the value of `byParts` (see derived.ts). */
  readonly derived?: true
}
