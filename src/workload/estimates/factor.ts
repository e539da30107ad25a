/**
 * Estimates that are multiples of the run time p, the models of the older literature:
 * - `factor`: e = F·p with one factor F ≥ 1 for all jobs: run times "systematically lengthened", as in Zotkin and
 *   Keleher, HPDC 1999.
 * - `uniform`, known as the f-model: e uniform in [p, (f+1)·p], f ≥ 0 the "badness factor", each job on its own
 *   (Feitelson and Weil, IPPS/SPDP 1998; Mu'alem and Feitelson, IEEE TPDS 12(6), 2001).
 * Both tell a scheduler far more than users do, which distorts comparisons (Tsafrir and Feitelson, IISWC 2006): they
 * are for reproducing studies, not for realism. A run time below one second counts as one second.
 */
import type { Random } from '../../core/random.js'
import type { JobTable } from '../../trace/job-table.js'

/** e = factor·p, seconds, not rounded; NaN for jobs without a run time. */
export function multiplied(jobs: JobTable, factor: number): Float64Array {
  return jobs.runtime.map((runtime) => (runtime >= 0 ? factor * Math.max(1, runtime) : Number.NaN))
}

/** e uniform in [p, (f+1)·p], seconds, not rounded; NaN for jobs without a run time. */
export function drawUniform(jobs: JobTable, f: number, random: Random): Float64Array {
  return jobs.runtime.map((runtime) =>
    runtime >= 0 ? Math.max(1, runtime) * (1 + f * random.uniform()) : Number.NaN,
  )
}
