/**
 * Jobs that run side by side and slow each other down over the links (rules C1-C3 of docs/sites.md). A job needs
 * T_b·(σ·PS + (1−σ)·CS) seconds: PS is the slowdown of its slowest node, CS how far the most crowded link that it uses is
 * overbooked (printed as SD⁻¹; the scan lost the exponent). Factors are computed anew at every start and end.
 */
import type { ClusterSystem, ParallelJobs } from './system.js'

/** Ends that lie so near are one, s. */
const TOGETHER = 1e-6

export class Progress {
  now = 0
  /** Whether a link was overbooked at any instant. */
  saturated = false
  readonly start: Float64Array
  readonly end: Float64Array
  /** Jobs that run: the first `count`. */
  readonly running: Int32Array
  count = 0
  readonly #system: ClusterSystem
  readonly #jobs: ParallelJobs
  /** Base seconds that a job has left. */
  readonly #left: Float64Array
  readonly #factor: Float64Array
  readonly #slowest: Float64Array
  /** Of each job what it uses of each link, Mbit/s. */
  readonly #uses: Float64Array
  readonly #load: Float64Array

  constructor(system: ClusterSystem, jobs: ParallelJobs) {
    const count = jobs.tasks.length
    this.#system = system
    this.#jobs = jobs
    this.start = new Float64Array(count)
    this.end = new Float64Array(count)
    this.running = new Int32Array(count)
    this.#left = new Float64Array(count)
    this.#factor = new Float64Array(count)
    this.#slowest = new Float64Array(count)
    this.#uses = new Float64Array(count * system.links.length)
    this.#load = new Float64Array(system.links.length)
  }

  /** As new. */
  clear(): void {
    this.now = 0
    this.count = 0
    this.saturated = false
  }

  /** The job begins now, on these nodes. Factors follow with `settle`. */
  begin(job: number, nodes: ArrayLike<number>): void {
    this.place(job, nodes)
    this.start[job] = this.now
    this.#left[job] = this.#jobs.base[job]
    this.running[this.count++] = job
  }

  /** What these nodes mean for the job: PS and its use of links. */
  place(job: number, nodes: ArrayLike<number>): void {
    const { cluster, slowdown, links } = this.#system
    const clusters = links.length
    const from = job * clusters
    const uses = this.#uses
    for (let k = 0; k < clusters; k++) uses[from + k] = 0
    let slowest = 1
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]
      uses[from + cluster[node]]++
      if (slowdown[node] > slowest) slowest = slowdown[node]
    }
    this.#slowest[job] = slowest
    const tasks = this.#jobs.tasks[job]
    const bandwidth = this.#jobs.bandwidth[job]
    for (let k = 0; k < clusters; k++) {
      const own = uses[from + k]
      uses[from + k] = tasks === 1 ? 0 : (own * bandwidth * (tasks - own)) / (tasks - 1)
    }
  }

  /** The factor that a placed job would have beside those that run, its own use included. */
  factorBeside(job: number): number {
    this.#addLoads()
    this.#addLoad(job)
    return this.#factorOf(job)
  }

  /** Computes all factors anew. */
  settle(): void {
    this.#addLoads()
    const load = this.#load
    const { links } = this.#system
    for (let k = 0; k < links.length; k++) if (load[k] > links[k]) this.saturated = true
    for (let place = 0; place < this.count; place++) {
      const job = this.running[place]
      this.#factor[job] = this.#factorOf(job)
    }
  }

  /**
   * Goes on to the next end, by the factors of `settle`. The jobs that end then are put into `ended`.
   * @returns how many; 0 where nothing runs
   */
  advance(ended: Int32Array): number {
    const { running } = this
    let earliest = Number.POSITIVE_INFINITY
    for (let place = 0; place < this.count; place++) {
      const job = running[place]
      const end = this.now + this.#left[job] * this.#factor[job]
      if (end < earliest) earliest = end
    }
    let found = 0
    let kept = 0
    const passed = earliest - this.now
    for (let place = 0; place < this.count; place++) {
      const job = running[place]
      if (this.now + this.#left[job] * this.#factor[job] <= earliest + TOGETHER) {
        this.end[job] = earliest
        ended[found++] = job
      } else {
        this.#left[job] -= passed / this.#factor[job]
        running[kept++] = job
      }
    }
    this.count = kept
    if (found > 0) this.now = earliest
    return found
  }

  #addLoads(): void {
    this.#load.fill(0)
    for (let place = 0; place < this.count; place++) this.#addLoad(this.running[place])
  }

  #addLoad(job: number): void {
    const load = this.#load
    const from = job * load.length
    for (let k = 0; k < load.length; k++) load[k] += this.#uses[from + k]
  }

  #factorOf(job: number): number {
    const { links } = this.#system
    const load = this.#load
    const from = job * links.length
    let crowded = 1
    for (let k = 0; k < links.length; k++) {
      if (this.#uses[from + k] > 0 && load[k] > crowded * links[k]) crowded = load[k] / links[k]
    }
    const sigma = this.#jobs.sigma[job]
    return sigma * this.#slowest[job] + (1 - sigma) * crowded
  }
}
