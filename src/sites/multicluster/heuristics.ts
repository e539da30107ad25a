/**
 * The heuristics that MULTI compares with (rules C7-C10 of docs/sites.md): JPR (Naik et al.), CBS (Jones et al.) and METL
 * (Blanco et al.). All jobs are there at 0; nothing is reserved.
 */
import type { Measured } from './chromosome.js'
import { Progress } from './progress.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

export const HEURISTICS = ['jpr', 'cbs', 'metl'] as const
export type Heuristic = (typeof HEURISTICS)[number]

export interface HeuristicSchedule extends Measured {
  /** Beside the jobs. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** Ascending. */
  readonly nodes: readonly (readonly number[])[]
}

/** Losses and times that differ by less are equal, s. */
const EQUAL = 1e-6
/** The share of a job that CBS puts on one cluster. */
const CHUNK = 0.75

/** Which nodes are free. */
class FreeNodes {
  readonly free: Uint8Array
  count: number
  readonly #system: ClusterSystem

  constructor(system: ClusterSystem) {
    this.#system = system
    this.free = new Uint8Array(system.power.length).fill(1)
    this.count = system.power.length
  }

  take(nodes: readonly number[]): void {
    for (const node of nodes) this.free[node] = 0
    this.count -= nodes.length
  }

  giveBack(nodes: readonly number[]): void {
    for (const node of nodes) this.free[node] = 1
    this.count += nodes.length
  }

  /** The strongest free nodes, of one cluster or of all, as many as there are up to `most`. */
  strongest(most: number, cluster: number | null = null): number[] {
    const { strongest, cluster: of } = this.#system
    const found: number[] = []
    for (let at = 0; at < strongest.length && found.length < most; at++) {
      const node = strongest[at]
      if (this.free[node] === 1 && (cluster === null || of[node] === cluster)) found.push(node)
    }
    return found
  }

  /** Free nodes of each cluster. */
  perCluster(): Int32Array {
    const counts = new Int32Array(this.#system.links.length)
    for (const [node, free] of this.free.entries()) counts[this.#system.cluster[node]] += free
    return counts
  }

  /** A chunk on one cluster, the rest by descending free nodes; there are enough. */
  chunked(tasks: number): number[] {
    const counts = this.perCluster()
    const fitting = (least: number) => {
      let best = -1
      for (const [k, free] of counts.entries()) {
        if (free >= least && (best < 0 || free < counts[best])) best = k
      }
      return best
    }
    const whole = fitting(tasks)
    const chunk = whole >= 0 ? whole : fitting(Math.ceil(CHUNK * tasks))
    const rest = [...counts.keys()].filter((k) => k !== chunk).sort((a, b) => counts[b] - counts[a] || a - b)
    const found: number[] = []
    for (const k of chunk < 0 ? rest : [chunk, ...rest])
      found.push(...this.strongest(tasks - found.length, k))
    return found
  }
}

/** Runs the jobs by a heuristic; the jobs fit the system. */
export function runHeuristic(
  system: ClusterSystem,
  jobs: ParallelJobs,
  heuristic: Heuristic,
): HeuristicSchedule {
  const count = jobs.tasks.length
  const progress = new Progress(system, jobs)
  const free = new FreeNodes(system)
  const nodes: (readonly number[])[] = Array.from({ length: count }, () => [])
  const waiting = Array.from({ length: count }, (_, job) => job)
  const start = (job: number, own: readonly number[]): void => {
    free.take(own)
    nodes[job] = [...own].sort((a, b) => a - b)
    progress.begin(job, own)
    waiting.splice(waiting.indexOf(job), 1)
  }
  const startAll = (): void => {
    if (heuristic === 'metl') {
      for (let next = leastLoss(system, jobs, progress, free, waiting); next !== null; ) {
        start(next.job, next.nodes)
        next = leastLoss(system, jobs, progress, free, waiting)
      }
      return
    }
    while (waiting.length > 0 && jobs.tasks[waiting[0]] <= free.count) {
      const [job] = waiting
      const tasks = jobs.tasks[job]
      start(job, heuristic === 'jpr' ? free.strongest(tasks) : free.chunked(tasks))
    }
  }
  const ended = new Int32Array(count)
  for (let finished = 0; finished < count; ) {
    startAll()
    progress.settle()
    const done = progress.advance(ended)
    finished += done
    for (let k = 0; k < done; k++) free.giveBack(nodes[ended[k]])
  }
  const { end, saturated } = progress
  return {
    makespan: end.reduce((last, each) => Math.max(last, each), 0),
    flowtime: end.reduce((sum, each) => sum + each, 0),
    ...{ saturated, start: progress.start, end, nodes },
  }
}

/** The waiting job that loses least of what it could have, and where; null where none fits. */
function leastLoss(
  system: ClusterSystem,
  jobs: ParallelJobs,
  progress: Progress,
  free: FreeNodes,
  waiting: readonly number[],
): { readonly job: number; readonly nodes: readonly number[] } | null {
  let best: { readonly job: number; readonly nodes: readonly number[]; readonly loss: number } | null = null
  const counts = free.perCluster()
  for (const job of waiting) {
    const tasks = jobs.tasks[job]
    if (tasks > free.count) continue
    const clusters = [...counts.keys()].filter((k) => counts[k] >= tasks)
    const allocations = [
      ...clusters.map((k) => free.strongest(tasks, k)),
      free.strongest(tasks),
      free.chunked(tasks),
    ]
    let [nodes, time] = [allocations[0], Number.POSITIVE_INFINITY]
    for (const allocation of allocations) {
      progress.place(job, allocation)
      const needed = jobs.base[job] * progress.factorBeside(job)
      if (needed < time - EQUAL) [nodes, time] = [allocation, needed]
    }
    const sigma = jobs.sigma[job]
    const slowest = system.slowdown[system.strongest[tasks - 1]]
    const loss = time - jobs.base[job] * (sigma * slowest + 1 - sigma)
    if (best === null || loss < best.loss - EQUAL) best = { job, nodes, loss }
  }
  return best
}
