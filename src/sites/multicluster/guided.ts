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
 * @returns gives a genome whose order is set its nodes, by numbers drawn from [0, 1)
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
  const free = new Uint8Array(system.power.length)
  /** Free nodes of each cluster. */
  const counts = new Int32Array(clusters)
  const freeAtFirst = new Uint8Array(system.power.length).fill(1)
  for (const { nodes } of carried) for (const node of nodes) freeAtFirst[node] = 0
  const countsAtFirst = strongest.map((own) => own.reduce((sum, node) => sum + freeAtFirst[node], 0))
  /** The place of each node among the strongest of its cluster. */
  const rank = new Int32Array(system.power.length)
  for (const own of strongest) for (const [place, node] of own.entries()) rank[node] = place
  /** The place in each cluster before which none is free. */
  const first = new Int32Array(clusters)
  const open = new Int32Array(clusters)
  /** The predicted end of each placed job. */
  const end = new Float64Array(count + carried.length)
  for (const k of carried.keys()) end[count + k] = now + progress.timeOf(count + k)

  return (genome, draw) => {
    let clock = now
    free.set(freeAtFirst)
    counts.set(countsAtFirst)
    first.fill(0)
    progress.clear()
    for (let place = 0; place < count; place++) {
      const job = genome[place]
      for (let at = from[job]; at < from[job + 1]; ) {
        let many = 0
        for (let cluster = 0; cluster < clusters; cluster++) if (counts[cluster] > 0) open[many++] = cluster
        if (many === 0) giveBack()
        else at = takeFrom(open[Math.floor(draw() * many)], at, from[job + 1])
      }
      progress.place(job, genome, from[job], from[job + 1])
      progress.sumLoads()
      end[job] = clock + progress.timeBeside(job)
      progress.begin(job)
    }

    function takeFrom(cluster: number, from: number, to: number): number {
      const own = strongest[cluster]
      const end = Math.min(to, from + counts[cluster])
      let place = first[cluster]
      for (let at = from; at < end; place++) {
        const node = own[place]
        if (free[node] === 0) continue
        free[node] = 0
        genome[at++] = node
      }
      first[cluster] = place
      counts[cluster] -= end - from
      return end
    }

    function giveNode(node: number): void {
      const cluster = system.cluster[node]
      free[node] = 1
      counts[cluster]++
      if (rank[node] < first[cluster]) first[cluster] = rank[node]
    }

    function giveBack(): void {
      const { running } = progress
      let next = 0
      for (let k = 1; k < progress.count; k++) if (end[running[k]] < end[running[next]]) next = k
      const job = running[next]
      progress.remove(next)
      if (job < count) for (let at = from[job]; at < from[job + 1]; at++) giveNode(genome[at])
      else for (const node of carried[job - count].nodes) giveNode(node)
      if (end[job] > clock) clock = end[job]
    }
  }
}
