/**
 * Simulates by the kernel: hands it the jobs chunk by chunk, and takes the starts, so that its memory grows with the queue
 * and the machine and not with the log.
 */
import type { JobTable } from '../../trace/job-table.js'
import type { EarlyStop } from '../early-stop.js'
import type { LinearRanking, StaticRanking } from '../order.js'
import { Chunks, coefficientsAt, type Outcome } from './chunks.js'
import {
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

/** Seconds after the first submit until which lines are compared (kernel/order.ts). */
export const HORIZON = 2 ** 32

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
    withKernel((kernel) => {
      const chunks = new Chunks(kernel, jobs, earlyStop)
      return new Run(kernel, jobs, ranking, chunks).run(processors, backfills)
    }) ?? 'unable'
  )
}

class Run {
  readonly #kernel: KernelExports
  readonly #jobs: JobTable
  readonly #ranking: StaticRanking | LinearRanking | null
  readonly #keys: Keys
  /** Layers of coefficients, one for each phase; one for all where there are too many. */
  readonly #layers: number
  readonly #chunks: Chunks

  constructor(
    kernel: KernelExports,
    jobs: JobTable,
    ranking: StaticRanking | LinearRanking | null,
    chunks: Chunks,
  ) {
    this.#kernel = kernel
    this.#jobs = jobs
    this.#ranking = ranking
    this.#keys = ranking === null ? 'none' : ranking.kind
    const phases = ranking?.kind === 'linear' ? ranking.phases : 0
    this.#layers = phases <= kernel.LAYERS.value ? phases : 1
    this.#chunks = chunks
  }

  run(processors: number, backfills: boolean): Outcome {
    const { submit, length } = this.#jobs
    const kernel = this.#kernel
    const chunks = this.#chunks
    const most = Math.min(length, processors)
    const keys = this.#keys
    const fixed = keys === 'static' ? 1 : 0
    if (kernel.begin(processors, most, backfills, KEYS[keys], fixed, this.#layers, submit[0]) === 0)
      return 'unable'
    this.#reorder(submit[0])
    for (;;) {
      if (chunks.isDue && !this.#take()) return 'unable'
      const outcome = chunks.outcome()
      if (outcome !== null) return outcome
      const { stop } = chunks
      let reason = this.#go(stop, backfills)
      while (reason === CHANGING && this.#reorder(chunks.now())) reason = this.#go(stop, backfills)
      if (reason === DRAINED) return chunks.starts
      if (reason === CHANGING || reason === CROWDED) return 'unable'
    }
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
    this.#chunks.note()
    return reason
  }

  /** Puts the next chunk into the kernel's memory; returns whether it has room for it. */
  #take(): boolean {
    const kernel = this.#kernel
    const chunks = this.#chunks
    if (!chunks.take()) return false
    const ranking = this.#ranking
    const { first, end } = chunks
    if (ranking?.kind === 'static') {
      const { keys } = ranking
      floats(kernel, kernel.cs, end - first).set(keys.subarray(first, end))
      chunks.markAlike([keys])
    } else if (ranking?.kind === 'linear') {
      const { cs, ps, ss, qs } = kernel
      chunks.markAlike([])
      chunks.writeCoefficients([cs, ps, ss, qs], ranking)
    }
    return true
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
      writeWaiting(kernel, ranking, count, now)
    }
    kernel.reorder(this.#until(now))
    return true
  }
}

/** Writes the coefficients of the last `count` places of the queue. */
export function writeWaiting(
  kernel: KernelExports,
  ranking: LinearRanking,
  count: number,
  now: number,
): void {
  const { waitingCs, waitingPs, waitingSs, waitingQs, waitingRows, opened } = kernel
  const columns = coefficientsAt(kernel, [waitingCs, waitingPs, waitingSs, waitingQs], count, opened.value)
  ranking.fill(columns, ints(kernel, waitingRows, count, opened.value), now)
}
