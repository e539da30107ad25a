/**
 * The priorities that a Slurm printed, as they held at any instant: sprio's of waiting jobs, what the log says of a job as it is
 * submitted, and what a job that runs began with.
 */
import type { ControllerLog, SprioSnapshot, WatchedJob } from '../../trace/slurm-run/index.js'

interface Printed {
  readonly at: number
  /** By partition; that of all is under the empty name. */
  readonly priorities: Map<string, number>
}

export interface PrintingRun {
  readonly snapshots: readonly SprioSnapshot[]
  readonly watched: ReadonlyMap<number, WatchedJob>
  readonly log: Pick<ControllerLog, 'starts' | 'firstPriorities'>
}

export class PrintedPriorities {
  /** By job, in the order of time. */
  readonly #printed = new Map<number, Printed[]>()
  readonly #computed: (at: number) => number

  /** @param computed the number of the last computation before an instant: between two of them a priority stays */
  constructor({ snapshots, watched, log }: PrintingRun, computed: (at: number) => number) {
    this.#computed = computed
    for (const { before, rows } of snapshots) {
      for (const { job, partition, priority } of rows) this.#add(job, before, partition, priority)
    }
    for (const [job, { at, priority }] of log.firstPriorities) this.#add(job, at, '', priority)
    for (const { job, at } of log.starts) {
      const began = watched.get(job)?.states.find(({ start }) => start === Math.floor(at))
      if (began !== undefined && began.state !== 'PENDING') this.#add(job, at, '', began.priority)
    }
    for (const printed of this.#printed.values()) printed.sort((a, b) => a.at - b.at)
  }

  /** Null where nothing tells. @param jobs numbers under which it is known: its own, and its array's until it starts */
  of(jobs: readonly number[], partition: string, at: number): number | null {
    const number = this.#computed(at)
    const printed = jobs.map((job) => this.#printed.get(job) ?? [])
    const before = printed.flatMap((each) => each.findLast((one) => one.at <= at) ?? [])
    const after = printed.flatMap((each) => each.find((one) => one.at > at) ?? [])
    const held = [...before, ...after].find((each) => this.#computed(each.at) === number)
    const priorities = (held ?? latest(before) ?? after[0])?.priorities
    return priorities?.get(partition) ?? priorities?.get('') ?? null
  }

  #add(job: number, at: number, partition: string, priority: number): void {
    const known = this.#printed.get(job) ?? []
    if (known.length === 0) this.#printed.set(job, known)
    const last = known.at(-1)
    if (last?.at === at) last.priorities.set(partition, priority)
    else known.push({ at, priorities: new Map([[partition, priority]]) })
  }
}

function latest(printed: readonly Printed[]): Printed | undefined {
  return printed.toSorted((a, b) => a.at - b.at).at(-1)
}
