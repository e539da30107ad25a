/**
 * A cycle of Slurm's main scheduler: it goes through the queue in its order and starts what fits. The first job of a
 * partition that does not fit closes the partition and its nodes, also to other partitions, for the rest of the cycle; so does
 * a component of a heterogeneous job, which backfill alone starts. A job that asks for more nodes than its partition has is
 * passed over. Nodes that are reserved for others before it would end are no nodes of a job's partition.
 */
import { type Closures, NOTHING_CLOSED } from '../../nodes/index.js'
import type { Cluster, Placement } from './cluster.js'
import type { JobLimits } from './limits.js'
import { has, intersect, type NodeSet, nodeSet, remove } from './node-set.js'
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
  const open = nodeSet(cluster.inventory.count)
  const closed = new Set<number>()
  const started = new Set<number>()
  const starts: Start[] = []
  let looked = 0
  for (const entry of queue) {
    const { job, partition } = entry
    if (started.has(job.id)) continue
    if (looked++ >= depth) break
    if (closed.has(partition) || !limits.allow(job)) continue
    if (job.request.leastNodes > cluster.sizeOf(partition)) continue
    const usable = cluster.nodesOf(partition)
    intersect(usable, open)
    closures.closed(job.id, now, now + job.limit, (node) => remove(usable, node))
    const placement = job.component ? null : placementAmong(cluster, entry, usable)
    if (placement === null) {
      closed.add(partition)
      for (const [word, nodes] of cluster.nodesOf(partition).entries()) open[word] &= ~nodes
      continue
    }
    cluster.take(job.request, placement)
    limits.took(job)
    started.add(job.id)
    starts.push({ entry, placement })
  }
  return starts
}

/** The nodes that a job is given of some of its partition; null where these are not enough. */
export function placementAmong(
  cluster: Cluster,
  { job: { request }, partition }: QueueEntry,
  nodes: NodeSet,
): Placement | null {
  const free = cluster.free(request, partition)
  if (free.sum < request.cores || free.nodes < request.leastNodes) return null
  return choosePlacement(
    request,
    free.cores.map((cores, node) => (has(nodes, node) ? cores : 0)),
  )
}
