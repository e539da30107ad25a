/**
 * slurm-conf: what Slurm's own texts say of a site's priorities: `slurm.conf` (or `scontrol show config`), and the
 * tables of `sacctmgr show qos` and `sacctmgr show assoc`. Pure: texts in, records with names out.
 */
export type { Association } from './association.js'
export { type Associations, parseAssociations } from './associations.js'
export {
  type PartitionPriority,
  type PartitionResources,
  parseSlurmConf,
  type SlurmConf,
} from './conf.js'
export { LIVE_SLURM_FILES, SLURM_FILES } from './files.js'
export {
  type AssociationLimits,
  parseAssociationLimits,
  parseQosLimits,
  type QosLimits,
  type RunningLimit,
  unreadLimits,
} from './limits.js'
export {
  type Access,
  type MachineTotals,
  parseSlurmMachine,
  type SlurmMachine,
  type SlurmPartition,
  type SlurmReservation,
  totalsOf,
} from './machine.js'
export { numbersByName } from './names.js'
export type { SlurmNode } from './node.js'
export { priorityFlags, priorityLines } from './priority-lines.js'
export { parseQos, type QosPriority } from './qos.js'
export { SCHEDULER_DEFAULTS, type SchedulerParameters, type SchedulerTriggers } from './scheduler.js'
export {
  FOREVER,
  LARGEST_SHORT,
  LARGEST_WEIGHT,
  type PrioritySettings,
  RESET_PERIODS,
  type ResetPeriod,
  SHORTEST_HALF_LIFE,
  SLURM_DEFAULTS,
} from './settings.js'
export type { Tres } from './tres.js'
