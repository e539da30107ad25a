/**
 * The document of a Slurm site: its nodes, partitions and limits as facilities have them (docs/machine.md says what becomes of what).
 */
import { formatHosts } from '../../core/hostlist.js'
import type {
  Association,
  AssociationLimits,
  QosLimits,
  RunningLimit as SlurmLimit,
} from '../../trace/slurm-conf/index.js'
import type { Access, SlurmMachine, SlurmPartition } from '../../trace/slurm-conf/machine.js'
import type { SlurmNode } from '../../trace/slurm-conf/node.js'
import { type SiteDocument, UNKNOWN } from './document-members.js'
import { type AlikeNodes, type Partition, rangesOf } from './facility.js'
import type { JobsOf } from './jobs-of.js'
import type { Limit, RunningLimit } from './limits.js'

export interface SlurmSiteTexts {
  readonly machine: SlurmMachine
  /** Null where no text says. */
  readonly enforcesLimits: boolean | null
  readonly associations: readonly Association[]
  readonly associationLimits: readonly AssociationLimits[]
  readonly qosLimits: ReadonlyMap<string, QosLimits>
}

export interface SlurmSite {
  readonly document: SiteDocument
  /** The things that are left out or taken otherwise, one sentence each. */
  readonly notices: readonly string[]
}

export function siteOfSlurm(texts: SlurmSiteTexts): SlurmSite {
  const { machine } = texts
  const notices: string[] = []
  const used = new Set(machine.partitions.flatMap(({ nodes }) => nodes))
  const isThere = (node: SlurmNode) =>
    used.has(node.name) && node.cpus > 0 && node.away?.toUpperCase() !== 'FUTURE'
  const nodes = machine.nodes.filter(isThere)
  const left = machine.nodes.filter((node) => !isThere(node))
  const told = (found: readonly SlurmNode[], one: string, many: string) => {
    if (found.length > 0)
      notices.push(`${formatHosts(found.map(({ name }) => name))}: ${found.length === 1 ? one : many}`)
  }
  const stray = left.filter(({ name }) => !used.has(name))
  const later = left.filter(({ name }) => used.has(name))
  const away = nodes.filter((node) => node.away !== null)
  told(stray, 'this node is in no partition and left out', 'these nodes are in no partition and left out')
  told(later, 'this node is still to come and left out', 'these nodes are still to come and left out')
  told(away, 'this node is away now; the site has it', 'these nodes are away now; the site has them')
  const placeOf = new Map(nodes.map(({ name }, place) => [name, place]))
  const partitions = machine.partitions.flatMap((partition) => {
    const places = partition.nodes.flatMap((name) => placeOf.get(name) ?? [])
    if (places.length > 0) return [partitionOf(partition, places, machine)]
    notices.push(`partition ${partition.name} has no nodes and is left out`)
    return []
  })
  const limits = texts.enforcesLimits === false ? [] : limitsOf(texts)
  if (texts.enforcesLimits === false && limitsOf(texts).length > 0)
    notices.push('AccountingStorageEnforce has no limits: those of associations and QOS are left out')
  if (texts.enforcesLimits === true && texts.associationLimits.length === 0 && texts.qosLimits.size === 0)
    notices.push(
      'AccountingStorageEnforce has limits, and none are known: qw import site takes what sacctmgr -P show assoc tree and sacctmgr -P show qos print beside this file',
    )
  const reservations = machine.reservations.flatMap((reservation) => {
    const { name, nodes: kept, start, end, users, accounts, unlike } = reservation
    if (unlike !== null) {
      notices.push(`reservation ${name} is left out, its nodes are open to all: ${unlike}`)
      return []
    }
    const places = kept.flatMap((node) => placeOf.get(node) ?? [])
    if (places.length === 0) {
      notices.push(`reservation ${name} has no nodes and is left out`)
      return []
    }
    // What root keeps is kept for nobody's jobs.
    const open = users.filter((user) => user !== 'root')
    const whose = {
      ...(open.length > 0 && { users: open }),
      ...(accounts.length > 0 && { groups: accounts }),
    }
    return [{ name, nodes: rangesOf(places), start, end, ...whose }]
  })
  const document: SiteDocument = {
    version: 2,
    name: machine.cluster ?? 'a site of Slurm',
    facility: {
      partitions,
      priorities: [],
      limits,
      maintenance: null,
      ...(reservations.length > 0 && { reservations }),
      nodes: { groups: groupsOf(nodes, countsMemory(machine)), packing: packingOf(machine) },
    },
    scheduling: { ...UNKNOWN, policy: policyOf(machine) },
  }
  return { document, notices }
}

/** The policy that Slurm goes by; null where no text says. */
function policyOf({ settings }: SlurmMachine): string | null {
  const [scheduler, priority] = [settings.get('schedulertype'), settings.get('prioritytype')]
  if (scheduler === undefined && priority === undefined) return null
  const order = /multifactor/i.test(priority ?? '') ? 'multifactor' : 'fcfs'
  return `${/builtin/i.test(scheduler ?? '') ? 'head' : 'slurm'}:${order}`
}

