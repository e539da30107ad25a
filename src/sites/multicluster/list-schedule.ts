/**
 * Schedules by priority: at every instant each waiting job that fits, in the order of its priority, starts on the nodes on
 * which it takes least beside those that run: one cluster, the strongest nodes, or those of CBS (the choice of METL, rule
 * C10 of docs/sites.md). An order of the jobs so stands for a schedule, in which no nodes idle that a waiting job could
 * have; nodes of one class are told apart only when the schedule is written down.
 */

import type { BatchState } from './batch-state.js'
import type { ClusterMeasures } from './chromosome.js'
import { type ClassCounts, classCounts, FreeNodes, NodePicker } from './free-nodes.js'
import type { Chromosome } from './genome.js'
import { quickest } from './heuristics.js'
import { Progress } from './progress.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

export interface ListScheduler {
  /** @param priority the jobs, the first to start first */
  readonly evaluate: (priority: ArrayLike<number>) => ClusterMeasures
  /** The schedule as a chromosome, which comes to the same. */
  readonly chromosome: (priority: ArrayLike<number>) => Chromosome
}

export function listScheduler(system: ClusterSystem, jobs: ParallelJobs, state: BatchState): ListScheduler {
  const count = jobs.tasks.length
  const { running: carried } = state
  const all = count + carried.length
  const progress = new Progress(system, jobs, state)
  const free = new FreeNodes(system)
  const carriedCounts = carried.map(({ nodes }) => classCounts(system, nodes))
  const taken: ClassCounts[] = new Array(all)
  for (const [k, counts] of carriedCounts.entries()) taken[count + k] = counts
  const waiting = new Int32Array(count)
  const ended = new Int32Array(all)

  /** @param onStart told of every job when it starts, @param onEnd when it ends */
  function simulate(
    priority: ArrayLike<number>,
    onStart: (job: number, counts: ClassCounts) => void,
    onEnd: (job: number) => void,
  ): void {
    progress.clear()
    free.clear()
    for (const counts of carriedCounts) free.add(counts, -1)
    for (let place = 0; place < count; place++) waiting[place] = priority[place]
    let left = count
    for (let finished = 0; finished < all; ) {
      let kept = 0
      for (let place = 0; place < left; place++) {
        const job = waiting[place]
        if (jobs.tasks[job] > free.total) {
          waiting[kept++] = job
          continue
        }
        progress.sumLoads()
        const { counts } = quickest(free.allocations(jobs.tasks[job]), job, progress)
        free.add(counts, -1)
        taken[job] = counts
        progress.placeCounts(job, counts)
        progress.begin(job)
        onStart(job, counts)
      }
      left = kept
      progress.settle()
      const done = progress.advance(ended)
      finished += done
      for (let k = 0; k < done; k++) {
        free.add(taken[ended[k]], 1)
        onEnd(ended[k])
      }
    }
  }

  return {
    evaluate: (priority) => {
      simulate(priority, nothing, nothing)
      let { flowtime, makespan } = state
      for (let job = 0; job < all; job++) {
        const submit = job < count ? (jobs.submit?.[job] ?? 0) : carried[job - count].submit
        flowtime += progress.end[job] - submit
        if (progress.end[job] > makespan) makespan = progress.end[job]
      }
      return { makespan, flowtime, saturated: progress.saturated }
    },
    chromosome: (priority) => {
      const picker = new NodePicker(system)
      for (const { nodes } of carried) picker.take(nodes)
      const order: number[] = []
      const nodes: (readonly number[])[] = Array.from({ length: count }, () => [])
      simulate(
        priority,
        (job, counts) => {
          order.push(job)
          nodes[job] = picker.pick(counts)
        },
        (job) => picker.giveBack(job < count ? nodes[job] : carried[job - count].nodes),
      )
      return { order, nodes }
    },
  }
}

function nothing(): void {}
