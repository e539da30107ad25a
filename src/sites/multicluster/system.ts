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
  /** Nodes of one power in one cluster are a class: nothing tells them apart. */
  readonly classOf: Int32Array
  readonly classes: NodeClasses
}

/** In the order of `strongest`. */
export interface NodeClasses {
  readonly cluster: Int32Array
  readonly slowdown: Float64Array
  readonly size: Int32Array
}

/** Jobs as columns, in arrival order. */
export interface ParallelJobs {
  /** Each on a node of its own; 1 or more, and not more than the system has nodes. */
  readonly tasks: Int32Array
  /** Seconds on the most powerful nodes without any wait for a link. */
  readonly base: Float64Array
  /** Share of that time spent computing, 0 to 1. */
  readonly sigma: Float64Array
  /** Mbit/s of each task. */
  readonly bandwidth: Float64Array
  /** s from 0, not falling; all at 0 where absent. */
  readonly submit?: Float64Array
}

export const NO_JOBS: ParallelJobs = {
  tasks: new Int32Array(0),
  ...{ base: new Float64Array(0), sigma: new Float64Array(0), bandwidth: new Float64Array(0) },
}

/** Some of the jobs, as a batch of their own. */
export function someJobs(jobs: ParallelJobs, places: readonly number[]): ParallelJobs {
  const column = (values: Float64Array) => Float64Array.from(places, (job) => values[job])
  return {
    tasks: Int32Array.from(places, (job) => jobs.tasks[job]),
    base: column(jobs.base),
    sigma: column(jobs.sigma),
    bandwidth: column(jobs.bandwidth),
    ...(jobs.submit && { submit: column(jobs.submit) }),
  }
}

/** Nodes of each cluster: power and how many there are of it. */
export type ClusterNodes = readonly (readonly [power: number, count: number])[]

/** More nodes than any system has; each has a column of its own in every schedule. */
const MOST_NODES = 1_000_000

/** @throws QueuewrightError `usage` for powers, counts and links that cannot be */
export function clusterSystem(clusters: readonly ClusterNodes[], links: readonly number[]): ClusterSystem {
  if (clusters.length === 0) throw bad('clusters', 'none', 'at least one cluster')
  if (links.length !== clusters.length) throw bad('links', links.length, `${clusters.length}, one a cluster`)
  const power: number[] = []
  const cluster: number[] = []
  for (const [k, groups] of clusters.entries()) {
    if (!(links[k] > 0))
      throw bad(
        `links[${k}]`,
        links[k],
        'a bandwidth above 0 Mbit/s',
        'A link that is never crowded has a large one',
      )
    for (const [g, [each, count]] of groups.entries()) {
      const field = `clusters[${k}][${g}]`
      if (!(each > 0 && Number.isFinite(each))) throw bad(`${field}[0]`, each, 'a power above 0')
      if (!(Number.isInteger(count) && count >= 1)) throw bad(`${field}[1]`, count, 'one node or more')
      if (power.length + count > MOST_NODES)
        throw bad(`${field}[1]`, count, `at most ${MOST_NODES} nodes in all`)
      for (let node = 0; node < count; node++) {
        power.push(each)
        cluster.push(k)
      }
    }
  }
  const most = power.reduce((greatest, each) => Math.max(greatest, each), 0)
  const nodes = power.map((_, node) => node)
  const strongest = Int32Array.from(nodes.sort((a, b) => power[b] - power[a] || a - b))
  const slowdown = Float64Array.from(power, (each) => most / each)
  return {
    power: Float64Array.from(power),
    cluster: Int32Array.from(cluster),
    links: Float64Array.from(links),
    ...{ slowdown, strongest, ...classesOf(strongest, cluster, slowdown) },
  }
}

function classesOf(strongest: Int32Array, clusterOf: readonly number[], slowdownOf: Float64Array) {
  const classOf = new Int32Array(strongest.length)
  const found = new Map<string, number>()
  const [cluster, slowdown, size]: [number[], number[], number[]] = [[], [], []]
  for (const node of strongest) {
    const key = `${slowdownOf[node]} ${clusterOf[node]}`
    let own = found.get(key)
    if (own === undefined) {
      own = found.size
      found.set(key, own)
      cluster.push(clusterOf[node])
      slowdown.push(slowdownOf[node])
      size.push(0)
    }
    classOf[node] = own
    size[own]++
  }
  return {
    classOf,
    classes: {
      cluster: Int32Array.from(cluster),
      slowdown: Float64Array.from(slowdown),
      size: Int32Array.from(size),
    },
  }
}

/** @throws QueuewrightError `usage`, naming the job by its place */
export function checkJobs({ power }: ClusterSystem, { tasks, base, sigma, bandwidth }: ParallelJobs): void {
  for (let job = 0; job < tasks.length; job++) {
    const field = (name: string) => `jobs[${job}].${name}`
    if (!(tasks[job] >= 1 && tasks[job] <= power.length))
      throw bad(
        field('tasks'),
        tasks[job],
        `1 to ${power.length}, the nodes of all clusters`,
        'Leave the job out, or add nodes',
      )
    if (!(base[job] > 0 && Number.isFinite(base[job])))
      throw bad(field('base'), base[job], 'seconds above 0', 'Leave out jobs that take no time')
    if (!(sigma[job] >= 0 && sigma[job] <= 1))
      throw bad(
        field('sigma'),
        sigma[job],
        '0 to 1',
        'It is the share of the time spent computing, not percent',
      )
    if (!(bandwidth[job] >= 0 && Number.isFinite(bandwidth[job])))
      throw bad(field('bandwidth'), bandwidth[job], '0 Mbit/s or more', 'Tasks that do not talk have 0')
  }
}

function bad(field: string, value: number | string, expected: string, remedy?: string): QueuewrightError {
  const detail = { field, value, expected, ...(remedy !== undefined && { remedy }) }
  return new QueuewrightError(
    'usage',
    field.startsWith('jobs') ? 'a job that clusters cannot run' : 'a system of clusters that cannot be',
    detail,
  )
}
