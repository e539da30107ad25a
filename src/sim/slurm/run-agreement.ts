/**
 * Simulated runs beside the recorded one: when and in which order jobs started, and how long they waited. A queue is chaotic:
 * one job that starts elsewhere moves all that come after it. What is simulated is therefore an ensemble, runs that differ by
 * chance alone: a job's start is the mean of its starts, a measure of waits the mean of those of the runs.
 */
import { groupedBy, groupedByAll } from '../../core/grouping.js'
import { kendall } from '../../core/inference/index.js'
import { ascending, mean, median, quantile } from '../../core/statistics.js'

/** A job of all runs; times are Unix times or seconds of the log, NaN where it did not start. */
export interface ComparedJob {
  /** The classes that it is counted under: its partition, its size, … */
  readonly classes: readonly string[]
  readonly recorded: RunOfJob
  /** By run; at least one. */
  readonly simulated: readonly RunOfJob[]
}

export interface RunOfJob {
  /** From when it waits. */
  readonly ready: number
  readonly start: number
}

/** Seconds. */
export interface WaitMeasures {
  readonly mean: number
  readonly p95: number
}

export interface WaitComparison {
  /** The jobs that it is of. */
  readonly of: string
  readonly jobs: number
  readonly recorded: WaitMeasures
  readonly simulated: WaitMeasures
  /** How much more the simulated ones are, as parts of the recorded ones; NaN where these are 0. */
  readonly error: WaitMeasures
}

export interface RunAgreement {
  /** Jobs that started in all runs, in the simulated ones alone, and in the recorded one but not in each simulated one. */
  readonly both: number
  readonly onlyHere: number
  readonly onlyThere: number
  /** Kendall's τ_b of the instants at which the jobs of all started. */
  readonly order: number
  /** Each simulated run alone. */
  readonly runs: readonly { readonly order: number; readonly meanWaitError: number }[]
  /** By how many seconds starts differ, whatever the direction. */
  readonly startError: { readonly mean: number; readonly median: number; readonly p95: number }
  readonly all: WaitComparison
  readonly classes: readonly WaitComparison[]
  /** By when jobs were ready in the recorded run, two weeks each. */
  readonly windows: readonly WaitComparison[]
}

const TWO_WEEKS = 14 * 86_400

export function runAgreement(jobs: readonly ComparedJob[]): RunAgreement {
  const started = ({ start }: RunOfJob) => !Number.isNaN(start)
  const here = ({ simulated }: ComparedJob) => simulated.every(started)
  const both = jobs.filter((job) => started(job.recorded) && here(job))
  const meanStart = ({ simulated }: ComparedJob) => mean(simulated.map(({ start }) => start))
  const starts = Float64Array.from(both, ({ recorded }) => recorded.start)
  const errors = ascending(both.map((job) => Math.abs(meanStart(job) - job.recorded.start)))
  const origin = both.reduce(
    (first, { recorded }) => Math.min(first, recorded.ready),
    Number.POSITIVE_INFINITY,
  )
  const windowOf = ({ recorded }: ComparedJob) => Math.floor((recorded.ready - origin) / TWO_WEEKS)
  return {
    both: both.length,
    onlyHere: jobs.filter((job) => !started(job.recorded) && here(job)).length,
    onlyThere: jobs.filter((job) => started(job.recorded) && !here(job)).length,
    order: kendall(starts, Float64Array.from(both, meanStart)),
    runs: (jobs[0]?.simulated ?? []).map((_, run) => {
      const alone = both.map((job) => ({ ...job, simulated: [job.simulated[run]] }))
      return {
        order: kendall(starts, Float64Array.from(alone, meanStart)),
        meanWaitError: comparison('run', alone).error.mean,
      }
    }),
    startError: { mean: mean(errors), median: median(errors), p95: quantile(errors, 0.95) },
    all: comparison('all', both),
    classes: [...groupedByAll(both, ({ classes }) => classes)]
      .map(([name, members]) => comparison(name, members))
      .sort((a, b) => a.of.localeCompare(b.of, 'en', { numeric: true })),
    windows: [...groupedBy(both, windowOf)]
      .sort(([a], [b]) => a - b)
      .map(([window, members]) => comparison(`weeks ${2 * window + 1} and ${2 * window + 2}`, members)),
  }
}

function comparison(of: string, jobs: readonly ComparedJob[]): WaitComparison {
  const measures = (runs: readonly (readonly RunOfJob[])[]): WaitMeasures => {
    const waits = runs.map((run) => ascending(run.map(({ ready, start }) => start - ready)))
    return { mean: mean(waits.map(mean)), p95: mean(waits.map((each) => quantile(each, 0.95))) }
  }
  const recorded = measures([jobs.map((job) => job.recorded)])
  const simulated = measures(
    (jobs[0]?.simulated ?? []).map((_, run) => jobs.map((job) => job.simulated[run])),
  )
  const error = (name: keyof WaitMeasures) =>
    recorded[name] > 0 ? simulated[name] / recorded[name] - 1 : Number.NaN
  return { of, jobs: jobs.length, recorded, simulated, error: { mean: error('mean'), p95: error('p95') } }
}
