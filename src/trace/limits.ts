/**
 * Limits of a time, a duration and a count of a job, for every reader of logs. Beyond these bounds numbers are not what
 * they are taken for, and work that goes through time step by step would not end.
 */

import { LONGEST_DURATION } from '../core/duration.js'

/** Seconds of any instant of a log, from its own zero or as Unix time (the year 2286), and of any duration. */
export const MOST_SECONDS = LONGEST_DURATION

/** Seconds of a requested time, which resource managers also use to say that there is no limit. */
export const MOST_REQUESTED_SECONDS = 1_000_000_000_000

/** Processors, and whatever else columns of 32 bits hold. */
export const MOST_COUNT = 2_147_483_647

/** The expected form of a time or a duration, for messages. */
export const SECONDS_EXPECTED = `seconds from 0 to ${MOST_SECONDS} (are these milliseconds?)`
