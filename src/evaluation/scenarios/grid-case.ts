/**
 * A grid to try something on, as plain data: the digest of the data, the part of it, the sites, where jobs come from and how
 * wide they are. `gridStageOf` makes of it what any way of sharing is simulated on.
 */
import { type Codec, nullable, objectOf, oneOf, text, tuple, whole } from '../../core/codec.js'
import { plural } from '../../core/format.js'
import { largestOf } from '../../core/statistics.js'
import { DEFAULT_PREPARATION, prepareJobs, timeClassClock } from '../../sim/index.js'
import { JOB_FIELDS } from '../../sim/order.js'
import type { Schedule } from '../../sim/schedule.js'
import {
  ARRIVALS,
  type Arrivals,
  byField,
  byShare,
  GRID_SETTINGS,
  type GridPolicy,
  type GridSchedule,
  type GridSite,
  type GridWorkload,
  gridSiteOf,
  inParts,
  roundRobin,
  simulateGrid,
  type WidestPart,
  WRITTEN_SITES,
  type WrittenSite,
} from '../../sites/index.js'
import { type Dataset, rowsFrom, type SwfField, selectRows, type Trace, traceOf } from '../../trace/index.js'
import { parsePlainEstimates } from './estimate-source.js'

/** Fields by which jobs may be dealt out, and those that policies of sites ask for. */
export const GRID_FIELDS: readonly SwfField[] = ['partition', 'queue', 'unixGroup']

export interface GridCase {
  /** Digest of the dataset. */
  readonly data: string
  /** Rows [from, to) of its jobs; null: all. */
  readonly window: readonly [from: number, to: number] | null
  /** `user`, `actual`, or `predicted:NAME`: what sharing takes for run times; sites then go by `user`. */
  readonly estimates: string
  readonly sites: readonly WrittenSite[]
  readonly arrivals: Arrivals
  readonly parts: WidestPart | 'none'
}

export const PARTS: Codec<GridCase['parts']> = {
  schema: GRID_SETTINGS.parts.form.schema,
  decode: (value, at) => {
    if (GRID_SETTINGS.parts.form.fits(value, {})) return value as GridCase['parts']
    throw at.bad(value, GRID_SETTINGS.parts.form.expected())
  },
  encode: (value) => value,
}

export const GRID_CASE = objectOf<GridCase>({
  data: text,
  window: nullable(tuple(whole(0), whole(0))),
  estimates: text,
  sites: WRITTEN_SITES,
  arrivals: oneOf(Object.keys(ARRIVALS) as Arrivals[]),
  parts: PARTS,
})

export interface GridStage {
  readonly workload: GridWorkload
  readonly sites: readonly GridSite[]
  /** Jobs before wide ones were split. */
  readonly jobs: number
  readonly run: (policy: GridPolicy) => GridSchedule
}

/** The dependencies of a grid's jobs, apart from its sites. */
export type Arriving = Omit<GridCase, 'sites'>

/** Sizes by which jobs are dealt out, and the widest jobs that come from a site; site by site. */
export interface SiteSizes {
  readonly nodes: readonly number[]
  readonly widest: readonly number[]
}

/**
 * The jobs with their homes, in parts where they are too wide.
 * @param dataset the one that the case names
 * @throws QueuewrightError `usage` for estimates that a grid does not take, and for jobs that do not say where they come from
 */
export function gridWorkloadOf(
  { window, estimates: written, arrivals, parts }: Arriving,
  { nodes, widest }: SiteSizes,
  dataset: Dataset,
): { readonly workload: GridWorkload; readonly jobs: number } {
  const whole = traceOf(dataset)
  const trace = window === null ? whole : selectRows(whole, rowsFrom(...window))
  const { estimates } = parsePlainEstimates(written)
  // Estimates are raised to run times (rule G4); how wide jobs may be is a matter of the way of sharing.
  const processors = largestOf([1, ...trace.jobs.size])
  const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors, estimates })
  const fields = Object.fromEntries(
    JOB_FIELDS.flatMap((name) => {
      const column = trace.fields[name]
      return column === undefined ? [] : [[name, column]]
    }),
  )
  const asSubmitted = { jobs, home: homesOf(arrivals, trace, nodes), fields }
  return {
    workload: parts === 'none' ? asSubmitted : inParts(asSubmitted, widest, parts),
    jobs: jobs.length,
  }
}

/**
 * @param dataset the one that the case names
 * @throws QueuewrightError as `gridWorkloadOf`
 */
export function gridStageOf(grid: GridCase, dataset: Dataset): GridStage {
  const { predictor } = parsePlainEstimates(grid.estimates)
  const nodes = grid.sites.map((site) => site.nodes)
  const { workload, jobs } = gridWorkloadOf(grid, { nodes, widest: nodes }, dataset)
  const sites = grid.sites.map((site) => gridSiteOf(site))
  const timeClasses = timeClassClock(dataset.clock)
  const run = (policy: GridPolicy) =>
    simulateGrid(
      workload,
      sites,
      policy.kind === 'sharing' && predictor !== null ? { ...policy, predictor } : policy,
      timeClasses,
    )
  return { workload, sites, jobs, run }
}

/**
 * As users see it: a job has the run time that the log says, and what it takes longer in pieces, away from home or on slower
 * nodes is a part of its wait.
 */
export function asSchedule({ jobs, end, sites }: GridSchedule): Schedule {
  return {
    jobs,
    processors: sites.reduce((sum, nodes) => sum + nodes, 0),
    start: end.map((instant, row) => instant - jobs.runtime[row]),
  }
}

function homesOf(arrivals: Arrivals, { jobs, fields }: Trace, nodes: readonly number[]): Int32Array {
  if (arrivals === 'turn') return roundRobin(jobs.length, nodes.length)
  if (arrivals === 'share') return byShare(jobs.length, nodes)
  // Merged logs have their place as their partition.
  const name = arrivals === 'log' ? 'partition' : arrivals
  return byField(fields[name] ?? new Float64Array(jobs.length).fill(-1), nodes.length, name)
}

/**
 * Sentences on jobs that were split so that they fit the sites, and on sites that get none.
 * @param parts as it was asked for
 */
export function gridNotices({ workload, sites, jobs }: GridStage, parts: string | number): readonly string[] {
  const split = workload.jobs.length - jobs
  const counts = sites.map(() => 0)
  for (const home of workload.home) counts[home]++
  const none = counts.filter((count) => count === 0).length
  return [
    ...(split > 0
      ? [
          `wide jobs were split: ${plural(jobs, 'job')} became ${plural(workload.jobs.length, 'part')} (--parts ${parts})`,
        ]
      : []),
    ...(none > 0 ? [`${plural(none, 'site')} without jobs of their own`] : []),
  ]
}
