/**
 * A guided individual (rule C12 of docs/sites.md): each job gets nodes of a cluster drawn at random, then of further ones;
 * where no node is free, the placed job that is predicted to end first gives its own back.
 */
import { Progress } from './progress.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

/** @param draw numbers in [0, 1) */
export function guidedNodes(
  system: ClusterSystem,
  jobs: ParallelJobs,
  order: ArrayLike<number>,
  draw: () => number,
): readonly (readonly number[])[] {
  const clusters = system.links.length
  const progress = new Progress(system, jobs)
  const nodes: number[][] = Array.from({ length: jobs.tasks.length }, () => [])
  const free = new Uint8Array(system.power.length).fill(1)
  const counts = new Int32Array(clusters)
  for (const cluster of system.cluster) counts[cluster]++
  /** Jobs that have their nodes, in the order in which they were placed. */
  const placed: { readonly job: number; readonly end: number }[] = []
  let clock = 0
  for (let place = 0; place < order.length; place++) {
    const job = order[place]
    const own = nodes[job]
    while (own.length < jobs.tasks[job]) {
      const open = [...counts.keys()].filter((cluster) => counts[cluster] > 0)
      if (open.length === 0) {
        giveBack()
        continue
      }
      takeFrom(open[Math.floor(draw() * open.length)], jobs.tasks[job], own)
    }
    progress.place(job, own)
    progress.running.set(placed.map((each) => each.job))
    progress.count = placed.length
    placed.push({ job, end: clock + jobs.base[job] * progress.factorBeside(job) })
  }
  return nodes.map((own) => own.sort((a, b) => a - b))

  function takeFrom(cluster: number, tasks: number, own: number[]): void {
    for (const node of system.strongest) {
      if (own.length === tasks) return
      if (free[node] === 0 || system.cluster[node] !== cluster) continue
      free[node] = 0
      counts[cluster]--
      own.push(node)
    }
  }

  function giveBack(): void {
    let first = 0
    for (let k = 1; k < placed.length; k++) if (placed[k].end < placed[first].end) first = k
    const [{ job, end }] = placed.splice(first, 1)
    for (const node of nodes[job]) {
      free[node] = 1
      counts[system.cluster[node]]++
    }
    if (end > clock) clock = end
  }
}
