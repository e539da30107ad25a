/** The machine and the queue of a simulation in the kernel, for passes that the host makes. */
import type { JobTable } from '../../trace/job-table.js'
import type { QueueState, Ranking } from '../order.js'
import type { PlanningView, RunningJobs } from '../scheduler.js'
import type { Semantics } from '../semantics.js'
import type { KernelExports } from './instance.js'

/** Size of a vacant place (kernel/waiting.ts). */
const VACANT = 0x7fffffff
/** An entry of the plan (kernel/plan.ts) in bytes, and as numbers of four and eight: its end, and its size. */
const ENTRY = 16
const PER_INT = 4
const PER_FLOAT = 8
const SIZE = 2

/** The setting that all queues of a simulation see alike. */
export interface Setting {
  readonly kernel: KernelExports
  readonly jobs: JobTable
  readonly rules: Semantics
  /** NaN of jobs that have not started. */
  readonly starts: Float64Array
}

/** The whole memory, which does not move while a pass is made. */
class KernelMemory {
  floats = new Float64Array(0)
  ints = new Int32Array(0)
  readonly #kernel: KernelExports

  constructor(kernel: KernelExports) {
    this.#kernel = kernel
  }

  look(): void {
    const { buffer } = this.#kernel.memory
    if (buffer === this.floats.buffer) return
    this.floats = new Float64Array(buffer)
    this.ints = new Int32Array(buffer)
  }
}

/** A view of one queue; the host moves its clock before each pass. */
export class KernelView implements PlanningView {
  readonly rules: Semantics
  readonly jobs: JobTable
  readonly size: Int32Array
  readonly estimate: Float64Array
  readonly ranking: Ranking
  readonly ordered = true
  readonly committed = -1
  readonly waiting: KernelWaiting
  readonly running: KernelRunning
  readonly #memory: KernelMemory
  now = 0
  free = 0
  readonly #kernel: KernelExports

  constructor({ kernel, jobs, rules, starts }: Setting, ranking: Ranking) {
    this.#kernel = kernel
    this.rules = rules
    this.jobs = jobs
    this.size = jobs.size
    this.estimate = jobs.estimate
    this.ranking = ranking
    this.#memory = new KernelMemory(kernel)
    this.waiting = new KernelWaiting(kernel, this.#memory, starts)
    this.running = new KernelRunning(kernel, this.#memory, starts)
  }

  look(now: number, free: number): void {
    this.now = now
    this.free = free
    this.running.now = now
    this.#memory.look()
  }

  /** Starts a job, of those alike the first: a plan has for each of them no earlier start than for the one before it. */
  start(job: number): void {
    if (this.#kernel.startRow(job) === 0) throw new Error('a job before one that is alike')
    this.free -= this.size[job]
  }

  /** By the rules that the kernel knows no head is kept. */
  commit(): void {}

  score(ranking: Ranking, out: Float64Array, queue: Int32Array, n: number): void {
    const state: QueueState = { now: this.now, waiting: this.waiting.count, free: this.free }
    ranking.score(out, queue, n, state)
  }
}

class KernelWaiting implements Pick<PlanningView['waiting'], 'count' | 'has' | 'visible' | 'since'> {
  readonly #kernel: KernelExports
  readonly #memory: KernelMemory
  readonly #starts: Float64Array

  constructor(kernel: KernelExports, memory: KernelMemory, starts: Float64Array) {
    this.#kernel = kernel
    this.#memory = memory
    this.#starts = starts
  }

  get count(): number {
    return this.#kernel.waiting.value
  }

  /** By the starts that have been noted; of jobs that have been submitted. */
  has(job: number): boolean {
    return Number.isNaN(this.#starts[job])
  }

  /** As many processors are free as the kernel knows. */
  anyFits(): boolean {
    return this.#kernel.anyFits() !== 0
  }

  visible(out: Int32Array, sight: number): number {
    let n = 0
    this.since(-1, (job) => {
      if (n < sight) out[n++] = job
    })
    return n
  }

  since(job: number, visit: (job: number) => void): void {
    const kernel = this.#kernel
    const { ints } = this.#memory
    const first = kernel.waitingFirst.value
    const end = kernel.waitingEnd.value
    const rows = kernel.waitingRows.value / PER_INT
    let place = end
    while (place > first && ints[rows + place - 1] > job) place--
    if (place === end) return
    const sizes = kernel.waitingSizes.value / PER_INT
    const counts = kernel.waitingCounts.value / PER_INT
    for (; place < end; place++) {
      if (ints[sizes + place] === VACANT) continue
      const last = ints[rows + place]
      for (let row = Math.max(last - ints[counts + place], job) + 1; row <= last; row++) visit(row)
    }
  }
}

class KernelRunning implements RunningJobs {
  readonly starts: Float64Array
  plannedSize = new Int32Array(256)
  readonly planFirst = 0
  planEnd = 0
  now = 0
  readonly #kernel: KernelExports
  readonly #memory: KernelMemory
  #ends = new Float64Array(256)

  constructor(kernel: KernelExports, memory: KernelMemory, starts: Float64Array) {
    this.#kernel = kernel
    this.#memory = memory
    this.starts = starts
  }

  /** Read before the other columns: these are then what they are now. */
  get plannedEnd(): Float64Array {
    const kernel = this.#kernel
    kernel.keepPlan()
    const { floats, ints } = this.#memory
    const from = kernel.planFirst.value
    const count = (kernel.planEnd.value - from) / ENTRY
    if (count > this.#ends.length) {
      this.#ends = new Float64Array(2 * count)
      this.plannedSize = new Int32Array(2 * count)
    }
    const ends = this.#ends
    const sizes = this.plannedSize
    let float = from / PER_FLOAT
    let int = from / PER_INT + SIZE
    for (let k = 0; k < count; k++) {
      ends[k] = floats[float]
      sizes[k] = ints[int]
      float += ENTRY / PER_FLOAT
      int += ENTRY / PER_INT
    }
    this.planEnd = count
    return ends
  }

  overrun(): boolean {
    const kernel = this.#kernel
    kernel.keepPlan()
    const from = kernel.planFirst.value
    return kernel.planEnd.value > from && this.#memory.floats[from / PER_FLOAT] <= this.now
  }
}
