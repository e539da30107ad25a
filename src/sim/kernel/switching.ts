/**
 * Simulates policies of several members by the kernel (kernel/switching.ts), which keeps the events, the queue and what rules know
 * of the system, and makes the passes of FCFS and EASY. Decisions are made here, and so are the passes of conservative backfilling.
 */
import type { JobTable } from '../../trace/job-table.js'
import { ConservativePass } from '../algorithms/conservative.js'
import type { EarlyStop } from '../early-stop.js'
import { isSubmitOrder } from '../engine/queue-summary.js'
import type { LinearRanking, World } from '../order.js'
import type { Member, Queue, Switching } from '../scheduler.js'
import type { Semantics } from '../semantics.js'
import { Chunks, type Outcome } from './chunks.js'
import {
  ASKED,
  BY_EASY,
  BY_HEAD,
  BY_HOST,
  BY_NOBODY,
  CROWDED,
  DRAINED,
  floats,
  KEYS,
  type KernelExports,
  withKernel,
} from './instance.js'
import { HORIZON, writeWaiting } from './simulate.js'
import { KernelSystem } from './system.js'
import { KernelView } from './view.js'

/** A simulation by several members, by the default rules. */
export interface SwitchingSetup extends Pick<World, 'processors' | 'timeClasses'> {
  /** Sizes from 1 to `processors`; no run time is above its estimate. */
  readonly jobs: JobTable
  readonly rules: Semantics
  readonly queues: readonly Queue[]
  readonly switching: Switching
}

/** The columns before those of fixed keys: submits, which are the keys of a queue in submit order, and groups. */
const SUBMITS = 0
const OWN_COLUMNS = 2
/** The column of a queue whose keys are linear. */
const LINEAR = -1

export function simulateSwitching(setup: SwitchingSetup, earlyStop: EarlyStop | null): Outcome {
  const { jobs, queues, switching } = setup
  if (switching.always || !switching.members.every((member) => isServed(member, queues))) return 'unable'
  if (queues.filter(({ ranking }) => ranking.kind === 'linear').length > 1) return 'unable'
  if (jobs.length === 0) return new Float64Array(0)
  const run = (kernel: KernelExports) => new SwitchingRun(kernel, setup, earlyStop).run()
  return withKernel(run) ?? 'unable'
}

function isServed({ algorithm, queue, backfill }: Member, queues: readonly Queue[]): boolean {
  const { kind } = queues[queue].ranking
  if (backfill !== null || kind === 'general') return false
  return algorithm === 'head' || algorithm === 'easy' || (algorithm === 'cons' && kind === 'static')
}

/** A member whose passes are made here. */
interface Planner {
  readonly view: KernelView
  readonly pass: ConservativePass
  /** The last job that was submitted before its last pass. */
  told: number
}

class SwitchingRun {
  readonly #kernel: KernelExports
  readonly #setup: SwitchingSetup
  readonly #chunks: Chunks
  /** The column of each queue, and the keys in each column behind our own. */
  readonly #columns: readonly number[]
  readonly #keys: readonly Float64Array[]
  readonly #linear: LinearRanking | null
  readonly #groups: number
  readonly #system: KernelSystem
  readonly #planners = new Map<number, Planner>()
  /** The queue that the kernel goes by, and the member that made the last pass; −1 before the first. */
  #queue = -1
  #member = -1
  /** Until when linear keys have the coefficients that the kernel knows. */
  #until = Number.NEGATIVE_INFINITY
  /** Whether the chunk has its linear keys. */
  #isWritten = false

