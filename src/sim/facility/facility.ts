/**
 * A machine as a site has it: partitions that are overlapping sets of processors or nodes, priorities of queues, limits and
 * maintenance. Plain data; what it means is in `pass.ts`, `conservative.ts` and docs/machine.md.
 *
 * Processors of the same partitions are alike: a simulation counts those of each such *kind*, and never names one.
 */
import {
  anyOf,
  flag,
  list,
  nullable,
  number,
  object,
  objectOf,
  oneOf,
  optional,
  record,
  text,
  tuple,
  whole,
  words,
} from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import { parseHosts } from '../../core/hostlist.js'
import type { Closure } from '../nodes/closures.js'
import { type Inventory, inventoryOf, type NodeGroup, PACKINGS, type Packing } from '../nodes/index.js'
import { JOBS_OF, JOBS_OF_MEMBERS, type JobsOf, type NumbersOf, numbered, numbersIn } from './jobs-of.js'
import { LIMIT, type Limit } from './limits.js'

/** Processors by number, first and last. */
export type Range = readonly [first: number, last: number]

/** Jobs whose log names one of these partitions or, after that, one of these queues. */
export interface PartitionJobs {
  readonly partitions: readonly number[]
  readonly queues: readonly number[]
  /** Partitions as the log's header calls them; they mean something once they are among its numbers (`withNumbers`). */
  readonly names?: readonly string[]
}

export interface Partition {
  readonly name: string
  /** Ascending, apart from one another. Where the machine has nodes these are nodes, by their place in `SiteNodes`. */
  readonly processors: readonly Range[]
  /** The jobs that belong here; null: all that are left. */
  readonly jobs: PartitionJobs | null
  /** Jobs of partitions of a higher tier go before all others; 0 where absent. */
  readonly tier?: number
  /** Whether its jobs take whole nodes. */
  readonly exclusive?: boolean
  /** Nodes that one of its jobs may have. */
  readonly 'max-nodes'?: number
  /** Seconds that one of its jobs may ask for. */
  readonly 'max-time'?: number
  /** Megabytes for each processor of a job that does not say how much it needs. */
  readonly 'memory-per-core'?: number
  /** The jobs that may use it, of all that belong here, and those that may not; a job of any member of `deny` may not. */
  readonly allow?: JobsOf
  readonly deny?: JobsOf
  /** The log's numbers of the sets that it is in, for jobs that were submitted to several partitions (`atLog`). */
  readonly sets?: readonly number[]
}

/** Alike nodes, as plain data. */
export interface AlikeNodes extends Pick<NodeGroup, 'cores' | 'memory' | 'weight'> {
  /** A list of hosts. */
  readonly names: string
  readonly gpus: number
  /** The number that each has of other generic resources. */
  readonly gres?: Readonly<Record<string, number>>
  readonly features?: readonly string[]
}

/** The nodes of a machine, and the rule by which jobs are put on them. */
export interface SiteNodes {
  readonly groups: readonly AlikeNodes[]
  readonly packing: Packing
}

/** The machine is empty from `start` for `duration`, again every `every`; seconds from the log's zero. */
export interface Maintenance {
  readonly every: number
  readonly start: number
  readonly duration: number
}

/** Nodes that only the jobs of some may be on for a while: of any of these users, groups and queues, of nobody where none is named. */
export interface Reservation extends JobsOf {
  readonly name: string
  /** By their places in `SiteNodes`. */
  readonly nodes: readonly Range[]
  /** Seconds from the log's zero; a date is one once the log is known (`atLog`). */
  readonly start: number | string
  readonly end: number | string
}

export interface Facility {
  readonly partitions: readonly Partition[]
  /** Jobs of queues with a higher priority go first, whatever the order; 0 where a queue is not named. */
  readonly priorities: readonly { readonly queue: number; readonly priority: number }[]
  readonly limits: readonly Limit[]
  readonly maintenance: Maintenance | null
  /** Absent: processors by number, which nothing tells apart but their partitions. */
  readonly nodes?: SiteNodes
  /** The reservations of nodes; none where absent. */
  readonly reservations?: readonly Reservation[]
  /** The constraints that jobs ask of nodes, by the log's numbers, as its header says them (`atLog`). */
  readonly constraints?: readonly Said[]
  readonly gres?: readonly Said[]
}

/** The text that a number of the log stands for. */
export interface Said {
  readonly number: number
  readonly text: string
}

/** The numbered things of a log that are no names of the site's. */
export type ListedKind = 'PartitionSet' | 'Constraint' | 'Gres'

/** A job's processors are counted in 32 bits. */
export const LAST_PROCESSOR = 2 ** 31 - 2
export const MOST_PARTITIONS = 256

/** Queues or partitions as a log numbers them. */
export const NUMBERS = list(whole(0), { most: 10_000 })

const RANGE_LIST = list(tuple(whole(0, LAST_PROCESSOR), whole(0, LAST_PROCESSOR)), { least: 1 })
const INSTANT = anyOf('seconds, or a date', number(), words)

