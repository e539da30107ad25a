/**
 * A guided individual (rule C12 of docs/sites.md): each job gets nodes of a cluster drawn at random, then of further ones;
 * where no node is free, the placed job that is predicted to end first gives its own back.
 */

import { AT_FIRST, type BatchState } from './batch-state.js'
import { genomeShape } from './genome.js'
import { Progress } from './progress.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

/**
 * @param state jobs that still run are placed first, and predicted to end by what they slow each other down
 * @returns gives a genome whose order is set its nodes, ascending, by numbers drawn from [0, 1)
 */
export function guidedNodes(
  system: ClusterSystem,
  jobs: ParallelJobs,
  state: BatchState = AT_FIRST,
): (genome: Int32Array, draw: () => number) => void {
  const { count, from } = genomeShape(jobs.tasks)
  const { running: carried, now } = state
  const clusters = system.links.length
  const strongest = Array.from({ length: clusters }, (_, cluster) =>
    system.strongest.filter((node) => system.cluster[node] === cluster),
  )
  const progress = new Progress(system, jobs, state)
  progress.settle()
  const carriedEnd = carried.map((_, k) => now + progress.timeOf(count + k))
  const free = new Uint8Array(system.power.length)
  const counts = new Int32Array(clusters)
  const open = new Int32Array(clusters)
  /** The predicted end of each placed job. */
  const end = new Float64Array(count + carried.length)

  return (genome, draw) => {
    let clock = now
    free.fill(1)
    for (let cluster = 0; cluster < clusters; cluster++) counts[cluster] = strongest[cluster].length
    progress.clear()
    for (const [k, { nodes }] of carried.entries()) {
      end[count + k] = carriedEnd[k]
      for (const node of nodes) {
        free[node] = 0
        counts[system.cluster[node]]--
      }
    }
    for (let place = 0; place < count; place++) {
      const job = genome[place]
      for (let at = from[job]; at < from[job + 1]; ) {
        let many = 0
        for (let cluster = 0; cluster < clusters; cluster++) if (counts[cluster] > 0) open[many++] = cluster
        if (many === 0) giveBack()
        else at = takeFrom(open[Math.floor(draw() * many)], at, from[job + 1])
      }
      const own = genome.subarray(from[job], from[job + 1])
      progress.place(job, own)
      progress.sumLoads()
      end[job] = clock + progress.timeBeside(job)
      progress.begin(job)
    }
    for (let job = 0; job < count; job++) genome.subarray(from[job], from[job + 1]).sort()

    function takeFrom(cluster: number, first: number, last: number): number {
      let at = first
      for (const node of strongest[cluster]) {
        if (at === last) break
        if (free[node] === 0) continue
        free[node] = 0
        counts[cluster]--
        genome[at++] = node
      }
      return at
    }

    function giveBack(): void {
      const { running } = progress
      let first = 0
      for (let k = 1; k < progress.count; k++) if (end[running[k]] < end[running[first]]) first = k
      const job = running[first]
      progress.count--
      running.copyWithin(first, first + 1, progress.count + 1)
      const nodes = job < count ? genome.subarray(from[job], from[job + 1]) : carried[job - count].nodes
      for (let k = 0; k < nodes.length; k++) {
        free[nodes[k]] = 1
        counts[system.cluster[nodes[k]]]++
      }
      if (end[job] > clock) clock = end[job]
    }
  }
}
