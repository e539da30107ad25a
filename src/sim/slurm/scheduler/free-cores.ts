/**
 * The cores that jobs of like needs could have now of each node of a partition, kept up to date by the nodes that change: a machine has few
 * kinds of requests, and a start or an end changes few nodes.
 */
import { has, type NodeSet } from './node-set.js'

export class FreeCores {
  /** By node; 0 where there are none, and outside the partition. */
  readonly cores: Int32Array
  /** Those of all nodes together. */
  sum = 0
  /** How many have some. */
  nodes = 0
  readonly #partition: NodeSet
  readonly #coresOf: (node: number) => number
  /** Changes of the cluster that are in the counts. */
  #seen = -1

  /** @param coresOf what such a job could have of a node now */
  constructor(count: number, partition: NodeSet, coresOf: (node: number) => number) {
    this.cores = new Int32Array(count)
    this.#partition = partition
    this.#coresOf = coresOf
  }

  follow(changes: Changes): this {
    const { cores } = this
    const update = (node: number) => {
      if (!has(this.#partition, node)) return
      const now = this.#coresOf(node)
      this.sum += now - cores[node]
      this.nodes += (now > 0 ? 1 : 0) - (cores[node] > 0 ? 1 : 0)
      cores[node] = now
    }
    if (!changes.since(this.#seen, update)) for (let node = 0; node < cores.length; node++) update(node)
    this.#seen = changes.count
    return this
  }
}

/** The nodes that changed, in order; of many changes only the last. */
export class Changes {
  count = 0
  readonly #nodes: Int32Array

  /** @param most how many are kept */
  constructor(most: number) {
    this.#nodes = new Int32Array(most)
  }

  add(node: number): void {
    this.#nodes[this.count++ % this.#nodes.length] = node
  }

  /** Visits the nodes that changed since there were so many changes. @returns false, without a visit, where these are not kept */
  since(count: number, visit: (node: number) => void): boolean {
    if (count < 0 || this.count - count > this.#nodes.length) return false
    for (let k = count; k < this.count; k++) visit(this.#nodes[k % this.#nodes.length])
    return true
  }
}
