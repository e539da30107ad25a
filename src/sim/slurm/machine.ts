/** What `slurm:` goes by where only processors are known: a pool. */
import { SCHEDULER_DEFAULTS, type SchedulerParameters } from '../../trace/slurm-conf/index.js'
import type { World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { type SlurmMachine, SlurmPass } from './pass.js'
import type { SlurmRequest } from './scheduler/cluster.js'
import { PoolCycles } from './scheduler/pool.js'

/** A machine, by how its Slurm is configured. */
export type MachineUnder = (view: SchedulerView, settings: SchedulerParameters) => SlurmMachine

export function slurmPass(view: SchedulerView, world: World, machine: MachineUnder): SlurmPass {
  const settings = world.site?.scheduler ?? SCHEDULER_DEFAULTS
  return new SlurmPass(view, machine(view, settings), settings)
}

/** Processors that nothing tells apart. */
export const poolMachine: MachineUnder = ({ processors, size }, settings) => ({
  cycles: new PoolCycles(processors, settings),
  partitionOf: () => 0,
  requestOf: (job) => ({ ...OF_CORES, cores: size[job] }),
  urgency: () => 0,
  isClear: () => true,
  reopens: () => Number.POSITIVE_INFINITY,
  placed: () => {},
})

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
