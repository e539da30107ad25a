/**
 * How many tasks go to a worker at a time: as many as take a given time by what tasks took so far, and no more than a
 * fair part of what is left, so that all workers end at about the same time (guided self-scheduling: Polychronopoulos and
 * Kuck, IEEE Transactions on Computers C-36(12), 1987, with a factor as in factoring: Hummel, Schonberg and Flynn,
 * CACM 35(8), 1992).
 */

/** Parts of what is left for each worker: it takes 1/(workers·SHARES) at most. */
const SHARES = 4

/** Milliseconds: no task takes less, as far as sizes go. */
const SHORTEST = 0.001

export interface GuidedTimes {
  /** Milliseconds that a share should take. */
  readonly target: number
  /** Milliseconds below which a share is not worth the way; 0 where absent. */
  readonly least?: number
}

/**
 * @param left tasks that nobody has taken yet; 1 or more
 * @param workers 1 or more
 * @param mean milliseconds that a task takes; null where that is not known yet
 * @returns 1 to `left`
 */
export function guidedSize(left: number, workers: number, mean: number | null, times: GuidedTimes): number {
  if (mean === null) return 1
  const { target, least = 0 } = times
  const fair = Math.ceil(left / (workers * SHARES))
  const worthwhile = Math.ceil(least / mean)
  const most = Math.max(1, Math.floor(target / mean))
  return Math.min(left, most, Math.max(fair, worthwhile))
}

/** The moving mean of what tasks take: half of it is the last share's. */
export function meanWith(mean: number | null, last: number): number {
  const taken = Math.max(SHORTEST, last)
  return mean === null ? taken : (mean + taken) / 2
}
