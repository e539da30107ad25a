/**
 * The heuristics that MULTI compares with (rules C7-C10 of docs/sites.md): JPR (Naik et al.), CBS (Jones et al.) and METL
 * (Blanco et al.). Jobs are there from their submit on; nothing is reserved.
 */

import { AT_FIRST, type BatchState } from './batch-state.js'
import { type ClassCounts, classCounts, FreeNodes, NodePicker } from './free-nodes.js'
import { type ClusterMeasures, type Measure, measureAll } from './measures.js'
import { Progress } from './progress.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

export const HEURISTICS = ['jpr', 'cbs', 'metl'] as const
export type Heuristic = (typeof HEURISTICS)[number]

export interface HeuristicSchedule extends ClusterMeasures {
  /** Beside the jobs. */
  readonly start: Float64Array
  readonly end: Float64Array
  /** Ascending. */
  readonly nodes: readonly (readonly number[])[]
}

/** Losses and times that differ by less are equal, s. */
export const EQUAL = 1e-6

/**
 * Runs the jobs by a heuristic; the jobs fit the system.
 * @param state where the batch stands when they are let in
 */
export function runHeuristic(
  system: ClusterSystem,
  jobs: ParallelJobs,
  heuristic: Heuristic,
  state: BatchState = AT_FIRST,
  measure: Measure = measureAll(jobs, state),
): HeuristicSchedule {
  const count = jobs.tasks.length
  const { running: carried } = state
  const all = count + carried.length
  const submit = jobs.submit ?? new Float64Array(count)
  const progress = new Progress(system, jobs, state)
  const free = new FreeNodes(system)
  const picker = new NodePicker(system)
  const taken: ClassCounts[] = []
  const nodes: (readonly number[])[] = Array.from({ length: count }, () => [])
  for (const { nodes: own } of carried) {
    const counts = classCounts(system, own)
    taken[nodes.length] = counts
    nodes.push(own)
    free.add(counts, -1)
    picker.take(own)
  }
  const waiting: number[] = []
  const start = (place: number, counts: ClassCounts): void => {
    const [job] = waiting.splice(place, 1)
    free.add(counts, -1)
    taken[job] = counts
    nodes[job] = picker.pick(counts)
    progress.placeCounts(job, counts)
    progress.begin(job)
  }
  const startAll = (): void => {
    if (heuristic === 'metl') {
      const loss = leastLoss(system, jobs, progress)
      for (let next = loss(free, waiting); next !== null; next = loss(free, waiting))
        start(next.place, next.counts)
      return
    }
    while (waiting.length > 0 && jobs.tasks[waiting[0]] <= free.total) {
      const tasks = jobs.tasks[waiting[0]]
      start(0, heuristic === 'jpr' ? free.strongest(tasks) : free.chunked(tasks))
    }
  }
  const ended = new Int32Array(all)
  let arrived = 0
  for (let finished = 0; finished < all; ) {
    while (arrived < count && submit[arrived] <= progress.now) waiting.push(arrived++)
    startAll()
    progress.settle()
    const done = progress.advance(ended, arrived < count ? submit[arrived] : Number.POSITIVE_INFINITY)
    finished += done
    for (let k = 0; k < done; k++) {
      free.add(taken[ended[k]], 1)
      picker.giveBack(nodes[ended[k]])
    }
  }
  return {
    ...{ ...measure(progress), nodes: nodes.slice(0, count) },
    start: progress.start.subarray(0, count),
    end: progress.end.subarray(0, count),
  }
}

interface Choice {
  readonly place: number
  readonly counts: ClassCounts
  readonly loss: number
}

/** Finds the waiting job that loses least of what it could have, and where; null where none fits. */
function leastLoss({ slowdown, strongest }: ClusterSystem, jobs: ParallelJobs, progress: Progress) {
  const { tasks, base, sigma } = jobs
  return (free: FreeNodes, waiting: readonly number[]): Choice | null => {
    /** Allocations of jobs of so many tasks. */
    const allocations = new Map<number, readonly ClassCounts[]>()
    progress.sumLoads()
    let best: Choice | null = null
    for (const [place, job] of waiting.entries()) {
      const wanted = tasks[job]
      if (wanted > free.total) continue
      let open = allocations.get(wanted)
      if (open === undefined) {
        open = free.allocations(wanted)
        allocations.set(wanted, open)
      }
      const { counts, time } = quickest(open, job, progress)
      const alone = sigma[job] * slowdown[strongest[wanted - 1]] + 1 - sigma[job]
      const loss = time - base[job] * alone
      if (best === null || loss < best.loss - EQUAL) best = { place, counts, loss }
    }
    return best
  }
}

/** The allocation on which the job takes least beside those that run; of equal ones the first. */
export function quickest(allocations: readonly ClassCounts[], job: number, progress: Progress) {
  let counts = allocations[0]
  let time = Number.POSITIVE_INFINITY
  for (const allocation of allocations) {
    progress.placeCounts(job, allocation)
    const needed = progress.timeBeside(job)
    if (needed < time - EQUAL) {
      counts = allocation
      time = needed
    }
  }
  return { counts, time }
}
