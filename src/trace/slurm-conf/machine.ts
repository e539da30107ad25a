/**
 * The machine of a Slurm site: its nodes, partitions and reservations, by slurm.conf (slurm.conf(5)) or what `scontrol show node`,
 * `partition`, `reservation` and `config` print, or several of these; what a later text says of a node or a partition holds.
 */
import { QueuewrightError } from '../../core/errors.js'
import { parseHosts } from '../../core/hostlist.js'
import { type Entity, entitiesOf } from './entities.js'
import type { Pair } from './lines.js'
import {
  NODE_KEYS,
  PARTITION_KEYS,
  RESERVATION_KEYS,
  type Unread,
  unreadOf,
  unreadSettings,
} from './machine-keys.js'
import { nodeOf, type SlurmNode, uncounted } from './node.js'
import { at, bad, names, numberIn, type Said, timeOf, wholeNumber } from './values.js'

export interface SlurmPartition {
  readonly name: string
  readonly nodes: readonly string[]
  readonly isDefault: boolean
  readonly tier: number
  /** Seconds; null: without limit. */
  readonly maxTime: number | null
  readonly maxNodes: number | null
  /** Its jobs have nodes to themselves (OverSubscribe=EXCLUSIVE). */
  readonly exclusive: boolean
  /** Megabytes for each processor of a job that does not say; null where nobody says. */
  readonly memoryPerCpu: number | null
  /** By kind of name; absent: all. */
  readonly allow: Access
  readonly deny: Access
}

/** Names of accounts and of QOS. */
export interface Access {
  readonly accounts?: readonly string[]
  readonly qos?: readonly string[]
}

export interface SlurmReservation {
  readonly name: string
  readonly nodes: readonly string[]
  /** As it is written. */
  readonly start: string
  readonly end: string
  readonly users: readonly string[]
  readonly accounts: readonly string[]
  /** Why no simulation can keep its nodes as Slurm does; null where one can. */
  readonly unlike: string | null
}

export interface SlurmMachine {
  /** Null where no text says. */
  readonly cluster: string | null
  readonly nodes: readonly SlurmNode[]
  readonly partitions: readonly SlurmPartition[]
  readonly reservations: readonly SlurmReservation[]
  /** Settings of the whole site by their names in lower case, the last of each. */
  readonly settings: ReadonlyMap<string, string>
  /** The texts that nobody reads. */
  readonly unread: readonly Unread[]
  /** Names of settings of how jobs are ordered and started. */
  readonly ofPolicies: readonly string[]
  /** Names of settings that say nothing of which job starts when. */
  readonly others: readonly string[]
}

export interface MachineTotals {
  readonly nodes: number
  readonly cores: number
}

export function totalsOf(nodes: readonly SlurmNode[]): MachineTotals {
  return { nodes: nodes.length, cores: nodes.reduce((sum, { cpus }) => sum + cpus, 0) }
}

/**
 * @throws QueuewrightError `input-document` without nodes; `line-value` for a value that Slurm would not take, and a node that is not
 * there
 */
export function parseSlurmMachine(text: string): SlurmMachine {
  const { entities, settings, included } = entitiesOf(text)
  const of = (kind: Entity['kind']) => entities.filter((each) => each.kind === kind)
  const nodes = new Map<string, SlurmNode>()
  const said = new Map<string, ReadonlyMap<string, Pair>>()
  for (const entity of of('nodename')) {
    // A line of gres.conf names its nodes so, too.
    if (entity.said.has('name') && entity.said.has('file')) continue
    const names = at(entity.line, 'NodeName', () => parseHosts(entity.name))
    const before = said.get(names[0])
    const all = before === undefined ? entity.said : new Map([...before, ...entity.said])
    const node = nodeOf(all)
    for (const name of names) {
      said.set(name, all)
      nodes.set(name, { name, ...node })
    }
  }
  if (nodes.size === 0) {
    throw new QueuewrightError('input-document', 'no node', {
      expected: 'lines NodeName=…, of slurm.conf or scontrol show node',
      ...(included.length > 0 && {
        remedy: `Included files are not read: name them beside it, in their order (${included.map(({ value }) => value).join(', ')})`,
      }),
    })
  }
  const { matter, ofPolicies, others } = unreadSettings(settings)
  const whole = new Map(settings.map(({ key, value }) => [key, value]))
  const sets = new Map(of('nodeset').map((set) => [set.name, nodesOfSet(set, nodes, said)] as const))
  const partitions = new Map<string, SlurmPartition>()
  const told = new Map<string, ReadonlyMap<string, Pair>>()
  for (const entity of of('partitionname')) {
    const all = new Map([...(told.get(entity.name) ?? []), ...entity.said])
    told.set(entity.name, all)
    const partition = partitionOf(entity.name, all, nodes, sets, whole)
    // Of several the last is the default one, as slurmctld says in its log.
    if (partition.isDefault)
      for (const [name, each] of partitions) partitions.set(name, { ...each, isDefault: false })
    partitions.set(entity.name, partition)
  }
  return {
    cluster: whole.get('clustername') ?? null,
    nodes: [...nodes.values()],
    partitions:
      partitions.size > 0 ? [...partitions.values()] : partitionsOfNodes([...nodes.values()], whole),
    reservations: of('reservationname').map((each) => reservationOf(each, nodes)),
    settings: whole,
    unread: [
      ...unreadOf(of('nodename'), 'node', NODE_KEYS),
      ...of('nodename').flatMap(uncounted),
      ...unreadOf(of('partitionname'), 'partition', PARTITION_KEYS),
      ...unreadOf(of('reservationname'), 'reservation', RESERVATION_KEYS),
      ...of('downnodes').map(({ name, line }) => ({ of: '', key: 'DownNodes', value: name, line })),
      ...included.map(({ value, line }) => ({ of: '', key: 'Include', value, line })),
      ...matter,
    ],
    ofPolicies,
    others,
  }
}

