/**
 * Jobs that run side by side and slow each other down over the links (rules C1-C3 of docs/sites.md). A job needs
 * T_b·(σ·PS + (1−σ)·CS) seconds: PS is the slowdown of its slowest node, CS how far the most crowded link that it uses is
 * overbooked (printed as SD⁻¹; the scan lost the exponent). Factors are computed anew at every start and end.
 */
import type { BatchState } from './batch-state.js'
import type { ClusterSystem, ParallelJobs } from './system.js'

/** Ends that lie so near are one, s. */
const TOGETHER = 1e-6

/** Its jobs are those given, then those of the state that still run. */
export class Progress {
  now = 0
  /** Whether a link was overbooked at any instant. */
  saturated = false
  readonly start: Float64Array
  readonly end: Float64Array
  /** Base seconds that a job has left. */
  readonly left: Float64Array
  /** Jobs that run: the first `count`. */
  readonly running: Int32Array
  count = 0
  readonly #system: ClusterSystem
  readonly #from: number
  readonly #own: number
  readonly #tasks: Int32Array
  readonly #base: Float64Array
  readonly #sigma: Float64Array
  readonly #bandwidth: Float64Array
  readonly #factor: Float64Array
  readonly #slowest: Float64Array
  /** The use that each job makes of each link, Mbit/s. */
  readonly #uses: Float64Array
  readonly #load: Float64Array
  readonly #due: Float64Array
  /** Nodes of each class of the job that is being placed. */
  readonly #counts: Int32Array

  constructor(system: ClusterSystem, jobs: ParallelJobs, { now, running }: BatchState) {
    const own = jobs.tasks.length
    const count = own + running.length
    const column = (values: ArrayLike<number>, more: (job: BatchState['running'][number]) => number) => {
      const all = new Float64Array(count)
      all.set(values)
      for (const [k, job] of running.entries()) all[own + k] = more(job)
      return all
    }
    this.#system = system
    this.#own = own
    this.#from = now
    this.#tasks = Int32Array.from(column(jobs.tasks, ({ nodes }) => nodes.length))
    this.#base = column(jobs.base, ({ left }) => left)
    this.#sigma = column(jobs.sigma, ({ sigma }) => sigma)
    this.#bandwidth = column(jobs.bandwidth, ({ bandwidth }) => bandwidth)
    this.start = new Float64Array(count)
    this.end = new Float64Array(count)
    this.running = new Int32Array(count)
    this.left = new Float64Array(count)
    this.#factor = new Float64Array(count)
    this.#slowest = new Float64Array(count)
    this.#uses = new Float64Array(count * system.links.length)
    this.#load = new Float64Array(system.links.length)
    this.#due = new Float64Array(count)
    this.#counts = new Int32Array(system.classes.cluster.length)
    for (const [k, { nodes }] of running.entries()) this.place(own + k, nodes)
    this.clear()
  }

