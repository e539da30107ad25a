/**
 * Simulates by the kernel: hands it the jobs chunk by chunk, and takes the starts, so that its memory grows with the queue
 * and the machine and not with the log.
 */
import type { JobTable } from '../../trace/job-table.js'
import type { EarlyStop } from '../early-stop.js'
import type { Coefficients, LinearRanking, StaticRanking } from '../order.js'
import {
  type Cell,
  CHANGING,
  CROWDED,
  DRAINED,
  floats,
  ints,
  KEYS,
  type KernelExports,
  type Keys,
  withKernel,
} from './instance.js'

/** Jobs that are handed over together; more where one instant has more. */
const CHUNK = 4096
/** Beyond every chunk. */
const ENDLESS = 0x7fffffff
/** Seconds after the first submit until which lines are compared (kernel/order.ts). */
const HORIZON = 2 ** 32

/** How a simulation ended: `given up` by the early stop, `unable` where the kernel cannot do it, or should not. */
export type Outcome = Float64Array | 'given up' | 'unable'

/**
 * FCFS or EASY by the default rules.
 * @param jobs sizes from 1 to `processors`; with `backfills`, no run time above its estimate
 * @param ranking null: in submit order
 * @param backfills EASY; FCFS otherwise
 */
export function simulateByKernel(
  jobs: JobTable,
  processors: number,
  ranking: StaticRanking | LinearRanking | null,
  backfills: boolean,
  earlyStop: EarlyStop | null,
): Outcome {
  if (jobs.length === 0) return new Float64Array(0)
  return (
    withKernel((kernel) => new Run(kernel, jobs, ranking).run(processors, backfills, earlyStop)) ?? 'unable'
  )
}

class Run {
  readonly #kernel: KernelExports
  readonly #jobs: JobTable
  readonly #ranking: StaticRanking | LinearRanking | null
  readonly #keys: Keys
  /** Layers of coefficients, one for each phase; one for all where there are too many. */
  readonly #layers: number
  readonly #starts: Float64Array
  /** The chunk: rows from `first` to `end`. Rows before `next` have been submitted. */
  #first = 0
  #end = 0
  #next = 0

  constructor(kernel: KernelExports, jobs: JobTable, ranking: StaticRanking | LinearRanking | null) {
    this.#kernel = kernel
    this.#jobs = jobs
    this.#ranking = ranking
    this.#keys = ranking === null ? 'none' : ranking.kind
    const phases = ranking?.kind === 'linear' ? ranking.phases : 1
    this.#layers = phases <= kernel.LAYERS.value ? phases : 1
    this.#starts = new Float64Array(jobs.length)
  }

