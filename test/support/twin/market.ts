/**
 * A slow, obvious market: rules K1 to K12 of docs/sites.md read aloud. Nothing is kept but what was agreed on and has not
 * ended; idle times, offers, costs and moves are found anew from that list each time. It shares nothing with the engine.
 * Times are whole seconds.
 */
import type { JobTable } from '../../../src/trace/job-table.js'

export interface SlowDomain {
  readonly machines: readonly number[]
  readonly knows: readonly number[]
  readonly machineFunction?: string
}

export interface SlowSettings {
  readonly machineFunction: string
  readonly utilityFunction: string
  readonly maxOffers: number
  readonly steps: number
  readonly overhead: number
  readonly latency: number
  readonly reservations: 'fixed' | 'move-up'
}

export interface SlowRequest {
  readonly home?: number
  readonly hops?: number
  readonly timeToLive?: number
  readonly utilityFunction?: string
  readonly budget?: number
  readonly deadline?: number
  readonly start?: number
  readonly maxOffers?: number
}

/** The idle time round a placement, in node-seconds (K8). */
interface Terms {
  readonly nodes: number
  readonly seconds: number
  readonly N: number
  readonly A: number
  readonly B: number
  readonly P: number
  readonly utilization: number
}

const shareOf = ({ N, P }: Terms) => (N === 0 ? 0 : P / N)

/** K9, and formulas as the engine is told them. */
export const SLOW_MACHINE_FUNCTIONS: Readonly<Record<string, (terms: Terms) => number>> = {
  MF1: (t) => (t.N + t.A + t.B + t.P) * (1 - shareOf(t)),
  MF2: ({ N, A, B, P }) => N + A + B + P,
  MF3: (t) => (t.N + t.A + t.B) * (1 - shareOf(t)),
  MF4: (t) => (t.N + t.P) * (1 - shareOf(t)),
  MF5: (t) => (t.N + t.A + t.P) * (1 - shareOf(t)),
  MF6: (t) => (t.N + t.B + t.P) * (1 - shareOf(t)),
  'RunTime*NumberOfProcessors - after': ({ seconds, nodes, A }) => seconds * nodes - A,
  '(before + parallel)/3 - utilization*RunTime + parallel_rel': (t) =>
    (t.B + t.P) / 3 - t.utilization * t.seconds + shareOf(t),
}

export const SLOW_UTILITY_FUNCTIONS: Readonly<Record<string, (start: number, cost: number) => number>> = {
  UF1: (start) => -start,
  UF2: (_, cost) => -cost,
  UF3: (start, cost) => -(start + cost),
  UF4: (start, cost) => -(start + 2 * cost),
  UF5: (start, cost) => -(2 * start + cost),
  '-StartTime - JobCost/3': (start, cost) => -start - cost / 3,
}

interface Part {
  readonly domain: number
  readonly machine: number
  readonly nodes: readonly number[]
}

export interface SlowContract {
  readonly start: number
  readonly end: number
  readonly fragments: readonly Part[]
  readonly cost: number
  readonly utility: number
}

/** An agreement that has not ended; it may move up. */
interface Held {
  readonly row: number
  readonly from: number
  start: number
  readonly seconds: number
  readonly planned: number
  parts: readonly Part[]
  readonly cost: number
  readonly utility: number
}

type Interval = readonly [begin: number, end: number]

interface Offer {
  readonly nodes: readonly number[]
  readonly begin: number
  readonly end: number
}

interface Placement {
  readonly nodes: readonly number[]
  readonly start: number
  readonly cost: number
  readonly utility: number
}

const EVER = Number.POSITIVE_INFINITY
const ascending = (a: number, b: number) => (a < b ? -1 : Number(a > b))
const distinct = (values: readonly number[]) => [...new Set(values)].sort(ascending)
const upTo = (count: number) => Array.from({ length: count }, (_, k) => k)
const plain = (value: number) => value + 0

