/**
 * Estimates of a log described, and how far those of two logs lie apart.
 *
 * Accuracy is run time / estimate, an overrun counting as 1; it is of the jobs that have a run time and an estimate.
 * Quantiles are of type 7 (core/statistics). The distance of two accuracy distributions is that of Kolmogorov and
 * Smirnov: the largest difference of their cumulative distribution functions, 0 to 1.
 */
import { ascending, largestOf, mean, quantile } from '../../core/statistics.js'
import { RUNTIME_CLASSES } from '../../trace/job-ranges.js'
import type { JobTable } from '../../trace/job-table.js'
import type { Trace } from '../../trace/trace.js'
import { noEstimates } from './failure.js'

export interface RuntimeClassFacts {
  /** Such as `10-60 min`. */
  readonly label: string
  readonly jobs: number
  readonly mean: number
  readonly median: number
  /** Share with an accuracy of at least `AT_LIMIT`. */
  readonly atLimit: number
}

export interface EstimateFacts {
  readonly name: string
  readonly digest: string
  /** All jobs, and those without a run time or an estimate. */
  readonly jobs: number
  readonly missing: number
  readonly accuracy: {
    readonly mean: number
    /** Minimum, 10 %, 20 %, … 90 %, maximum. */
    readonly deciles: readonly number[]
    /** Share with an accuracy of at least `AT_LIMIT`: stopped at the limit, or next to it. */
    readonly atLimit: number
    /** Share whose run time is the estimate, to the second. */
    readonly exact: number
    /** Share whose run time is above the estimate. */
    readonly overruns: number
  }
  /** Classes of run times that have jobs, ascending. */
  readonly byRuntime: readonly RuntimeClassFacts[]
  readonly values: {
    /** Number of different estimates. */
    readonly distinct: number
    /** Seconds. */
    readonly largest: number
    /** At most 20, the most popular first. */
    readonly popular: readonly { readonly seconds: number; readonly jobs: number; readonly share: number }[]
    /** Share of the jobs whose estimate is one of these. */
    readonly popularShare: number
  }
}

/** Accuracy from which a job counts as stopped at its limit. */
export const AT_LIMIT = 0.99

const POPULAR = 20
/** @throws QueuewrightError `input-empty` where no job has a run time and an estimate */
export function describeEstimates(trace: Trace): EstimateFacts {
  const { jobs } = trace
  const sample = sampleOf(jobs)
  const { accuracy, byClass } = sample
  if (accuracy.length === 0) throw noEstimates([trace])
  let exact = 0
  let overruns = 0
  const counts = new Map<number, number>()
  for (const row of sample.rows) {
    const [runtime, estimate] = [jobs.runtime[row], jobs.estimate[row]]
    if (runtime === estimate) exact++
    if (runtime > estimate) overruns++
    counts.set(estimate, (counts.get(estimate) ?? 0) + 1)
  }
  const popular = [...counts]
    .sort(([s, a], [t, b]) => b - a || s - t)
    .slice(0, POPULAR)
    .map(([seconds, number]) => ({ seconds, jobs: number, share: number / accuracy.length }))
  return {
    name: trace.name,
    digest: trace.digest,
    jobs: jobs.length,
    missing: jobs.length - accuracy.length,
    accuracy: {
      mean: mean(accuracy),
      deciles: Array.from({ length: 11 }, (_, k) => quantile(accuracy, k / 10)),
      atLimit: shareAtLimit(accuracy),
      exact: exact / accuracy.length,
      overruns: overruns / accuracy.length,
    },
    byRuntime: byClass.flatMap((values, k) =>
      values.length === 0
        ? []
        : {
            label: RUNTIME_CLASSES[k].label,
            jobs: values.length,
            mean: mean(values),
            median: quantile(values, 0.5),
            atLimit: shareAtLimit(values),
          },
    ),
    values: {
      distinct: counts.size,
      largest: largestOf(counts.keys()),
      popular,
      popularShare: popular.reduce((sum, { share }) => sum + share, 0),
    },
  }
}

/** How far the accuracies of two logs lie apart. */
export interface EstimateDistance {
  readonly all: number
  /** Distances by class of run times; null where one of the logs has no job of the class. */
  readonly byRuntime: readonly { readonly label: string; readonly distance: number | null }[]
  /** The distance of the estimates themselves. */
  readonly estimates: number
}

/** @throws QueuewrightError `input-empty` where a log has no job with a run time and an estimate */
export function estimateDistance(one: Trace, other: Trace): EstimateDistance {
  const [a, b] = [one, other].map((trace) => {
    const sample = sampleOf(trace.jobs)
    if (sample.accuracy.length === 0) throw noEstimates([trace])
    const estimates = ascending(sample.rows.map((row) => trace.jobs.estimate[row]))
    return { ...sample, estimates }
  })
  return {
    all: kolmogorovSmirnov(a.accuracy, b.accuracy),
    byRuntime: RUNTIME_CLASSES.map(({ label }, k) => ({
      label,
      distance:
        a.byClass[k].length === 0 || b.byClass[k].length === 0
          ? null
          : kolmogorovSmirnov(a.byClass[k], b.byClass[k]),
    })),
    estimates: kolmogorovSmirnov(a.estimates, b.estimates),
  }
}

/** The two-sample distance of Kolmogorov and Smirnov. @param a @param b ascending, neither empty */
export function kolmogorovSmirnov(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [i, j, largest] = [0, 0, 0]
  while (i < a.length && j < b.length) {
    const at = Math.min(a[i], b[j])
    while (i < a.length && a[i] === at) i++
    while (j < b.length && b[j] === at) j++
    largest = Math.max(largest, Math.abs(i / a.length - j / b.length))
  }
  return largest
}

interface Sample {
  /** Rows of the jobs with a run time and an estimate. */
  readonly rows: Int32Array
  /** Ascending, an overrun as 1. */
  readonly accuracy: Float64Array
  /** The same by class of run times. */
  readonly byClass: readonly Float64Array[]
}

function sampleOf(jobs: JobTable): Sample {
  const rows = Int32Array.from(jobs.runtime.keys()).filter(
    (row) => jobs.runtime[row] >= 0 && jobs.estimate[row] > 0,
  )
  const of = (row: number) => Math.min(1, jobs.runtime[row] / jobs.estimate[row])
  const byClass = RUNTIME_CLASSES.map((): number[] => [])
  for (const row of rows) {
    byClass[RUNTIME_CLASSES.findIndex(({ below }) => jobs.runtime[row] < below)].push(of(row))
  }
  return {
    rows,
    accuracy: ascending(Float64Array.from(rows, of)),
    byClass: byClass.map((values) => ascending(values)),
  }
}

/** @param sorted ascending, not empty */
function shareAtLimit(sorted: Float64Array): number {
  let below = 0
  while (below < sorted.length && sorted[below] < AT_LIMIT) below++
  return 1 - below / sorted.length
}