/** Whether memory is given out (SelectTypeParameters=CR_…_Memory). */
function countsMemory({ settings }: SlurmMachine): boolean {
  const parameters = settings.get('selecttypeparameters')
  return parameters === undefined || /memory/i.test(parameters)
}

function packingOf({ settings }: SlurmMachine): 'consecutive' | 'best-fit' {
  return /linear/i.test(settings.get('selecttype') ?? '') ? 'consecutive' : 'best-fit'
}

/** Neighbours that are alike, together. */
function groupsOf(nodes: readonly SlurmNode[], memoryCounts: boolean): readonly AlikeNodes[] {
  const groups: { readonly key: string; readonly first: SlurmNode; readonly names: string[] }[] = []
  for (const node of nodes) {
    const { cpus, memory, gpus, weight, gres, features } = node
    const key = JSON.stringify([cpus, memory, gpus, weight, gres, features])
    const last = groups.at(-1)
    if (last?.key === key) last.names.push(node.name)
    else groups.push({ key, first: node, names: [node.name] })
  }
  return groups.map(({ first: { cpus, memory, gpus, weight, gres, features }, names }) => ({
    ...{ names: formatHosts(names), cores: cpus, gpus, weight },
    memory: memoryCounts ? memory : null,
    ...(Object.keys(gres).length > 0 && { gres }),
    ...(features.length > 0 && { features }),
  }))
}

function partitionOf(
  { name, isDefault, tier, exclusive, maxNodes, maxTime, memoryPerCpu, allow, deny }: SlurmPartition,
  places: readonly number[],
  { settings }: SlurmMachine,
): Partition {
  const whole = exclusive || /linear/i.test(settings.get('selecttype') ?? '')
  return {
    ...{ name, tier, processors: rangesOf(places), exclusive: whole },
    // A job that names no partition is of the default one.
    jobs: isDefault ? null : { queues: [], partitions: [], names: [name] },
    ...(maxNodes !== null && { 'max-nodes': maxNodes }),
    ...(maxTime !== null && { 'max-time': maxTime }),
    ...(memoryPerCpu !== null && { 'memory-per-core': memoryPerCpu }),
    ...members('allow', allow),
    ...members('deny', deny),
  }
}

function members<Key extends 'allow' | 'deny'>(
  key: Key,
  { accounts, qos }: Access,
): { readonly [K in Key]?: JobsOf } {
  if (accounts === undefined && qos === undefined) return {}
  const of: JobsOf = { ...(accounts && { groups: accounts }), ...(qos && { queues: qos }) }
  return { [key]: of } as { readonly [K in Key]?: JobsOf }
}

/** The limits of accounts with all below them, of each user of an account, and of QOS. */
function limitsOf({ associations, associationLimits, qosLimits }: SlurmSiteTexts): readonly Limit[] {
  const below = new Map<string, string[]>()
  const parents = new Map<string, string | null>()
  for (const { account, user, parent } of associations) {
    if (user !== null) continue
    parents.set(account, parent)
    if (parent !== null) below.set(parent, [...(below.get(parent) ?? []), account])
  }
  const withBelow = (account: string): readonly string[] => [
    account,
    ...(below.get(account) ?? []).flatMap(withBelow),
  ]
  const limits: RunningLimit[] = []
  const add = (of: JobsOf, limit: SlurmLimit, each?: 'user' | 'group') => {
    const { jobs, cores, gpus } = limit
    const most = {
      ...(Number.isFinite(jobs) && { jobs }),
      ...(Number.isFinite(cores) && { processors: cores }),
      ...(Number.isFinite(gpus) && { gpus }),
    }
    if (Object.keys(most).length > 0) limits.push({ kind: 'running', ...of, ...(each && { each }), ...most })
  }
  const ofAccounts = new Map(
    associationLimits.flatMap((each) => (each.user === null ? [[each.account, each] as const] : [])),
  )
  const jobsIn = (account: string): number => {
    for (let at: string | null = account; at !== null; at = parents.get(at) ?? null) {
      const own = ofAccounts.get(at)?.jobsOfUser ?? Number.POSITIVE_INFINITY
      if (Number.isFinite(own)) return own
    }
    return Number.POSITIVE_INFINITY
  }
  const inherited = new Map<string, string[]>()
  for (const { account, user, together, jobsOfUser } of associationLimits) {
    if (user === null) {
      // The root is above all: its limits are of everybody, also of accounts that the texts do not have.
      add(parents.get(account) === null ? {} : { groups: withBelow(account) }, together)
      continue
    }
    const jobs = Math.min(together.jobs, jobsOfUser)
    add({ users: [user], groups: [account] }, { ...together, jobs })
    if (!Number.isFinite(jobsOfUser) && Number.isFinite(jobsIn(account)))
      inherited.set(account, [...(inherited.get(account) ?? []), user])
  }
  const none = { cores: Number.POSITIVE_INFINITY, gpus: Number.POSITIVE_INFINITY }
  for (const [account, users] of inherited)
    add({ users, groups: [account] }, { jobs: jobsIn(account), ...none }, 'user')
  for (const [name, { together, ofUser, ofAccount }] of qosLimits) {
    add({ queues: [name] }, together)
    add({ queues: [name] }, ofUser, 'user')
    add({ queues: [name] }, ofAccount, 'group')
  }
  return limits
}
