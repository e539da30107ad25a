/**
 * Several machines to try something on, as plain data: sites that share the work of their users, domains that trade, or
 * clusters that share links; and what is tried on them. `severalStageOf` makes of it what any of these is simulated on, and of
 * every result a schedule as users see it, so that every objective judges all of them.
 */
import {
  type Codec,
  literal,
  mapped,
  nullable,
  object,
  objectOf,
  oneOf,
  optional,
  tagged,
  text,
  tuple,
  whole,
} from '../core/codec.js'
import { QueuewrightError } from '../core/errors.js'
import { Random } from '../core/random.js'
import { settingsCodec, settled } from '../core/settings/index.js'
import { largestOf, smallestOf } from '../core/statistics.js'
import { TRIMMING, type Trimming, trimRows } from '../sim/breakdown.js'
import type { Schedule } from '../sim/schedule.js'
import {
  ARRIVALS,
  type Arrivals,
  CLUSTER_ALGORITHMS,
  CLUSTERS,
  type ClusterAlgorithm,
  type Clusters,
  clusterRows,
  clusterSystem,
  type Domain,
  domainsOf,
  FUNCTION_PLACES,
  type GridSchedule,
  gainsOf,
  gridPolicy,
  PLAIN_POLICY,
  PLAN_SETTINGS,
  type PlanSettings,
  parallelJobs,
  placeless,
  plainSite,
  planWorkload,
  scheduleOf,
  WRITTEN_DOMAINS,
  WRITTEN_SITES,
  type WrittenDomain,
  type WrittenPlace,
  type WrittenSite,
} from '../sites/index.js'
import { type Dataset, replaceColumns, rowsFrom, selectJobs, selectRows, traceOf } from '../trace/index.js'
import { parseEstimateSource } from './scenarios/estimate-source.js'
import { asSchedule, type GridCase, gridStageOf, PARTS } from './scenarios/grid-case.js'
import { MARKET_RULES, type MarketRules, marketStageOf } from './scenarios/market-case.js'
import { PLAIN_GRID_POLICY, type PlainGridPolicy } from './tasks/grid.js'

export const CLUSTER_ARRIVALS = ['batch', 'log'] as const

interface Shared {
  readonly arrivals: Arrivals
  readonly parts: GridCase['parts']
}

/** Several machines. */
export type SeveralMachines =
  | ({ readonly kind: 'sites'; readonly sites: readonly WrittenSite[] } & Shared)
  | ({
      readonly kind: 'domains'
      readonly domains: readonly WrittenDomain[]
      readonly functionsAt?: readonly (WrittenPlace | null)[]
    } & Shared)
  | {
      readonly kind: 'clusters'
      readonly system: Clusters
      readonly arrivals: (typeof CLUSTER_ARRIVALS)[number]
    }

/** The way of sharing them. */
export type SeveralPolicy =
  | { readonly kind: 'grid'; readonly policy: PlainGridPolicy }
  | { readonly kind: 'market'; readonly rules: MarketRules }
  | {
      readonly kind: 'clusters'
      readonly algorithm: ClusterAlgorithm
      readonly packet: number
      readonly settings: PlanSettings
    }

const SHARED = { arrivals: oneOf(Object.keys(ARRIVALS) as Arrivals[]), parts: PARTS }

export const SEVERAL_MACHINES: Codec<SeveralMachines> = tagged('kind', {
  sites: object({ kind: literal('sites'), sites: WRITTEN_SITES, ...SHARED }),
  domains: object({
    kind: literal('domains'),
    domains: WRITTEN_DOMAINS,
    functionsAt: optional(FUNCTION_PLACES),
    ...SHARED,
  }),
  clusters: object({ kind: literal('clusters'), system: CLUSTERS, arrivals: oneOf(CLUSTER_ARRIVALS) }),
})

export const SEVERAL_POLICY: Codec<SeveralPolicy> = tagged('kind', {
  grid: object({ kind: literal('grid'), policy: PLAIN_GRID_POLICY }),
  market: object({ kind: literal('market'), rules: MARKET_RULES }),
  clusters: object({
    kind: literal('clusters'),
    algorithm: oneOf(CLUSTER_ALGORITHMS),
    packet: whole(1),
    settings: mapped(
      settingsCodec(PLAN_SETTINGS),
      (given): PlanSettings => settled(PLAN_SETTINGS, given),
      (settings) => settings,
    ),
  }),
})

export interface SeveralCase {
  /** Digest of the dataset. */
  readonly data: string
  /** Rows [from, to) of its jobs; null: all. */
  readonly window: readonly [from: number, to: number] | null
  /** `user`, `actual`, or of sites alone `predicted:NAME`. */
  readonly estimates: string
  readonly machines: SeveralMachines
  readonly trimming: Trimming
  /** The seed of all draws: of jobs over clusters what no log says, and their searches. */
  readonly seed: number
}

