/**
 * A chromosome, an order of the jobs and a set of nodes for each, and what comes of it (rules C4-C6 of docs/sites.md): a job
 * starts when all jobs before it in the order that share a node with it have ended. It may overtake those with which it
 * shares none. This is the fitness of genetic algorithms, computed millions of times: all memory is taken once.
 */
import { Progress } from './progress.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

export interface Chromosome {
  /** Places of the jobs. */
  readonly order: ArrayLike<number>
  /** Beside the jobs; each as many nodes as the job has tasks. */
  readonly nodes: readonly ArrayLike<number>[]
}

/** What a schedule of all jobs amounts to. */
export interface Measured {
  /** The last end, s from 0. */
  readonly makespan: number
  /** Sum of all ends, s. */
  readonly flowtime: number
  readonly saturated: boolean
}

/** F = α·makespan + (1 − α)·flowtime, s; less is better. */
export function fitness({ makespan, flowtime }: Measured, alpha: number): number {
  return alpha * makespan + (1 - alpha) * flowtime
}

export interface ChromosomeEvaluator {
  /** Of the last evaluation, beside the jobs. */
  readonly start: Float64Array
  readonly end: Float64Array
  evaluate(chromosome: Chromosome): Measured
}

/**
 * @param packet jobs of the order that are let in together, at the instant at which the last job of those before starts;
 *   all at once where absent
 */
export function chromosomeEvaluator(
  system: ClusterSystem,
  jobs: ParallelJobs,
  packet = jobs.tasks.length,
): ChromosomeEvaluator {
  const count = jobs.tasks.length
  const total = jobs.tasks.reduce((sum, tasks) => sum + tasks, 0)
  const progress = new Progress(system, jobs)
  /** Of each job, where its nodes' successors stand; and of each such place the next job on that node, −1 for none. */
  const from = new Int32Array(count + 1)
  for (let job = 0; job < count; job++) from[job + 1] = from[job] + jobs.tasks[job]
  const next = new Int32Array(total)
  /** Of each node the place of its last job so far, −1 for none. */
  const last = new Int32Array(system.power.length)
  const awaited = new Int32Array(count)
  const ended = new Int32Array(count)
  const ready = new Int32Array(count)
  /** The packet of each job. */
  const packetOf = new Int32Array(count)
  const packets = Math.max(1, Math.ceil(count / Math.max(1, packet)))
  /** Jobs of each packet that have not started. */
  const unstarted = new Int32Array(packets)

  function evaluate({ order, nodes }: Chromosome): Measured {
    progress.clear()
    last.fill(-1)
    next.fill(-1)
    awaited.fill(0)
    for (let place = 0; place < count; place++) {
      const job = order[place]
      const own = nodes[job]
      packetOf[job] = packets === 1 ? 0 : Math.floor(place / packet)
      for (let k = 0, slot = from[job]; k < own.length; k++, slot++) {
        const before = last[own[k]]
        if (before >= 0) {
          next[before] = job
          awaited[job]++
        }
        last[own[k]] = slot
      }
    }
    for (let which = 0; which < packets; which++) unstarted[which] = Math.min(packet, count - which * packet)
    let waiting = 0
    for (let place = 0; place < count; place++)
      if (awaited[order[place]] === 0) ready[waiting++] = order[place]
    let open = 0
    for (let finished = 0; finished < count; ) {
      // The last start of a packet lets in the next one at the same instant.
      for (let more = true; more; ) {
        more = false
        let kept = 0
        for (let place = 0; place < waiting; place++) {
          const job = ready[place]
          const which = packetOf[job]
          if (which > open) {
            ready[kept++] = job
            continue
          }
          progress.begin(job, nodes[job])
          if (--unstarted[which] === 0 && which === open) {
            open++
            more = true
          }
        }
        waiting = kept
      }
      progress.settle()
      const done = progress.advance(ended)
      finished += done
      for (let k = 0; k < done; k++) {
        const job = ended[k]
        for (let slot = from[job]; slot < from[job + 1]; slot++) {
          const after = next[slot]
          if (after >= 0 && --awaited[after] === 0) ready[waiting++] = after
        }
      }
    }
    let flowtime = 0
    let makespan = 0
    for (let job = 0; job < count; job++) {
      flowtime += progress.end[job]
      if (progress.end[job] > makespan) makespan = progress.end[job]
    }
    return { makespan, flowtime, saturated: progress.saturated }
  }

  return { start: progress.start, end: progress.end, evaluate }
}
