/**
 * When the cycles of Slurm's two schedulers run (slurm.conf(5), SchedulerParameters; instants found by watching a Slurm
 * 22.05.8).
 *
 * - Once a second slurmctld looks whether a job came, ended or was changed since the last cycle of the main scheduler. If so,
 *   and `batch_sched_delay` whole seconds have gone by, the main scheduler looks at `default_queue_depth` jobs. Each
 *   `sched_interval` it goes through the whole queue.
 * - Backfill runs each `bf_interval`.
 */
import type { SchedulerParameters } from '../../../trace/slurm-conf/index.js'

export interface CycleTimes {
  /** When slurmctld looks first whether anything happened, and how many seconds lie between two looks. */
  readonly firstLook: number
  readonly lookInterval: number
  /** When backfill runs first. */
  readonly firstBackfill: number
  /** When the main scheduler ran last before; −Infinity if never. */
  readonly lastMain: number
}

/** The site's SchedulerParameters on when cycles run, and how much of the queue the main scheduler looks at. */
export type CycleSettings = Pick<
  SchedulerParameters,
  'interval' | 'fullInterval' | 'batchDelay' | 'leastInterval' | 'depth'
>

export class CycleClock {
  readonly #settings: CycleSettings
  readonly #times: CycleTimes
  #requested = false
  #lastMain: number
  #nextFull: number
  #nextBackfill: number

  constructor(settings: CycleSettings, times: CycleTimes) {
    this.#settings = settings
    this.#times = times
    this.#lastMain = times.lastMain
    this.#nextFull = times.firstLook
    this.#nextBackfill = times.firstBackfill
  }

  /** Asks for a cycle of the main scheduler. */
  request(): void {
    this.#requested = true
  }

  /** Whether one is asked for. */
  get requested(): boolean {
    return this.#requested
  }

  get nextBackfill(): number {
    return this.#nextBackfill
  }

  /** The next look from an instant on at which the main scheduler runs. */
  nextMain(now: number): number {
    const { batchDelay, leastInterval } = this.#settings
    const { firstLook, lookInterval } = this.#times
    const soonest = Math.max(Math.floor(this.#lastMain) + batchDelay, this.#lastMain + leastInterval)
    const next = this.#requested ? Math.min(this.#nextFull, Math.max(soonest, now)) : this.#nextFull
    return strikeFrom(firstLook, lookInterval, next)
  }

  /** @returns how many jobs the cycle that begins looks at */
  mainBegins(now: number): number {
    const isFull = now >= this.#nextFull
    if (isFull) this.#nextFull += this.#settings.fullInterval
    this.#lastMain = now
    this.#requested = false
    return isFull ? Number.POSITIVE_INFINITY : this.#settings.depth
  }

  backfillBegins(): void {
    this.#nextBackfill += this.#settings.interval
  }

  /** Lets cycles before an instant go by that would start nothing. */
  pass(now: number): void {
    const { fullInterval, interval } = this.#settings
    const next = strikeFrom(this.#nextFull, fullInterval, now)
    if (next > this.#nextFull) this.#lastMain = Math.max(this.#lastMain, next - fullInterval)
    this.#nextFull = next
    this.#nextBackfill = strikeFrom(this.#nextBackfill, interval, now)
  }
}

/** The first stroke at or after an instant of a clock that strikes at `first` and each `period`. */
function strikeFrom(first: number, period: number, at: number): number {
  return first + Math.max(0, Math.ceil((at - first) / period)) * period
}
