/**
 * Keys of slurm.conf and of what scontrol prints: those that are read of nodes, partitions and reservations, those that say nothing
 * which a simulation could heed, and all others, which are told unless their value is that of nothing.
 */
import type { Entity } from './entities.js'
import type { Pair } from './lines.js'

/** Something that a text says and nobody reads. */
export interface Unread {
  /** `partition batch`; empty where it is of the whole site. */
  readonly of: string
  readonly key: string
  readonly value: string
  readonly line: number
}

function keys(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

export const NODE_KEYS = keys(`
  cpus cputot cpuefctv procs boards sockets socketsperboard corespersocket threadspercore corespeccount memspeclimit
  realmemory gres features feature availablefeatures weight state partitions nodehostname nodeaddr bcastaddr port arch version os cpualloc cpuload freemem
  allocmem tmpdisk boottime slurmdstarttime lastbusytime resumeaftertime cfgtres alloctres cpuspeclist gresdrain gresused
  activefeatures currentwatts avewatts capwatts lowestjoules consumedjoules extsensorsjoules extsensorswatts
  extsensorstemp comment extra reason mcs_label instanceid instancetype`)

export const PARTITION_KEYS = keys(`
  nodes default prioritytier priority priorityjobfactor maxtime maxnodes oversubscribe shared defmempercpu allowaccounts
  denyaccounts allowqos denyqos defaulttime hidden disablerootjobs rootonly allocnodes gracetime totalcpus totalnodes tres
  tresbillingweights jobdefaults`)

export const RESERVATION_KEYS = keys(`
  starttime endtime duration nodes users accounts nodecnt corecnt tres state watts nodename coreids`)

/** Settings of the whole site that are read here. */
const SETTINGS_READ = keys(
  `clustername selecttype selecttypeparameters defmempercpu accountingstorageenforce`,
)

/** Settings of how jobs are ordered and started, which policies follow (`parseSlurmConf`), and no machine has. */
const SETTINGS_OF_POLICIES = keys(`
  schedulertype schedulerparameters killwait prioritytype priorityflags priorityfavorsmall prioritymaxage prioritydecayhalflife prioritycalcperiod
  priorityusageresetperiod priorityweightage priorityweightassoc priorityweightfairshare priorityweightjobsize
  priorityweightpartition priorityweightqos priorityweighttres prioritysitefactorplugin fairsharedampeningfactor`)

/** Settings that change which job starts when and where, and are not read. */
const SETTINGS_THAT_MATTER = keys(`
  preempttype preemptmode preemptexempttime topologyplugin topologyparam licenses burstbuffertype defmempernode
  maxmempercpu maxmempernode overtimelimit enforcepartlimits jobsubmitplugins federationparameters completewait
  suspendtime suspendprogram powerparameters`)

const SHARING = /^(no|yes(:\d+)?|exclusive|force:1)$/i
/** Keys that are read, some values of which are not simulated: those that are, of the comma-separated words of each. */
const SIMULATED: Readonly<Record<string, RegExp>> = {
  ...{ oversubscribe: SHARING, shared: SHARING },
  selecttypeparameters: /^(cr_(core|cpu)(_memory)?|cr_memory|cr_core_default_dist_block|none|\(null\))$/i,
}

function isSimulated({ key, value }: Pair): boolean {
  return !Object.hasOwn(SIMULATED, key) || value.split(',').every((word) => SIMULATED[key].test(word.trim()))
}

/** Values by which Slurm says that there is nothing. */
const NOTHING =
  /^(|\(null\)|n\/a|n\/s|none|unlimited|infinite|no|off|0|00:00:00|all|up|\w+\/none|topology\/default)$/i

export function unreadOf(
  entities: readonly Entity[],
  what: string,
  known: ReadonlySet<string>,
): readonly Unread[] {
  return entities.flatMap(({ name, said }) =>
    [...said.values()].flatMap((pair) => {
      const { key, value, line } = pair
      const isRead = known.has(key) && isSimulated(pair)
      return isRead || NOTHING.test(value) ? [] : [{ of: `${what} ${name}`, key, value, line }]
    }),
  )
}

/** Settings that no machine has: those that matter, and the names of those of policies and of the others. */
export function unreadSettings(settings: readonly Pair[]): {
  readonly matter: readonly Unread[]
  readonly ofPolicies: readonly string[]
  readonly others: readonly string[]
} {
  const isRead = (pair: Pair) => SETTINGS_READ.has(pair.key) && isSimulated(pair)
  const unread = settings.filter((pair) => !isRead(pair) && !NOTHING.test(pair.value))
  const matters = ({ key }: Pair) => SETTINGS_THAT_MATTER.has(key) || SETTINGS_READ.has(key)
  const isOfPolicies = ({ key }: Pair) => SETTINGS_OF_POLICIES.has(key)
  const names = (pairs: readonly Pair[]) => [...new Set(pairs.map(({ key }) => key))]
  return {
    matter: unread.filter(matters).map((pair) => ({ of: '', ...pair })),
    ofPolicies: names(unread.filter(isOfPolicies)),
    others: names(unread.filter((pair) => !matters(pair) && !isOfPolicies(pair))),
  }
}
