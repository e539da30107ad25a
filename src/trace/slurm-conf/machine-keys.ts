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
  starttime endtime duration nodes users accounts nodecnt corecnt tres state watts`)

/** Settings of the whole site that are read here. */
const SETTINGS_READ = keys(
  `clustername selecttype selecttypeparameters defmempercpu accountingstorageenforce`,
)

/** Settings of how jobs are ordered and started, which policies follow (`parseSlurmConf`), and no machine has. */
const SETTINGS_OF_POLICIES = keys(`
  schedulertype schedulerparameters prioritytype priorityflags priorityfavorsmall prioritymaxage prioritydecayhalflife prioritycalcperiod
  priorityusageresetperiod priorityweightage priorityweightassoc priorityweightfairshare priorityweightjobsize
  priorityweightpartition priorityweightqos priorityweighttres prioritysitefactorplugin fairsharedampeningfactor`)

/** Settings that change which job starts when and where, and are not read. */
const SETTINGS_THAT_MATTER = keys(`
  preempttype preemptmode preemptexempttime topologyplugin topologyparam licenses burstbuffertype defmempernode
  maxmempercpu maxmempernode overtimelimit enforcepartlimits schedulertimeslice jobsubmitplugins federationparameters
  suspendtime suspendprogram powerparameters`)

/** Values by which Slurm says that there is nothing. */
const NOTHING = /^(|\(null\)|n\/a|n\/s|none|unlimited|infinite|no|off|0|all|up|\w+\/none|topology\/default)$/i

export function unreadOf(
  entities: readonly Entity[],
  what: string,
  known: ReadonlySet<string>,
): readonly Unread[] {
  return entities.flatMap(({ name, said }) =>
    [...said.values()].flatMap(({ key, value, line }) =>
      known.has(key) || NOTHING.test(value) ? [] : [{ of: `${what} ${name}`, key, value, line }],
    ),
  )
}

/** Settings that no machine has: those that matter, and the names of those of policies and of the others. */
export function unreadSettings(settings: readonly Pair[]): {
  readonly matter: readonly Unread[]
  readonly ofPolicies: readonly string[]
  readonly others: readonly string[]
} {
  const unread = settings.filter(({ key, value }) => !SETTINGS_READ.has(key) && !NOTHING.test(value))
  const matters = ({ key }: Pair) => SETTINGS_THAT_MATTER.has(key)
  const isOfPolicies = ({ key }: Pair) => SETTINGS_OF_POLICIES.has(key)
  const names = (pairs: readonly Pair[]) => [...new Set(pairs.map(({ key }) => key))]
  return {
    matter: unread.filter(matters).map((pair) => ({ of: '', ...pair })),
    ofPolicies: names(unread.filter(isOfPolicies)),
    others: names(unread.filter((pair) => !matters(pair) && !isOfPolicies(pair))),
  }
}
