/** What `slurm:` goes by on a facility: its nodes, or its processors as nodes of one core, limits, tiers and maintenance. */
import { largestOf } from '../../core/statistics.js'
import type { SchedulerParameters } from '../../trace/slurm-conf/index.js'
import { CORES, GPUS, MEMORY, type NodeRequest } from '../nodes/index.js'
import { NodeNeeds } from '../nodes/needs.js'
import type { NodePlaces } from '../nodes/places.js'
import type { World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { OF_CORES, singles } from '../slurm/machine.js'
import type { SlurmMachine } from '../slurm/pass.js'
import { Cluster, type SlurmPartition, type SlurmRequest } from '../slurm/scheduler/cluster.js'
import { ClusterCycles } from '../slurm/scheduler/cycles.js'
import type { JobLimits } from '../slurm/scheduler/limits.js'
import { type Facility, Placing } from './facility.js'
import { LimitBook } from './limits.js'
import { Windows } from './windows.js'

/** @param places is told which nodes each job is put on, where the machine has any; null where nobody asks */
export function slurmMachine(
  view: SchedulerView,
  settings: SchedulerParameters,
  world: World,
  facility: Facility,
  places: NodePlaces | null,
): SlurmMachine {
  const { partitions, nodes, limits, maintenance, priorities } = facility
  const [partition, queue, group, gpus] = (['partition', 'queue', 'unixGroup', 'requestedGpus'] as const).map(
    (name) => world.field(name),
  )
  const placing = new Placing(partitions)
  const partitionOf = (job: number) => placing.of(partition(job), queue(job))
  const priorityOf = new Map(priorities.map((each) => [each.queue, each.priority]))
  const needs = nodes === undefined ? null : new NodeNeeds(facility, nodes)
  const windows = new Windows(maintenance)
  const book = new LimitBook(limits, (job) => ({
    ...{ user: view.jobs.user[job], group: group(job), queue: queue(job) },
    ...{ size: view.size[job], gpus: Math.max(0, gpus(job)) },
  }))
  const inventory = needs?.inventory ?? null
  const count =
    inventory?.count ??
    1 + largestOf(partitions.flatMap(({ processors }) => processors.map(([, last]) => last)))
  const rows =
    inventory === null
      ? singles(count)
      : inventory.names.map((name, node) => ({
          name,
          cores: inventory.resources[CORES][node],
          memory: inventory.resources[MEMORY][node],
          gpus: inventory.resources[GPUS][node],
        }))
  const cluster = new Cluster(
    rows,
    partitions.map(({ name, processors, tier = 0 }): SlurmPartition => {
      const own = new Uint8Array(count)
      for (const [first, last] of processors) own.fill(1, first, last + 1)
      return { name, nodes: own, tier }
    }),
  )
  const bookLimits: JobLimits = {
    allow: ({ id }) => !book.exceeded(id),
    took: ({ id }) => book.count(id, 1),
    gave: ({ id }) => book.count(id, -1),
  }
  return {
    cycles: new ClusterCycles(cluster, bookLimits, settings),
    partitionOf,
    requestOf: (job) =>
      needs === null
        ? { ...OF_CORES, cores: view.size[job] }
        : requestOn(needs.of(view.size[job], partitionOf(job), (name) => world.field(name)(job))),
    urgency: (a, b) =>
      (partitions[partitionOf(a)].tier ?? 0) - (partitions[partitionOf(b)].tier ?? 0) ||
      (priorityOf.get(queue(a)) ?? 0) - (priorityOf.get(queue(b)) ?? 0),
    isClear: (job) => windows.clear(view.now, view.estimate[job]) === view.now,
    reopens: (now) => windows.nextEnd(now),
    placed: (job, { nodes: own, cores }) =>
      places?.put(job, { nodes: Int32Array.from(own), tasks: Int32Array.from(cores) }),
  }
}

function requestOn({ tasks, nodesMin, nodesMax, demands, exclusive }: NodeRequest): SlurmRequest {
  const of = (column: number) => demands.find((demand) => demand.column === column)
  return {
    ...{ ...OF_CORES, cores: tasks, leastNodes: nodesMin, mostNodes: nodesMax, exclusive },
    memoryPerCore: of(MEMORY)?.perTask ?? 0,
    gpusPerNode: of(GPUS)?.perNode ?? 0,
  }
}
