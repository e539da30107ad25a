/**
 * Schedules by priority: at every instant each waiting job that fits, in the order of its priority, starts on the nodes on
 * which it takes least beside those that run: one cluster, the strongest nodes, or those of CBS (the choice of METL, rule
 * C10 of docs/sites.md). An order of the jobs so stands for a schedule; nodes of one class are told apart only when the schedule
 * is written down.
 *
 * Jobs behind a mark in the order are choosy: one that fits, but would end earlier on nodes of one class that jobs which run now
 * will have left by then, waits for that class from then on. So nodes idle that a waiting job could have only where the order says
 * so, and a job that has waited starts when something ends whose nodes it takes, as in a chromosome.
 */

import type { BatchState } from './batch-state.js'
import { type ClassCounts, classCounts, FreeNodes, NodePicker } from './free-nodes.js'
import type { Chromosome } from './genome.js'
import { EQUAL, quickest } from './heuristics.js'
import { type ClusterMeasures, type Measure, measureAll } from './measures.js'
import { Progress } from './progress.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

export interface ListScheduler {
  /** Items of an order: the jobs, then the mark, where there are jobs and nodes for which it makes a difference. */
  readonly items: number
  /** @param priority the items, the first to start first; jobs alone: none is choosy */
  readonly evaluate: (priority: ArrayLike<number>) => ClusterMeasures
  /** The schedule as a chromosome, which comes to the same. */
  readonly chromosome: (priority: ArrayLike<number>) => Chromosome
}

/** @param measure what schedules are judged by */
export function listScheduler(
  system: ClusterSystem,
  jobs: ParallelJobs,
  state: BatchState,
  measure: Measure = measureAll(jobs, state),
): ListScheduler {
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
  const { size, slowdown } = system.classes
  const widest = size.reduce((most, each) => Math.max(most, each), 0)
  const marked = size.length > 1 && jobs.tasks.some((tasks) => tasks <= widest)
  const isChoosy = new Uint8Array(count)
  /** The class that a choosy job waits for; −1 for none. */
  const awaited = new Int32Array(count)

  function readOrder(priority: ArrayLike<number>): void {
    let choosy = 0
    let place = 0
    awaited.fill(-1)
    for (let k = 0; k < priority.length; k++) {
      const job = priority[k]
      if (job === count) choosy = 1
      else {
        waiting[place++] = job
        isChoosy[job] = choosy
      }
    }
  }

  /** The strongest class on whose nodes, as they come free, a job ends earlier than one that begins now and takes so long; or −1. */
  function worthWaiting(job: number, time: number): number {
    progress.settle()
    const tasks = jobs.tasks[job]
    const sigma = jobs.sigma[job]
    for (let k = 0; k < size.length; k++) {
      const most = time - jobs.base[job] * (sigma * slowdown[k] + 1 - sigma) - EQUAL
      if (size[k] < tasks || most <= 0) continue
      let nodes = free.counts[k]
      for (let place = 0; place < progress.count && nodes < tasks; place++) {
        const other = progress.running[place]
        if (progress.timeOf(other) < most) nodes += taken[other][k]
      }
      if (nodes >= tasks) return k
    }
    return -1
  }

  /** Where a job that fits starts now; null where it waits. */
  function nodesFor(job: number): ClassCounts | null {
    const tasks = jobs.tasks[job]
    if (awaited[job] < 0) {
      progress.sumLoads()
      const { counts, time } = quickest(free.allocations(tasks), job, progress)
      if (isChoosy[job] === 1) awaited[job] = worthWaiting(job, time)
      if (awaited[job] < 0) return counts
    }
    return free.counts[awaited[job]] < tasks ? null : free.ofClass(tasks, awaited[job])
  }

  /** @param onStart told of every job when it starts, @param onEnd when it ends */
  function simulate(
    priority: ArrayLike<number>,
    onStart: (job: number, counts: ClassCounts) => void,
    onEnd: (job: number) => void,
  ): void {
    progress.clear()
    free.clear()
    for (const counts of carriedCounts) free.add(counts, -1)
    readOrder(priority)
    let left = count
    for (let finished = 0; finished < all; ) {
      let kept = 0
      for (let place = 0; place < left; place++) {
        const job = waiting[place]
        if (jobs.tasks[job] > free.total) {
          waiting[kept++] = job
          continue
        }
        const counts = nodesFor(job)
        if (counts === null) {
          waiting[kept++] = job
          continue
        }
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
    items: count + Number(marked),
    evaluate: (priority) => {
      simulate(priority, nothing, nothing)
      return measure(progress)
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
