/** The site of a live Slurm's jobs, in the numbers of the log that these are: its nodes as they are now, and its Slurm's settings. */
import { parseHosts } from '../../core/hostlist.js'
import { scenarioSettingsOf } from '../../evaluation/scenarios/scenario-settings.js'
import type { FuturesCase } from '../../evaluation/tasks/futures.js'
import type { JobLog, NamedPlace } from '../../live/index.js'
import { atLog, type Facility, processorsOf, rangesOf } from '../../sim/facility/index.js'
import type { SimulatedPolicy } from '../../sim/policy.js'
import type { Semantics } from '../../sim/semantics.js'
import type { Site } from '../../sim/site.js'
import type { Trace } from '../../trace/index.js'
import { LATEST } from '../../workload/futures/index.js'
import { usage } from '../failures.js'
import { followsSlurm, type PresentShares, readSite, type SiteOptions } from '../inputs/site.js'
import { atSite, listsIn, numbersIn, type SiteAtHand, secondOf } from '../inputs/site-document.js'

/** The machine that a live Slurm's jobs are on. */
export interface LiveSite {
  readonly processors: number
  readonly rules: Semantics
  /** Absent: one pool of processors. */
  readonly facility?: Facility
  /** Slurm's settings; null where nobody says, or the policy does not follow them. */
  readonly site: Site | null
  readonly notices: readonly string[]
}

/** Nodes of a Slurm that are not down, by their processors, and the names of those that are. */
interface Nodes {
  readonly processors: number
  readonly down: readonly string[]
}

/**
 * @param at the second of the log that is now
 * @param files what says how the site's Slurm is configured, beside the document
 * @param present as `readSite`
 * @throws QueuewrightError `usage` for a document without nodes
 */
export async function liveSite(
  document: SiteAtHand | null,
  policy: SimulatedPolicy,
  trace: Trace,
  at: number,
  { processors, down }: Nodes,
  { slurmConf = null, slurmQos, slurmShares }: SiteOptions,
  present: PresentShares | null = null,
): Promise<LiveSite> {
  const own = followsSlurm(policy) ? (document?.slurmConf ?? null) : null
  const settings = { slurmConf: slurmConf ?? own, slurmQos, slurmShares }
  const { site, notices } = await readSite(settings, [policy], trace, present)
  const { rules } = scenarioSettingsOf(atSite({}, document))
  if (document === null) return { processors, rules, site, notices: [...notices, POOL] }
  const facility = facilityNow(document, trace, at, down)
  return {
    processors: processorsOf(facility),
    rules,
    facility,
    site,
    notices: [...document.notices, ...notices],
  }
}

export const POOL =
  'The machine is one pool of processors: nodes, memory, limits and reservations are not looked at (--site).'

/** The site as it is now: nodes that are down are nobody's. */
function facilityNow(
  { facility, file, name }: SiteAtHand,
  trace: Trace,
  at: number,
  down: readonly string[],
): Facility {
  if (facility.nodes === undefined)
    throw usage('--site', file ?? name, 'a document of nodes (version 2), or slurm.conf')
  const here = atLog(facility, numbersIn(trace, null), secondOf(trace), listsIn(trace))
  const places = nodePlaces(facility)
  const away = down.flatMap((node) => places.get(node) ?? [])
  if (away.length === 0) return here
  const closed = { name: 'nodes that are down', nodes: rangesOf(away), start: at, end: at + 2 * LATEST }
  return { ...here, reservations: [...(here.reservations ?? []), closed] }
}

function nodePlaces({ nodes }: Facility): ReadonlyMap<string, number> {
  const names = nodes?.groups.flatMap((group) => parseHosts(group.names)) ?? []
  return new Map(names.map((name, place) => [name, place]))
}

/**
 * Where the jobs are that run.
 * @param kept rows of the log that count, in their order
 * @param partitionsOf the partitions of a row
 */
export function placesIn(
  facility: Facility | undefined,
  { places }: JobLog,
  kept: Int32Array,
  partitionsOf: (row: number) => readonly string[],
): FuturesCase['places'] {
  if (facility === undefined) return []
  const placeOf = nodePlaces(facility)
  return Array.from(kept).flatMap((row, k) => {
    const found = numbered(places[row], placeOf)
    const home = facility.partitions.findIndex(({ name }) => partitionsOf(row).includes(name))
    return found === null || home < 0 ? [] : [[k, home, found.units, found.counts] as const]
  })
}

function numbered(
  place: NamedPlace,
  placeOf: ReadonlyMap<string, number>,
): { readonly units: readonly number[]; readonly counts: readonly number[] } | null {
  if (place === null) return null
  const nodes = place.nodes.flatMap(({ names, cores }) =>
    names.map((name) => [placeOf.get(name), Math.max(1, Math.floor(cores / place.coresPerTask))] as const),
  )
  if (nodes.some(([node]) => node === undefined)) return null
  return { units: nodes.map(([node]) => node as number), counts: nodes.map(([, count]) => count) }
}
