/** The machine that `slurm:` goes by where only processors are known: a pool. */
import { SCHEDULER_DEFAULTS, type SchedulerParameters } from '../../trace/slurm-conf/index.js'
import { type Inventory, inventoryOf } from '../nodes/index.js'
import type { World } from '../order.js'
import type { SchedulerView } from '../scheduler.js'
import { type SlurmMachine, SlurmPass } from './pass.js'
import { slurmRequest } from './scheduler/cluster.js'
import { PoolCycles } from './scheduler/pool.js'

/** A machine, by how its Slurm is configured. */
export type MachineUnder = (view: SchedulerView, settings: SchedulerParameters, world: World) => SlurmMachine

export function slurmPass(view: SchedulerView, world: World, machine: MachineUnder): SlurmPass {
  const settings = world.site?.scheduler ?? SCHEDULER_DEFAULTS
  return new SlurmPass(view, machine(view, settings, world), settings)
}

const HERE: readonly number[] = [0]

/** Processors that nothing tells apart. */
export const poolMachine: MachineUnder = ({ processors, size }, settings, { field }) => ({
  cycles: new PoolCycles(processors, settings),
  partitionsOf: () => HERE,
  hetOf: field('hetJob'),
  tierOf: () => 0,
  requestOf: (job) => slurmRequest({ cores: size[job] }),
  urgency: null,
  isClear: () => true,
  reopens: () => Number.POSITIVE_INFINITY,
  placementOf: () => ({ nodes: [], cores: [] }),
  placed: () => {},
})

/** Nodes of one core. */
export function singles(count: number): Inventory {
  const names = Array.from({ length: count }, (_, k) => String(k))
  return inventoryOf([{ names, cores: 1, memory: null, gres: {}, features: [], weight: 1 }])
}
