/** Workloads for clusters, of a log. */
import { QueuewrightError } from '../../core/errors.js'
import { Random } from '../../core/random.js'
import { clusterRows, parallelJobs, spreadOver } from '../../sites/index.js'
import type { Trace } from '../../trace/trace.js'
import type { ClusterWorkload } from './spec.js'

export interface WorkloadRequest {
  readonly count: number
  readonly jobs: number
  /** The system's nodes. */
  readonly nodes: number
  readonly arriving: boolean
  readonly seed: number
  /** Tasks of a job at least; 1 where absent. */
  readonly leastTasks?: number
}

export interface Workloads {
  readonly workloads: readonly ClusterWorkload[]
  /** Jobs that clusters can run. */
  readonly usable: number
}

/** @throws QueuewrightError `input-empty` for a log with fewer usable jobs than a workload has */
export function workloadsOf({ jobs: table, name }: Trace, request: WorkloadRequest): Workloads {
  const { count, jobs, nodes, arriving, seed, leastTasks = 1 } = request
  const usable = clusterRows(table, nodes).filter((row) => table.size[row] >= leastTasks)
  if (usable.length < jobs) {
    throw new QueuewrightError(
      'input-empty',
      'the log has fewer jobs for these clusters than a workload takes',
      {
        value: usable.length,
        expected: `${jobs} jobs of 1 s or more and ${leastTasks} to ${nodes} tasks`,
        remedy: 'Name fewer with --jobs, or take more of the log',
      },
    )
  }
  const random = new Random(seed).fork('workloads')
  const workloads = spreadOver(usable.length, count, jobs).map((from): ClusterWorkload => {
    const rows = usable.slice(from, from + jobs)
    const own = `${name} ${from}-${from + jobs - 1}`
    return {
      name: own,
      ids: Array.from(rows, (row) => table.id[row]),
      ...parallelJobs(table, rows, random.fork(from), arriving),
    }
  })
  return { workloads, usable: usable.length }
}
