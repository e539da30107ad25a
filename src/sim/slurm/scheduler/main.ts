/**
 * A cycle of Slurm's main scheduler: it goes through the queue in its order and starts what fits. The first job of a
 * partition that does not fit closes the partition and its nodes, also to other partitions, for the rest of the cycle; so does
 * a component of a heterogeneous job, which backfill alone starts. A job that asks for more nodes than its partition has is
 * passed over. Nodes that are reserved for others before it would end are no nodes of a job's partition.
 */
import { type Closures, NOTHING_CLOSED } from '../../nodes/index.js'
import type { Cluster, SlurmRequest } from './cluster.js'
import type { JobLimits } from './limits.js'
import { choosePlacement } from './packing.js'
import type { QueueEntry, Start } from './queue.js'

/** The reservations at the instant of a cycle. */
export interface Reserved {
  readonly now: number
  readonly closures: Closures
}

const UNRESERVED: Reserved = { now: 0, closures: NOTHING_CLOSED }

/** Starts jobs on the cluster. @param depth how many entries of the queue are looked at (default_queue_depth) */
export function mainCycle(
  cluster: Cluster,
  queue: readonly QueueEntry[],
  limits: JobLimits,
  depth: number,
  { now, closures }: Reserved = UNRESERVED,
): Start[] {
  const open = new Uint8Array(cluster.inventory.count).fill(1)
  const closed = new Set<number>()
  const started = new Set<number>()
  const starts: Start[] = []
  let looked = 0
  for (const entry of queue) {
    const { job, partition } = entry
    if (started.has(job.id)) continue
    if (looked++ >= depth) break
    if (closed.has(partition) || !limits.allow(job)) continue
    const { nodes } = cluster.partitions[partition]
    if (job.request.leastNodes > nodes.reduce((sum, own) => sum + own, 0)) continue
    const usable = nodes.map((own, node) => own & open[node])
    closures.closed(job.id, now, now + job.limit, (node) => {
      usable[node] = 0
    })
    const placement = job.component
      ? null
      : choosePlacement(job.request, availableTo(cluster, job.request, usable))
    if (placement === null) {
      closed.add(partition)
      for (let node = 0; node < nodes.length; node++) if (nodes[node] === 1) open[node] = 0
      continue
    }
    cluster.take(job.request, placement)
    limits.took(job)
    started.add(job.id)
    starts.push({ entry, placement })
  }
  return starts
}

/** The cores that a job could have of each node of a set. */
export function availableTo(cluster: Cluster, request: SlurmRequest, nodes: Uint8Array): Int32Array {
  const available = new Int32Array(nodes.length)
  for (let node = 0; node < nodes.length; node++) {
    if (nodes[node] === 1) available[node] = cluster.coresFor(request, node)
  }
  return available
}
