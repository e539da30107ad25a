/**
 * Jobs that run side by side and slow each other down over the links (rules C1-C3 of docs/sites.md). A job needs
 * T_b·(σ·PS + (1−σ)·CS) seconds: PS is the slowdown of its slowest node, CS how far the most crowded link that it uses is
 * overbooked (printed as SD⁻¹; the scan lost the exponent). Factors are computed anew at every start and end, which changes
 * none where who starts or ends uses no link.
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
  /** Whether a placed job uses a link. */
  readonly #crosses: Uint8Array
  readonly #load: Float64Array
  /** When a job that runs ends by the factors as they are. */
  readonly #due: Float64Array
  /** The least of them. */
  #earliest = Number.POSITIVE_INFINITY
  /** Whether a job that uses a link has begun or ended since the loads were summed. */
  #loadsOld = false
  /** The same since `settle`. */
  #factorsOld = false
  /** Whether a link was overbooked at the last `settle`. */
  #crowded = false
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
    this.#crosses = new Uint8Array(count)
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
    this.#earliest = Number.POSITIVE_INFINITY
    this.#crowded = false
    this.#loadsOld = true
    for (let job = this.#own; job < this.start.length; job++) this.#run(job)
  }

  /** The placed job begins now. Factors follow with `settle`. */
  begin(job: number): void {
    this.start[job] = this.now
    this.#run(job)
  }

  /**
   * Takes the job at this place of those that run away. For predictions beside the rest (`timeBeside`): the next end is not
   * looked for anew.
   */
  remove(place: number): void {
    this.#changed(this.running[place])
    this.count--
    this.running.copyWithin(place, place + 1, this.count + 1)
  }

  /** The meaning of these nodes, those from a place on up to another, for the job: PS and its use of links. */
  place(job: number, nodes: ArrayLike<number>, from = 0, to = nodes.length): void {
    const { classOf } = this.#system
    const counts = this.#counts
    counts.fill(0)
    for (let at = from; at < to; at++) counts[classOf[nodes[at]]]++
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
    const bandwidth = this.#bandwidth[job]
    let crosses = 0
    for (let k = 0; k < clusters; k++) {
      const own = uses[from + k]
      if (own === 0) continue
      const use = own === tasks ? 0 : (own * bandwidth * (tasks - own)) / (tasks - 1)
      uses[from + k] = use
      if (use > 0) crosses = 1
    }
    this.#crosses[job] = crosses
  }

  /** The sum of the running jobs' uses of the links: to be made after every change before `timeBeside`. */
  sumLoads(): void {
    if (!this.#loadsOld) return
    this.#loadsOld = false
    const load = this.#load
    const crosses = this.#crosses
    load.fill(0)
    for (let place = 0; place < this.count; place++) {
      const job = this.running[place]
      if (crosses[job] === 0) continue
      const from = job * load.length
      for (let k = 0; k < load.length; k++) load[k] += this.#uses[from + k]
    }
  }

  /** Seconds that a placed job would need beside those that run, its own use included. */
  timeBeside(job: number): number {
    let crowded = 1
    if (this.#crosses[job] === 1) {
      const { links } = this.#system
      const load = this.#load
      const from = job * links.length
      for (let k = 0; k < links.length; k++) {
        const own = this.#uses[from + k]
        if (own > 0 && load[k] + own > crowded * links[k]) crowded = (load[k] + own) / links[k]
      }
    }
    return this.#base[job] * this.#factorOf(job, crowded)
  }

  /** Seconds that a running job still needs, by the factors of `settle`. */
  timeOf(job: number): number {
    return this.left[job] * this.#factor[job]
  }

  /** Brings all factors up to date. */
  settle(): void {
    if (!this.#factorsOld) return
    this.#factorsOld = false
    this.sumLoads()
    const load = this.#load
    const { links } = this.#system
    const before = this.#crowded
    this.#crowded = false
    for (let k = 0; k < links.length; k++) if (load[k] > links[k]) this.#crowded = true
    if (this.#crowded) this.saturated = true
    if (this.#crowded || before) this.#slowDown()
  }

  /** The factors and ends of all that run, by the loads. */
  #slowDown(): void {
    const load = this.#load
    const uses = this.#uses
    const { links } = this.#system
    let earliest = Number.POSITIVE_INFINITY
    for (let place = 0; place < this.count; place++) {
      const job = this.running[place]
      const from = job * links.length
      let crowded = 1
      for (let k = 0; k < links.length; k++) {
        if (uses[from + k] > 0 && load[k] > crowded * links[k]) crowded = load[k] / links[k]
      }
      const factor = this.#factorOf(job, crowded)
      const due = this.now + this.left[job] * factor
      this.#factor[job] = factor
      this.#due[job] = due
      if (due < earliest) earliest = due
    }
    this.#earliest = earliest
  }

  /**
   * Goes on to the next end, by the factors of `settle`, or to `until` if that is earlier. The jobs that end then are put
   * into `ended`.
   * @returns how many; 0 where none ends by then
   */
  advance(ended: Int32Array, until = Number.POSITIVE_INFINITY): number {
    const { running, count, left } = this
    const due = this.#due
    const factor = this.#factor
    const to = this.#earliest <= until ? this.#earliest : until
    if (to === Number.POSITIVE_INFINITY) return 0
    const last = this.#earliest <= until ? this.#earliest + TOGETHER : Number.NEGATIVE_INFINITY
    let earliest = Number.POSITIVE_INFINITY
    let found = 0
    let kept = 0
    const passed = to - this.now
    for (let place = 0; place < count; place++) {
      const job = running[place]
      if (due[job] <= last) {
        this.end[job] = to
        this.#changed(job)
        ended[found++] = job
      } else {
        const still = left[job] - passed / factor[job]
        const end = to + still * factor[job]
        left[job] = still
        due[job] = end
        if (end < earliest) earliest = end
        running[kept++] = job
      }
    }
    this.#earliest = earliest
    this.count = kept
    this.now = to
    return found
  }

  #run(job: number): void {
    const factor = this.#factorOf(job, 1)
    const due = this.now + this.#base[job] * factor
    this.left[job] = this.#base[job]
    this.#factor[job] = factor
    this.#due[job] = due
    if (due < this.#earliest) this.#earliest = due
    this.#changed(job)
    this.running[this.count++] = job
  }

  /** The job begins, or ends. */
  #changed(job: number): void {
    if (this.#crosses[job] === 0) return
    this.#loadsOld = true
    this.#factorsOld = true
  }

  #factorOf(job: number, crowded: number): number {
    const sigma = this.#sigma[job]
    return sigma * this.#slowest[job] + (1 - sigma) * crowded
  }
}
