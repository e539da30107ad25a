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
import { parseSlurmTime } from './times.js'

export interface SlurmNode {
  readonly name: string
  /** Processors as Slurm counts them, without those that are kept for the system. */
  readonly cpus: number
  /** Megabytes; null where the text does not say. */
  readonly memory: number | null
  readonly gpus: number
  /** Other generic resources that are given out, by kind. */
  readonly gres: Readonly<Record<string, number>>
  readonly features: readonly string[]
  readonly weight: number
  /** The words of its state that are those of a node that no job gets. */
  readonly away: string | null
  /** Partitions by name, as scontrol tells them of a node. */
  readonly partitions: readonly string[]
}

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
    partitions.set(entity.name, partitionOf(entity.name, all, nodes, sets, whole))
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

type Said = ReadonlyMap<string, Pair>

function nodeOf(said: Said): Omit<SlurmNode, 'name'> {
  const number = (...keys: readonly string[]) => numberIn(said, keys)
  const threads = number('threadspercore') ?? 1
  const sockets = number('sockets') ?? (number('boards') ?? 1) * (number('socketsperboard') ?? 1)
  const all = number('cputot', 'cpus', 'procs') ?? sockets * (number('corespersocket') ?? 1) * threads
  const cpus = number('cpuefctv') ?? all - (number('corespeccount') ?? 0) * threads
  if (cpus > MOST_CPUS) {
    const keys = ['cpuefctv', 'cputot', 'cpus', 'procs', 'corespersocket', 'sockets', 'boards'] as const
    throw tooMany(said, keys, `${cpus} CPUs`)
  }
  const memory = number('realmemory')
  const { gpu: gpus = 0, ...gres } = gresOf(said.get('gres')?.value ?? '')
  const [large] = Object.entries(gres).find(([, count]) => count > LARGEST) ?? []
  if (large !== undefined) throw tooMany(said, ['gres'], `${gres[large]} of ${large}`, LARGEST)
  if (gpus > MOST_CPUS) throw tooMany(said, ['gres'], `${gpus} GPUs`)
  const state = said.get('state')?.value ?? ''
  return {
    cpus: Math.max(0, cpus),
    memory: memory === null ? null : Math.max(0, memory - (number('memspeclimit') ?? 0)),
    gpus,
    gres,
    features: names(FEATURES.map((key) => said.get(key)).find((pair) => pair !== undefined)) ?? [],
    weight: number('weight') ?? 1,
    away: /\b(DOWN|DRAIN\w*|FAIL\w*|FUTURE|MAINT)\b/i.exec(state)?.[0] ?? null,
    partitions: names(said.get('partitions')) ?? [],
  }
}

/** More CPUs than a node has, and more GPUs. */
const MOST_CPUS = 65_536

function tooMany(said: Said, keys: readonly string[], value: string, most = MOST_CPUS): QueuewrightError {
  const pair = keys.map((key) => said.get(key)).find((each) => each !== undefined)
  return new QueuewrightError('line-value', 'more than a node has', {
    ...(pair && { line: pair.line, field: pair.key }),
    value,
    expected: `at most ${most}`,
    remedy: 'Correct the line of this node',
  })
}

/** Features of a node, as slurm.conf and scontrol call them. */
const FEATURES = ['features', 'feature', 'activefeatures', 'availablefeatures'] as const

const GRES_UNIT: Readonly<Record<string, number>> = { '': 0, K: 1, M: 2, G: 3, T: 4, P: 5 }

/**
 * Generic resources of all types by kind in a list such as `gpu:a100:4(S:0-1),fpga:1`; 1 where it does not say how many, and none of
 * those that jobs do not use up (`no_consume`).
 */
function gresOf(list: string): Readonly<Record<string, number>> {
  const found = new Map<string, number>()
  for (const each of list.replace(/\([^)]*\)/g, '').split(',')) {
    const [kind, ...rest] = each.trim().split(':')
    if (!/^[A-Za-z]\w*$/.test(kind) || rest.includes('no_consume')) continue
    const [, count, unit = ''] = /^(\d+)([KMGTP]?)$/i.exec(rest.at(-1) ?? '') ?? ['', '1']
    const number = Number(count) * 1024 ** GRES_UNIT[unit.toUpperCase()]
    found.set(kind, (found.get(kind) ?? 0) + number)
  }
  return Object.fromEntries(found)
}

function partitionOf(
  name: string,
  said: Said,
  nodes: ReadonlyMap<string, SlurmNode>,
  sets: ReadonlyMap<string, readonly string[]>,
  whole: ReadonlyMap<string, string>,
): SlurmPartition {
  const limit = (key: string) =>
    /^(unlimited|infinite)$/i.test(said.get(key)?.value ?? '') ? null : said.get(key)
  const time = limit('maxtime')
  const most = limit('maxnodes')
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
    maxNodes: most == null ? null : wholeNumber(most),
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

/** Null where all are meant. */
function names(pair: Pair | undefined): readonly string[] | null {
  if (pair === undefined || /^(all|\(null\)|n\/a|)$/i.test(pair.value)) return null
  return pair.value.split(',').filter((name) => name !== '')
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
  }
}

/** The number of the first of these keys that is there. */
function numberIn(said: Said, keys: readonly string[]): number | null {
  const pair = keys.map((key) => said.get(key)).find((each) => each !== undefined)
  return pair === undefined || /^(\(null\)|n\/a|unlimited|none)$/i.test(pair.value) ? null : wholeNumber(pair)
}

/** Beyond what any site has; sums of them are exact. */
const LARGEST = 1e9

function wholeNumber(pair: Pair): number {
  const value = /^\d+$/.test(pair.value) ? Number(pair.value) : Number.NaN
  if (value <= LARGEST) return value
  throw bad(pair, 'a value that Slurm would not take', pair.value, `a whole number up to ${LARGEST}`)
}

function timeOf(pair: Pair): number {
  const seconds = parseSlurmTime(pair.value)
  if (seconds !== null && seconds > 0) return seconds
  throw bad(
    pair,
    'a value that Slurm would not take',
    pair.value,
    'a time such as 30 (minutes), 12:00:00 or 7-0',
  )
}

function bad({ key, line }: Pair, what: string, value: string, expected: string): QueuewrightError {
  return new QueuewrightError('line-value', what, { line, field: key, value, expected })
}

/** Has failures name a line. */
function at<Result>(line: number, field: string, action: () => Result): Result {
  try {
    return action()
  } catch (error) {
    throw error instanceof QueuewrightError ? error.with({ line, field }) : error
  }
}
