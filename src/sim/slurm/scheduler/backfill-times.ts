/** The times of backfill's plans, as a Slurm 22.05.8 was seen to have them. */
import type { SchedulerParameters, SchedulerTriggers } from '../../../trace/slurm-conf/index.js'

/** The settings of a cycle by the site's SchedulerParameters; `depth` is the main scheduler's. */
export type BackfillSettings = Omit<SchedulerParameters, 'depth' | keyof SchedulerTriggers>

/** Seconds: how long the first window of the look-ahead lasts, and on whose multiple windows begin. */
const WINDOW = 30

/** The windows of the look-ahead. They begin together, after the first end of a running job, and each lasts twice as long. */
export class Windows {
  #from = Number.NaN
  #length = WINDOW

  /** The end of the next one. @param first the end of the first running job in it */
  next(first: number): number {
    if (Number.isNaN(this.#from)) this.#from = (Math.floor(first / WINDOW) + 1) * WINDOW
    const end = this.#from + this.#length
    this.#length *= 2
    return end
  }
}

/** When a running job's nodes are expected, by the end of its time limit: where that is over KillWait later. */
export function freedAt(end: number, now: number, killWait: number): number {
  return end > now ? end : Math.max(now + 1, end + killWait)
}

/** Plans begin and end at multiples of the resolution. */
export function roundedDown(at: number, { resolution }: BackfillSettings): number {
  return Math.floor(at / resolution) * resolution
}
