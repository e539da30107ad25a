/**
 * The independent judge of what was agreed on: looks at contracts alone, and shares nothing with what made them.
 *
 * - `nodes`: nodes of real machines, each once, as many as the job needs; in one piece on one machine.
 * - `capacity`: at no instant has a node two jobs, nor a job and an offer that was agreed on before.
 * - `work`: a job runs as long as it takes, with the overhead where it is in pieces.
 * - `window`: not before its submit and the request's start, and within its deadline by its estimate.
 * - `budget`: no cost above the budget.
 * - `reach`: only domains that the request reaches.
 */

import { groupedBy } from '../../core/grouping.js'
import { MOST_VIOLATIONS } from '../../sim/validate.js'
import type { JobTable } from '../../trace/job-table.js'
import type {
  AgreedOffer,
  Contract,
  Domain,
  MarketSchedule,
  MarketSettings,
  RequestTerms,
} from './simulate.js'

export type MarketRule = 'nodes' | 'capacity' | 'work' | 'window' | 'budget' | 'reach'

export interface MarketViolation {
  readonly rule: MarketRule
  readonly job: number
  /** One sentence. */
  readonly message: string
}

export interface AgreedMarket {
  readonly jobs: JobTable
  readonly domains: readonly Domain[]
  readonly settings: Pick<MarketSettings, 'overhead' | 'latency'>
  readonly requests: ReadonlyMap<number, RequestTerms>
  readonly agreed: readonly AgreedOffer[]
  readonly contracts: MarketSchedule
}

/** All breaches, at most `MOST_VIOLATIONS`; nothing where what was agreed on can be kept. */
export function validateMarket(market: AgreedMarket): readonly MarketViolation[] {
  const { jobs, contracts, requests, domains } = market
  const broken: MarketViolation[] = []
  const breach = (rule: MarketRule, row: number, message: string) => {
    if (broken.length < MOST_VIOLATIONS) {
      broken.push({ rule, job: jobs.id[row], message: `Job ${jobs.id[row]} ${message}.` })
    }
  }
  for (const [row, contract] of contracts.entries()) {
    if (contract === null) continue
    const request = requests.get(row) ?? {}
    const home = request.home ?? row % domains.length
    checkNodes(market, row, contract, request, breach)
    checkTimes(market, row, contract, request, breach)
    if (contract.cost > (request.budget ?? Number.POSITIVE_INFINITY)) {
      breach('budget', row, `costs ${contract.cost}, more than its budget of ${request.budget}`)
    }
    const near = within(domains, home, request, market.settings.latency)
    for (const { domain } of contract.fragments) {
      if (!near.has(domain)) breach('reach', row, `runs at domain ${domain + 1}, which it does not reach`)
    }
  }
  if (broken.length === 0) checkCapacity(market, breach)
  return broken
}

type Breach = (rule: MarketRule, row: number, message: string) => void

function checkNodes(
  { jobs, domains }: AgreedMarket,
  row: number,
  { fragments }: Contract,
  { ways }: RequestTerms,
  breach: Breach,
): void {
  const count = fragments.reduce((sum, { nodes }) => sum + nodes.length, 0)
  const real = fragments.every(({ domain, machine, nodes }) => {
    const size = domains[domain]?.machines[machine] ?? 0
    return (
      nodes.length > 0 &&
      new Set(nodes).size === nodes.length &&
      nodes.every((node) => node >= 0 && node < size)
    )
  })
  const places = new Set(fragments.map(({ domain, machine }) => `${domain} ${machine}`))
  const asked =
    ways === undefined
      ? count === jobs.size[row]
      : fragments.length === 1 &&
        ways(
          domains[fragments[0].domain].attributes?.[fragments[0].machine] ?? {},
          domains[fragments[0].domain].machines[fragments[0].machine],
        ).some(({ nodes }) => nodes === count)
  if (!real || places.size !== fragments.length || !asked)
    breach('nodes', row, 'does not have the nodes it needs')
}

function checkTimes(
  { jobs, settings }: AgreedMarket,
  row: number,
  { start, end, runtime, fragments }: Contract,
  request: RequestTerms,
  breach: Breach,
): void {
  const seconds = (time: number) =>
    fragments.length > 1 ? Math.ceil(((100 + settings.overhead) * time) / 100) : time
  if (end !== start + seconds(runtime)) breach('work', row, `ends at ${end}, not after ${seconds(runtime)} s`)
  if (request.ways === undefined && runtime !== jobs.runtime[row]) {
    breach('work', row, `runs ${runtime} s and not ${jobs.runtime[row]} s`)
  }
  if (start < Math.max(jobs.submit[row], request.start ?? 0))
    breach('window', row, `starts too early, at ${start}`)
  const expected = request.ways === undefined ? seconds(jobs.estimate[row]) : seconds(runtime)
  if (start + expected > (request.deadline ?? Number.POSITIVE_INFINITY)) {
    breach('window', row, `may end at ${start + expected}, after its deadline of ${request.deadline}`)
  }
}

/** The domains within so many forwardings. */
function within(
  domains: readonly Domain[],
  home: number,
  { hops = Number.POSITIVE_INFINITY, timeToLive = Number.POSITIVE_INFINITY }: RequestTerms,
  latency: number,
): ReadonlySet<number> {
  let near = new Set([home])
  for (let depth = 1; depth <= hops && depth * latency <= timeToLive; depth++) {
    const wider = new Set([...near, ...[...near].flatMap((domain) => domains[domain].knows)])
    if (wider.size === near.size) break
    near = wider
  }
  return near
}

/** A check of each node's uses, in order of time. */
function checkCapacity({ contracts, agreed, domains }: AgreedMarket, breach: Breach): void {
  const all = contracts.flatMap((contract, row) => {
    if (contract === null || contract.end === contract.start) return []
    const { start, end, fragments } = contract
    return fragments.flatMap(({ domain, machine, nodes }) =>
      nodes.map((node) => ({ key: `${domain} ${machine} ${node}`, start, end, row })),
    )
  })
  all.sort((a, b) => a.start - b.start || a.end - b.end)
  const uses = groupedBy(all, ({ key }) => key)
  for (const list of uses.values()) {
    for (const [k, use] of list.entries()) {
      if (k > 0 && use.start < list[k - 1].end) {
        breach(
          'capacity',
          use.row,
          `has a node at ${use.start} that another job has until ${list[k - 1].end}`,
        )
      }
    }
  }
  for (const { domain, machine, nodes, start, end } of agreed) {
    const taken = [...uses].filter(
      ([key, list]) =>
        key.startsWith(`${domain} ${machine} `) && list.some((use) => use.start < end && use.end > start),
    )
    const [first] = taken.flatMap(([, list]) => list)
    // Its own nodes have no job all the while.
    if (first !== undefined && taken.length + nodes > domains[domain].machines[machine]) {
      breach('capacity', first.row, 'has nodes that were offered to somebody else before')
    }
  }
}