  run(processors: number, backfills: boolean, earlyStop: EarlyStop | null): Outcome {
    const { submit, length } = this.#jobs
    const kernel = this.#kernel
    const starts = this.#starts
    // Only an early stop sees it before every job has started.
    if (earlyStop !== null) starts.fill(Number.NaN)
    const most = Math.min(length, processors)
    const keys = KEYS[this.#keys]
    if (kernel.begin(processors, most, backfills, keys, this.#layers, submit[0]) === 0) return 'unable'
    this.#reorder(submit[0])
    let look = earlyStop === null ? length + 1 : earlyStop.next
    for (;;) {
      if (this.#next === this.#end && this.#end < length && !this.#take()) return 'unable'
      if (earlyStop !== null && this.#next >= look) {
        const now = this.#now()
        if (now === Number.POSITIVE_INFINITY) return starts
        if (earlyStop.exceeded(starts, this.#next, now)) return 'given up'
        look = earlyStop.next
      }
      const stop = this.#end === length && look > length ? ENDLESS : Math.min(look, this.#end) - this.#first
      let reason = this.#go(stop, backfills)
      while (reason === CHANGING && this.#reorder(this.#now())) reason = this.#go(stop, backfills)
      if (reason === DRAINED) return starts
      if (reason === CHANGING || reason === CROWDED) return 'unable'
    }
  }

  /** The next instant at which something happens; Infinity where nothing does. */
  #now(): number {
    const { submit, length } = this.#jobs
    const arrival = this.#next < length ? submit[this.#next] : Number.POSITIVE_INFINITY
    return Math.min(arrival, this.#kernel.nextEnd())
  }

  /** Until when the coefficients of `now` hold. */
  #until(now: number): number {
    if (this.#ranking?.kind !== 'linear') return Number.POSITIVE_INFINITY
    return Math.min(this.#ranking.until(now), this.#jobs.submit[0] + HORIZON)
  }

  /** Has the kernel go on, and notes the starts. */
  #go(stop: number, backfills: boolean): number {
    const kernel = this.#kernel
    const reason =
      this.#keys === 'none' ? kernel.runInOrder(stop, backfills) : kernel.runOrdered(stop, backfills)
    const count = kernel.started.value
    const rows = ints(kernel, kernel.startedRows, count)
    const instants = floats(kernel, kernel.startedAt, count)
    const starts = this.#starts
    for (let k = 0; k < count; k++) starts[rows[k]] = instants[k]
    this.#next = this.#first + kernel.next.value
    return reason
  }

  /** Puts the next chunk into the kernel's memory; returns whether it has room for it. */
  #take(): boolean {
    const kernel = this.#kernel
    const { submit, runtime, estimate, size, length } = this.#jobs
    const first = this.#end
    let end = Math.min(first + CHUNK, length)
    while (end < length && submit[end] === submit[end - 1]) end++
    this.#first = first
    this.#end = end
    const rows = end - first
    if (kernel.take(first, rows) === 0) return false
    const submits = floats(kernel, kernel.submits, rows + 1)
    submits.set(submit.subarray(first, end))
    submits[rows] = Number.POSITIVE_INFINITY
    floats(kernel, kernel.runtimes, rows).set(runtime.subarray(first, end))
    floats(kernel, kernel.estimates, rows).set(estimate.subarray(first, end))
    ints(kernel, kernel.sizes, rows).set(size.subarray(first, end))
    const ranking = this.#ranking
    if (ranking?.kind === 'static') {
      floats(kernel, kernel.cs, rows).set(ranking.keys.subarray(first, end))
    } else if (ranking?.kind === 'linear') {
      const jobs = new Int32Array(rows)
      for (let k = 0; k < rows; k++) jobs[k] = first + k
      const { cs, ps, ss, qs } = kernel
      const columns = this.#columns([cs, ps, ss, qs], rows, 0)
      for (let k = 0; k < rows; ) {
        const now = submits[k]
        const until = ranking.until(now)
        const from = k
        while (k < rows && submits[k] < until) k++
        ranking.fill(part(columns, from, k), jobs.subarray(from, k), now)
      }
    }
    return true
  }

  #columns(cells: readonly [Cell, Cell, Cell, Cell], rows: number, from: number): Coefficients {
    const [c, p, s, q] = cells.map((cell) => floats(this.#kernel, cell, rows, from))
    return { c, p, s, q }
  }

  /**
   * Goes on to the coefficients of `now`, and reads those that the kernel does not have yet; returns false where lines can no
   * longer be compared.
   */
  #reorder(now: number): boolean {
    const kernel = this.#kernel
    const ranking = this.#ranking
    if (ranking?.kind === 'linear') {
      if (now >= this.#jobs.submit[0] + HORIZON) return false
      const isOwn = this.#layers === ranking.phases
      const count = kernel.openQueue(isOwn ? ranking.phase(now) : 0, isOwn)
      const { waitingCs, waitingPs, waitingSs, waitingQs, waitingRows, opened } = kernel
      const columns = this.#columns([waitingCs, waitingPs, waitingSs, waitingQs], count, opened.value)
      ranking.fill(columns, ints(kernel, waitingRows, count, opened.value), now)
    }
    kernel.reorder(this.#until(now))
    return true
  }
}

function part({ c, p, s, q }: Coefficients, from: number, to: number): Coefficients {
  return {
    c: c.subarray(from, to),
    p: p.subarray(from, to),
    s: s.subarray(from, to),
    q: q.subarray(from, to),
  }
}
