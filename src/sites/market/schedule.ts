/**
 * A market's outcome as a schedule of a grid whose sites are the domains: so everything that judges, draws and writes
 * grids does so for markets. Jobs that nobody takes are not in it.
 */
import { replaceColumns, selectJobs } from '../../trace/job-table.js'
import { type Fragment, fragmentsOf, type GridSchedule, SPLIT } from '../grid/schedule.js'
import { fieldsOf, type GridWorkload } from '../grid/workload.js'
import type { Contract, Domain, MarketFragment, MarketSchedule } from './simulate.js'

export interface MarketPlacement {
  readonly schedule: GridSchedule
  /** The row of the workload of each of its jobs, and what was agreed on. */
  readonly rows: Int32Array
  readonly contracts: readonly Contract[]
}

/** The jobs that somebody takes, where and when. */
export function placedOf(
  workload: GridWorkload,
  domains: readonly Domain[],
  contracts: MarketSchedule,
): MarketPlacement {
  const rows = Int32Array.from(contracts.flatMap((contract, row) => (contract === null ? [] : [row])))
  const kept = contracts.filter((contract) => contract !== null)
  const fragments = kept.map(({ fragments: parts }) => byDomain(parts))
  const whole = rowsOf(workload, rows)
  const jobs = replaceColumns(whole.jobs, {
    size: Int32Array.from(fragments, (parts) => parts.reduce((sum, { nodes }) => sum + nodes, 0)),
    runtime: Float64Array.from(kept, ({ runtime }) => runtime),
  })
  const schedule: GridSchedule = {
    ...whole,
    jobs,
    sites: domains.map(({ machines }) => machines.reduce((sum, nodes) => sum + nodes, 0)),
    start: Float64Array.from(kept, ({ start }) => start),
    end: Float64Array.from(kept, ({ end }) => end),
    ...placesOf(fragments),
  }
  return { schedule, rows, contracts: kept }
}

/** A schedule over machines as one over the domains that have them. */
export function domainSchedule(schedule: GridSchedule, domains: readonly Domain[]): GridSchedule {
  const owner = domains.flatMap(({ machines }, domain) => machines.map(() => domain))
  const fragments = Array.from(schedule.start, (_, row) =>
    merged(fragmentsOf(schedule, row).map(({ site, nodes }) => ({ site: owner[site], nodes }))),
  )
  return {
    ...schedule,
    home: schedule.home,
    sites: domains.map(({ machines }) => machines.reduce((sum, nodes) => sum + nodes, 0)),
    ...placesOf(fragments),
  }
}

/** Some of the jobs of a schedule. */
export function scheduleOf(schedule: GridSchedule, rows: Int32Array): GridSchedule {
  const fragments = Array.from(rows, (row) => fragmentsOf(schedule, row))
  return {
    ...rowsOf(schedule, rows),
    sites: schedule.sites,
    start: Float64Array.from(rows, (row) => schedule.start[row]),
    end: Float64Array.from(rows, (row) => schedule.end[row]),
    ...placesOf(fragments),
  }
}

export function rowsOf({ jobs, home, fields }: GridWorkload, rows: Int32Array): GridWorkload {
  return {
    jobs: selectJobs(jobs, rows),
    home: rows.map((row) => home[row]),
    ...(fields && {
      fields: fieldsOf(fields, (column) => Float64Array.from(rows, (row) => column[row])),
    }),
  }
}

function byDomain(parts: readonly MarketFragment[]): readonly Fragment[] {
  return merged(parts.map(({ domain, nodes }) => ({ site: domain, nodes: nodes.length })))
}

/** One fragment a site, in the order in which they come. */
function merged(parts: readonly Fragment[]): readonly Fragment[] {
  const nodes = new Map<number, number>()
  for (const part of parts) nodes.set(part.site, (nodes.get(part.site) ?? 0) + part.nodes)
  return [...nodes].map(([site, count]) => ({ site, nodes: count }))
}

function placesOf(fragments: readonly (readonly Fragment[])[]): Pick<GridSchedule, 'site' | 'split'> {
  return {
    site: Int32Array.from(fragments, (parts) => (parts.length === 1 ? parts[0].site : SPLIT)),
    split: new Map(fragments.flatMap((parts, row) => (parts.length === 1 ? [] : [[row, parts] as const]))),
  }
}
