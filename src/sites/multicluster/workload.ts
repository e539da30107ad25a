/**
 * Jobs of a log as parallel jobs over clusters (MULTI, section 5; rule C14 of docs/sites.md): tasks and base time are the
 * log's; what a log does not say, the share of computing and the bandwidth of a task, is drawn.
 */
import type { Random } from '../../core/random.js'
import type { JobTable } from '../../trace/job-table.js'
import type { ParallelJobs } from './system.js'

/** σ from U(0.7, 1) to three decimals, Mbit/s from U(5, 50) to two. */
const SIGMA = { from: 0.7, to: 1, decimals: 3 } as const
const BANDWIDTH = { from: 5, to: 50, decimals: 2 } as const

/** Rows of the jobs that clusters of so many nodes can run: not those of 0 s, and none that is wider. */
export function clusterRows({ length, runtime, size }: JobTable, nodes: number): Int32Array {
  return Int32Array.from({ length }, (_, row) => row).filter((row) => runtime[row] > 0 && size[row] <= nodes)
}

/**
 * Places of the first job of each of `count` workloads of `jobs` jobs, evenly spread over `available` ones; they share jobs
 * where there are not enough.
 */
export function spreadOver(available: number, count: number, jobs: number): readonly number[] {
  const room = available - jobs
  return Array.from({ length: count }, (_, k) => (count === 1 ? 0 : Math.floor((k * room) / (count - 1))))
}

/** @param arriving whether jobs come as they do in the log, the first one at 0; else all are there then */
export function parallelJobs(
  table: JobTable,
  rows: Int32Array,
  random: Random,
  arriving: boolean,
): ParallelJobs & { readonly submit: Float64Array } {
  const sigma = new Float64Array(rows.length)
  const bandwidth = new Float64Array(rows.length)
  for (let job = 0; job < rows.length; job++) {
    sigma[job] = drawn(SIGMA, random)
    bandwidth[job] = drawn(BANDWIDTH, random)
  }
  return {
    tasks: Int32Array.from(rows, (row) => table.size[row]),
    base: Float64Array.from(rows, (row) => table.runtime[row]),
    ...{ sigma, bandwidth },
    submit: Float64Array.from(rows, (row) => (arriving ? table.submit[row] - table.submit[rows[0]] : 0)),
  }
}

function drawn({ from, to, decimals }: typeof SIGMA | typeof BANDWIDTH, random: Random): number {
  return Number((from + (to - from) * random.uniform()).toFixed(decimals))
}