export function slowMarket(
  jobs: JobTable,
  domains: readonly SlowDomain[],
  settings: SlowSettings,
  requests: ReadonlyMap<number, SlowRequest>,
): readonly (SlowContract | null)[] {
  const { overhead, latency, steps } = settings
  const contracts: (SlowContract | null)[] = upTo(jobs.length).map(() => null)
  let held: Held[] = []

  const busyOf = (domain: number, machine: number, node: number): readonly Interval[] =>
    held
      .filter(({ parts }) =>
        parts.some((part) => part.domain === domain && part.machine === machine && part.nodes.includes(node)),
      )
      .map(({ start, planned }): Interval => [start, start + planned])
      .sort(([a, b], [c, d]) => a - c || b - d)
  const plansOf = (domain: number, machine: number) =>
    upTo(domains[domain].machines[machine]).map((node) => busyOf(domain, machine, node))
  const isIdle = (busy: readonly Interval[], from: number, to: number) =>
    busy.every(([start, end]) => start >= to || end <= from)

  /** K4. */
  const idleOf = (busy: readonly Interval[], from: number, to: number): readonly Interval[] => {
    const found: Interval[] = []
    let begin = from
    for (const [start, end] of busy) {
      if (Math.min(start, to) > begin) found.push([begin, Math.min(start, to)])
      begin = Math.max(begin, end)
    }
    if (begin < to) found.push([begin, to])
    return found
  }

  /** K3. */
  const reachOf = (home: number, hops: number, timeToLive: number): readonly number[] => {
    const levels: number[][] = [[home]]
    for (let d = 1; d <= hops && d * latency <= timeToLive && levels[d - 1].length > 0; d++) {
      const seen = levels.flat()
      const asked = levels[d - 1].flatMap((domain) => domains[domain].knows)
      levels.push([...new Set(asked)].filter((domain) => !seen.includes(domain)))
    }
    return levels.flat()
  }

  /** K8: [start, start + seconds) on these nodes, before it is entered. */
  const termsOf = (
    plans: readonly (readonly Interval[])[],
    nodes: readonly number[],
    start: number,
    seconds: number,
    now: number,
  ): Terms => {
    const finish = start + seconds
    const horizon = Math.max(now, finish, ...plans.flat().map(([, end]) => end))
    const within = (busy: readonly Interval[], from: number, to: number) =>
      busy.reduce((sum, [begin, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(begin, from)), 0)
    const N = nodes.length * seconds
    let [A, B, P, allocated] = [0, 0, 0, N]
    for (const [node, busy] of plans.entries()) {
      allocated += within(busy, now, horizon)
      if (nodes.includes(node)) {
        B += start - Math.max(now, ...busy.map(([, end]) => end).filter((end) => end <= start))
        A += Math.min(horizon, ...busy.map(([begin]) => begin).filter((begin) => begin >= finish)) - finish
      } else P += seconds - within(busy, start, finish)
    }
    return {
      nodes: nodes.length,
      seconds,
      N,
      A,
      B,
      P,
      utilization: horizon === now ? 0 : allocated / (plans.length * (horizon - now)),
    }
  }

  /** K5 and K6: algorithm 11.1. */
  const offersOf = (
    idle: readonly (readonly Interval[])[],
    seconds: number,
    count: number,
    most: number,
  ): readonly Offer[] => {
    const offers: Offer[] = []
    const current = new Map<number, Interval>()
    for (const time of distinct(idle.flat(2))) {
      const able = [...current].filter(([, [begin]]) => begin <= time - seconds).sort(([a], [b]) => a - b)
      if (able.length >= count) {
        for (const offer of choicesOf(able, count)) {
          if (offers.length === most) return offers
          const same = (other: Offer) => JSON.stringify(other) === JSON.stringify(offer)
          if (!offers.some(same)) offers.push(offer)
        }
      }
      for (const [node, [, end]] of [...current]) if (end === time) current.delete(node)
      for (const [node, own] of idle.entries())
        for (const interval of own) if (interval[0] === time) current.set(node, interval)
    }
    return offers
  }

  function choicesOf(able: readonly (readonly [node: number, interval: Interval])[], count: number) {
    const window = (chosen: typeof able): Offer => ({
      nodes: chosen.map(([node]) => node).sort(ascending),
      begin: Math.max(...chosen.map(([, [begin]]) => begin)),
      end: Math.min(...chosen.map(([, [, end]]) => end)),
    })
    const sorted = [...able].sort(
      ([n, [a, b]], [m, [c, d]]) => ascending(a, c) || ascending(b, d) || ascending(n, m),
    )
    const buckets: (typeof able)[] = []
    for (const each of sorted) {
      const last = buckets.at(-1)
      const [, [begin, end]] = each
      const alike = last !== undefined && last[0][1][0] === begin && last[0][1][1] === end
      if (alike) buckets[buckets.length - 1] = [...last, each]
      else buckets.push([each])
    }
    const first = buckets.filter((bucket) => bucket.length >= count).map((bucket) => bucket.slice(0, count))
    const left = buckets.flatMap((bucket) => (bucket.length >= count ? bucket.slice(0, count - 1) : bucket))
    return [...first, ...subsetsOf(left, count)].map(window)
  }

  function subsetsOf<T>(list: readonly T[], count: number): readonly (readonly T[])[] {
    if (count === 0) return [[]]
    return list.flatMap((each, k) => subsetsOf(list.slice(k + 1), count - 1).map((rest) => [each, ...rest]))
  }

  const costOf = (domain: number, terms: Terms) =>
    plain(SLOW_MACHINE_FUNCTIONS[domains[domain].machineFunction ?? settings.machineFunction](terms))

  for (let row = 0; row < jobs.length; row++) {
    const now = jobs.submit[row]
    goTo(now)
    const request = requests.get(row) ?? {}
    const from = Math.max(now, request.start ?? now)
    const { home = row % domains.length, hops = EVER, timeToLive = EVER } = request
    const { deadline = EVER, budget = EVER, maxOffers = settings.maxOffers } = request
    const utility = SLOW_UTILITY_FUNCTIONS[request.utilityFunction ?? settings.utilityFunction]
    const [size, seconds, estimate] = [jobs.size[row], jobs.runtime[row], jobs.estimate[row]]
    const machines = reachOf(home, hops, timeToLive).flatMap((domain) =>
      domains[domain].machines.map((_, machine) => ({ domain, machine, plans: plansOf(domain, machine) })),
    )

    /** K7: the best start in the offers of a machine. */
    const bestOf = ({ domain, plans }: (typeof machines)[number]): Placement | null => {
      const idle = plans.map((busy) => idleOf(busy, from, deadline))
      const placed = (nodes: readonly number[], start: number): Placement => {
        const cost = costOf(domain, termsOf(plans, nodes, start, estimate, now))
        return { nodes, start, cost, utility: plain(utility(start, cost)) }
      }
      const between = (low: number, high: number) =>
        upTo(steps + 1).map((i) => low + Math.floor((i * (high - low)) / steps))
      const scheduleEnd = Math.max(now, ...plans.flat().map(([, end]) => end))
      const coarse = offersOf(idle, estimate, size, maxOffers).flatMap(({ nodes, begin, end }) => {
        const last = end === EVER ? Math.max(begin + estimate, scheduleEnd) : end
        const starts = between(begin, last - estimate)
        return starts.map((start, i) => ({
          ...placed(nodes, start),
          around: between(starts[Math.max(0, i - 1)], starts[Math.min(steps, i + 1)]),
        }))
      })
      const best = <P extends Placement>(all: readonly P[]): P | undefined =>
        all
          .filter(({ cost }) => cost <= budget)
          // Sorting is stable: what was found first stays first.
          .sort((a, b) => b.utility - a.utility || a.start - b.start)[0]
      const roughly = best(coarse)
      if (roughly === undefined) return null
      const { nodes, around } = roughly
      return best<Placement>([roughly, ...around.map((start) => placed(nodes, start))]) ?? null
    }

    let chosen: { readonly part: Part; readonly placement: Placement } | null = null
    for (const at of machines) {
      const placement = bestOf(at)
      if (placement === null || (chosen && placement.utility <= chosen.placement.utility)) continue
      const { domain, machine } = at
      chosen = { part: { domain, machine, nodes: placement.nodes }, placement }
    }
    if (chosen !== null) {
      const { part, placement } = chosen
      const { start, cost, utility: liked } = placement
      held.push({ row, from, start, seconds, planned: estimate, parts: [part], cost, utility: liked })
      continue
    }

    // K11.
    const longer = (whole: number) => Math.ceil(((100 + overhead) * whole) / 100)
    const stretched = longer(estimate)
    const begins = machines.flatMap(({ plans }) =>
      plans.flatMap((busy) => idleOf(busy, from, deadline).map(([begin]) => begin)),
    )
    for (const start of distinct([from, ...begins])) {
      if (start + stretched > deadline) break
      const parts: Part[] = []
      for (const { domain, machine, plans } of machines) {
        const missing = size - parts.reduce((sum, { nodes }) => sum + nodes.length, 0)
        const nodes = upTo(plans.length)
          .filter((node) => isIdle(plans[node], start, start + stretched))
          .slice(0, missing)
        if (nodes.length > 0) parts.push({ domain, machine, nodes })
      }
      // One machine may have what none could offer within the budget: a job in one piece, by G8.
      const takes = (time: number) => (parts.length > 1 ? longer(time) : time)
      const planned = takes(estimate)
      const cost = parts.reduce(
        (sum, { domain, machine, nodes }) =>
          sum + costOf(domain, termsOf(plansOf(domain, machine), nodes, start, planned, now)),
        0,
      )
      if (parts.reduce((sum, { nodes }) => sum + nodes.length, 0) < size || cost > budget) continue
      const liked = plain(utility(start, cost))
      held.push({ row, from, start, seconds: takes(seconds), planned, parts, cost, utility: liked })
      break
    }
  }
  goTo(EVER)
  return contracts

  /** K2: what has ended by then is free from its actual end on; equal ends in job order. */
  function goTo(instant: number): void {
    for (;;) {
      const [first] = held
        .filter(({ start, seconds }) => start + seconds <= instant)
        .sort((a, b) => a.start + a.seconds - (b.start + b.seconds) || a.row - b.row)
      if (first === undefined) return
      const { row, start, seconds, parts, cost, utility } = first
      contracts[row] = { start, end: start + seconds, fragments: parts, cost, utility }
      held = held.filter((each) => each !== first)
      if (settings.reservations === 'move-up') {
        for (const part of parts) moveUp(part, start + seconds)
      }
    }
  }

  /** The option beside K10: what waits at this machine, in one piece, moves to its earliest start. */
  function moveUp({ domain, machine }: Part, now: number): void {
    const waiting = held
      .filter(
        ({ start, parts }) =>
          start > now && parts.length === 1 && parts[0].domain === domain && parts[0].machine === machine,
      )
      .sort((a, b) => a.start - b.start || a.row - b.row)
    for (const job of waiting) {
      held = held.filter((each) => each !== job)
      const plans = plansOf(domain, machine)
      const wanted = job.parts[0].nodes.length
      for (let start = Math.max(now, job.from); start < job.start; start++) {
        const idle = upTo(plans.length).filter((node) => isIdle(plans[node], start, start + job.planned))
        if (idle.length < wanted) continue
        job.start = start
        job.parts = [{ domain, machine, nodes: idle.slice(0, wanted) }]
        break
      }
      held.push(job)
    }
  }
}
