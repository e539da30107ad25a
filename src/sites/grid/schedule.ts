/** The schedule of a grid: for every job when it ran, and on how many nodes of which sites. */
import type { GridWorkload } from './workload.js'

/** Nodes that a job holds at one site. */
export interface Fragment {
  readonly site: number
  readonly nodes: number
}

/** The site that `site` has for a job in two or more fragments. */
export const SPLIT = -1

export interface GridSchedule extends GridWorkload {
  /** Nodes of each site. */
  readonly sites: readonly number[]
  /** Row by row beside the jobs, seconds from the log's zero. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** The site at which a job ran in one piece; SPLIT for others. */
  readonly site: Int32Array
  /** The fragments of jobs in two or more, by row, in the order in which they were taken. */
  readonly split: ReadonlyMap<number, readonly Fragment[]>
}

/** The nodes of a job, site by site. */
export function fragmentsOf({ jobs, site, split }: GridSchedule, row: number): readonly Fragment[] {
  return split.get(row) ?? [{ site: site[row], nodes: jobs.size[row] }]
}
