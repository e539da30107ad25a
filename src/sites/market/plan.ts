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

/** The meaning of a placement for the machine, before it is entered. */
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
  /** Share of the machine's node-seconds, from now to the end of the schedule, that is allocated then; 0 of none. */
  readonly utilization: number
  readonly nodes: number
  readonly runtime: number
}

export class MachinePlan {
  readonly nodes: number
  /** The busy times of each node: start, end, start, end …, by starts; only those of no length can start alike. */
  readonly #busy: readonly number[][]
  /** All nodes together: instants, ascending, and by how many nodes what is reserved changes there. */
  readonly #instants: number[] = []
  readonly #changes: number[] = []
  /** Reserved node-seconds before each instant, and nodes from then on; of the plan as it is, or null. */
  #sums: { readonly before: readonly number[]; readonly held: readonly number[] } | null = null
  /** The time that is reserved before the instant that was asked for last as the present one, of the plan as it is. */
  #present = { instant: Number.NaN, before: 0 }

  constructor(nodes: number) {
    this.nodes = nodes
    this.#busy = Array.from({ length: nodes }, () => [])
  }

  reserve({ nodes, start, end }: Reservation): void {
    for (const node of nodes) {
      const busy = this.#busy[node]
      busy.splice(firstAfter(busy, start), 0, start, end)
    }
    this.#change(start, nodes.length)
    this.#change(end, -nodes.length)
  }

  release({ nodes, start, end }: Reservation): void {
    for (const node of nodes) {
      const busy = this.#busy[node]
      for (let at = firstFrom(busy, start); busy[at] === start; at += 2) {
        if (busy[at + 1] !== end) continue
        busy.splice(at, 2)
        break
      }
    }
    this.#change(start, -nodes.length)
    this.#change(end, nodes.length)
  }

  #change(instant: number, nodes: number): void {
    const at = this.#placeOf(instant)
    this.#sums = null
    this.#present.instant = Number.NaN
    if (this.#instants[at] !== instant) {
      this.#instants.splice(at, 0, instant)
      this.#changes.splice(at, 0, nodes)
      return
    }
    this.#changes[at] += nodes
    if (this.#changes[at] !== 0) return
    this.#instants.splice(at, 1)
    this.#changes.splice(at, 1)
  }

  /** The place of the first instant that is not before this one. */
  #placeOf(instant: number): number {
    let [low, high] = [0, this.#instants.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#instants[middle] < instant) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Node-seconds that are reserved before an instant. */
  #reservedBefore(instant: number): number {
    const { before, held } = this.#totals()
    const at = this.#placeOf(instant) - 1
    return at < 0 ? 0 : before[at] + held[at] * (instant - this.#instants[at])
  }

  #totals() {
    if (this.#sums !== null) return this.#sums
    const before: number[] = []
    const held: number[] = []
    let [sum, nodes] = [0, 0]
    for (const [k, instant] of this.#instants.entries()) {
      if (k > 0) sum += nodes * (instant - this.#instants[k - 1])
      nodes += this.#changes[k]
      before.push(sum)
      held.push(nodes)
    }
    this.#sums = { before, held }
    return this.#sums
  }

  /** The last planned end, not before `now`. */
  endAfter(now: number): number {
    return Math.max(now, this.#instants[this.#instants.length - 1] ?? now)
  }

  /** Maximal idle intervals of a node within [from, to], none of length 0. */
  idle(node: number, from: number, to: number): Interval[] {
    const busy = this.#busy[node]
    const found: Interval[] = []
    let begin = from
    let at = firstAfter(busy, from)
    // What lasts is the last one that can reach beyond it.
    do at = Math.max(0, at - 2)
    while (at > 0 && busy[at] === busy[at + 1])
    for (; at < busy.length && begin < to; at += 2) {
      const end = Math.min(busy[at], to)
      if (end > begin) found.push([begin, end])
      begin = Math.max(begin, busy[at + 1])
    }
    if (begin < to) found.push([begin, to])
    return found
  }

  isIdle(node: number, from: number, to: number): boolean {
    const busy = this.#busy[node]
    for (let at = firstFrom(busy, to) - 2; at >= 0; at -= 2) {
      if (busy[at + 1] > from) return false
      if (busy[at + 1] > busy[at]) break
    }
    return true
  }

  /** The terms of running over [start, end) on these nodes, which are idle then. */
  terms(nodes: readonly number[], start: number, end: number, now: number): Terms {
    const runtime = end - start
    const size = nodes.length * runtime
    const last = Math.max(this.endAfter(now), end)
    let [before, after] = [0, 0]
    for (const node of nodes) {
      const busy = this.#busy[node]
      let earlier = now
      for (let at = firstAfter(busy, start) - 2; at >= 0; at -= 2) {
        if (busy[at + 1] > start) continue
        earlier = Math.max(earlier, busy[at + 1])
        if (busy[at + 1] > busy[at]) break
      }
      before += start - earlier
      after += Math.min(last, busy[firstFrom(busy, end)] ?? last) - end
    }
    const others = this.#reservedBefore(end) - this.#reservedBefore(start)
    const parallel = (this.nodes - nodes.length) * runtime - others
    const present = this.#present
    if (present.instant !== now) {
      present.instant = now
      present.before = this.#reservedBefore(now)
    }
    const allocated = this.#reservedBefore(last) - present.before
    return {
      ...{ size, after, before, parallel, nodes: nodes.length, runtime },
      parallelShare: size === 0 ? 0 : parallel / size,
      utilization: last === now ? 0 : (allocated + size) / (this.nodes * (last - now)),
    }
  }
}

/** The place of the first busy time that starts at an instant or later. */
function firstFrom(busy: readonly number[], instant: number): number {
  let [low, high] = [0, busy.length >> 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (busy[2 * middle] < instant) low = middle + 1
    else high = middle
  }
  return 2 * low
}

/** The place of the first busy time that starts after an instant. */
function firstAfter(busy: readonly number[], instant: number): number {
  let at = firstFrom(busy, instant)
  while (busy[at] === instant) at += 2
  return at
}
