/** Sites of nodes as documents (version 2): nodes with cores, memory and GPUs, and partitions of them by their names. */
import {
  added,
  anyOf,
  type Codec,
  flag,
  list,
  mapped,
  nullable,
  object,
  oneOf,
  optional,
  record,
  refined,
  text,
  textOrNumber,
  whole,
  words,
} from '../../core/codec.js'
import { LONGEST_DURATION } from '../../core/duration.js'
import { formatHosts, MOST_HOSTS, parseHosts } from '../../core/hostlist.js'
import { isLocalDate } from '../../core/local-date.js'
import type { Place } from '../../core/place.js'
import { featureConstraint, PACKINGS, type Packing } from '../nodes/index.js'
import {
  ACCESS,
  checkPartitions,
  DURATION,
  FURTHER,
  NO_NUMBERS,
  type SiteDocument,
} from './document-members.js'
import {
  type AlikeNodes,
  LARGEST_NODE,
  MOST_CORES,
  MOST_PARTITIONS,
  NUMBERS,
  type Partition,
  type PartitionJobs,
  type Range,
  type Reservation,
  rangesOf,
} from './facility.js'
import { JOBS_OF_MEMBERS } from './jobs-of.js'

const MEGABYTES: Readonly<Record<string, number>> = { M: 1, G: 1024, T: 1024 ** 2 }

/** Megabytes, or a text such as `192G`. */
const MEMORY: Codec<number> = mapped(
  textOrNumber,
  (value, at) => {
    const [, number, unit = 'M'] = /^(\d{1,9}(?:\.\d{1,3})?)([MGT])?B?$/i.exec(String(value).trim()) ?? []
    const megabytes = Math.floor(Number(number) * MEGABYTES[unit.toUpperCase()])
    if (!(megabytes <= LARGEST_NODE)) throw at.bad(value, 'megabytes, or memory such as 192G')
    return megabytes
  },
  (megabytes) => megabytes,
)

/** Nodes as a list of hosts; of nothing where there are none. */
function hosts(nothing: string): Codec<readonly string[]> {
  return mapped(
    text,
    (written, at) => {
      if (written.trim() === '') {
        throw at.fault(nothing, {
          value: written,
          expected: 'a list of hosts, such as n[1-4]',
          remedy: 'Name its nodes, or leave it out',
        })
      }
      return at.checked(() => parseHosts(written))
    },
    (names) => formatHosts(names),
  )
}

/** The number that each node has of generic resources but GPUs, by kind. */
const GRES: Codec<Readonly<Record<string, number>>> = refined(record(whole(0, LARGEST_NODE)), (gres, at) => {
  if ('gpu' in gres) throw at.at('gpu').fault('GPUs have a member of their own', { expected: 'gpus: N' })
  const [odd] = Object.keys(gres).filter((kind) => !/^[A-Za-z]\w*$/.test(kind))
  if (odd !== undefined) throw at.bad(odd, 'kinds of resources such as fpga')
})

const FEATURE: Codec<string> = refined(words, (feature, at) => {
  if (featureConstraint(feature) === null || /[&|()]/.test(feature))
    throw at.bad(feature, 'a feature without blanks and signs')
})

const NODES: Codec<AlikeNodes> = mapped(
  object({
    names: hosts('a group without nodes'),
    cores: whole(1, MOST_CORES),
    memory: added(nullable(MEMORY), null),
    gpus: added(whole(0, LARGEST_NODE), 0),
    weight: added(whole(0, LARGEST_NODE), 1),
    gres: optional(GRES),
    features: optional(list(FEATURE, { most: 1000 })),
  }),
  ({ names, gres, features, ...rest }) => ({
    ...{ names: formatHosts(names), ...rest },
    ...(gres && { gres }),
    ...(features && { features }),
  }),
  ({ names, ...rest }) => ({ names: parseHosts(names), ...rest }),
)

