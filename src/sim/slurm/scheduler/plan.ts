/**
 * The plan of backfill for the nodes: stretches of time, each with the nodes that no planned job has. Whole nodes are
 * kept, however little of them a job would use.
 */
interface Stretch {
  readonly from: number
  to: number
  /** By node, 1: not planned. */
  readonly free: Uint8Array
}

export class Plan {
  readonly #stretches: Stretch[]

  constructor(nodes: number, from: number, to: number) {
    this.#stretches = [{ from, to, free: new Uint8Array(nodes).fill(1) }]
  }

  /**
   * Takes from a set of nodes those that are planned at some time from an instant to another, both included.
   * @returns when the stretch that has the first instant ends, null if it is the last
   */
  restrict(nodes: Uint8Array, from: number, to: number): number | null {
    let later: number | null = null
    for (let k = 0; k < this.#stretches.length; k++) {
      const stretch = this.#stretches[k]
      if (stretch.to <= from) continue
      if (stretch.from > to) break
      if (later === null && k + 1 < this.#stretches.length) later = stretch.to
      for (let node = 0; node < nodes.length; node++) nodes[node] &= stretch.free[node]
    }
    return later
  }

  /** Before which instant `restrict` takes the same for as long from then on as for so many seconds from an instant on. */
  sameUntil(at: number, seconds: number): number {
    let until = Number.POSITIVE_INFINITY
    for (const [k, { from, to }] of this.#stretches.entries()) {
      if (to > at && k + 1 < this.#stretches.length) until = Math.min(until, to)
      if (from > at + seconds) return Math.min(until, from - seconds)
    }
    return until
  }

  /** Whether one of some nodes is kept at some time from an instant to before another. */
  isKept(nodes: readonly number[], from: number, to: number): boolean {
    return this.#stretches.some(
      (stretch) => stretch.from < to && stretch.to > from && nodes.some((node) => stretch.free[node] === 0),
    )
  }

  /** Keeps nodes for a while. */
  reserve(nodes: readonly number[], from: number, to: number): void {
    this.#split(from)
    this.#split(to)
    for (const stretch of this.#stretches) {
      if (stretch.from < from || stretch.to > to) continue
      for (const node of nodes) stretch.free[node] = 0
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
      if (!stretch.free.every((free, node) => free === next.free[node])) continue
      stretch.to = next.to
      this.#stretches.splice(k + 1, 1)
    }
  }
}
