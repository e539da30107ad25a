/** Clusters and batches of jobs as documents: `clusters`, `links` and `jobs`, as instance files have them. */
import { type Decoded, list, number, object, tuple, whole } from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Place } from '../../core/place.js'
import { requireDistinctNumbers } from '../instance.js'
import { checkJobs, clusterSystem, type ParallelJobs } from './system.js'

/** The nodes of each cluster by power, and the Mbit/s of its link. */
const SYSTEM_MEMBERS = {
  clusters: list(list(tuple(number(), whole(1)), { least: 1 })),
  links: list(number()),
}
export const CLUSTERS = object(SYSTEM_MEMBERS)
export type Clusters = Decoded<typeof CLUSTERS>

/** Further members are let be: a batch is a system, too. */
const SYSTEM = object(SYSTEM_MEMBERS, true)
const BATCH = object(
  { ...SYSTEM_MEMBERS, jobs: list(tuple(whole(0), whole(1), number(), number(), number()), { least: 1 }) },
  true,
)

/** MULTI, section 5: four clusters of 60 nodes, linked by gigabits. */
export const PUBLISHED_CLUSTERS: Clusters = {
  clusters: [[[1000, 60]], [[1500, 60]], [[2000, 60]], [[1500, 60]]],
  links: [1000, 1000, 1000, 1000],
}

export interface ClusterBatch {
  readonly system: Clusters
  /** Numbers of the jobs. */
  readonly ids: readonly number[]
  readonly jobs: ParallelJobs
}

/** @throws QueuewrightError, for a system that cannot be too */
export function readClusters(document: unknown, at: Place): Clusters {
  const { clusters, links } = SYSTEM.decode(document, at)
  placed(at, () => clusterSystem(clusters, links))
  return { clusters, links }
}

/** @throws QueuewrightError, for a system or jobs that cannot be too */
export function readBatch(document: unknown, at: Place): ClusterBatch {
  const { jobs: rows } = BATCH.decode(document, at)
  const system = readClusters(document, at)
  requireDistinctNumbers(rows, at.at('jobs'))
  const column = (k: 1 | 2 | 3 | 4) => rows.map((row) => row[k])
  const jobs: ParallelJobs = {
    tasks: Int32Array.from(column(1)),
    base: Float64Array.from(column(2)),
    sigma: Float64Array.from(column(3)),
    bandwidth: Float64Array.from(column(4)),
  }
  placed(at, () => checkJobs(clusterSystem(system.clusters, system.links), jobs))
  return { system, ids: rows.map(([id]) => id), jobs }
}

/** Runs `check`; its failures name the place that their field says, such as `links[2]`. */
function placed(at: Place, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    const keys = (error.detail.field ?? '').match(/[^.[\]]+/g) ?? []
    const place = keys.reduce((here, key) => here.at(/^\d+$/.test(key) ? Number(key) : key), at)
    throw place.fault(error.what, error.detail)
  }
}
