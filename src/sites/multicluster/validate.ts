/**
 * The independent judge of a schedule over clusters: looks at starts, ends and nodes alone, and shares nothing with what made
 * them but the system.
 *
 * - `nodes`: a job has as many different nodes of the system as tasks.
 * - `submit`: no job starts before its submit.
 * - `capacity`: no node has two jobs at once.
 * - `work`: between its start and its end a job does exactly its work, at the speed that its slowest node and the links
 *   allow, which change with every start and end (rules C2 and C3).
 */
import { largestOf, smallestOf } from '../../core/statistics.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

export interface ClusterSchedule {
  /** Beside the jobs. */
  readonly start: ArrayLike<number>
  readonly end: ArrayLike<number>
  readonly nodes: readonly ArrayLike<number>[]
}

export interface ClusterViolation {
  readonly rule: 'nodes' | 'submit' | 'capacity' | 'work'
  /** Its place. */
  readonly job: number
  /** One sentence. */
  readonly message: string
}

export interface Judged {
  readonly broken: readonly ClusterViolation[]
  /** The greatest sum of uses of each link, as a share of its bandwidth. */
  readonly peak: readonly number[]
}

/** Ends may differ by so much, s and share: they were taken together, and summed in another order. */
const TOLERANCE = 1e-5

/** Ends that lie so near are one, s. */
const TOGETHER = 1e-6

export function judgeClusters(
  system: ClusterSystem,
  jobs: ParallelJobs,
  { start, end, nodes }: ClusterSchedule,
): Judged {
  const broken: ClusterViolation[] = []
  const breach = (rule: ClusterViolation['rule'], job: number, message: string) =>
    broken.push({ rule, job, message: `Job ${job} ${message}.` })
  const count = jobs.tasks.length
  const strongest = largestOf(system.power)
  const peak = Array.from(system.links, () => 0)
  const uses: number[][] = []
  const slowest: number[] = []
  for (let job = 0; job < count; job++) {
    const own = Array.from(nodes[job])
    const real = own.every((node) => Number.isInteger(node) && node >= 0 && node < system.power.length)
    if (!real || own.length !== jobs.tasks[job] || new Set(own).size !== own.length)
      breach('nodes', job, 'does not have the nodes it needs')
    if (!(start[job] >= (jobs.submit?.[job] ?? 0))) breach('submit', job, 'starts before its submit')
    slowest.push(strongest / smallestOf(own.map((node) => system.power[node])))
    uses.push(
      Array.from(system.links, (_, cluster) => {
        const here = own.filter((node) => system.cluster[node] === cluster).length
        const tasks = jobs.tasks[job]
        return tasks === 1 ? 0 : (here * (tasks - here) * jobs.bandwidth[job]) / (tasks - 1)
      }),
    )
  }

  const busyUntil = new Float64Array(system.power.length).fill(Number.NEGATIVE_INFINITY)
  const byStart = Array.from({ length: count }, (_, job) => job).sort((a, b) => start[a] - start[b] || a - b)
  for (const job of byStart) {
    for (const node of Array.from(nodes[job])) {
      if (busyUntil[node] > start[job] + TOGETHER) breach('capacity', job, `has node ${node} beside another`)
      busyUntil[node] = Math.max(busyUntil[node], end[job])
    }
  }

  const done = new Float64Array(count)
  const instants = [...new Set([...Array.from(start), ...Array.from(end)])].sort((a, b) => a - b)
  let next = 0
  let running: number[] = []
  for (let k = 0; k + 1 < instants.length; k++) {
    const [from, to] = [instants[k], instants[k + 1]]
    running = running.filter((job) => end[job] > from)
    while (next < count && start[byStart[next]] <= from) running.push(byStart[next++])
    const shares = Array.from(system.links, (link, cluster) => {
      const all = running.reduce((sum, job) => sum + uses[job][cluster], 0)
      return all / link
    })
    for (const [cluster, share] of shares.entries()) peak[cluster] = Math.max(peak[cluster], share)
    for (const job of running) {
      const crowded = Math.max(1, largestOf(shares.filter((_, cluster) => uses[job][cluster] > 0)))
      const sigma = jobs.sigma[job]
      done[job] += (to - from) / (sigma * slowest[job] + (1 - sigma) * crowded)
    }
  }
  for (let job = 0; job < count; job++) {
    if (!(Math.abs(done[job] - jobs.base[job]) <= TOLERANCE * (1 + jobs.base[job])))
      breach('work', job, `does ${done[job]} s of work, not ${jobs.base[job]}`)
  }
  return { broken, peak }
}
