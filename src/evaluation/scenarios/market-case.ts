/**
 * A market to try something on, as plain data: the data, the domains, where jobs come from, and what requests say of them.
 * `marketStageOf` makes of it what any functions, and any way of central sharing, are simulated on.
 */
import {
  type Codec,
  flag,
  nullable,
  number,
  objectOf,
  oneOf,
  optional,
  text,
  tuple,
  whole,
} from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import { plural } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { timeClassClock } from '../../sim/index.js'
import {
  type AgreedOffer,
  ARRIVALS,
  type Arrivals,
  checkDomains,
  type Domain,
  domainSchedule,
  domainsOf,
  FUNCTION_PLACES,
  type GridPolicy,
  type GridSchedule,
  type GridWorkload,
  type MarketPlacement,
  type MarketRequest,
  type MarketSchedule,
  type MarketSettings,
  parseDescriptions,
  placedOf,
  plainSite,
  RESERVATIONS,
  type RequestTerms,
  readDescriptions,
  simulateAlone,
  simulateGrid,
  simulateMarket,
  WRITTEN_DOMAINS,
  type WrittenDomain,
  type WrittenPlace,
} from '../../sites/index.js'
import type { Dataset } from '../../trace/index.js'
import { type GridCase, gridWorkloadOf, PARTS } from './grid-case.js'

export interface MarketCase {
  /** Digest of the dataset. */
  readonly data: string
  /** Rows [from, to) of its jobs; null: all. */
  readonly window: readonly [from: number, to: number] | null
  /** `user`, or `actual`: the run times that requests ask for; `user` where absent. */
  readonly estimates?: string
  readonly domains: readonly WrittenDomain[]
  readonly functionsAt?: readonly (WrittenPlace | null)[]
  readonly arrivals: Arrivals
  readonly parts: GridCase['parts']
  /** Requests, resources and offers in their language, and as messages call their file. */
  readonly descriptions: string
  readonly file: string
  /** Whether the requests are the jobs, the k-th that of number k; else they say more of the log's jobs. */
  readonly requestsAlone: boolean
}

export const MARKET_CASE = objectOf<MarketCase>({
  data: text,
  window: nullable(tuple(whole(0), whole(0))),
  estimates: optional(text),
  domains: WRITTEN_DOMAINS,
  functionsAt: optional(FUNCTION_PLACES),
  arrivals: oneOf(Object.keys(ARRIVALS) as Arrivals[]),
  parts: PARTS,
  descriptions: text,
  file: text,
  requestsAlone: flag,
})

/** The rules of a market: what is agreed on by, and what holds for every request that does not say otherwise. */
export interface MarketRules extends MarketSettings {
  readonly hops: number | null
  /** Seconds. */
  readonly timeToLive: number | null
  readonly budget: number | null
  /** Seconds after the submit. */
  readonly deadline: number | null
}

export const MARKET_RULES: Codec<MarketRules> = objectOf<MarketRules>({
  machineFunction: text,
  utilityFunction: text,
  maxOffers: whole(1, 10_000),
  steps: whole(1, 1_000),
  overhead: whole(0, 10_000),
  latency: number(0),
  reservations: oneOf(RESERVATIONS),
  hops: nullable(whole(0)),
  timeToLive: nullable(number(0)),
  budget: nullable(number()),
  deadline: nullable(number(0)),
})

/** One run of a market, with all by which it can be judged. */
export interface MarketRun extends MarketPlacement {
  readonly requests: ReadonlyMap<number, RequestTerms>
  readonly all: MarketSchedule
}

export interface MarketStage {
  readonly workload: GridWorkload
  /** Jobs before wide ones were split. */
  readonly jobs: number
  readonly domains: readonly Domain[]
  readonly names: readonly string[]
  readonly agreed: readonly AgreedOffer[]
  readonly requests: readonly MarketRequest[]
  readonly notices: readonly string[]
  /** @param told what part of it, 0 to 1, is done */
  readonly run: (rules: MarketRules, told?: (share: number) => void) => MarketRun
  /** The same jobs under a central way of sharing, by domains; `local`: each domain by itself. */
  readonly central: (policy: GridPolicy) => GridSchedule
}

/**
 * @param dataset the one that the case names
 * @throws QueuewrightError as `gridWorkloadOf` and `readDescriptions`
 */
