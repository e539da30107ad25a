/** The cycles of both schedulers as an algorithm has them run, on what it knows of a machine. */
import { type Closures, NOTHING_CLOSED } from '../../nodes/index.js'
import { backfillCycle } from './backfill.js'
import type { BackfillSettings } from './backfill-times.js'
import type { Cluster, Placement } from './cluster.js'
import type { JobLimits } from './limits.js'
import { mainCycle, placementAmong } from './main.js'
import type { QueueEntry, RunningJob, Start } from './queue.js'

export interface Cycles {
  /**
   * Whether the queue is given as a whole, and looked at no further than it matters, by the main scheduler up to the first job that
   * cannot start; else it ends with the last job that could start now if nothing were planned.
   */
  readonly takesWhole: boolean
  /** Starts jobs. @param depth how many entries of the queue are looked at */
  main(queue: readonly QueueEntry[], depth: number, now: number): readonly Start[]
  /** Starts jobs. @param running sorted by end */
  backfill(running: readonly RunningJob[], queue: readonly QueueEntry[], now: number): BackfillStarts
  /** The starts that a cycle of backfill would plan now, within its bounds (bf_window, bf_max_job_test, …); starts nothing. */
  planned(running: readonly RunningJob[], queue: readonly QueueEntry[], now: number): readonly PlannedStart[]
  /** A job runs that others have started; null: nobody knows where. */
  resumed(entries: readonly QueueEntry[], placement: Placement | null): Placement | null
  /** A job that was started has ended. */
  ended(running: RunningJob): void
  /** Whether a job could start now if nothing were planned. */
  fits(entry: QueueEntry): boolean
}

/** A start that is planned, for now or later. */
export interface PlannedStart {
  readonly entry: QueueEntry
  readonly start: number
}

/** The part that has to stay of the order of a queue for a cycle that started nothing to find the same. */
export interface KeptOrder {
  /** No job goes before one in these places that was behind it; ascending. */
  readonly places: readonly number[]
  /** No job goes before one in a place below this that was not; Infinity where that does not matter. */
  readonly within: number
}

export interface BackfillStarts {
  readonly starts: readonly Start[]
  /** A cycle before this instant starts nothing if this one has not, and neither the queue nor what runs has changed. */
  readonly until: number
  /** The same is true of the same queue in another order that keeps so much; absent where all has to stay. */
  readonly kept?: KeptOrder
}

/** On nodes. */
export class ClusterCycles implements Cycles {
  readonly takesWhole = false

  constructor(
    readonly cluster: Cluster,
    readonly limits: JobLimits,
    readonly settings: BackfillSettings,
    readonly closures: Closures = NOTHING_CLOSED,
  ) {}

  main(queue: readonly QueueEntry[], depth: number, now: number): readonly Start[] {
    return mainCycle(this.cluster, queue, this.limits, depth, { now, closures: this.closures })
  }

  backfill(running: readonly RunningJob[], queue: readonly QueueEntry[], now: number): BackfillStarts {
    const { cluster, limits, settings, closures } = this
    return backfillCycle(cluster, running, queue, limits, now, settings, { closures })
  }

  planned(
    running: readonly RunningJob[],
    queue: readonly QueueEntry[],
    now: number,
  ): readonly PlannedStart[] {
    const { limits, settings, closures } = this
    const options = { closures, whole: true }
    const cycle = backfillCycle(this.cluster.copy(), running, queue, limits, now, settings, options)
    for (const { entry } of cycle.starts) limits.gave(entry.job)
    return [...cycle.starts.map(({ entry }) => ({ entry, start: now })), ...cycle.planned]
  }

  resumed(entries: readonly QueueEntry[], placement: Placement | null): Placement | null {
    const [{ job }] = entries
    const found =
      placement ??
      entries.reduce<Placement | null>(
        (known, entry) => known ?? placementAmong(this.cluster, entry, this.cluster.nodesOf(entry.partition)),
        null,
      )
    if (found === null) return null
    this.cluster.take(job.request, found)
    this.limits.took(job)
    return found
  }

  ended({ job, placement }: RunningJob): void {
    this.cluster.release(job.request, placement)
    this.limits.gave(job)
  }

  fits(entry: QueueEntry): boolean {
    return placementAmong(this.cluster, entry, this.cluster.nodesOf(entry.partition)) !== null
  }
}
