/**
 * Offers of a machine for a request (algorithm 11.1 of Franke, doctoral thesis, Dortmund 2006, by the rules K4-K6 of
 * docs/sites.md): sets of nodes with the window in which all of them are idle.
 */
import type { Interval, MachinePlan } from './plan.js'

/** The request to a machine. */
export interface Wanted {
  /** Not before. */
  readonly start: number
  /** Finished by then; `Infinity` for none. */
  readonly deadline: number
  readonly runtime: number
  readonly nodes: number
}

export interface Offer {
  /** Ascending. */
  readonly nodes: readonly number[]
  readonly begin: number
  /** `Infinity` for ever. */
  readonly end: number
}

/** Nodes whose idle time begins and ends alike. */
interface Bucket {
  /** Ascending. */
  readonly nodes: readonly number[]
  readonly begin: number
  readonly end: number
}

/** Idle intervals of every node within what is wanted. */
export function idleIntervals(
  plan: MachinePlan,
  { start, deadline }: Wanted,
): readonly (readonly Interval[])[] {
  return Array.from({ length: plan.nodes }, (_, node) => plan.idle(node, start, deadline))
}

/**
 * The offers in the order in which they are found.
 * @param most different offers
 */
export function offersOf(
  idle: readonly (readonly Interval[])[],
  { runtime, nodes: count }: Wanted,
  most: number,
): readonly Offer[] {
  const buckets = bucketsOf(idle)
  const times = [...new Set(buckets.flatMap(({ begin, end }) => [begin, end]))].sort(ascending)
  const offers: Offer[] = []
  let before: readonly Bucket[] = []
  const long = buckets.filter(({ begin, end }) => begin <= end - runtime)
  for (const time of times) {
    // What begins or ends at this very time does so after the offers of it.
    const able = long.filter(({ begin, end }) => begin < time && time <= end && begin <= time - runtime)
    if (able.reduce((sum, { nodes }) => sum + nodes.length, 0) < count) continue
    // Of the same nodes all has been offered.
    if (able.length === before.length && able.every((each, k) => each === before[k])) continue
    before = able
    for (const offer of choicesOf(able, count)) {
      if (offers.length >= most) return offers
      if (!offers.some((each) => alike(each, offer))) offers.push(offer)
    }
  }
  return offers
}

/** By begin and end. */
function bucketsOf(idle: readonly (readonly Interval[])[]): readonly Bucket[] {
  const byBegin = new Map<number, Map<number, number[]>>()
  for (const [node, intervals] of idle.entries()) {
    for (const [begin, end] of intervals) {
      const byEnd = byBegin.get(begin) ?? new Map<number, number[]>()
      byBegin.set(begin, byEnd)
      const nodes = byEnd.get(end)
      if (nodes === undefined) byEnd.set(end, [node])
      else nodes.push(node)
    }
  }
  return [...byBegin]
    .flatMap(([begin, byEnd]) => [...byEnd].map(([end, nodes]): Bucket => ({ nodes, begin, end })))
    .sort((a, b) => a.begin - b.begin || ascending(a.end, b.end))
}

/** First each bucket alone, then what is left of them together. */
function* choicesOf(able: readonly Bucket[], count: number): Generator<Offer> {
  for (const { nodes, begin, end } of able) {
    if (nodes.length >= count) yield { nodes: nodes.slice(0, count), begin, end }
  }
  const left = able.flatMap(({ nodes, begin, end }) =>
    (nodes.length >= count ? nodes.slice(0, count - 1) : nodes).map((node) => ({ node, begin, end })),
  )
  for (const places of subsetsOf(left.length, count)) {
    yield {
      nodes: Array.from(Int32Array.from(places, (place) => left[place].node).sort()),
      begin: places.reduce((latest, place) => Math.max(latest, left[place].begin), 0),
      end: places.reduce((earliest, place) => Math.min(earliest, left[place].end), Number.POSITIVE_INFINITY),
    }
  }
}

/** Places, in lexicographic order; the same array again and again. */
function* subsetsOf(length: number, count: number): Generator<readonly number[]> {
  if (count > length) return
  const places = Array.from({ length: count }, (_, k) => k)
  for (;;) {
    yield places
    let k = count - 1
    while (k >= 0 && places[k] === length - count + k) k--
    if (k < 0) return
    places[k]++
    for (let next = k + 1; next < count; next++) places[next] = places[next - 1] + 1
  }
}

function alike(a: Offer, b: Offer): boolean {
  return a.begin === b.begin && a.end === b.end && a.nodes.every((node, k) => node === b.nodes[k])
}

/** Infinities too. */
function ascending(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
