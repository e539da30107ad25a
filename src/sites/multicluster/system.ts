/**
 * Clusters of nodes of different power, each with one link to a common switch, and parallel jobs over them (MULTI,
 * section 3; rules C1 and C2 of docs/sites.md). Nodes are numbered from 0 through all clusters.
 */
import { QueuewrightError } from '../../core/errors.js'

export interface ClusterSystem {
  /** Million instructions a second, of each node. */
  readonly power: Float64Array
  /** The cluster of each node. */
  readonly cluster: Int32Array
  /** Mbit/s of each cluster's link. */
  readonly links: Float64Array
  /** How much longer a node takes than the most powerful one: 1 or more. */
  readonly slowdown: Float64Array
  /** All nodes, the most powerful first, then by number (rule C7). */
  readonly strongest: Int32Array
}

/** Jobs as columns, in arrival order; all are submitted at 0. */
export interface ParallelJobs {
  /** Each on a node of its own; 1 or more, and not more than the system has nodes. */
  readonly tasks: Int32Array
  /** Seconds on the most powerful nodes without any wait for a link. */
  readonly base: Float64Array
  /** Share of that time spent computing, 0 to 1. */
  readonly sigma: Float64Array
  /** Mbit/s of each task. */
  readonly bandwidth: Float64Array
}

/** Nodes of each cluster: power and how many there are of it. */
export type ClusterNodes = readonly (readonly [power: number, count: number])[]

/** @throws QueuewrightError `usage` for powers, counts and links that cannot be */
export function clusterSystem(clusters: readonly ClusterNodes[], links: readonly number[]): ClusterSystem {
  if (clusters.length === 0) throw bad('clusters', 'none', 'at least one cluster')
  if (links.length !== clusters.length) throw bad('links', links.length, `${clusters.length}, one a cluster`)
  const power: number[] = []
  const cluster: number[] = []
  for (const [k, groups] of clusters.entries()) {
    if (!(links[k] > 0)) throw bad(`links[${k}]`, links[k], 'a bandwidth above 0 Mbit/s')
    for (const [g, [each, count]] of groups.entries()) {
      const field = `clusters[${k}][${g}]`
      if (!(each > 0 && Number.isFinite(each))) throw bad(`${field}[0]`, each, 'a power above 0')
      if (!(Number.isInteger(count) && count >= 1)) throw bad(`${field}[1]`, count, 'one node or more')
      for (let node = 0; node < count; node++) {
        power.push(each)
        cluster.push(k)
      }
    }
  }
  const most = power.reduce((greatest, each) => Math.max(greatest, each), 0)
  const nodes = power.map((_, node) => node)
  return {
    power: Float64Array.from(power),
    cluster: Int32Array.from(cluster),
    links: Float64Array.from(links),
    slowdown: Float64Array.from(power, (each) => most / each),
    strongest: Int32Array.from(nodes.sort((a, b) => power[b] - power[a] || a - b)),
  }
}

/** @throws QueuewrightError `usage`, naming the job by its place */
export function checkJobs({ power }: ClusterSystem, { tasks, base, sigma, bandwidth }: ParallelJobs): void {
  for (let job = 0; job < tasks.length; job++) {
    const field = (name: string) => `jobs[${job}].${name}`
    if (!(tasks[job] >= 1 && tasks[job] <= power.length))
      throw bad(field('tasks'), tasks[job], `1 to ${power.length}, the nodes of the system`)
    if (!(base[job] > 0 && Number.isFinite(base[job]))) throw bad(field('base'), base[job], 'seconds above 0')
    if (!(sigma[job] >= 0 && sigma[job] <= 1)) throw bad(field('sigma'), sigma[job], '0 to 1')
    if (!(bandwidth[job] >= 0 && Number.isFinite(bandwidth[job])))
      throw bad(field('bandwidth'), bandwidth[job], '0 Mbit/s or more')
  }
}

function bad(field: string, value: number | string, expected: string): QueuewrightError {
  return new QueuewrightError('usage', 'a system of clusters that cannot be', { field, value, expected })
}