/** A partition of a log: its number, or its name in the header. */
const PARTITION_IN_LOG = anyOf('a number, or a name', whole(0), words)

const LIMIT_OF_TIME: Codec<number> = refined(DURATION, (seconds, at) => {
  if (seconds <= 0) throw at.bad(seconds, 'a second or more')
})

/** A partition as it is written. */
const PARTITION = object({
  name: words,
  nodes: hosts('a partition without nodes'),
  queues: added(NUMBERS, NO_NUMBERS),
  partitions: added(list(PARTITION_IN_LOG, { most: 10_000 }), []),
  tier: added(whole(0, 65_535), 0),
  exclusive: added(flag, false),
  'max-nodes': added(nullable(whole(1)), null),
  'max-time': added(nullable(LIMIT_OF_TIME), null),
  'memory-per-core': added(nullable(MEMORY), null),
  ...ACCESS,
})

/** Seconds from the log's zero, or a date there. */
const INSTANT: Codec<number | string> = mapped(
  textOrNumber,
  (value, at) => {
    const isInstant =
      typeof value === 'number'
        ? Number.isInteger(value) && Math.abs(value) <= LONGEST_DURATION
        : DATE.test(value) && isLocalDate(value.slice(0, DATE_LENGTH))
    if (isInstant) return value
    throw at.bad(value, "whole seconds from the log's zero, or a date such as 2026-03-01T08:00:00")
  },
  (value) => value,
)
const DATE_LENGTH = '2026-03-01T08:00:00'.length
const DATE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)?$/

const RESERVATION = object({
  name: words,
  nodes: hosts('a reservation without nodes'),
  start: INSTANT,
  end: INSTANT,
  ...JOBS_OF_MEMBERS,
})

type WrittenReservation = ReturnType<typeof RESERVATION.decode>

const MOST_RESERVATIONS = 1000

type WrittenPartition = ReturnType<typeof PARTITION.decode>

/** Version 2 of the document. */
export const NODE_SITE: Codec<SiteDocument> = mapped(
  object({
    ...FURTHER,
    nodes: list(NODES, { least: 1, most: 10_000, expected: '1 to 10000 groups of nodes' }),
    packing: added(oneOf(PACKINGS), 'best-fit' as Packing),
    partitions: list(PARTITION, {
      least: 1,
      most: MOST_PARTITIONS,
      expected: `1 to ${MOST_PARTITIONS} partitions`,
    }),
    reservations: added(list(RESERVATION, { most: MOST_RESERVATIONS }), []),
  }),
  (
    { version, name, scheduling, nodes, packing, partitions, reservations, priorities, limits, maintenance },
    at,
  ) => {
    const places = placesOf(nodes, at.at('nodes'))
    return {
      ...{ version, name, scheduling },
      facility: {
        partitions: decoded(places, partitions, at),
        ...{ priorities, limits, maintenance, nodes: { groups: nodes, packing } },
        ...(reservations.length > 0 && {
          reservations: reserved(places, reservations, at.at('reservations')),
        }),
      },
    }
  },
  ({ facility: { partitions, nodes, reservations = [], ...rest }, ...document }) => {
    const groups = nodes?.groups ?? []
    const names = groups.flatMap((group) => parseHosts(group.names))
    return {
      format: 'queuewright-site',
      ...document,
      ...rest,
      nodes: groups,
      packing: nodes?.packing ?? 'best-fit',
      partitions: partitions.map((each) => written(each, names)),
      reservations: reservations.map((each) => ({ ...each, nodes: namesIn(each.nodes, names) })),
    }
  },
)

/** The places of nodes among all. */
function placesOf(groups: readonly AlikeNodes[], at: Place): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  groups.forEach(({ names }, k) => {
    const here = at.at(k).at('names')
    for (const name of parseHosts(names)) {
      if (places.has(name)) throw here.fault('a node is named twice', { value: name })
      places.set(name, places.size)
    }
    if (places.size > MOST_HOSTS) throw here.bad(places.size, `at most ${MOST_HOSTS} nodes`)
  })
  return places
}

