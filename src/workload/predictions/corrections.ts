/**
 * Corrections of a prediction for a job that runs on beyond it (Tsafrir, Etsion and Feitelson, Backfilling using
 * system-generated predictions rather than user runtime estimates, IEEE TPDS 18, 2007, section 4.3): the first
 * prediction plus a fixed increment, longer from one correction to the next, never above what the user asked for.
 */
const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds added to the *first* prediction by the first, second, … correction. */
const INCREMENTS = [
  ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 5, 10, 20, 50, 100].map((hours) => hours * HOUR),
]

/**
 * The prediction after the given number of corrections, in seconds; the request itself after the last increment.
 * @param requested the user's request
 * @param first the prediction made at submit
 * @param corrections from 1
 */
export function correctedPrediction(requested: number, first: number, corrections: number): number {
  const increment = INCREMENTS[corrections - 1]
  return increment === undefined ? requested : Math.min(requested, first + increment)
}
