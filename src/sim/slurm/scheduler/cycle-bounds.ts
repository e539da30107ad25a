/** How many jobs a cycle of backfill looks at (slurm.conf(5), bf_max_job_…). */
import type { BackfillSettings } from './backfill-times.js'
import type { QueueEntry, SlurmJob } from './queue.js'

/** The bounds on jobs in all, of a partition, of a user, and on tasks of an array. */
export class CycleBounds {
  readonly #settings: BackfillSettings
  readonly #ofPartition = new Map<number, number>()
  readonly #ofUser = new Map<number, number>()
  readonly #ofArray = new Map<number, number>()
  #tested = 0

  constructor(settings: BackfillSettings) {
    this.#settings = settings
  }

  get exhausted(): boolean {
    return this.#tested >= this.#settings.mostTested
  }

  /** Counts an entry if it is looked at. */
  admit({ job, partition }: QueueEntry): boolean {
    const { mostOfPartition, mostOfUser, mostOfArray } = this.#settings
    if (isReached(this.#ofPartition, partition, mostOfPartition)) return false
    if (isReached(this.#ofUser, job.user, mostOfUser)) return false
    if (job.array && (this.#ofArray.get(job.group) ?? 0) >= mostOfArray) return false
    if (mostOfPartition > 0) count(this.#ofPartition, partition)
    if (mostOfUser > 0) count(this.#ofUser, job.user)
    this.#tested++
    return true
  }

  planned({ array, group }: SlurmJob): void {
    if (array) count(this.#ofArray, group)
  }
}

/** @param most 0: no limit */
function isReached(counts: ReadonlyMap<number, number>, of: number, most: number): boolean {
  return most > 0 && (counts.get(of) ?? 0) >= most
}

function count(counts: Map<number, number>, of: number): void {
  counts.set(of, (counts.get(of) ?? 0) + 1)
}
