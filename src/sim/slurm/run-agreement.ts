/** A simulated run beside the recorded one: when and in which order jobs started, and how long they waited. */
import { kendall } from '../../core/inference/index.js'
import { ascending, mean, median, quantile } from '../../core/statistics.js'

/** A job of both runs; times are Unix times or seconds of the log, NaN where it did not start. */
export interface ComparedJob {
  /** What it is counted under: its partition, its size, … */
  readonly classes: readonly string[]
  readonly recorded: RunOfJob
  readonly simulated: RunOfJob
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
  /** Of which jobs. */
  readonly of: string
  readonly jobs: number
  readonly recorded: WaitMeasures
  readonly simulated: WaitMeasures
  /** How much more the simulated ones are, as parts of the recorded ones; NaN where these are 0. */
  readonly error: WaitMeasures
}

export interface RunAgreement {
  /** Jobs that started in both runs, only in the simulated one, and only in the recorded one. */
  readonly both: number
  readonly onlyHere: number
  readonly onlyThere: number
  /** Kendall's τ_b of the instants at which the jobs of both started. */
  readonly order: number
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
  const both = jobs.filter(({ recorded, simulated }) => started(recorded) && started(simulated))
  const starts = (of: 'recorded' | 'simulated') => Float64Array.from(both, (job) => job[of].start)
  const errors = ascending(both.map(({ recorded, simulated }) => Math.abs(simulated.start - recorded.start)))
  const origin = both.reduce(
    (first, { recorded }) => Math.min(first, recorded.ready),
    Number.POSITIVE_INFINITY,
  )
  const windowOf = ({ recorded }: ComparedJob) => Math.floor((recorded.ready - origin) / TWO_WEEKS)
  return {
    both: both.length,
    onlyHere: jobs.filter(({ recorded, simulated }) => !started(recorded) && started(simulated)).length,
    onlyThere: jobs.filter(({ recorded, simulated }) => started(recorded) && !started(simulated)).length,
    order: kendall(starts('recorded'), starts('simulated')),
    startError: { mean: mean(errors), median: median(errors), p95: quantile(errors, 0.95) },
    all: comparison('all', both),
    classes: grouped(both, ({ classes }) => classes)
      .map(([name, members]) => comparison(name, members))
      .sort((a, b) => (a.of < b.of ? -1 : 1)),
    windows: grouped(both, (job) => [windowOf(job)])
      .sort(([a], [b]) => a - b)
      .map(([window, members]) => comparison(`weeks ${2 * window + 1} and ${2 * window + 2}`, members)),
  }
}

function grouped<Key>(
  jobs: readonly ComparedJob[],
  keysOf: (job: ComparedJob) => readonly Key[],
): [Key, ComparedJob[]][] {
  const groups = new Map<Key, ComparedJob[]>()
  for (const job of jobs) {
    for (const key of keysOf(job)) {
      const members = groups.get(key)
      if (members === undefined) groups.set(key, [job])
      else members.push(job)
    }
  }
  return [...groups]
}

function comparison(of: string, jobs: readonly ComparedJob[]): WaitComparison {
  const measures = (run: 'recorded' | 'simulated'): WaitMeasures => {
    const waits = ascending(jobs.map((job) => job[run].start - job[run].ready))
    return { mean: mean(waits), p95: quantile(waits, 0.95) }
  }
  const [recorded, simulated] = [measures('recorded'), measures('simulated')]
  const error = (name: keyof WaitMeasures) =>
    recorded[name] > 0 ? simulated[name] / recorded[name] - 1 : Number.NaN
  return { of, jobs: jobs.length, recorded, simulated, error: { mean: error('mean'), p95: error('p95') } }
}

/** Bounds of sizes by which jobs are told apart, as powers of 8. */
export function sizeClass(cores: number): string {
  let most = 1
  while (most < cores) most *= 8
  return most === 1 ? '1 core' : `${most / 8 + 1} to ${most} cores`
}