export const PRIORITIES = list(object({ queue: whole(0), priority: whole(-1e9, 1e9) }), { most: 10_000 })

/** Megabytes or processors of one node, tasks of a job: sums of them are exact, and fit 32 bits. */
export const LARGEST_NODE = 1e9

/** Cores of one node: rooms are counted one by one. */
export const MOST_CORES = 65_536

const ALIKE_NODES = objectOf<AlikeNodes>({
  names: words,
  cores: whole(1, MOST_CORES),
  memory: nullable(whole(0, LARGEST_NODE)),
  gpus: whole(0, LARGEST_NODE),
  weight: whole(0, LARGEST_NODE),
  gres: optional(record(whole(0, LARGEST_NODE))),
  features: optional(list(words)),
})

const SAID = list(objectOf<Said>({ number: whole(0), text }))

/** A facility as plain data, in scenarios. */
export const FACILITY = objectOf<Facility>({
  partitions: list(
    objectOf<Partition>({
      name: words,
      processors: RANGE_LIST,
      jobs: nullable(
        objectOf<PartitionJobs>({ partitions: NUMBERS, queues: NUMBERS, names: optional(list(words)) }),
      ),
      tier: optional(whole(0, 65_535)),
      exclusive: optional(flag),
      'max-nodes': optional(whole(1)),
      'max-time': optional(whole(1)),
      'memory-per-core': optional(whole(0, LARGEST_NODE)),
      allow: optional(JOBS_OF),
      deny: optional(JOBS_OF),
      sets: optional(list(whole(0))),
    }),
    { least: 1, most: MOST_PARTITIONS },
  ),
  priorities: PRIORITIES,
  limits: list(LIMIT),
  maintenance: nullable(objectOf<Maintenance>({ every: whole(1), start: whole(0), duration: whole(1) })),
  reservations: optional(
    list(
      objectOf<Reservation>({
        name: words,
        nodes: RANGE_LIST,
        start: INSTANT,
        end: INSTANT,
        ...JOBS_OF_MEMBERS,
      }),
    ),
  ),
  nodes: optional(objectOf<SiteNodes>({ groups: list(ALIKE_NODES, { least: 1 }), packing: oneOf(PACKINGS) })),
  constraints: optional(SAID),
  gres: optional(SAID),
})

/**
 * The nodes of a facility as columns.
 * @param gres kinds that have columns, also where no node has any
 */
export function inventoryOfSite({ groups }: SiteNodes, gres: readonly string[] = []): Inventory {
  return inventoryOf(
    groups.map(({ names, gpus, gres = {}, features = [], ...rest }) => ({
      ...rest,
      names: parseHosts(names),
      gres: { ...gres, gpu: gpus },
      features,
    })),
    gres,
  )
}

/** Processors of all partitions together; of nodes, of which each is in one at least, all. */
export function processorsOf({ partitions, nodes }: Facility): number {
  if (nodes !== undefined)
    return nodes.groups.reduce((sum, { names, cores }) => sum + cores * parseHosts(names).length, 0)
  return kindsOf(partitions).counts.reduce((sum, count) => sum + count, 0)
}

/**
 * A facility that has, for all names and dates, the numbers and seconds of a log.
 * @param secondOf a date, from the log's zero
 * @param listOf what numbers stand for
 * @throws QueuewrightError `input-document` for a reservation that the log comes after
 */
export function atLog(
  facility: Facility,
  numbersOf: NumbersOf,
  secondOf: (date: string) => number,
  listOf: (kind: ListedKind) => ReadonlyMap<number, string>,
): Facility {
  const sets = Array.from(listOf('PartitionSet'), ([number, names]) => {
    const numbers = numbersIn(names.split(','), 'Partition', numbersOf)
    return { number, names: names.split(','), numbers }
  })
  const partitions = facility.partitions.map(({ jobs, allow, deny, ...rest }) => {
    const names = jobs?.names ?? []
    const ofSets = sets.filter(
      (set) =>
        set.names.some((name) => name === rest.name || names.includes(name)) ||
        set.numbers.some((number) => jobs?.partitions.includes(number)),
    )
    const own = jobs && {
      queues: jobs.queues,
      partitions: numbersIn([...jobs.partitions, ...names], 'Partition', numbersOf),
    }
    return {
      ...{ ...rest, jobs: own },
      ...(ofSets.length > 0 && { sets: ofSets.map(({ number }) => number) }),
      ...(allow && { allow: numbered(allow, numbersOf) }),
      ...(deny && { deny: numbered(deny, numbersOf) }),
    }
  })
  const limits = facility.limits.map((limit) =>
    limit.kind === 'running' ? numbered(limit, numbersOf) : limit,
  )
  const reservations = facility.reservations?.map((each, k) => {
    const [start, end] = [each.start, each.end].map((at) => (typeof at === 'string' ? secondOf(at) : at))
    if (end <= 0) throw inThePast(each, k, 'it ends before the log begins')
    if (end <= start) throw inThePast(each, k, 'it ends before it begins')
    return { ...numbered(each, numbersOf), start, end }
  })
  const said = (kind: ListedKind) => Array.from(listOf(kind), ([number, text]) => ({ number, text }))
  const [constraints, gres] = facility.nodes === undefined ? [[], []] : [said('Constraint'), said('Gres')]
  return {
    ...{ ...facility, partitions, limits },
    ...(reservations && { reservations }),
    ...(constraints.length > 0 && { constraints }),
    ...(gres.length > 0 && { gres }),
  }
}

