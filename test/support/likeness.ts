/**
 * How alike two workloads are: distances of their distributions, and what each is by itself. Shares nothing with the
 * models that it judges.
 */
import { Calendar } from '../../src/core/calendar.js'
import { measure } from '../../src/sim/objectives/index.js'
import { DEFAULT_PREPARATION, prepareJobs } from '../../src/sim/prepare.js'
import { simulate } from '../../src/sim/simulate.js'
import type { Trace } from '../../src/trace/trace.js'
import { plainPolicy } from './policies.js'

/** Kolmogorov and Smirnov's two-sample distance: the largest difference of the distribution functions. */
export function ksDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const x = Float64Array.from(a).sort()
  const y = Float64Array.from(b).sort()
  let i = 0
  let j = 0
  let largest = 0
  while (i < x.length && j < y.length) {
    const value = Math.min(x[i], y[j])
    while (i < x.length && x[i] === value) i++
    while (j < y.length && y[j] === value) j++
    largest = Math.max(largest, Math.abs(i / x.length - j / y.length))
  }
  return largest
}

/** Half the sum of the absolute differences of two distributions over the same places. */
export function totalVariation(a: readonly number[], b: readonly number[]): number {
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
  return a.reduce((sum, value, k) => sum + Math.abs(value / total(a) - b[k] / total(b)) / 2, 0)
}

export function gapsOf({ jobs }: Trace): Float64Array {
  return jobs.submit.slice(1).map((submit, k) => submit - jobs.submit[k])
}

/** Submits in each hour of the local week, Monday 0 h first. */
export function weekProfile({ jobs, clock }: Trace): number[] {
  const calendar = new Calendar(clock)
  const counts = new Array<number>(168).fill(0)
  for (const submit of jobs.submit) counts[24 * calendar.weekday(submit) + calendar.hour(submit)]++
  return counts
}

/** Mean over classes of size (1, 2–3, 4–7, …), by jobs of `b`, of the distance of run times; small classes left out. */
export function runGivenSizeDistance(a: Trace, b: Trace): number {
  const classes = (trace: Trace) => {
    const runs: number[][] = []
    trace.jobs.size.forEach((size, row) => {
      const place = 31 - Math.clz32(size)
      runs[place] ??= []
      runs[place].push(trace.jobs.runtime[row])
    })
    return runs
  }
  const first = classes(a)
  let sum = 0
  let jobs = 0
  classes(b).forEach((runs, place) => {
    const others = first[place] ?? []
    if (runs.length < 100 || others.length < 100) return
    sum += runs.length * ksDistance(others, runs)
    jobs += runs.length
  })
  return sum / jobs
}

/** Share of jobs with the size of the same user's job before, and with a run time within a quarter of that job's. */
export function locality({ jobs }: Trace): { size: number; run: number } {
  const last = new Map<number, number>()
  let pairs = 0
  let size = 0
  let run = 0
  for (let row = 0; row < jobs.length; row++) {
    const before = last.get(jobs.user[row])
    last.set(jobs.user[row], row)
    if (before === undefined) continue
    pairs++
    if (jobs.size[before] === jobs.size[row]) size++
    const ratio = (jobs.runtime[row] + 1) / (jobs.runtime[before] + 1)
    if (ratio >= 0.8 && ratio <= 1.25) run++
  }
  return { size: size / pairs, run: run / pairs }
}

/** Correlation of the numbers of submits in hours that lie `lag` hours apart. */
export function hourlyAutocorrelation({ jobs }: Trace, lag: number): number {
  const hours = Math.floor((jobs.submit[jobs.length - 1] - jobs.submit[0]) / 3600)
  const counts = new Float64Array(hours + 1)
  for (const submit of jobs.submit) counts[Math.floor((submit - jobs.submit[0]) / 3600)]++
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  let covariance = 0
  let variance = 0
  counts.forEach((count, k) => {
    variance += (count - mean) ** 2
    if (k >= lag) covariance += (count - mean) * (counts[k - lag] - mean)
  })
  return covariance / variance
}

/** Gini's coefficient of the users' numbers of jobs. */
export function giniOfUsers({ jobs }: Trace): { users: number; gini: number } {
  const counts = new Map<number, number>()
  for (const user of jobs.user) counts.set(user, (counts.get(user) ?? 0) + 1)
  const sorted = [...counts.values()].sort((a, b) => a - b)
  const n = sorted.length
  const weighted = sorted.reduce((sum, count, k) => sum + (2 * (k + 1) - n - 1) * count, 0)
  return { users: n, gini: weighted / (n * jobs.length) }
}

export function offeredLoad({ jobs, processors }: Trace): number {
  let work = 0
  for (let row = 0; row < jobs.length; row++) work += jobs.size[row] * jobs.runtime[row]
  return work / ((processors ?? Number.NaN) * (jobs.submit[jobs.length - 1] - jobs.submit[0]))
}

/** Objectives of the workload under EASY. */
export function underEasy(trace: Trace): { AVEbsld: number; UTIL: number } {
  const processors = trace.processors ?? Number.NaN
  const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors })
  const values = measure(simulate({ jobs, processors, policy: plainPolicy('easy') }), null, [
    'AVEbsld',
    'UTIL',
  ])
  return { AVEbsld: values['AVEbsld'] ?? Number.NaN, UTIL: values['UTIL'] ?? Number.NaN }
}

/** Distances of `made` from `real`. */
export function distances(made: Trace, real: Trace) {
  return {
    size: ksDistance(made.jobs.size, real.jobs.size),
    run: ksDistance(made.jobs.runtime, real.jobs.runtime),
    request: ksDistance(made.jobs.estimate, real.jobs.estimate),
    gap: ksDistance(gapsOf(made), gapsOf(real)),
    runGivenSize: runGivenSizeDistance(made, real),
    week: totalVariation(weekProfile(made), weekProfile(real)),
  }
}

/** What a workload is by itself. */
export function features(trace: Trace) {
  const { size, run } = locality(trace)
  return {
    sameSize: size,
    sameRun: run,
    lag1: hourlyAutocorrelation(trace, 1),
    lag24: hourlyAutocorrelation(trace, 24),
    ...giniOfUsers(trace),
    load: offeredLoad(trace),
    ...underEasy(trace),
  }
}
