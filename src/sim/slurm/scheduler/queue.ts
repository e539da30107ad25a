/** The jobs that wait, in the order in which both of Slurm's schedulers go through them. */
import type { Placement, SlurmRequest } from './cluster.js'

export interface SlurmJob {
  readonly id: number
  /** The number that it is ordered by among equals: its array's, its heterogeneous job's, or its own. */
  readonly group: number
  readonly array: boolean
  /** Component of a heterogeneous job, which backfill alone starts, all at once. */
  readonly component: boolean
  /** Number of the heterogeneous job; −1 if it is of none. */
  readonly het: number
  readonly user: number
  readonly request: SlurmRequest
  /** Seconds. */
  readonly limit: number
  /** Numbers of the limits that it counts for. */
  readonly limits: readonly number[]
}

/** A job in one of the partitions that it may run in. */
export interface QueueEntry {
  readonly job: SlurmJob
  readonly partition: number
}

export interface PrioritizedEntry extends QueueEntry {
  readonly priority: number
}

export interface Start {
  readonly entry: QueueEntry
  readonly placement: Placement
}

export interface RunningJob {
  readonly job: SlurmJob
  readonly placement: Placement
  /** When its time limit ends it. */
  readonly end: number
}

/** Keeps running jobs by the ends of their limits, of equal ones by number. */
export function insertRunning(running: RunningJob[], job: RunningJob): void {
  const place = running.findIndex(
    ({ end, job: other }) => end > job.end || (end === job.end && other.group > job.job.group),
  )
  running.splice(place < 0 ? running.length : place, 0, job)
}

/** The highest tier first, then the highest priority, then the lowest number. */
export function sortQueue(
  queue: PrioritizedEntry[],
  tierOf: (partition: number) => number,
): PrioritizedEntry[] {
  return queue.sort(
    (a, b) =>
      tierOf(b.partition) - tierOf(a.partition) ||
      b.priority - a.priority ||
      a.job.group - b.job.group ||
      a.job.id - b.job.id,
  )
}
