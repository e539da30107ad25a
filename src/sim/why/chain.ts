/**
 * The chain back to the first cause: a job that waited started when another ended, which had started when a third ended, and so on
 * to one that did not wait. The start of the job is the start of that first one and the run times of all between.
 */
import { stableOrder } from '../../core/ordering.js'
import type { Simulation } from '../simulate.js'

/** The event that let a job start. */
export type Trigger =
  /** The end of another, which was `later` seconds before where passes come at intervals. */
  | { readonly kind: 'end'; readonly of: number; readonly later: number }
  /** Another was submitted, which changed the order or who is looked at. */
  | { readonly kind: 'submit'; readonly of: number }
  /** The clock: a pass, a planned instant, the end of maintenance. */
  | { readonly kind: 'clock' }
  /** It did not wait. */
  | { readonly kind: 'none' }

export interface Link {
  readonly job: number
  readonly trigger: Trigger
}

export class Chains {
  readonly #simulation: Simulation
  readonly #start: Float64Array
  readonly #end: Float64Array
  /** Rows by their ends. */
  readonly #byEnd: Int32Array

  constructor(simulation: Simulation, start: Float64Array) {
    const { runtime } = simulation.jobs
    this.#simulation = simulation
    this.#start = start
    this.#end = start.map((at, row) => at + runtime[row])
    this.#byEnd = stableOrder(this.#end)
  }

  /** The job itself first; the last link is the first cause. */
  of(job: number): readonly Link[] {
    const links: Link[] = []
    for (let at = job; at >= 0; ) {
      const trigger = this.#triggerOf(at)
      links.push({ job: at, trigger })
      at = trigger.kind === 'end' ? trigger.of : -1
    }
    return links
  }

  #triggerOf(job: number): Trigger {
    const { jobs, rules } = this.#simulation
    const at = this.#start[job]
    if (!(at > jobs.submit[job])) return { kind: 'none' }
    const interval = rules?.passInterval ?? 0
    const ended = this.#lastEndedBy(at)
    if (ended >= 0 && at - this.#end[ended] <= 0) return { kind: 'end', of: ended, later: 0 }
    if (ended >= 0 && at - this.#end[ended] < interval)
      return { kind: 'end', of: ended, later: at - this.#end[ended] }
    const submitted = firstFrom(jobs.submit, null, at)
    if (jobs.submit[submitted] === at) return { kind: 'submit', of: submitted }
    return { kind: 'clock' }
  }

  /** The job that ended last up to an instant, of several the largest; one that began before; −1 where none did. */
  #lastEndedBy(instant: number): number {
    const { size } = this.#simulation.jobs
    let found = -1
    for (let k = firstFrom(this.#end, this.#byEnd, instant, true) - 1; k >= 0; k--) {
      const row = this.#byEnd[k]
      if (found >= 0 && this.#end[row] < this.#end[found]) break
      if (this.#start[row] >= instant) continue
      if (found < 0 || size[row] > size[found]) found = row
    }
    return found
  }
}

/** The first place in order whose key is at least `least`, or above it where `above`. */
function firstFrom(keys: Float64Array, order: Int32Array | null, least: number, above = false): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const key = keys[order === null ? middle : order[middle]]
    if (key < least || (above && key === least)) low = middle + 1
    else high = middle
  }
  return low
}
