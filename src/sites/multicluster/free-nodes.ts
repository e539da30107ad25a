/** Which nodes are free, by their classes, and which of them a job may get (rules C7-C10 of docs/sites.md). */
import type { ClusterSystem } from './system.js'

/** The share of a job that CBS puts on one cluster. */
const CHUNK = 0.75

/** How many nodes of each class. */
export type ClassCounts = Int32Array

export class FreeNodes {
  /** Free nodes of each class. */
  readonly counts: ClassCounts
  total = 0
  readonly #system: ClusterSystem
  readonly #perCluster: Int32Array

  constructor(system: ClusterSystem) {
    this.#system = system
    this.counts = new Int32Array(system.classes.size.length)
    this.#perCluster = new Int32Array(system.links.length)
    this.clear()
  }

  /** All are free. */
  clear(): void {
    this.counts.fill(0)
    this.#perCluster.fill(0)
    this.total = 0
    this.add(this.#system.classes.size, 1)
  }

  /** @param sign 1 to give nodes back, −1 to take them */
  add(counts: ClassCounts, sign: 1 | -1): void {
    const { cluster } = this.#system.classes
    for (let k = 0; k < counts.length; k++) {
      const change = sign * counts[k]
      this.counts[k] += change
      this.#perCluster[cluster[k]] += change
      this.total += change
    }
  }

  /** The strongest free nodes, of one cluster or of all; there are enough. */
  strongest(tasks: number, cluster: number | null = null): ClassCounts {
    const found = new Int32Array(this.counts.length)
    this.#take(found, tasks, cluster)
    return found
  }

  /** Nodes of one class, which has enough. */
  ofClass(tasks: number, of: number): ClassCounts {
    const found = new Int32Array(this.counts.length)
    found[of] = tasks
    return found
  }

  /** A chunk on one cluster, the rest by descending free nodes; there are enough. */
  chunked(tasks: number): ClassCounts {
    const free = this.#perCluster
    const found = new Int32Array(this.counts.length)
    let chunk = this.#fewest(tasks)
    if (chunk < 0) chunk = this.#fewest(Math.ceil(CHUNK * tasks))
    let missing = chunk < 0 ? tasks : this.#take(found, tasks, chunk)
    const used = new Uint8Array(free.length)
    if (chunk >= 0) used[chunk] = 1
    while (missing > 0) {
      let most = -1
      for (let k = 0; k < free.length; k++) if (used[k] === 0 && (most < 0 || free[k] > free[most])) most = k
      used[most] = 1
      missing = this.#take(found, missing, most)
    }
    return found
  }

  /** Each cluster alone that has enough, the strongest of all, and what CBS takes: in this order. */
  allocations(tasks: number): readonly ClassCounts[] {
    const found: ClassCounts[] = []
    for (let k = 0; k < this.#perCluster.length; k++) {
      if (this.#perCluster[k] >= tasks) found.push(this.strongest(tasks, k))
    }
    found.push(this.strongest(tasks), this.chunked(tasks))
    return found
  }

  /** The cluster of the fewest free nodes that has so many; −1 for none. */
  #fewest(least: number): number {
    const free = this.#perCluster
    let best = -1
    for (let k = 0; k < free.length; k++) if (free[k] >= least && (best < 0 || free[k] < free[best])) best = k
    return best
  }

  /** @returns how many are still missing */
  #take(into: ClassCounts, tasks: number, cluster: number | null): number {
    const { cluster: clusterOf } = this.#system.classes
    let missing = tasks
    for (let k = 0; k < into.length && missing > 0; k++) {
      if (cluster !== null && clusterOf[k] !== cluster) continue
      const taken = Math.min(missing, this.counts[k])
      into[k] += taken
      missing -= taken
    }
    return missing
  }
}

/** Gives jobs the lowest free nodes of each class. */
export class NodePicker {
  readonly #free: Uint8Array
  readonly #nodes: readonly Int32Array[]

  constructor({ power, classes, classOf, strongest }: ClusterSystem) {
    this.#free = new Uint8Array(power.length).fill(1)
    this.#nodes = Array.from(classes.size, (_, k) => strongest.filter((node) => classOf[node] === k))
  }

  take(nodes: readonly number[]): void {
    for (const node of nodes) this.#free[node] = 0
  }

  /** Ascending. */
  pick(counts: ClassCounts): number[] {
    const found: number[] = []
    for (const [k, nodes] of this.#nodes.entries()) {
      const end = found.length + counts[k]
      for (let at = 0; found.length < end; at++) if (this.#free[nodes[at]] === 1) found.push(nodes[at])
    }
    this.take(found)
    return found.sort((a, b) => a - b)
  }

  giveBack(nodes: readonly number[]): void {
    for (const node of nodes) this.#free[node] = 1
  }
}

/** How many nodes of each class these are. */
export function classCounts({ classOf, classes }: ClusterSystem, nodes: readonly number[]): ClassCounts {
  const counts = new Int32Array(classes.size.length)
  for (const node of nodes) counts[classOf[node]]++
  return counts
}
