/**
 * The plan of one machine: which of its nodes are reserved when (rules K4, K8 of docs/sites.md). A node's reservations do
 * not overlap. Seconds throughout; `Infinity` is for ever.
 */

/** [begin, end] of idle time. */
export type Interval = readonly [begin: number, end: number]

export interface Reservation {
  /** Ascending. */
  readonly nodes: readonly number[]
  readonly start: number
  /** As planned, by the estimate. */
  readonly end: number
}

/** What a placement means for the machine, before it is entered. */
export interface Terms {
  /** Nodes times run time. */
  readonly size: number
  /** Idle node-seconds that are left behind it, up to the next reservations or the end of the schedule. */
  readonly after: number
  /** Idle node-seconds in front of it. */
  readonly before: number
  /** Idle node-seconds of the other nodes meanwhile. */
  readonly parallel: number
  /** `parallel` to `size`; 0 where that is 0. */
  readonly parallelShare: number
  /** Share of the machine's node-seconds, from now to the end of the schedule, that is allocated then. */
  readonly utilization: number
  readonly nodes: number
  readonly runtime: number
}

export class MachinePlan {
  readonly nodes: number
  /** Of each node start, end, start, end …, ascending. */
  readonly #busy: readonly number[][]

  constructor(nodes: number) {
    this.nodes = nodes
    this.#busy = Array.from({ length: nodes }, () => [])
  }

  reserve({ nodes, start, end }: Reservation): void {
    for (const node of nodes) {
      const busy = this.#busy[node]
      let at = busy.length
      while (at > 0 && busy[at - 2] > start) at -= 2
      busy.splice(at, 0, start, end)
    }
  }

  release({ nodes, start, end }: Reservation): void {
    for (const node of nodes) {
      const busy = this.#busy[node]
      for (let at = 0; at < busy.length; at += 2) {
        if (busy[at] !== start || busy[at + 1] !== end) continue
        busy.splice(at, 2)
        break
      }
    }
  }

  /** The last planned end, not before `now`. */
  endAfter(now: number): number {
    return this.#busy.reduce((last, busy) => Math.max(last, busy[busy.length - 1] ?? now), now)
  }

  /** Maximal idle intervals of a node within [from, to], none of length 0. */
  idle(node: number, from: number, to: number): Interval[] {
    const busy = this.#busy[node]
    const found: Interval[] = []
    let begin = from
    for (let at = 0; at < busy.length && begin < to; at += 2) {
      const end = Math.min(busy[at], to)
      if (end > begin) found.push([begin, end])
      begin = Math.max(begin, busy[at + 1])
    }
    if (begin < to) found.push([begin, to])
    return found
  }

  isIdle(node: number, from: number, to: number): boolean {
    const busy = this.#busy[node]
    for (let at = 0; at < busy.length; at += 2) if (busy[at] < to && busy[at + 1] > from) return false
    return true
  }

  /** What it would mean to run on these nodes over [start, end). */
  terms(nodes: readonly number[], start: number, end: number, now: number): Terms {
    const runtime = end - start
    const size = nodes.length * runtime
    const last = Math.max(this.endAfter(now), end)
    const own = new Set(nodes)
    let [before, after, parallel, allocated] = [0, 0, 0, 0]
    for (const [node, busy] of this.#busy.entries()) {
      let [earlier, later, overlap] = [now, last, 0]
      for (let at = 0; at < busy.length; at += 2) {
        const [from, to] = [busy[at], busy[at + 1]]
        if (to <= start) earlier = Math.max(earlier, to)
        if (from >= end) later = Math.min(later, from)
        overlap += Math.max(0, Math.min(to, end) - Math.max(from, start))
        allocated += Math.max(0, to - Math.max(from, now))
      }
      if (own.has(node)) {
        before += start - earlier
        after += later - end
      } else parallel += runtime - overlap
    }
    return {
      ...{ size, after, before, parallel, nodes: nodes.length, runtime },
      parallelShare: size === 0 ? 0 : parallel / size,
      utilization: (allocated + size) / (this.nodes * (last - now)),
    }
  }
}
