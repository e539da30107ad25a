/**
 * Bounds of the k-th least wait, which quantiles are made of.
 *
 * Let q be the k-th least wait of n jobs, so that n − k jobs at most wait longer. Of n' jobs released one after the
 * other in [a, b], at least k' = n' − (n − k) have started by b + q. Those of them that still run then fit on the
 * machine together: they are at most u, the number of the smallest sizes that fit. The others, k' − u at least, have
 * been processed within [a, b + q], by at most m processors. Hence, with σ the sum of the k' − u least works of the n',
 *
 *     q ≥ σ/m − (b − a).
 *
 * Windows of all jobs, halves, quarters, … , each also shifted by half its length, are tried as long as they have more
 * than n − k jobs. On logs of years with idle nights this says 0; it says more where nearly all jobs came at once.
 */
import type { Load } from './load.js'

/** A lower bound of the type-7 quantile of the waits, up to rounding. */
export function leastQuantile(load: Load, p: number): number {
  const place = (load.length - 1) * p
  const below = Math.floor(place)
  const share = place - below
  const low = (1 - share) * leastWaitOfRank(load, below + 1)
  return share === 0 ? low : low + share * leastWaitOfRank(load, below + 2)
}

/** @param k 1: the least wait */
export function leastWaitOfRank(load: Load, k: number): number {
  const { length } = load
  const longer = length - k
  let best = 0
  for (let jobs = length; jobs > longer; jobs = Math.floor(jobs / 2)) {
    const stride = Math.max(1, Math.floor(jobs / 2))
    for (let from = 0; from + jobs <= length; from += stride) {
      best = Math.max(best, inWindow(load, from, jobs, jobs - longer))
    }
  }
  return best
}

function inWindow({ release, size, work, processors }: Load, from: number, jobs: number, k: number): number {
  const seconds = release[from + jobs - 1] - release[from]
  const works = work.slice(from, from + jobs)
  const area = processors * seconds
  if (works.reduce((sum, each) => sum + each, 0) <= area) return 0
  const sizes = size.slice(from, from + jobs).sort()
  let running = 0
  for (let used = sizes[0]; used <= processors && running < jobs; used += sizes[running]) running++
  works.sort()
  let done = 0
  for (let job = 0; job < k - running; job++) done += works[job]
  return done / processors - seconds
}
