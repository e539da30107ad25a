/**
 * What a machine can offer for a request (algorithm 11.1 of Franke, doctoral thesis, Dortmund 2006, by the rules K4-K6 of
 * docs/sites.md): sets of nodes with the window in which all of them are idle.
 */
import type { Interval, MachinePlan } from './plan.js'

/** What is asked of a machine. */
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

/** Idle time of one node. */
interface Idle {
  readonly node: number
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
  wanted: Wanted,
  most: number,
): readonly Offer[] {
  const all = idle.flatMap((intervals, node) => intervals.map(([begin, end]): Idle => ({ node, begin, end })))
  const times = [...new Set(all.flatMap(({ begin, end }) => [begin, end]))].sort(ascending)
  const offers: Offer[] = []
  const known = new Set<string>()
  for (const time of times) {
    // What begins or ends at this very time does so after the offers of it.
    const able = all.filter(({ begin, end }) => begin < time && time <= end && begin <= time - wanted.runtime)
    if (able.length < wanted.nodes) continue
    for (const chosen of choicesOf(able, wanted.nodes)) {
      if (offers.length >= most) return offers
      const offer = offerOf(chosen)
      const key = `${offer.begin} ${offer.end} ${offer.nodes.join(' ')}`
      if (known.has(key)) continue
      known.add(key)
      offers.push(offer)
    }
  }
  return offers
}

/** First each bucket of equal intervals alone, then what is left of them together. */
function* choicesOf(able: readonly Idle[], count: number): Generator<readonly Idle[]> {
  const sorted = [...able].sort((a, b) => a.begin - b.begin || ascending(a.end, b.end) || a.node - b.node)
  const buckets: Idle[][] = []
  for (const each of sorted) {
    const last = buckets[buckets.length - 1]
    if (last !== undefined && last[0].begin === each.begin && last[0].end === each.end) last.push(each)
    else buckets.push([each])
  }
  for (const bucket of buckets) if (bucket.length >= count) yield bucket.slice(0, count)
  const left = buckets.flatMap((bucket) => (bucket.length >= count ? bucket.slice(0, count - 1) : bucket))
  yield* subsetsOf(left, count)
}

/** In lexicographic order of places. */
function* subsetsOf<Item>(items: readonly Item[], count: number): Generator<readonly Item[]> {
  if (count > items.length) return
  const places = Array.from({ length: count }, (_, k) => k)
  for (;;) {
    yield places.map((place) => items[place])
    let k = count - 1
    while (k >= 0 && places[k] === items.length - count + k) k--
    if (k < 0) return
    places[k]++
    for (let next = k + 1; next < count; next++) places[next] = places[next - 1] + 1
  }
}

function offerOf(chosen: readonly Idle[]): Offer {
  return {
    nodes: chosen.map(({ node }) => node).sort(ascending),
    begin: chosen.reduce((latest, { begin }) => Math.max(latest, begin), 0),
    end: chosen.reduce((earliest, { end }) => Math.min(earliest, end), Number.POSITIVE_INFINITY),
  }
}

/** Infinities too. */
function ascending(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