  /** As new. */
  clear(): void {
    this.now = this.#from
    this.count = 0
    this.saturated = false
    for (let job = this.#own; job < this.start.length; job++) this.#run(job)
  }

  /** The placed job begins now. Factors follow with `settle`. */
  begin(job: number): void {
    this.start[job] = this.now
    this.#run(job)
  }

  /** The meaning of these nodes for the job: PS and its use of links. */
  place(job: number, nodes: ArrayLike<number>): void {
    const { classOf } = this.#system
    const counts = this.#counts
    counts.fill(0)
    for (let at = 0; at < nodes.length; at++) counts[classOf[nodes[at]]]++
    this.placeCounts(job, counts)
  }

  /** @param counts how many nodes of each class the job has */
  placeCounts(job: number, counts: Int32Array): void {
    const { classes, links } = this.#system
    const clusters = links.length
    const from = job * clusters
    const uses = this.#uses
    for (let k = 0; k < clusters; k++) uses[from + k] = 0
    let slowest = 1
    for (let of = 0; of < counts.length; of++) {
      const own = counts[of]
      if (own === 0) continue
      uses[from + classes.cluster[of]] += own
      if (classes.slowdown[of] > slowest) slowest = classes.slowdown[of]
    }
    this.#slowest[job] = slowest
    const tasks = this.#tasks[job]
    if (tasks === 1) {
      for (let k = 0; k < clusters; k++) uses[from + k] = 0
      return
    }
    const bandwidth = this.#bandwidth[job]
    for (let k = 0; k < clusters; k++) {
      const own = uses[from + k]
      if (own > 0) uses[from + k] = (own * bandwidth * (tasks - own)) / (tasks - 1)
    }
  }

  /** The sum of the running jobs' uses of the links: to be made after every change before `timeBeside`. */
  sumLoads(): void {
    const load = this.#load
    load.fill(0)
    for (let place = 0; place < this.count; place++) {
      const from = this.running[place] * load.length
      for (let k = 0; k < load.length; k++) load[k] += this.#uses[from + k]
    }
  }

  /** Seconds that a placed job would need beside those that run, its own use included. */
  timeBeside(job: number): number {
    const { links } = this.#system
    const load = this.#load
    const from = job * links.length
    let crowded = 1
    for (let k = 0; k < links.length; k++) {
      const own = this.#uses[from + k]
      if (own > 0 && load[k] + own > crowded * links[k]) crowded = (load[k] + own) / links[k]
    }
    return this.#base[job] * this.#factorOf(job, crowded)
  }

  /** Seconds that a running job still needs, by the factors of `settle`. */
  timeOf(job: number): number {
    return this.left[job] * this.#factor[job]
  }

  /** Computes all factors anew. */
  settle(): void {
    this.sumLoads()
    const load = this.#load
    const uses = this.#uses
    const { links } = this.#system
    let crowdedAny = false
    for (let k = 0; k < links.length; k++) if (load[k] > links[k]) crowdedAny = true
    if (crowdedAny) this.saturated = true
    for (let place = 0; place < this.count; place++) {
      const job = this.running[place]
      let crowded = 1
      if (crowdedAny) {
        const from = job * links.length
        for (let k = 0; k < links.length; k++) {
          if (uses[from + k] > 0 && load[k] > crowded * links[k]) crowded = load[k] / links[k]
        }
      }
      this.#factor[job] = this.#factorOf(job, crowded)
    }
  }

  /**
   * Goes on to the next end, by the factors of `settle`, or to `until` if that is earlier. The jobs that end then are put
   * into `ended`.
   * @returns how many; 0 where none ends by then
   */
  advance(ended: Int32Array, until = Number.POSITIVE_INFINITY): number {
    const { running, count, now, left } = this
    const due = this.#due
    const factor = this.#factor
    let earliest = Number.POSITIVE_INFINITY
    for (let place = 0; place < count; place++) {
      const job = running[place]
      const end = now + left[job] * factor[job]
      due[place] = end
      if (end < earliest) earliest = end
    }
    const to = earliest <= until ? earliest : until
    if (to === Number.POSITIVE_INFINITY) return 0
    const last = earliest <= until ? earliest + TOGETHER : Number.NEGATIVE_INFINITY
    let found = 0
    let kept = 0
    const passed = to - now
    for (let place = 0; place < count; place++) {
      const job = running[place]
      if (due[place] <= last) {
        this.end[job] = to
        ended[found++] = job
      } else {
        left[job] -= passed / factor[job]
        running[kept++] = job
      }
    }
    this.count = kept
    this.now = to
    return found
  }

  #run(job: number): void {
    this.left[job] = this.#base[job]
    this.running[this.count++] = job
  }

  #factorOf(job: number, crowded: number): number {
    const sigma = this.#sigma[job]
    return sigma * this.#slowest[job] + (1 - sigma) * crowded
  }
}
