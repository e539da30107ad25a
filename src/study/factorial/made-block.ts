/** The common part of plans of single and of several machines: a log, and the block that it makes on some machines. */
import { parseEstimateSource } from '../../evaluation/scenarios/estimate-source.js'
import type { Facility } from '../../sim/facility/index.js'
import type { ClassName } from '../../sim/objectives/index.js'
import type { Site } from '../../sim/site.js'
import type { Dataset, GroupFacts, Grouping, NamedNumbers, Trace } from '../../trace/index.js'
import type { Block, LeftOut } from './spec.js'

/** A log of a study: cleaned, grouped, filtered, and said to be of its machine. */
export interface StudiedLog {
  /** The traces' axis calls it so; unique. */
  readonly name: string
  readonly trace: Trace
  readonly grouping: Grouping
  /** As they are formed over the whole log. */
  readonly groups: readonly GroupFacts[]
  /** Null where no file says how the site's Slurm is configured. */
  readonly site?: Site | null
  /** A facility with the log's numbers and seconds for names and dates. */
  readonly facilityAt?: (facility: Facility) => Facility
  /** The log's numbers for names in classes of jobs. */
  readonly namesAt?: (asked: readonly ClassName[]) => readonly NamedNumbers[]
  /** Notices of what is not simulated of the site's files. */
  readonly siteNotices?: readonly string[]
}

export type MadeBlock =
  | { readonly block: Block; readonly dataset: Dataset; readonly leftOut: readonly LeftOut[] }
  | { readonly block: null; readonly leftOut: readonly LeftOut[] }

/** Whether a log without requested times does not do for a source of estimates. */
export function needsRequests(source: string): boolean {
  const { model, predictor, estimates } = parseEstimateSource(source)
  return predictor !== null || (model === null && estimates === 'user')
}

export const NO_REQUESTS =
  'no job of the log has a requested time (actual, factor, uniform and tsafrir need none)'
