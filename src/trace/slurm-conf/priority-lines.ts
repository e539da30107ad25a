/** Parameters of Slurm's multifactor priority as slurm.conf has them: what `parseSlurmConf` reads. */
import { FOREVER, type PrioritySettings, SLURM_DEFAULTS } from './settings.js'

const DAY = 86_400
const HOUR = 3_600
const MINUTE = 60

/** Flags of PriorityFlags that these settings are about, by whether they are set. */
export function priorityFlags(settings: PrioritySettings): ReadonlyMap<string, boolean> {
  return new Map([
    ['SMALL_RELATIVE_TO_TIME', settings.relativeToTime],
    ['NO_FAIR_TREE', !settings.fairTree],
    ['NO_NORMAL_QOS', !settings.normalQos],
    ['NO_NORMAL_PART', !settings.normalPartition],
    ['NO_NORMAL_ASSOC', !settings.normalAssoc],
    ['NO_NORMAL_TRES', !settings.normalTres],
  ])
}

/**
 * Values by name, without flags. What decides how usage decays is left out where fair shares have no weight: it is also how
 * a site accounts for it.
 */
export function priorityLines(settings: PrioritySettings): ReadonlyMap<string, string> {
  const shares = settings.fairshare > 0
  return new Map([
    ['PriorityType', 'priority/multifactor'],
    ['PriorityWeightAge', String(settings.age)],
    ['PriorityMaxAge', slurmTime(settings.maxAge)],
    ['PriorityWeightAssoc', String(settings.assoc)],
    ['PriorityWeightFairshare', String(settings.fairshare)],
    ['PriorityWeightJobSize', String(settings.size)],
    ['PriorityFavorSmall', settings.favorSmall ? 'YES' : 'NO'],
    ['PriorityWeightPartition', String(settings.partition)],
    ['PriorityWeightQOS', String(settings.qos)],
    ['PriorityCalcPeriod', slurmTime(settings.period)],
    ...(shares ? [['PriorityDecayHalfLife', slurmTime(settings.halfLife)] as const] : []),
    ...(shares && !settings.fairTree
      ? [['FairShareDampeningFactor', String(settings.dampening)] as const]
      : []),
    ...(settings.reset !== SLURM_DEFAULTS.reset
      ? [['PriorityUsageResetPeriod', settings.reset.toUpperCase()] as const]
      : []),
  ])
}

/** `days-hours:minutes:seconds`. */
function slurmTime(seconds: number): string {
  if (seconds === FOREVER) return 'UNLIMITED'
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const clock = [(seconds % DAY) / HOUR, (seconds % HOUR) / MINUTE, seconds % MINUTE].map(two).join(':')
  return `${Math.floor(seconds / DAY)}-${clock}`
}