function inThePast({ name, start, end }: Reservation, place: number, why: string): QueuewrightError {
  return new QueuewrightError('input-document', `reservation ${name} is in the past: ${why}`, {
    field: `reservations[${place}]`,
    value: `${start} to ${end}`,
    expected: "a reservation of the log's time, in seconds from its zero or by dates",
    remedy: 'Leave it out, or correct it',
  })
}

/** The reservations of a facility that is at its log, as nodes that are closed for a while. */
export function closuresOf({ reservations = [] }: Facility): readonly Closure[] {
  return reservations.map(({ name, nodes, start, end, ...open }) => ({
    ...{ name, open, from: Number(start), to: Number(end) },
    nodes: Int32Array.from(
      nodes.flatMap(([first, last]) => Array.from({ length: last + 1 - first }, (_, k) => first + k)),
    ),
  }))
}

/** Numbers as ranges, ascending. */
export function rangesOf(places: readonly number[]): readonly Range[] {
  const ranges: [number, number][] = []
  for (const place of [...places].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === place - 1) last[1] = place
    else ranges.push([place, place])
  }
  return ranges
}

/** Processors that belong to the same partitions, counted. */
export interface Kinds {
  readonly counts: Int32Array
  /** Kinds of each partition in the order in which a job takes them: those in the fewest partitions first, then the lowest. */
  readonly of: readonly Int32Array[]
  /** Processors of each partition. */
  readonly sizes: readonly number[]
}

export function kindsOf(partitions: readonly Partition[]): Kinds {
  const borders = new Set<number>()
  for (const { processors } of partitions)
    for (const [first, last] of processors) borders.add(first).add(last + 1)
  const cuts = [...borders].sort((a, b) => a - b)
  const members: number[][] = cuts.map(() => [])
  const cutAt = new Map(cuts.map((cut, k) => [cut, k]))
  partitions.forEach(({ processors }, place) => {
    for (const [first, last] of processors) {
      for (let k = cutAt.get(first) ?? cuts.length; cuts[k] <= last; k++) members[k].push(place)
    }
  })
  const found = new Map<string, { readonly within: readonly number[]; first: number; count: number }>()
  for (let k = 0; k + 1 < cuts.length; k++) {
    const within = members[k]
    if (within.length === 0) continue
    const known = found.get(within.join())
    const count = cuts[k + 1] - cuts[k]
    if (known === undefined) found.set(within.join(), { within, first: cuts[k], count })
    else known.count += count
  }
  const kinds = [...found.values()].sort((a, b) => a.within.length - b.within.length || a.first - b.first)
  const of = partitions.map((_, place) =>
    Int32Array.from(kinds.flatMap(({ within }, kind) => (within.includes(place) ? [kind] : []))),
  )
  const counts = Int32Array.from(kinds, ({ count }) => count)
  const sizes = of.map((own) => own.reduce((sum, kind) => sum + counts[kind], 0))
  return { counts, of, sizes }
}

/** Which partitions a job may run in. */
export class Placing {
  readonly #byPartition = new Map<number, number>()
  readonly #byQueue = new Map<number, number>()
  readonly #bySet = new Map<number, number[]>()
  readonly #rest: number
  /** Each partition alone. */
  readonly #alone: readonly (readonly number[])[]

  constructor(partitions: readonly Partition[]) {
    this.#alone = partitions.map((_, place) => [place])
    partitions.forEach(({ jobs, sets = [] }, place) => {
      for (const number of jobs?.partitions ?? []) this.#byPartition.set(number, place)
      for (const number of jobs?.queues ?? []) this.#byQueue.set(number, place)
      for (const set of sets) this.#bySet.set(set, [...(this.#bySet.get(set) ?? []), place])
    })
    const tier = (place: number) => partitions[place].tier ?? 0
    for (const places of this.#bySet.values()) places.sort((a, b) => tier(b) - tier(a) || a - b)
    this.#rest = partitions.findIndex(({ jobs }) => jobs === null)
  }

  /**
   * Their places by the numbers of the log, the highest tier first: those of a job that was submitted to several, else the one
   * that its partition or its queue belongs to; none where nobody takes it.
   */
  of(partition: number, queue: number, set: number): readonly number[] {
    const several = set < 0 ? undefined : this.#bySet.get(set)
    if (several !== undefined) return several
    const place = this.#byPartition.get(partition) ?? this.#byQueue.get(queue) ?? this.#rest
    return place < 0 ? [] : this.#alone[place]
  }
}
