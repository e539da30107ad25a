/** The times of backfill's plans, as a Slurm 22.05.8 was seen to have them. */
import type { SchedulerParameters, SchedulerTriggers } from '../../../trace/slurm-conf/index.js'

/** What the site's SchedulerParameters say of a cycle; `depth` is the main scheduler's. */
export type BackfillSettings = Omit<SchedulerParameters, 'depth' | keyof SchedulerTriggers>

/** Seconds: how long a window lasts at least, and on whose multiple it ends. */
const WINDOW = 30

/** The end of a window of the look-ahead, by the first end of a running job in it. */
export function windowEnd(first: number): number {
  return Math.ceil(first / WINDOW + 1) * WINDOW
}

/** When a running job's nodes are expected, by the end of its time limit: where that is over KillWait later. */
export function freedAt(end: number, now: number, killWait: number): number {
  return end > now ? end : Math.max(now + 1, end + killWait)
}

/** Plans begin and end at multiples of the resolution. */
export function roundedDown(at: number, { resolution }: BackfillSettings): number {
  return Math.floor(at / resolution) * resolution
}
