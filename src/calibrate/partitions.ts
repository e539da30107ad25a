/**
 * Partitions that a log may have been written on: its groups of jobs (by the log's partitions, else by its queues), each on
 * processors of its own, and which of these overlap. How large they are follows from the most that ever ran together:
 * what the jobs of two groups held at most, each alone, less what they held together, is what they share.
 */
import { smallestOf } from '../core/statistics.js'
import { kindsOf, type Partition, type PartitionJobs, type Range } from '../sim/facility/index.js'
import type { Moments } from './moments.js'
import { distinct, type Observed } from './observed.js'
import { MOST_GROUPS, peaksOf } from './use.js'

/** Share of a partition from which on it is taken to be a part of the one that it overlaps with. */
const CONTAINED = 0.85

/** Jobs that belong together, as the log tells them apart. */
export interface Groups {
  readonly of: Int32Array
  readonly jobs: readonly PartitionJobs[]
  readonly names: readonly string[]
}

/** A way in which the groups share the machine. */
export interface Layout {
  /** One partition for each group, or one for all. */
  readonly partitions: readonly Partition[]
  /** Pairs of places of partitions that overlap. */
  readonly overlaps: readonly (readonly [number, number])[]
}

/** Null where the log tells no groups apart, or too many. */
export function groupsOf(observed: Observed): Groups | null {
  const partitions = distinct(observed.partition).filter((number) => number >= 0)
  const queues = distinct(observed.queue).filter((number) => number >= 0)
  const byPartition = partitions.length > 1
  const numbers = byPartition ? partitions : queues
  if (numbers.length < 2 || numbers.length > MOST_GROUPS) return null
  const place = new Map(numbers.map((number, k) => [number, k]))
  const column = byPartition ? observed.partition : observed.queue
  const of = column.map((number) => place.get(number) ?? -1)
  return {
    of,
    jobs: numbers.map((number) =>
      byPartition ? { partitions: [number], queues: [] } : { partitions: [], queues: [number] },
    ),
    names: numbers.map((number) => `${byPartition ? 'partition' : 'queue'}-${number}`),
  }
}

export function onePool(processors: number): Layout {
  return { partitions: [{ name: 'all', processors: [[0, processors - 1]], jobs: null }], overlaps: [] }
}

/** All ways in which groups may share a machine, the fewest overlaps first. */
export function layoutsOf(
  observed: Observed,
  moments: Moments,
  groups: Groups,
  machine: number,
): readonly Layout[] {
  const count = groups.jobs.length
  const peaks = peaksOf(observed, moments, groups.of, count)
  const pairs: (readonly [number, number])[] = []
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) pairs.push([a, b])
  const layouts: Layout[] = []
  for (let chosen = 0; chosen < 1 << pairs.length; chosen++) {
    const overlaps = pairs.filter((_, k) => (chosen >> k) & 1)
    const partitions = partitionsOf(groups, peaks, overlaps, machine)
    if (partitions !== null) layouts.push({ partitions, overlaps })
  }
  return layouts.sort((a, b) => a.overlaps.length - b.overlaps.length)
}

/** Layouts with processors that no job was seen on, `more` of them, in one of the partitions: the smallest first. */
export function withMore(layout: Layout, more: number): readonly Layout[] {
  const { sizes } = kindsOf(layout.partitions)
  return [...sizes.keys()].sort((a, b) => sizes[a] - sizes[b]).map((place) => enlarged(layout, place, more))
}

/** With one partition that holds another one, too. */
export function containing({ partitions }: Layout, holder: number, held: number): Layout {
  const processors = united([...partitions[holder].processors, ...partitions[held].processors])
  return layoutOf(partitions.map((each, place) => (place === holder ? { ...each, processors } : each)))
}

/** With more processors in one partition, of which nobody else has any. */
export function enlarged({ partitions }: Layout, place: number, more: number): Layout {
  const total = kindsOf(partitions).counts.reduce((sum, count) => sum + count, 0)
  const added: Range = [total, total + more - 1]
  return layoutOf(
    partitions.map((each, k) =>
      k === place ? { ...each, processors: united([...each.processors, added]) } : each,
    ),
  )
}

