/**
 * The fluid relaxation: at any instant a job may have any share of its processors, not only all or none.
 *
 * Job j, released at r_j, is processed at a rate between 0 and m_j; all rates together are at most m; when it has been
 * given its work p_j·m_j it is done. Every schedule of the rigid jobs is such a process, so what no process can do no
 * schedule can. Let q_j(t) be the *level* of job j, its remaining work divided by m_j: the time that it still needs
 * at full rate. Let
 *
 *     V_t(h) = Σ over the jobs released by t of m_j · max(0, q_j(t) − h),    V_t(0) the remaining work.
 *
 * **Theorem.** Highest level first (full rate for the jobs of the highest levels, as many as fit; those at the level
 * where they no longer fit share what is left, so that their levels stay equal) minimises V_t(h) for all t and all
 * h ≥ 0 at once. *Proof.* In a short time d every process obeys V_{t+d}(h) ≥ V_t(h + d), as no level falls by more
 * than d, and V_{t+d}(h) ≥ V_t(h) − m·d, as no more than m·d is done. Highest level first attains the larger of the
 * two: where the jobs above level h need m or more, all that is done is done to them; where they need less, each of
 * them falls by d. The larger of the two rises with V_t, and a release adds the same m_j·max(0, p_j − h) to each
 * process, so by induction over time no process is below it. ∎ It is Muntz and Coffman's level algorithm (IEEE
 * Transactions on Computers 18, 1969) with a width for each job, and longest remaining processing time first.
 *
 * A level that has been below the full rate never gets it again: the order of levels does not change, so the jobs
 * above end no sooner. Hence what is above is as if alone, and all delay arises in *episodes*, from the first job cut
 * to the instant at which the shared level reaches 0. Jobs at one level stay at one level and become one item, so
 * there are O(n) events, each at a cost of O(log n).
 *
 * The *excess* D(t) = V_t(0) − R(t), with R(t) the remaining work where each job runs alone from its release, is what
 * the other bounds are made of. Its integral is Σ over jobs of work · (mean busy time − that of the job alone), whose
 * minimum this is.
 */
import { EventQueue } from '../../core/heap.js'

/** Jobs in order of release. */
export interface FluidJobs {
  /** Seconds. */
  readonly release: Float64Array
  readonly runtime: Float64Array
  /** Largest rate; whole numbers, none above the capacity. */
  readonly size: Float64Array
}

export interface FluidDelay {
  /** ∫ D dt: processor seconds · seconds. */
  readonly delay: number
  /** Largest D: processor seconds. */
  readonly excess: number
  /** Instant at which the last shared level reaches 0; −∞ without an episode. */
  readonly settled: number
}

/**
 * @param rows rows of the jobs that take part, ascending; those without work are passed over
 * @param capacity m, a whole number
 * @param episodes is given the beginning and the end of each episode
 */
export function fluidDelay(
  jobs: FluidJobs,
  rows: Int32Array,
  capacity: number,
  episodes: number[] | null = null,
): FluidDelay {
  const { release, runtime, size } = jobs
  /** Jobs at full rate, by the instant at which they end. */
  const full = new EventQueue()
  /** Items below the shared level, by −level: the highest first. */
  const idle = new EventQueue()
  /** Delayed jobs that alone would still run, by the instant at which they would end. */
  const alone = new EventQueue()
  /** The width of each item; an item is named by one of its jobs. */
  const width = new Float64Array(rows.length)
  /** Processors at full rate. */
  let busy = 0
  /** Processors that the jobs in `alone` would hold. */
  let held = 0
  /** The item that shares what is left; −1 outside of episodes. */
  let shared = -1
  let level = 0
  let now = 0
  let excess = 0
  let most = 0
  let delay = 0
  let settled = Number.NEGATIVE_INFINITY

  for (let k = 0; k <= rows.length; k++) {
    const until = k < rows.length ? release[rows[k]] : Number.POSITIVE_INFINITY
    while (shared >= 0 && now < until) {
      const left = capacity - busy
      // Below 1, as the item did not fit.
      const rate = left / width[shared]
      const below = idle.count > 0 ? -idle.next : 0
      const toFull =
        full.count > 0 ? Math.max(0, (full.next - now - level) / (1 - rate)) : Number.POSITIVE_INFINITY
      const toBelow = rate > 0 ? Math.max(0, (level - below) / rate) : Number.POSITIVE_INFINITY
      const toAlone = alone.count > 0 ? Math.max(0, alone.next - now) : Number.POSITIVE_INFINITY
      const step = Math.min(until - now, toAlone, toFull, toBelow)
      const slope = held - left
      delay += step * Math.max(0, excess + (slope * step) / 2)
      excess = Math.max(0, excess + slope * step)
      if (excess > most) most = excess
      level -= rate * step
      if (step === until - now) now = until
      else if (step === toAlone) {
        now = Math.max(now, alone.next)
        held -= size[rows[alone.take()]]
      } else if (step === toFull) {
        now += step
        const end = full.next
        const item = full.take()
        busy -= width[item]
        width[shared] += width[item]
        alone.push(end, item)
        held += width[item]
      } else {
        now += step
        level = below
        if (idle.count > 0) width[shared] += width[idle.take()]
        else {
          shared = -1
          excess = 0
          held = 0
          while (alone.count > 0) alone.take()
          settled = now
          if (episodes !== null) episodes.push(now)
        }
      }
    }
    if (k === rows.length) break
    while (full.next <= until) busy -= width[full.take()]
    now = until
    const row = rows[k]
    const p = runtime[row]
    if (!(p > 0 && size[row] > 0)) continue
    width[k] = size[row]
    if (shared >= 0 && p <= level) {
      idle.push(-p, k)
      alone.push(now + p, k)
      held += width[k]
      continue
    }
    full.push(now + p, k)
    busy += width[k]
    while (busy > capacity) {
      const end = full.next
      const item = full.take()
      busy -= width[item]
      if (shared >= 0) idle.push(-level, shared)
      else if (episodes !== null) episodes.push(now)
      shared = item
      level = Math.max(0, end - now)
      alone.push(end, item)
      held += width[item]
    }
  }
  return { delay, excess: most, settled }
}
