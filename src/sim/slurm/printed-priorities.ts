/** The priorities that a Slurm printed, as they held at any instant between its snapshots. */
import type { SprioSnapshot } from '../../trace/slurm-run/index.js'

interface Printed {
  readonly at: number
  /** By partition. */
  readonly priorities: Map<string, number>
}

export class PrintedPriorities {
  /** By job, in the order of time. */
  readonly #printed = new Map<number, Printed[]>()
  readonly #first: ReadonlyMap<number, number>
  readonly #computed: (at: number) => number

  /**
   * @param first what jobs were submitted with
   * @param computed the number of the last computation before an instant: between two of them a priority stays
   */
  constructor(
    snapshots: readonly SprioSnapshot[],
    first: ReadonlyMap<number, number>,
    computed: (at: number) => number,
  ) {
    this.#first = first
    this.#computed = computed
    for (const { before, rows } of snapshots) {
      for (const { job, partition, priority } of rows) {
        const known = this.#printed.get(job) ?? []
        if (known.length === 0) this.#printed.set(job, known)
        const last = known.at(-1)
        if (last?.at === before) last.priorities.set(partition, priority)
        else known.push({ at: before, priorities: new Map([[partition, priority]]) })
      }
    }
  }

  /** Null where nothing tells. */
  of(job: number, partition: string, at: number): number | null {
    const printed = this.#printed.get(job) ?? []
    const number = this.#computed(at)
    const before = printed.findLast((each) => each.at <= at)
    const after = printed.find((each) => each.at > at)
    const held = [before, after].find((each) => each !== undefined && this.#computed(each.at) === number)
    const priorities = (held ?? null)?.priorities
    if (priorities !== undefined) return priorities.get(partition) ?? null
    // Nobody asked since it was submitted, or since the computation.
    return this.#first.get(job) ?? (before ?? after)?.priorities.get(partition) ?? null
  }
}