function partitionOf(
  name: string,
  said: Said,
  nodes: ReadonlyMap<string, SlurmNode>,
  sets: ReadonlyMap<string, readonly string[]>,
  whole: ReadonlyMap<string, string>,
): SlurmPartition {
  const limit = (key: string) =>
    /^(unlimited|infinite|-1)$/i.test(said.get(key)?.value ?? '') ? null : said.get(key)
  const time = limit('maxtime')
  const most = limit('maxnodes')
  const maxNodes = most == null ? null : wholeNumber(most)
  if (most != null && maxNodes === 0)
    throw bad(most, 'a partition that no job may use', most.value, 'a node or more, or UNLIMITED')
  const access = (accounts: string, qos: string): Access => ({
    ...list('accounts', said.get(accounts)),
    ...list('qos', said.get(qos)),
  })
  const memory = numberIn(said, ['defmempercpu']) ?? Number(whole.get('defmempercpu') ?? Number.NaN)
  return {
    name,
    nodes: nodesNamed(said.get('nodes'), nodes, sets),
    isDefault: /^yes$/i.test(said.get('default')?.value ?? ''),
    tier: numberIn(said, ['prioritytier', 'priority']) ?? 1,
    maxTime: time == null ? null : timeOf(time),
    maxNodes,
    exclusive: /^exclusive$/i.test((said.get('oversubscribe') ?? said.get('shared'))?.value ?? ''),
    memoryPerCpu: Number.isFinite(memory) && memory > 0 ? memory : null,
    allow: access('allowaccounts', 'allowqos'),
    deny: access('denyaccounts', 'denyqos'),
  }
}

function list<Key extends string>(
  key: Key,
  pair: Pair | undefined,
): { readonly [K in Key]?: readonly string[] } {
  const found = names(pair)
  return (found === null ? {} : { [key]: found }) as { readonly [K in Key]?: readonly string[] }
}

/** The hosts of a list, which may be ALL, or have sets of nodes. */
function nodesNamed(
  pair: Pair | undefined,
  nodes: ReadonlyMap<string, SlurmNode>,
  sets: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly string[] {
  if (pair === undefined || /^(\(null\)|)$/.test(pair.value)) return []
  if (/^all$/i.test(pair.value)) return [...nodes.keys()]
  const hosts = at(pair.line, pair.key, () => parseHosts(pair.value))
  const found = new Set<string>()
  for (const host of hosts) {
    const members = sets.get(host) ?? [host]
    for (const member of members) {
      if (!nodes.has(member)) throw bad(pair, 'no such node', member, 'a node that a line NodeName=… has')
      found.add(member)
    }
  }
  return [...found]
}

function nodesOfSet(
  { said }: Entity,
  nodes: ReadonlyMap<string, SlurmNode>,
  all: ReadonlyMap<string, Said>,
): readonly string[] {
  const feature = said.get('feature')?.value
  const having = [...all].flatMap(([name, of]) =>
    feature !== undefined && (names(of.get('features') ?? of.get('feature')) ?? []).includes(feature)
      ? [name]
      : [],
  )
  return [...new Set([...nodesNamed(said.get('nodes'), nodes), ...having])]
}

/** Where no text says what partitions there are, as nodes tell theirs. */
function partitionsOfNodes(
  nodes: readonly SlurmNode[],
  whole: ReadonlyMap<string, string>,
): readonly SlurmPartition[] {
  const found = [...new Set(nodes.flatMap(({ partitions }) => partitions))].sort()
  const none: ReadonlyMap<string, SlurmNode> = new Map()
  return found.map((name) => ({
    ...partitionOf(name, new Map(), none, new Map(), whole),
    nodes: nodes.filter(({ partitions }) => partitions.includes(name)).map((node) => node.name),
  }))
}

function reservationOf(
  { name, said, line }: Entity,
  nodes: ReadonlyMap<string, SlurmNode>,
): SlurmReservation {
  const of = (key: string) => said.get(key)
  const start = of('starttime')
  const end = of('endtime')
  if (start === undefined || end === undefined) {
    throw new QueuewrightError('line-value', 'a reservation without a beginning or an end', {
      line,
      field: 'ReservationName',
      value: name,
      expected: 'StartTime=… EndTime=…, as scontrol show reservation prints them',
    })
  }
  return {
    name,
    nodes: nodesNamed(of('nodes'), nodes),
    start: start.value,
    end: end.value,
    users: names(of('users')) ?? [],
    accounts: names(of('accounts')) ?? [],
    unlike: unlikeOf(said),
  }
}

function unlikeOf(said: Said): string | null {
  const all = ['users', 'accounts'].map((key) => said.get(key))
  const except = all.find((pair) => names(pair)?.some((name) => name.startsWith('-')))
  if (except !== undefined) return `it is for all but those of ${except.key}=${except.value}`
  return said.has('coreids') ? `it has some cores of its nodes (CoreIDs=${said.get('coreids')?.value})` : null
}
