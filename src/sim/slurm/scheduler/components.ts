/**
 * Heterogeneous jobs in a cycle of backfill: what of each is planned, and when all of one could start together.
 *
 * Two of them may come to wait for each other: of one the first component has its nodes before the other's, of the other the
 * second. So a plan is given up where, in its partition, another heterogeneous job is planned for no earlier and, in a
 * partition of which both have a component, for an earlier time than there. (The log of a Slurm 22.05.8 with
 * DebugFlags=Backfill has these lists, and no plan after such a test.)
 */
import type { QueueEntry, SlurmJob, Start } from './queue.js'

interface Turn {
  readonly het: number
  start: number
}

export class Components {
  readonly #waiting = new Map<number, Set<number>>()
  readonly #ready = new Map<number, Start[]>()
  /** The latest start planned of the components of each. */
  readonly #latest = new Map<number, number>()
  /** The turns of each partition in which a component is planned, the latest first. */
  readonly #turns = new Map<number, Turn[]>()

  constructor(queue: readonly QueueEntry[]) {
    for (const { job } of queue) {
      if (!job.component) continue
      const ids = this.#waiting.get(job.het) ?? new Set()
      this.#waiting.set(job.het, ids.add(job.id))
    }
  }

  /** Whether the queue has a component. */
  get any(): boolean {
    return this.#waiting.size > 0
  }

  /** The earliest time for a component, or another job. */
  latestOf({ het }: SlurmJob, now: number): number {
    return this.#latest.get(het) ?? now
  }

  /** @returns whether nodes are kept for the component */
  planned({ job: { het }, partition }: QueueEntry, start: number): boolean {
    this.#latest.set(het, Math.max(start, this.#latest.get(het) ?? start))
    return !this.#waitsInTurn(het, partition, start)
  }

  couldStart(start: Start): void {
    const { het, id } = start.entry.job
    const ready = this.#ready.get(het) ?? []
    if (!ready.some(({ entry }) => entry.job.id === id)) this.#ready.set(het, [...ready, start])
  }

  /** Those of which all components could start. */
  complete(): readonly (readonly Start[])[] {
    return [...this.#ready].flatMap(([het, ready]) =>
      ready.length === this.#waiting.get(het)?.size ? [ready] : [],
    )
  }

  /** Whether a heterogeneous job that goes after this one in the partition goes before it in another. */
  #waitsInTurn(het: number, partition: number, start: number): boolean {
    const turns = this.#turns.get(partition) ?? []
    const own = turns.find((turn) => turn.het === het)
    if (own === undefined) turns.push({ het, start })
    else own.start = Math.max(own.start, start)
    turns.sort((a, b) => b.start - a.start)
    this.#turns.set(partition, turns)
    const before = turns.slice(
      0,
      turns.findIndex((turn) => turn.het === het),
    )
    return [...this.#turns].some(([other, there]) => {
      if (other === partition || !there.some((turn) => turn.het === het)) return false
      return before.some((each) => there.some((turn) => turn.het === each.het && turn.start < each.start))
    })
  }
}