/** The places of some of them, each once. */
function placesIn(
  places: ReadonlyMap<string, number>,
  nodes: readonly string[],
  at: Place,
): readonly number[] {
  const own = nodes.map((node) => {
    const place = places.get(node)
    if (place === undefined) throw at.fault('no such node', { value: node, expected: 'one that nodes has' })
    return place
  })
  const known = new Set<number>()
  own.forEach((place, k) => {
    if (known.has(place)) throw at.fault('a node is named twice', { value: nodes[k] })
    known.add(place)
  })
  return own
}

function reserved(
  places: ReadonlyMap<string, number>,
  reservations: readonly WrittenReservation[],
  at: Place,
): readonly Reservation[] {
  const names = new Set<string>()
  return reservations.map((each, k) => {
    const { name, start, end } = each
    const here = at.at(k)
    if (names.has(name)) throw here.at('name').fault('a reservation is named twice', { value: name })
    names.add(name)
    if (typeof end === 'number' && end <= 0)
      throw here
        .at('end')
        .fault('a reservation in the past', { value: end, expected: "an end after the log's zero" })
    if (typeof start === 'number' && typeof end === 'number' && end <= start)
      throw here.at('end').bad(end, `after ${start}, where it begins`)
    return { ...each, nodes: rangesOf(placesIn(places, each.nodes, here.at('nodes'))) }
  })
}

/** The partitions as ranges of nodes, by the places of nodes among all. */
function decoded(
  places: ReadonlyMap<string, number>,
  partitions: readonly WrittenPartition[],
  at: Place,
): readonly Partition[] {
  const used = new Set<number>()
  const found = partitions.map((partition, k): Partition => {
    const own = placesIn(places, partition.nodes, at.at('partitions').at(k).at('nodes'))
    for (const place of own) used.add(place)
    const { name, queues, partitions: of, tier, exclusive, allow, deny } = partition
    const numbers = of.filter((each) => typeof each === 'number')
    const names = of.flatMap((each) => (typeof each === 'string' ? [each] : []))
    const jobs: PartitionJobs = { queues, partitions: numbers, ...(names.length > 0 && { names }) }
    return {
      ...{ name, processors: rangesOf(own), tier, exclusive },
      jobs: queues.length + of.length === 0 ? null : jobs,
      ...(partition['max-nodes'] !== null && { 'max-nodes': partition['max-nodes'] }),
      ...(partition['max-time'] !== null && { 'max-time': partition['max-time'] }),
      ...(partition['memory-per-core'] !== null && { 'memory-per-core': partition['memory-per-core'] }),
      ...(allow && { allow }),
      ...(deny && { deny }),
    }
  })
  for (const [name, place] of places) {
    if (!used.has(place))
      throw at.at('nodes').fault('a node in no partition', {
        value: name,
        remedy: 'Name it in a partition, or leave it out: no job can be on it',
      })
  }
  return checkPartitions(found, at.at('partitions'))
}

function namesIn(ranges: readonly Range[], names: readonly string[]): readonly string[] {
  return ranges.flatMap(([first, last]) => names.slice(first, last + 1))
}

function written(
  { name, processors, jobs, tier = 0, exclusive = false, allow, deny, ...most }: Partition,
  names: readonly string[],
): WrittenPartition {
  return {
    ...{ name, tier, exclusive },
    nodes: namesIn(processors, names),
    queues: jobs?.queues ?? NO_NUMBERS,
    partitions: [...(jobs?.partitions ?? []), ...(jobs?.names ?? [])],
    'max-nodes': most['max-nodes'] ?? null,
    'max-time': most['max-time'] ?? null,
    'memory-per-core': most['memory-per-core'] ?? null,
    ...(allow && { allow }),
    ...(deny && { deny }),
  }
}
