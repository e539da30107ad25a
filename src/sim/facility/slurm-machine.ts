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
  const queue = world.field('queue')
  const homesOf = homesIn(facility, view, world)
  const priorityOf = new Map(priorities.map((each) => [each.queue, each.priority]))
  const needs = nodes === undefined ? null : new NodeNeeds(facility, nodes)
  const windows = new Windows(maintenance)
  const book = limitBook(limits, view, world)
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
    partitionsOf: homesOf,
    tierOf: (partition) => partitions[partition].tier ?? 0,
    requestOf: (job, partition) =>
      needs === null
        ? { ...OF_CORES, cores: view.size[job] }
        : requestOn(needs.of(view.size[job], partition, (name) => world.field(name)(job)), needs),
    urgency: (a, b) =>
      (partitions[homesOf(a)[0]].tier ?? 0) - (partitions[homesOf(b)[0]].tier ?? 0) ||
      (priorityOf.get(queue(a)) ?? 0) - (priorityOf.get(queue(b)) ?? 0),
    isClear: (job) => windows.clear(view.now, view.estimate[job]) === view.now,
    reopens: (now) => windows.nextEnd(now),
    placed: (job, { nodes: own, cores }, partition) => {
      if (needs === null || places === null) return
      const { coresPerTask } = requestOn(
        needs.of(view.size[job], partition, (name) => world.field(name)(job)),
        needs,
      )
      const tasks = Int32Array.from(cores, (count) => count / coresPerTask)
      places.put(job, { nodes: Int32Array.from(own), tasks }, partition)
    },
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
