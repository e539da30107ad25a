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
  text,
  textOrNumber,
  whole,
  words,
} from '../../core/codec.js'
import { formatHosts, MOST_HOSTS, parseHosts } from '../../core/hostlist.js'
import type { Place } from '../../core/place.js'
import { PACKINGS, type Packing } from '../nodes/index.js'
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
  rangesOf,
} from './facility.js'

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
      if (written.trim() === '') throw at.fault(nothing)
      return at.checked(() => parseHosts(written))
    },
    (names) => formatHosts(names),
  )
}

const NODES: Codec<AlikeNodes> = mapped(
  object({
    names: hosts('a group without nodes'),
    cores: whole(1, MOST_CORES),
    memory: added(nullable(MEMORY), null),
    gpus: added(whole(0, LARGEST_NODE), 0),
    weight: added(whole(0, LARGEST_NODE), 1),
  }),
  ({ names, ...rest }) => ({ names: formatHosts(names), ...rest }),
  ({ names, ...rest }) => ({ names: parseHosts(names), ...rest }),
)

/** Of a log: a partition's number, or its name in the header. */
const PARTITION_IN_LOG = anyOf('a number, or a name', whole(0), words)

/** A partition as it is written. */
const PARTITION = object({
  name: words,
  nodes: hosts('a partition without nodes'),
  queues: added(NUMBERS, NO_NUMBERS),
  partitions: added(list(PARTITION_IN_LOG, { most: 10_000 }), []),
  tier: added(whole(0, 65_535), 0),
  exclusive: added(flag, false),
  'max-nodes': added(nullable(whole(1)), null),
  'max-time': added(nullable(DURATION), null),
  'memory-per-core': added(nullable(MEMORY), null),
  ...ACCESS,
})

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
  }),
  ({ version, name, scheduling, nodes, packing, partitions, priorities, limits, maintenance }, at) => ({
    ...{ version, name, scheduling },
    facility: {
      partitions: decoded(nodes, partitions, at),
      ...{ priorities, limits, maintenance, nodes: { groups: nodes, packing } },
    },
  }),
  ({ facility: { partitions, nodes, ...rest }, ...document }) => {
    const groups = nodes?.groups ?? []
    const names = groups.flatMap((group) => parseHosts(group.names))
    return {
      format: 'queuewright-site',
      ...document,
      ...rest,
      nodes: groups,
      packing: nodes?.packing ?? 'best-fit',
      partitions: partitions.map((each) => written(each, names)),
    }
  },
)

/** The partitions as ranges of nodes, by the places of nodes among all. */
function decoded(
  groups: readonly AlikeNodes[],
  partitions: readonly WrittenPartition[],
  at: Place,
): readonly Partition[] {
  const places = new Map<string, number>()
  groups.forEach(({ names }, k) => {
    const here = at.at('nodes').at(k).at('names')
    for (const name of parseHosts(names)) {
      if (places.has(name)) throw here.fault('a node is named twice', { value: name })
      places.set(name, places.size)
    }
    if (places.size > MOST_HOSTS) throw here.bad(places.size, `at most ${MOST_HOSTS} nodes`)
  })
  const used = new Set<number>()
  const found = partitions.map((partition, k): Partition => {
    const here = at.at('partitions').at(k).at('nodes')
    const own = partition.nodes.map((node) => {
      const place = places.get(node)
      if (place === undefined)
        throw here.fault('no such node', { value: node, expected: 'one that nodes has' })
      return place
    })
    if (new Set(own).size < own.length) throw here.fault('a node is named twice')
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

function written(
  { name, processors, jobs, tier = 0, exclusive = false, allow, deny, ...most }: Partition,
  names: readonly string[],
): WrittenPartition {
  return {
    ...{ name, tier, exclusive },
    nodes: processors.flatMap(([first, last]) => names.slice(first, last + 1)),
    queues: jobs?.queues ?? NO_NUMBERS,
    partitions: [...(jobs?.partitions ?? []), ...(jobs?.names ?? [])],
    'max-nodes': most['max-nodes'] ?? null,
    'max-time': most['max-time'] ?? null,
    'memory-per-core': most['memory-per-core'] ?? null,
    ...(allow && { allow }),
    ...(deny && { deny }),
  }
}
