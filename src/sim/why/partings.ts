/**
 * From when a log that was changed may go otherwise than the log. A job that waits is felt by nobody until it closes a partition or
 * has a reservation (`JobPlaces`); so a log without it is the same until then, however long before it was submitted.
 */
import type { Ranking } from '../order.js'
import type { Simulation } from '../simulate.js'
import type { Change, Started } from './change.js'
import type { Memory } from './restart-points.js'

export class Partings {
  readonly #submit: Float64Array
  readonly #schedule: Started
  /** Instants at which jobs start; null where jobs that wait may be felt from their submit on. */
  readonly #starts: ReadonlySet<number> | null

  /** @param rankings those of the simulation's policy, bound: a general one may count the queue */
  constructor({ jobs }: Simulation, schedule: Started, memory: Memory, rankings: readonly Ranking[]) {
    this.#submit = jobs.submit
    this.#schedule = schedule
    const known = memory === 'nothing' && rankings.every(({ kind }) => kind !== 'general')
    this.#starts = known && schedule.places !== undefined ? new Set(schedule.start) : null
  }

  /** An instant before which all starts are those of the log, about a job that is changed as far as the change is its own. */
  of(job: number, { without = NOBODY, ...own }: Change): number {
    let first =
      without.length > 0 && Object.keys(own).length === 0 ? Number.POSITIVE_INFINITY : this.#submit[job]
    // Without the first of the log its zero is another.
    const origin = without[0] === 0
    for (const row of without) first = Math.min(first, origin ? this.#submit[row] : this.#feltFrom(row))
    return first
  }

  #feltFrom(row: number): number {
    const { start, places } = this.#schedule
    const submit = this.#submit[row]
    // The pass that the submit asked for may have started another, as time went on.
    if (places === undefined || this.#starts === null || this.#starts.has(submit)) return submit
    return Math.max(submit, Math.min(places.feltFrom(row), start[row]))
  }
}

const NOBODY = new Int32Array(0)
