/**
 * Simulates by the kernel: hands it the jobs chunk by chunk, and takes the starts, so that its memory grows with the queue
 * and the machine and not with the log.
 */
import type { JobTable } from '../../trace/job-table.js'
import type { Ceiling } from '../ceiling.js'
import { type KernelExports, withKernel } from './instance.js'

/** Jobs that are handed over together; more where one instant has more. */
const CHUNK = 4096
/** Beyond every chunk. */
const ENDLESS = 0x7fffffff

/** How a simulation ended: `given up` by the ceiling, `unable` where the kernel cannot do it. */
export type Outcome = Float64Array | 'given up' | 'unable'

/**
 * FCFS or EASY in submit order, by the default rules.
 * @param jobs sizes from 1 to `processors`; with `backfills`, no run time above its estimate
 * @param backfills EASY; FCFS otherwise
 */
export function kernelInOrder(
  jobs: JobTable,
  processors: number,
  backfills: boolean,
  ceiling: Ceiling | null,
): Outcome {
  return withKernel((kernel) => run(kernel, jobs, processors, backfills, ceiling)) ?? 'unable'
}

function run(
  kernel: KernelExports,
  jobs: JobTable,
  processors: number,
  backfills: boolean,
  ceiling: Ceiling | null,
): Outcome {
  const { submit, length } = jobs
  const starts = new Float64Array(length).fill(Number.NaN)
  if (length === 0) return starts
  if (kernel.begin(processors, Math.min(length, processors), backfills) === 0) return 'unable'
  let look = ceiling === null ? length + 1 : ceiling.next
  /** The chunk: rows from `first` to `end`. Rows before `next` have been submitted. */
  let first = 0
  let end = 0
  let next = 0
  for (let goesOn = 1; goesOn === 1; ) {
    if (next === end && end < length) {
      first = end
      end = Math.min(first + CHUNK, length)
      while (end < length && submit[end] === submit[end - 1]) end++
      if (kernel.take(first, end - first) === 0) return 'unable'
      write(kernel, jobs, first, end)
    }
    if (ceiling !== null && next >= look) {
      const now = Math.min(next < length ? submit[next] : Number.POSITIVE_INFINITY, kernel.nextEnd())
      if (now === Number.POSITIVE_INFINITY) break
      if (ceiling.exceeded(starts, next, now)) return 'given up'
      look = ceiling.next
    }
    const stop = end === length && look > length ? ENDLESS : Math.min(look, end) - first
    goesOn = kernel.runInOrder(stop, backfills)
    collect(kernel, starts)
    next = first + kernel.next.value
  }
  return starts
}

/** Puts the jobs of a chunk into the kernel's memory. */
function write(
  { memory: { buffer }, ...at }: KernelExports,
  jobs: JobTable,
  first: number,
  end: number,
): void {
  const rows = end - first
  const submits = new Float64Array(buffer, at.submits.value, rows + 1)
  submits.set(jobs.submit.subarray(first, end))
  submits[rows] = Number.POSITIVE_INFINITY
  new Float64Array(buffer, at.runtimes.value, rows).set(jobs.runtime.subarray(first, end))
  new Float64Array(buffer, at.estimates.value, rows).set(jobs.estimate.subarray(first, end))
  new Int32Array(buffer, at.sizes.value, rows).set(jobs.size.subarray(first, end))
}

/** Notes the starts since the last time. */
function collect(
  { memory: { buffer }, started, startedRows, startedAt }: KernelExports,
  starts: Float64Array,
): void {
  const count = started.value
  const rows = new Int32Array(buffer, startedRows.value, count)
  const instants = new Float64Array(buffer, startedAt.value, count)
  for (let k = 0; k < count; k++) starts[rows[k]] = instants[k]
}