export function marketStageOf(market: MarketCase, dataset: Dataset): MarketStage {
  const written = domainsOf(market.domains, market.functionsAt)
  checkDomains(written)
  const names = market.domains.map(({ name }) => name)
  const nodes = written.map(({ machines }) => machines.reduce((sum, each) => sum + each, 0))
  const widest = written.map(({ machines }) => largestOf(machines))
  const { workload, jobs } = gridWorkloadOf({ estimates: 'user', ...market }, { nodes, widest }, dataset)
  const parsed = parseDescriptions(market.descriptions, market.file)
  const { requests, domains, agreed, notices } = readDescriptions(parsed, written, names, market.file)
  const { chosen, strangers } = requestsFor(workload, market.requestsAlone ? [] : requests)
  const timeClasses = timeClassClock(dataset.clock)
  const termsBy = (rules: MarketRules): ReadonlyMap<number, RequestTerms> => {
    const { jobs: table, home } = workload
    return new Map(
      Array.from(table.submit, (submit, row) => {
        const general: RequestTerms = {
          home: home[row],
          ...(rules.hops === null ? {} : { hops: rules.hops }),
          ...(rules.timeToLive === null ? {} : { timeToLive: rules.timeToLive }),
          ...(rules.budget === null ? {} : { budget: rules.budget }),
          ...(rules.deadline === null ? {} : { deadline: submit + rules.deadline }),
        }
        const request = market.requestsAlone ? requests[table.id[row] - 1] : chosen[row]
        if (request === undefined) return [row, general]
        const known = { id: table.id[row], user: table.user[row], group: table.group[row], submit }
        const own = market.requestsAlone
          ? { nodes: request.nodes, runtime: null, estimate: null }
          : { nodes: table.size[row], runtime: table.runtime[row], estimate: table.estimate[row] }
        return [row, { ...general, ...request.terms({ ...known, ...own }, names) }]
      }),
    )
  }
  const run = (rules: MarketRules, told?: (share: number) => void): MarketRun => {
    const terms = termsBy(rules)
    const all = simulateMarket(workload.jobs, domains, rules, terms, agreed, told)
    return { ...placedOf(workload, domains, all), requests: terms, all }
  }
  const machines = domains.flatMap((domain) => domain.machines)
  const first = domains.map((_, k) =>
    domains.slice(0, k).reduce((sum, each) => sum + each.machines.length, 0),
  )
  const central = (policy: GridPolicy): GridSchedule => {
    if (policy.kind === 'local') return simulateAlone(workload, domains, timeClasses)
    const onMachines = { ...workload, home: workload.home.map((domain) => first[domain]) }
    const schedule = simulateGrid(onMachines, machines.map(plainSite), policy, timeClasses)
    return { ...domainSchedule(schedule, domains), home: workload.home }
  }
  return {
    ...{ workload, jobs, domains, names, agreed, requests, run, central },
    notices: [...notices, ...strangers],
  }
}

/**
 * The request of each job that names it; else its user's, its group's, or everybody's. And notices of requests that are of
 * nobody here.
 * @throws QueuewrightError `input-document` for two requests of the same jobs
 */
function requestsFor({ jobs }: GridWorkload, requests: readonly MarketRequest[]) {
  const by = { job: jobs.id, user: jobs.user, group: jobs.group }
  const whose = ({ job, user, group }: MarketRequest) => {
    if (job !== null) return ['job', job] as const
    if (user !== null) return ['user', user] as const
    return group !== null ? (['group', group] as const) : (['everybody', 0] as const)
  }
  const found = new Map<string, MarketRequest>()
  const strangers: string[] = []
  for (const request of requests) {
    const [kind, value] = whose(request)
    const jobsOf = kind === 'everybody' ? 'everybody' : `${kind} ${value}`
    const other = found.get(jobsOf)
    if (other !== undefined) {
      throw new QueuewrightError('input-document', `two requests are of ${jobsOf}`, {
        ...{ file: request.file, line: request.at.line, value: request.name },
        remedy: `Leave one out: "${other.name}" in line ${other.at.line} is the other`,
      })
    }
    found.set(jobsOf, request)
    if (kind !== 'everybody' && !by[kind].includes(value)) strangers.push(`"${request.name}" of ${jobsOf}`)
  }
  const more = strangers.length > 1 ? `, and ${plural(strangers.length - 1, 'other')}` : ''
  return {
    strangers: strangers.length === 0 ? [] : [`no job here is that of request ${strangers[0]}${more}`],
    chosen: Array.from(
      jobs.id,
      (id, row) =>
        found.get(`job ${id}`) ??
        found.get(`user ${jobs.user[row]}`) ??
        found.get(`group ${jobs.group[row]}`) ??
        found.get('everybody'),
    ),
  }
}