export const SEVERAL_CASE = objectOf<SeveralCase>({
  data: text,
  window: nullable(tuple(whole(0), whole(0))),
  estimates: text,
  machines: SEVERAL_MACHINES,
  trimming: TRIMMING,
  seed: whole(0),
})

/** The outcome of a simulation. */
export interface SeveralOutcome {
  /** As users see it. */
  readonly schedule: Schedule
  /** Rows of its jobs that are judged; null: all. */
  readonly judged: Int32Array | null
  /** Share of the jobs over two or more machines, and of those that nobody took. */
  readonly split: number
  readonly unplaced: number
  /**
   * The gain by joining, of the users of the site that gains least: 1 − AWRT/AWRT alone; null where there are no
   * such users.
   */
  readonly worstGain: () => number | null
}

export interface SeveralStage {
  readonly jobs: number
  /** Why a job has no place under a policy; null where every job has one, or may go without. */
  readonly lack: (policy: SeveralPolicy) => string | null
  /** @throws QueuewrightError `job-oversize` for a job that has no place; `usage` for what does not go together */
  readonly run: (policy: SeveralPolicy) => SeveralOutcome
}

/**
 * @param dataset the one that the case names
 * @throws QueuewrightError as `gridStageOf`; `input-empty` where clusters can run no job
 */
export function severalStageOf({ machines, trimming, ...log }: SeveralCase, dataset: Dataset): SeveralStage {
  switch (machines.kind) {
    case 'sites':
      return sitesStage(log, machines, trimming, dataset)
    case 'domains':
      return domainsStage(log, machines, trimming, dataset)
    case 'clusters':
      return clustersStage(log, machines, trimming, dataset)
  }
}

type Log = Omit<SeveralCase, 'machines' | 'trimming'>
type Machines<Kind> = Extract<SeveralMachines, { readonly kind: Kind }>

/** Sites under central ways of sharing; as domains of one machine each in a market. */
function sitesStage(
  { data, window, estimates }: Log,
  { sites, arrivals, parts }: Machines<'sites'>,
  trimming: Trimming,
  dataset: Dataset,
): SeveralStage {
  const stage = gridStageOf({ data, window, estimates, sites, arrivals, parts }, dataset)
  const judged = trimRows(stage.workload.jobs, trimming)
  const alone = once(() => placedOrNull(() => stage.run({ kind: 'local' })))
  const market = once(() => {
    const domains = { kind: 'domains', domains: sites.map(asDomain), arrivals, parts } as const
    return domainsStage({ data, window, estimates, seed: 0 }, domains, trimming, dataset)
  })
  return {
    jobs: stage.workload.jobs.length,
    lack: (policy) =>
      policy.kind === 'grid'
        ? (placeless(stage.workload, stage.sites, policy.policy.policy)?.what ?? null)
        : null,
    run: (policy) => {
      if (policy.kind === 'market') return market().run(policy)
      if (policy.kind === 'clusters') throw unfit('sites', policy)
      return outcomeOf(stage.run(gridPolicy(policy.policy.policy, policy.policy)), judged, 0, alone)
    },
  }
}

function domainsStage(
  { data, window, estimates }: Log,
  { domains, functionsAt, arrivals, parts }: Machines<'domains'>,
  trimming: Trimming,
  dataset: Dataset,
): SeveralStage {
  if (parseEstimateSource(estimates).predictor !== null) {
    throw new QueuewrightError('usage', 'domains go by what their users ask for', {
      ...{ field: 'estimates', value: estimates, expected: 'user, or actual' },
      remedy: 'Only the choice of a site goes by predictions, on sites',
    })
  }
  const stage = marketStageOf(
    {
      ...{ data, window, estimates, domains, arrivals, parts, ...(functionsAt && { functionsAt }) },
      ...{ descriptions: '', file: '', requestsAlone: false },
    },
    dataset,
  )
  const { jobs } = stage.workload
  const judged = trimRows(jobs, trimming)
  const alone = once(() => placedOrNull(() => stage.central({ kind: 'local' })))
  // What a job finds there: the widest machine at home, the widest of all, all together.
  const rooms = stage.domains.map(({ machines }) => largestOf(machines))
  const room = { local: rooms, sharing: rooms.map(() => largestOf(rooms)) }
  return {
    jobs: jobs.length,
    lack: (policy) => {
      if (policy.kind !== 'grid') return null
      const { policy: kind } = policy.policy
      const nodes = kind === 'local' || kind === 'sharing' ? room[kind] : totalsOf(stage.domains)
      return placeless(stage.workload, nodes.map(plainSite), kind)?.what ?? null
    },
    run: (policy) => {
      if (policy.kind === 'clusters') throw unfit('domains', policy)
      if (policy.kind === 'grid') {
        return outcomeOf(stage.central(gridPolicy(policy.policy.policy, policy.policy)), judged, 0, alone)
      }
      const { schedule, rows } = stage.run(policy.rules)
      const wanted = judged === null ? null : new Set(judged)
      const kept = wanted === null ? null : rowsWhere(rows.length, (k) => wanted.has(rows[k]))
      const unplaced = 1 - rows.length / Math.max(1, jobs.length)
      const ownAlone = () => {
        const all = alone()
        return all === null ? null : scheduleOf(all, rows)
      }
      return outcomeOf(schedule, kept, unplaced, ownAlone)
    },
  }
}