  constructor(kernel: KernelExports, setup: SwitchingSetup, earlyStop: EarlyStop | null) {
    const { jobs, queues } = setup
    this.#kernel = kernel
    this.#setup = setup
    this.#chunks = new Chunks(kernel, jobs, earlyStop)
    const keys: Float64Array[] = []
    this.#columns = queues.map(({ ranking }) => {
      if (ranking.kind !== 'static') return LINEAR
      if (ranking.keys === jobs.submit || isSubmitOrder(ranking.keys, 'earliest')) return SUBMITS
      return OWN_COLUMNS + keys.push(ranking.keys) - 1
    })
    this.#keys = keys
    this.#linear = queues.map(({ ranking }) => ranking).find((each) => each.kind === 'linear') ?? null
    let most = 0
    for (const group of jobs.group) if (group > most) most = group
    this.#groups = most + 1
    this.#system = new KernelSystem(kernel, setup, this.#groups)
  }

  run(): Outcome {
    const { jobs, processors, switching } = this.#setup
    const kernel = this.#kernel
    const chunks = this.#chunks
    const fixed = OWN_COLUMNS + this.#keys.length
    if (fixed > kernel.MOST_FIXED.value || this.#groups > kernel.MOST_GROUPS.value) return 'unable'
    const decider = switching.decider(this.#system)
    if (!this.#system.isKnown) return 'unable'
    const most = Math.min(jobs.length, processors)
    const layers = this.#linear === null ? 0 : 1
    if (kernel.begin(processors, most, true, KEYS.several, fixed, layers, jobs.submit[0]) === 0)
      return 'unable'
    for (;;) {
      if (chunks.isDue && !this.#take()) return 'unable'
      const outcome = chunks.outcome()
      if (outcome !== null) return outcome
      kernel.forgetStarts()
      const { stop } = chunks
      let reason = kernel.runSwitching(stop, BY_NOBODY)
      while (reason === ASKED) {
        const by = this.#passOf(decider.decide())
        if (by === null) return 'unable'
        reason = kernel.runSwitching(stop, by)
      }
      chunks.note()
      if (reason === DRAINED) return chunks.starts
      if (reason === CROWDED) return 'unable'
    }
  }

  /** Puts the next chunk into the kernel's memory; returns whether it has room for it. */
  #take(): boolean {
    const kernel = this.#kernel
    const chunks = this.#chunks
    const { submit, group } = this.#setup.jobs
    if (!chunks.take()) return false
    this.#system.look()
    const { first, end } = chunks
    const column = (k: number) => ({ value: kernel.chunkColumn(k) })
    const write = (k: number, keys: Float64Array | Int32Array) =>
      floats(kernel, column(k), end - first).set(keys.subarray(first, end))
    write(SUBMITS, submit)
    write(SUBMITS + 1, group)
    for (const [k, keys] of this.#keys.entries()) write(OWN_COLUMNS + k, keys)
    chunks.markAlike(this.#keys)
    this.#isWritten = false
    if (this.#columns[this.#queue] === LINEAR) this.#writeLinear()
    return true
  }

  /** Writes the linear keys of the chunk, which are seldom asked for. */
  #writeLinear(): void {
    const kernel = this.#kernel
    const from = OWN_COLUMNS + this.#keys.length
    const column = (k: number) => ({ value: kernel.chunkColumn(from + k) })
    if (this.#linear === null) return
    this.#chunks.writeCoefficients([column(0), column(1), column(2), column(3)], this.#linear)
    this.#isWritten = true
  }

  /** Who makes the pass of a member, the host if it has been made; null where the kernel cannot go by its order any longer. */
  #passOf(place: number): number | null {
    const { algorithm, queue } = this.#setup.switching.members[place]
    if (algorithm === 'cons') this.#plan(place, queue)
    else if (!this.#use(queue)) return null
    this.#member = place
    return algorithm === 'cons' ? BY_HOST : algorithm === 'easy' ? BY_EASY : BY_HEAD
  }

  /** Has the kernel go by a queue. */
  #use(queue: number): boolean {
    const kernel = this.#kernel
    const { now } = this.#system
    const column = this.#columns[queue]
    const isKnown = column !== LINEAR || (this.#isWritten && now < this.#until)
    if (queue === this.#queue && isKnown) return true
    this.#queue = queue
    if (column !== LINEAR) kernel.useFixed(column)
    else if (isKnown) kernel.useLinear()
    else return this.#renewLinear(now)
    return true
  }

  /** Has the kernel go by linear keys with the coefficients of now; returns false where lines can no longer be compared. */
  #renewLinear(now: number): boolean {
    const last = this.#setup.jobs.submit[0] + HORIZON
    const ranking = this.#linear
    if (ranking === null || now >= last) return false
    const kernel = this.#kernel
    if (!this.#isWritten) this.#writeLinear()
    writeWaiting(kernel, ranking, kernel.openLinear(), now)
    this.#until = Math.min(ranking.until(now), last)
    kernel.reorder(this.#until)
    return true
  }

  /** Makes a pass of conservative backfilling. */
  #plan(place: number, queue: number): void {
    const planner = this.#plannerOf(place, queue)
    const { view, pass } = planner
    const system = this.#system
    view.look(system.now, system.free)
    const isSurprised = system.takeSurprises()
    if (system.takeAlike() || place !== this.#member) {
      // Who has left meanwhile is told by the starts.
      this.#chunks.noteStarts()
      pass.renew()
    } else {
      view.waiting.since(planner.told, (job) => pass.submitted(job))
      if (isSurprised) pass.corrected()
    }
    planner.told = this.#chunks.first + this.#kernel.next.value - 1
    pass.run()
  }

  #plannerOf(place: number, queue: number): Planner {
    const known = this.#planners.get(place)
    if (known !== undefined) return known
    const { jobs, rules, queues } = this.#setup
    const { starts } = this.#chunks
    const view = new KernelView({ kernel: this.#kernel, jobs, rules, starts }, queues[queue].ranking)
    const made = { view, pass: new ConservativePass(view), told: -1 }
    this.#planners.set(place, made)
    return made
  }
}
