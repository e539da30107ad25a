/**
 * The plan of backfill for the nodes: stretches of time, each with the nodes that no planned job has. Whole nodes are
 * kept, however little of them a job would use.
 */
import { has, intersect, isSame, type NodeSet, nodeSet, remove } from './node-set.js'

interface Stretch {
  readonly from: number
  to: number
  /** Nodes that are not planned. */
  readonly free: NodeSet
}

export class Plan {
  readonly #stretches: Stretch[]

  constructor(nodes: number, from: number, to: number) {
    this.#stretches = [{ from, to, free: nodeSet(nodes) }]
  }

  /** The end of the first stretch; Infinity where nothing is planned. */
  get firstChange(): number {
    return this.#stretches.length === 1 ? Number.POSITIVE_INFINITY : this.#stretches[0].to
  }

  /**
   * Takes from a set of nodes those that are planned at some time from an instant to another, both included.
   * @returns when the stretch that has the first instant ends, null if it is the last
   */
  restrict(nodes: NodeSet, from: number, to: number): number | null {
    const stretches = this.#stretches
    let later: number | null = null
    for (let k = 0; k < stretches.length; k++) {
      const stretch = stretches[k]
      if (stretch.to <= from) continue
      if (stretch.from > to) break
      if (later === null && k + 1 < stretches.length) later = stretch.to
      intersect(nodes, stretch.free)
    }
    return later
  }

  /** Before which instant `restrict` takes the same for as long from then on as for so many seconds from an instant on. */
  sameUntil(at: number, seconds: number): number {
    const stretches = this.#stretches
    let until = Number.POSITIVE_INFINITY
    for (let k = 0; k < stretches.length; k++) {
      const { from, to } = stretches[k]
      if (to > at && to < until && k + 1 < stretches.length) until = to
      if (from > at + seconds) return Math.min(until, from - seconds)
    }
    return until
  }

  /** Whether one of some nodes is kept at some time from an instant to before another. */
  isKept(nodes: readonly number[], from: number, to: number): boolean {
    return this.#stretches.some(
      (stretch) => stretch.from < to && stretch.to > from && nodes.some((node) => !has(stretch.free, node)),
    )
  }

  /** Keeps nodes for a while. */
  reserve(nodes: readonly number[], from: number, to: number): void {
    this.#split(from)
    this.#split(to)
    for (const stretch of this.#stretches) {
      if (stretch.from < from || stretch.to > to) continue
      for (const node of nodes) remove(stretch.free, node)
    }
    this.#merge()
  }

  #split(at: number): void {
    const k = this.#stretches.findIndex(({ from, to }) => from < at && at < to)
    if (k < 0) return
    const { to, free } = this.#stretches[k]
    this.#stretches[k].to = at
    this.#stretches.splice(k + 1, 0, { from: at, to, free: free.slice() })
  }

  #merge(): void {
    for (let k = this.#stretches.length - 2; k >= 0; k--) {
      const [stretch, next] = [this.#stretches[k], this.#stretches[k + 1]]
      if (!isSame(stretch.free, next.free)) continue
      stretch.to = next.to
      this.#stretches.splice(k + 1, 1)
    }
  }
}
