/** The machine that `slurm:` goes by on a facility: its nodes, or its processors as nodes of one core, limits, tiers, closed times. */
import { largestOf } from '../../core/statistics.js'
import type { SchedulerParameters } from '../../trace/slurm-conf/index.js'
import { type Closure, Closures, GPUS } from '../nodes/index.js'
import { NodeNeeds, type PartitionRequest } from '../nodes/needs.js'
import type { World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { singles } from '../slurm/machine.js'
import type { SlurmMachine } from '../slurm/pass.js'
import { Cluster, type SlurmPartition, type SlurmRequest, slurmRequest } from '../slurm/scheduler/cluster.js'
import { ClusterCycles } from '../slurm/scheduler/cycles.js'
import type { JobLimits } from '../slurm/scheduler/limits.js'
import { closuresOf, type Facility } from './facility.js'
import { homesIn } from './homes.js'
import { limitBook } from './limits.js'
import type { JobPlaces } from './places.js'
import { Windows } from './windows.js'

/** @param places is told which nodes each job is put on, where the machine has any; null where nobody asks */
export function slurmMachine(
  view: SchedulerView,
  settings: SchedulerParameters,
  world: World,
  facility: Facility,
  places: JobPlaces | null,
): SlurmMachine {
  const { partitions, nodes, limits, maintenance, priorities } = facility
  const queue = world.field('queue')
  const homesOf = homesIn(facility, view, world)
  const priorityOf = new Map(priorities.map((each) => [each.queue, each.priority]))
  const needs = nodes === undefined ? null : new NodeNeeds(facility, nodes)
  const windows = new Windows(maintenance)
  const book = limitBook(limits, view, world)
  const inventory =
    needs?.inventory ??
    singles(1 + largestOf(partitions.flatMap(({ processors }) => processors.map(([, last]) => last))))
  const cluster = new Cluster(
    inventory,
    partitions.map(({ name, processors, tier = 0 }): SlurmPartition => {
      const own = new Uint8Array(inventory.count)
      for (const [first, last] of processors) own.fill(1, first, last + 1)
      return { name, nodes: own, tier }
    }),
  )
  const group = world.field('unixGroup')
  // A job that would run into maintenance is in no cycle's queue, but a plan could come to.
  const closed = [...closuresOf(facility), ...maintenanceOf(maintenance, inventory.count)]
  const closures = new Closures(closed, (job) => ({
    user: view.jobs.user[job],
    group: group(job),
    queue: queue(job),
  }))
  const asked = new Map<PartitionRequest, SlurmRequest>()
  const requestIn = (job: number, partition: number): SlurmRequest => {
    if (needs === null) return slurmRequest({ cores: view.size[job] })
    const own = needs.of(view.size[job], partition, (name) => world.field(name)(job))
    const request = asked.get(own) ?? requestOn(own, inventory.count)
    asked.set(own, request)
    return request
  }
  const bookLimits: JobLimits = {
    allow: ({ id }) => !book.exceeded(id),
    took: ({ id }) => book.count(id, 1),
    gave: ({ id }) => book.count(id, -1),
  }
  return {
    cycles: new ClusterCycles(cluster, bookLimits, settings, closures),
    partitionsOf: homesOf,
    hetOf: world.field('hetJob'),
    tierOf: (partition) => partitions[partition].tier ?? 0,
    requestOf: requestIn,
    urgency: (a, b) =>
      (partitions[homesOf(a)[0]].tier ?? 0) - (partitions[homesOf(b)[0]].tier ?? 0) ||
      (priorityOf.get(queue(a)) ?? 0) - (priorityOf.get(queue(b)) ?? 0),
    isClear: (job) => windows.clear(view.now, view.estimate[job]) === view.now,
    reopens: (now) => closures.nextEnd(now),
    placementOf: (job, { home, units, counts }) => {
      const { coresPerTask } = requestIn(job, home < 0 ? homesOf(job)[0] : home)
      return { nodes: [...units], cores: Array.from(counts, (count) => count * coresPerTask) }
    },
    placed: (job, { nodes: own, cores }, partition) => {
      if (places === null) return
      const { coresPerTask } = requestIn(job, partition)
      const counts = Int32Array.from(cores, (count) => count / coresPerTask)
      places.put(job, { home: partition, units: Int32Array.from(own), counts })
    },
  }
}

/** Maintenance as nodes that are closed to all again and again. */
function maintenanceOf(maintenance: Facility['maintenance'], count: number): readonly Closure[] {
  if (maintenance === null) return []
  const { every, start, duration } = maintenance
  const nodes = Int32Array.from({ length: count }, (_, node) => node)
  return [{ name: 'maintenance', nodes, from: start, to: start + duration, every, open: {} }]
}

/** The same by the core. */
function requestOn({ request, nodes, constraint }: PartitionRequest, count: number): SlurmRequest {
  const { tasks, nodesMin, nodesMax, tasksPerNode, demands, exclusive } = request
  const [{ perTask: coresPerTask }] = demands
  const featured = constraint === '' ? null : new Uint8Array(count)
  for (const node of constraint === '' ? [] : nodes) featured?.fill(1, node, node + 1)
  return {
    ...{ cores: tasks * coresPerTask, leastNodes: nodesMin, mostNodes: nodesMax, coresPerTask, featured },
    coresPerNode: Number.isFinite(tasksPerNode) ? tasksPerNode * coresPerTask : 0,
    gpusPerNode: demands.find(({ column }) => column === GPUS)?.perNode ?? 0,
    needs: {
      demands: demands.map((demand) => ({ ...demand, perTask: demand.perTask / coresPerTask })),
      ...{ tasksPerNode: Number.POSITIVE_INFINITY, exclusive },
    },
  }
}
