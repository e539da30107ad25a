/** A log that was simulated, and how it might have been otherwise. */
import type { Schedule } from '../schedule.js'

/** The log as it would have been. */
export interface Change {
  /** The job's own size in place of what it has. */
  readonly size?: number
  readonly estimate?: number
  readonly runtime?: number
  /** Rows of jobs that are not there, ascending. */
  readonly without?: Int32Array
}

/** The facts of the simulation that was made: starts, and on a machine of partitions where the jobs were. */
export type Started = Pick<Schedule, 'start' | 'places'>

export const NO_CHANGE: Change = {}
