/**
 * Nodes that are kept for somebody, or for nobody, for a while, once or again and again: a job that does not belong there is not on one of them at any instant
 * of the reservation, as far as its estimate tells; it may end as one begins, and begin as one ends.
 */
import { isOfAny, type JobIdentity, type JobsOf } from '../facility/jobs-of.js'
import type { NodeStock } from './stock.js'

export interface Closure {
  readonly name: string
  readonly nodes: Int32Array
  readonly from: number
  readonly to: number
  /** Jobs of any of these may be there. */
  readonly open: JobsOf
  /** Seconds from one time to the next, for ever, also before the first; once where absent. */
  readonly every?: number
}

/** Whether a job that begins and ends then is kept from the nodes. */
export function isClosed(closure: Closure, owner: JobIdentity, begin: number, end: number): boolean {
  const next = toAfter(closure, begin)
  const from = next - (closure.to - closure.from)
  return begin < next && (end > from || begin >= from) && !isOfAny(closure.open, owner)
}

/** The first end after an instant; the only one of nodes that are closed once. */
function toAfter({ to, every }: Closure, instant: number): number {
  return every === undefined ? to : to + (Math.floor((instant - to) / every) + 1) * every
}

/** The first begin at an instant or after it; the only one of nodes that are closed once. */
function fromOn({ from, every }: Closure, instant: number): number {
  return every === undefined ? from : from + Math.ceil((instant - from) / every) * every
}

export class Closures {
  readonly none: boolean
  readonly #all: readonly Closure[]
  readonly #owner: (job: number) => JobIdentity

  constructor(all: readonly Closure[], owner: (job: number) => JobIdentity) {
    this.none = all.length === 0
    this.#all = all
    this.#owner = owner
  }

  /** Whether any node is closed to a job from one instant to another. */
  any(job: number, begin: number, end: number): boolean {
    return !this.none && this.#all.some((each) => isClosed(each, this.#owner(job), begin, end))
  }

  /** Leaves nothing on nodes that are closed to a job from one instant to another. */
  close(stock: NodeStock, job: number, begin: number, end: number): void {
    for (const each of this.#all) if (isClosed(each, this.#owner(job), begin, end)) stock.close(each.nodes)
  }

  /** Visits the nodes that are closed to a job from one instant to another. */
  closed(job: number, begin: number, end: number, visit: (node: number) => void): void {
    for (const each of this.#all)
      if (isClosed(each, this.#owner(job), begin, end)) for (const node of each.nodes) visit(node)
  }

  /** The first end of what is closed to a job from one instant to another; Infinity where nothing is. */
  opens(job: number, begin: number, end: number): number {
    let first = Number.POSITIVE_INFINITY
    for (const each of this.#all) {
      const to = toAfter(each, begin)
      if (to < first && isClosed(each, this.#owner(job), begin, end)) first = to
    }
    return first
  }

  /** Whether a job that is on some nodes from one instant to another is on one that is closed to it. */
  meets(job: number, nodes: readonly number[], begin: number, end: number): boolean {
    return this.#all.some(
      (each) =>
        isClosed(each, this.#owner(job), begin, end) && nodes.some((node) => each.nodes.includes(node)),
    )
  }

  /** Until when the same is closed to a job that begins then as to one that begins at an instant. */
  sameUntil(job: number, begin: number, seconds: number): number {
    let until = Number.POSITIVE_INFINITY
    for (const each of this.#all) {
      if (isOfAny(each.open, this.#owner(job))) continue
      const to = toAfter(each, begin)
      if (to > begin) until = Math.min(until, to)
      const from = fromOn(each, begin + seconds)
      if (from - seconds >= begin) until = Math.min(until, from - seconds)
    }
    return until
  }

  /** The names of those that keep a job from any node that has a place, from one instant to another. */
  names(job: number, begin: number, end: number, placeOf: Int32Array): readonly string[] {
    return this.#all
      .filter((each) => isClosed(each, this.#owner(job), begin, end))
      .filter(({ nodes }) => nodes.some((node) => placeOf[node] >= 0))
      .map(({ name }) => name)
  }

  /** The first end after an instant; Infinity where there is none. */
  nextEnd(after: number): number {
    let first = Number.POSITIVE_INFINITY
    for (const each of this.#all) {
      const to = toAfter(each, after)
      if (to > after && to < first) first = to
    }
    return first
  }
}

export const NOTHING_CLOSED = new Closures([], () => ({ user: -1, group: -1, queue: -1 }))