function clustersStage(
  { window, seed }: Log,
  { system: written, arrivals }: Machines<'clusters'>,
  trimming: Trimming,
  dataset: Dataset,
): SeveralStage {
  const system = clusterSystem(written.clusters, written.links)
  const nodes = system.power.length
  const whole = traceOf(dataset)
  const { jobs: table } = window === null ? whole : selectRows(whole, rowsFrom(...window))
  const rows = clusterRows(table, nodes)
  if (rows.length === 0) {
    throw new QueuewrightError('input-empty', 'no job that these clusters can run', {
      expected: `jobs of 1 s or more and 1 to ${nodes} tasks`,
    })
  }
  const parallel = parallelJobs(table, rows, new Random(seed).fork('jobs'), arrivals === 'log')
  const jobs = replaceColumns(selectJobs(table, rows), { submit: parallel.submit })
  const judged = trimRows(jobs, trimming)
  return {
    jobs: jobs.length,
    lack: () => null,
    run: (policy) => {
      if (policy.kind !== 'clusters') throw unfit('clusters', policy)
      const { algorithm, packet, settings } = policy
      const how = { algorithm, packet, settings, seed: `${seed} ${algorithm}` }
      const { end, nodes: placed } = planWorkload(system, parallel, how)
      const start = Float64Array.from(end, (instant, row) => (instant ?? Number.NaN) - jobs.runtime[row])
      const over = placed.filter((own) => own.some((node) => system.cluster[node] !== system.cluster[own[0]]))
      return {
        ...{ schedule: { jobs, processors: nodes, start }, judged },
        ...{ split: over.length / jobs.length, unplaced: 0, worstGain: () => null },
      }
    },
  }
}

/** @param alone what everybody would have by themselves; null where jobs have no place at home */
function outcomeOf(
  schedule: GridSchedule,
  judged: Int32Array | null,
  unplaced: number,
  alone: () => GridSchedule | null,
): SeveralOutcome {
  return {
    schedule: asSchedule(schedule),
    judged,
    split: schedule.split.size / Math.max(1, schedule.jobs.length),
    unplaced,
    worstGain: () => {
      const gains = gainsOf(schedule, alone()).flatMap(({ site, group, gain }) =>
        site === null || group !== null || gain === null ? [] : [gain],
      )
      return gains.length === 0 ? null : smallestOf(gains)
    },
  }
}

/** A site as a domain of one machine, which has no queue that would go by a policy. */
function asDomain({ name, nodes, speed, policy, largestJob, partitions }: WrittenSite): WrittenDomain {
  if (speed !== 1 || policy !== PLAIN_POLICY || largestJob !== null || partitions !== null) {
    throw new QueuewrightError('usage', 'machines that trade differ in nothing but size', {
      value: name,
      expected: `sites of speed 1 that go by ${PLAIN_POLICY} and take every job`,
      remedy: 'Write them as domains (docs/sites.md), or leave markets out',
    })
  }
  return { name, machines: [{ nodes, attributes: {} }], knows: null, machineFunction: null }
}

function unfit(machines: SeveralMachines['kind'], { kind }: SeveralPolicy): QueuewrightError {
  const expected = machines === 'clusters' ? 'an algorithm for clusters' : 'a way of sharing, or a market'
  return new QueuewrightError('usage', `this is nothing that ${machines} go by`, { value: kind, expected })
}

function totalsOf(domains: readonly Domain[]): readonly number[] {
  return domains.map(({ machines }) => machines.reduce((sum, nodes) => sum + nodes, 0))
}

/** Nodes of all machines together. */
export function nodesOf(machines: SeveralMachines): number {
  switch (machines.kind) {
    case 'sites':
      return machines.sites.reduce((sum, { nodes }) => sum + nodes, 0)
    case 'domains':
      return totalsOf(domainsOf(machines.domains)).reduce((sum, nodes) => sum + nodes, 0)
    case 'clusters':
      return clusterSystem(machines.system.clusters, machines.system.links).power.length
  }
}

function placedOrNull(run: () => GridSchedule): GridSchedule | null {
  try {
    return run()
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'job-oversize') return null
    throw error
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function rowsWhere(count: number, is: (row: number) => boolean): Int32Array {
  return Int32Array.from({ length: count }, (_, row) => row).filter(is)
}