function layoutOf(partitions: readonly Partition[]): Layout {
  const overlaps: [number, number][] = []
  for (let a = 0; a < partitions.length; a++) {
    for (let b = a + 1; b < partitions.length; b++) {
      const meet = partitions[a].processors.some(([from, to]) =>
        partitions[b].processors.some(([first, last]) => from <= last && first <= to),
      )
      if (meet) overlaps.push([a, b])
    }
  }
  return { partitions, overlaps }
}

/** Null where the machine is too small for partitions that do not overlap in more ways. */
function partitionsOf(
  { jobs, names }: Groups,
  peaks: Float64Array,
  overlaps: Layout['overlaps'],
  machine: number,
): readonly Partition[] | null {
  const count = jobs.length
  const own = Float64Array.from(jobs, (_, place) => peaks[1 << place])
  const shared = overlaps.map(([a, b]) => {
    const both = peaks[(1 << a) | (1 << b)]
    const [large, small] = own[a] >= own[b] ? [a, b] : [b, a]
    const common = Math.max(1, Math.min(own[small], own[a] + own[b] - both))
    if (common < CONTAINED * own[small]) return common
    // A partition that holds another one is as large as both: it has it for itself only where nothing runs in the other.
    own[large] = Math.max(own[large], both)
    return own[small]
  })
  // What three share is as much as the least of what two of them do, at most; more than that nobody can tell.
  const ranges: Range[][] = jobs.map(() => [])
  let next = 0
  const give = (places: readonly number[], processors: number) => {
    const size = Math.round(smallestOf([processors, ...places.map((place) => own[place])]))
    if (size <= 0) return
    for (const place of places) {
      ranges[place].push([next, next + size - 1])
      own[place] -= size
    }
    next += size
  }
  overlaps.forEach((pair, k) => {
    const third = triangle(overlaps, pair)
    if (third === null || third < pair[1]) return
    const among = [k, indexOf(overlaps, pair[0], third), indexOf(overlaps, pair[1], third)]
    const common = smallestOf(among.map((each) => shared[each]))
    const all = (1 << pair[0]) | (1 << pair[1]) | (1 << third)
    const left = peaks[all] - [pair[0], pair[1], third].reduce((sum, place) => sum + peaks[1 << place], 0)
    const three = Math.max(0, Math.min(common, left + among.reduce((sum, each) => sum + shared[each], 0)))
    give([pair[0], pair[1], third], three)
    for (const each of among) shared[each] -= three
  })
  overlaps.forEach((pair, k) => {
    give(pair, shared[k])
  })
  for (let place = 0; place < count; place++) give([place], own[place])
  if (next > 1.02 * machine || ranges.some((each) => each.length === 0)) return null
  return jobs.map((each, place) => ({ name: names[place], processors: united(ranges[place]), jobs: each }))
}

function indexOf(overlaps: Layout['overlaps'], a: number, b: number): number {
  return overlaps.findIndex(([one, other]) => (one === a && other === b) || (one === b && other === a))
}

/** A third that overlaps with both; null where there is none. */
function triangle(overlaps: Layout['overlaps'], [a, b]: readonly [number, number]): number | null {
  const thirds = overlaps.flat().filter((each) => each !== a && each !== b)
  return thirds.find((each) => indexOf(overlaps, a, each) >= 0 && indexOf(overlaps, b, each) >= 0) ?? null
}

/** Ranges in their order, those that meet as one. */
function united(ranges: readonly Range[]): readonly Range[] {
  const sorted = [...ranges].sort((a, b) => a[0] - b[0])
  const result: [number, number][] = []
  for (const [first, last] of sorted) {
    const before = result.at(-1)
    if (before !== undefined && before[1] + 1 >= first) before[1] = Math.max(before[1], last)
    else result.push([first, last])
  }
  return result
}
