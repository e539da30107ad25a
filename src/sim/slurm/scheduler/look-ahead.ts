/**
 * When jobs could run if only running ones are in their way: these are taken off in the order of their ends, all that end in a window
 * together, and the job is tried after each window (`Windows`).
 */
import { freedAt, Windows } from './backfill-times.js'
import type { Cluster, Placement, SlurmRequest } from './cluster.js'
import { has, type NodeSet } from './node-set.js'
import { choosePlacement } from './packing.js'
import type { Plan } from './plan.js'
import type { QueueEntry, RunningJob } from './queue.js'

export interface Fit {
  readonly start: number
  readonly placement: Placement
}

/** The cores that a job could have in all, and of how many nodes. */
interface Total {
  sum: number
  nodes: number
}

export class LookAhead {
  readonly #cluster: Cluster
  /** By end. */
  readonly #running: readonly RunningJob[]
  readonly #now: number
  readonly #killWait: number
  /** The cluster without those that have been taken off. */
  readonly #later: Cluster
  /** Cores that the job could have there of each node. */
  readonly #available: Int32Array

  /** @param running sorted by end; the cluster and they may change */
  constructor(cluster: Cluster, running: readonly RunningJob[], now: number, killWait: number) {
    this.#cluster = cluster
    this.#running = running
    this.#now = now
    this.#killWait = killWait
    this.#later = cluster.copy()
    this.#available = new Int32Array(cluster.inventory.count)
  }

  /** Whether a job could start now beside what is planned; true as well of a few that could not. */
  couldStart({ job: { request, limit }, partition }: QueueEntry, plan: Plan): boolean {
    const free = this.#cluster.free(request, partition)
    if (!enough(request, free)) return false
    const allowed = this.#cluster.nodesOf(partition)
    plan.restrict(allowed, this.#now, this.#now + limit)
    return enough(request, this.#allowed(free.cores, allowed))
  }

  /**
   * The first time at which a job could run on some nodes of a partition.
   * @returns null where there is none up to the last instant that the caller asks for, or none at all
   */
  earliest(request: SlurmRequest, partition: number, allowed: NodeSet, until: number): Fit | null {
    const available = this.#available
    const total = this.#allowed(this.#cluster.free(request, partition).cores, allowed)
    const placed = () => (enough(request, total) ? choosePlacement(request, available) : null)
    const immediate = placed()
    if (immediate !== null) return { start: this.#now, placement: immediate }
    const later = this.#later
    later.become(this.#cluster)
    const running = this.#running
    const windows = new Windows()
    for (let k = 0; k < running.length; ) {
      let window = Number.NaN
      let last = Number.NaN
      while (k < running.length) {
        const { job, placement, end } = running[k++]
        if (!meets(placement.nodes, allowed)) continue
        // Of those that end later nothing comes free before.
        if (end > until && end > this.#now) return null
        later.release(job.request, placement)
        for (const node of placement.nodes) {
          if (!has(allowed, node)) continue
          const cores = later.coresFor(request, node)
          total.sum += cores - available[node]
          total.nodes += (cores > 0 ? 1 : 0) - (available[node] > 0 ? 1 : 0)
          available[node] = cores
        }
        last = end
        if (Number.isNaN(window)) window = windows.next(end)
        // What counts is the next job of all, also one on nodes that this job cannot have.
        if (k < running.length && running[k].end > window) break
      }
      if (Number.isNaN(last)) return null
      const placement = placed()
      if (placement !== null) return { start: freedAt(last, this.#now, this.#killWait), placement }
    }
    return null
  }

  /** Makes what a job could have of nodes now what it could have of those that are allowed. @returns that in all */
  #allowed(cores: Int32Array, allowed: NodeSet): Total {
    const available = this.#available
    let [sum, nodes] = [0, 0]
    for (let node = 0; node < cores.length; node++) {
      const own = has(allowed, node) ? cores[node] : 0
      available[node] = own
      sum += own
      if (own > 0) nodes++
    }
    return { sum, nodes }
  }
}

/** Whether it is not too little; of a job that may have few nodes it may be. */
function enough({ cores, leastNodes }: SlurmRequest, { sum, nodes }: Total): boolean {
  return sum >= cores && nodes >= leastNodes
}

function meets(nodes: readonly number[], allowed: NodeSet): boolean {
  for (let k = 0; k < nodes.length; k++) if (has(allowed, nodes[k])) return true
  return false
}
