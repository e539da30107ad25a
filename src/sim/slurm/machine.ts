/** Machines for `slurm:` of which only processors are known: each is a node of one core. */
import { SCHEDULER_DEFAULTS } from '../../trace/slurm-conf/index.js'
import type { World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { type SlurmMachine, SlurmPass } from './pass.js'
import { Cluster, type SlurmRequest } from './scheduler/cluster.js'

/** What of a machine does not depend on how its Slurm is configured. */
export type MachineAlone = Omit<SlurmMachine, 'settings'>

export function slurmPass(view: SchedulerView, world: World, machine: MachineAlone): SlurmPass {
  return new SlurmPass(view, { ...machine, settings: world.site?.scheduler ?? SCHEDULER_DEFAULTS })
}

/** Processors that nothing tells apart. */
export function poolMachine(view: SchedulerView): MachineAlone {
  const { processors, size } = view
  return {
    cluster: new Cluster(singles(processors), [
      { name: 'all', nodes: new Uint8Array(processors).fill(1), tier: 1 },
    ]),
    limits: { allow: () => true, took: () => {}, gave: () => {} },
    partitionOf: () => 0,
    requestOf: (job) => ({ ...OF_CORES, cores: size[job] }),
    fits: ({ id }) => size[id] <= view.free,
    urgency: () => 0,
    isClear: () => true,
    reopens: () => Number.POSITIVE_INFINITY,
    placed: () => {},
  }
}

/** Cores and nothing else. */
export const OF_CORES: SlurmRequest = {
  cores: 1,
  leastNodes: 1,
  mostNodes: Number.POSITIVE_INFINITY,
  coresPerTask: 1,
  coresPerNode: 0,
  memoryPerCore: 0,
  memoryPerNode: 0,
  gpusPerNode: 0,
  exclusive: false,
}

/** Nodes of one core. */
export function singles(count: number) {
  return Array.from({ length: count }, (_, k) => ({ name: String(k), cores: 1, memory: 0, gpus: 0 }))
}
