/**
 * The Beta model of user estimates by groups of run times (Song, Ernemann, Yahyapour, "Modelling of parameters in
 * supercomputer workloads", ARCS workshops 2004, Lecture Notes in Informatics P-41; used in Franke's thesis,
 * Dortmund 2006, 4.5.2): jobs are grouped by processing time p, and within each group the accuracy x = p/e of the
 * estimates e has a Beta distribution. Fitted on logs that have estimates, drawn for logs that have none.
 *
 * What the sources leave open is settled so:
 * - Groups: at quantiles of the run times, so that each holds about as many jobs; a group takes run times from its
 *   bound (inclusively) to the next group's. Groups with fewer than `FEWEST` accuracies to fit are joined to a
 *   neighbour.
 * - Jobs stopped at their limit, and those that ran beyond it, are an atom: x ≥ `limit` (0.99) counts as "at the
 *   limit". Real logs show it as a peak some seconds around x = 1, which no Beta density has. Each group has the
 *   share of these jobs and, for the others, a Beta distribution by maximum likelihood (beta-fit.ts). In a draw the
 *   atom is x = 1: the estimate is the run time.
 * - A run time below one second counts as one second, the resolution of logs, so that x > 0.
 */

import type { Random } from '../../core/random.js'
import { type Given, settled } from '../../core/settings/index.js'
import { ascending } from '../../core/statistics.js'
import type { JobTable } from '../../trace/job-table.js'
import type { Trace } from '../../trace/trace.js'
import { type BetaParameters, fitBetaParameters } from './beta-fit.js'
import { noEstimates } from './failure.js'
import { BETA_FIT } from './settings.js'

export interface BetaGroup {
  /** Run times of this group are at least so many seconds; 0 for the first. Ascending. */
  readonly from: number
  /** Jobs that the group was fitted on. */
  readonly jobs: number
  /** Share of them at the limit. */
  readonly atLimit: number
  /** The distribution of the accuracy of the others; null where all are at the limit. */
  readonly beta: BetaParameters | null
}

/** The data that a model was fitted on. */
export interface BetaEvidence {
  readonly logs: readonly {
    readonly name: string
    /** The digest of the trace as it was used: cleaned and filtered. */
    readonly digest: string
    readonly jobs: number
    /** Those with a run time and an estimate. */
    readonly used: number
  }[]
  readonly jobs: number
  /** Accuracy from which a job counts as stopped at its limit. */
  readonly limit: number
  readonly method: typeof BETA_METHOD
}

export const BETA_METHOD = 'maximum likelihood per group of run times, atom at the limit'

export interface BetaModel {
  readonly groups: readonly BetaGroup[]
  readonly evidence: BetaEvidence
}

/** A group needs so many accuracies below the limit; only a model of one group may have fewer. */
export const FEWEST = 30

/**
 * The model of all jobs of `traces` together.
 * @throws QueuewrightError `usage` for options out of range, `input-empty` where no job has both a run time and an
 *   estimate
 */
export function fitBeta(traces: readonly Trace[], options: Given<typeof BETA_FIT> = {}): BetaModel {
  const { groups, limit } = settled(BETA_FIT, options, {}, 'unusable setting of estimates')
  const samples = traces.map(({ jobs }) => accuracies(jobs))
  const used = samples.map(({ runtime }) => runtime.length)
  const jobs = used.reduce((sum, count) => sum + count, 0)
  if (jobs === 0) throw noEstimates(traces)
  const runtime = joined(samples.map((sample) => sample.runtime))
  const accuracy = joined(samples.map((sample) => sample.accuracy))
  return {
    groups: fitGroups(runtime, accuracy, groups, limit),
    evidence: {
      logs: traces.map((trace, k) => ({
        name: trace.name,
        digest: trace.digest,
        jobs: trace.jobs.length,
        used: used[k],
      })),
      jobs,
      limit,
      method: BETA_METHOD,
    },
  }
}

/**
 * Estimates for all jobs with a run time, p/x in seconds, neither rounded nor bounded: x is 1 with the group's
 * probability, else of the group's distribution; where it underflows to 0, the estimate is +Infinity. NaN for jobs
 * without a run time.
 */
export function drawBeta(jobs: JobTable, { groups }: BetaModel, random: Random): Float64Array {
  const bounds = Float64Array.from(groups, ({ from }) => from)
  const samplers = groups.map(({ beta }) => (beta === null ? () => 1 : random.beta(beta.a, beta.b)))
  const estimate = new Float64Array(jobs.length)
  for (let row = 0; row < jobs.length; row++) {
    const runtime = jobs.runtime[row]
    if (!(runtime >= 0)) {
      estimate[row] = Number.NaN
      continue
    }
    const group = groupOf(bounds, runtime)
    const accuracy = random.uniform() < groups[group].atLimit ? 1 : samplers[group]()
    estimate[row] = Math.max(1, runtime) / accuracy
  }
  return estimate
}

/** The last group whose bound is not above `runtime`; the first where there is none. */
function groupOf(bounds: Float64Array, runtime: number): number {
  let low = 0
  let high = bounds.length - 1
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (bounds[middle] <= runtime) low = middle
    else high = middle - 1
  }
  return low
}

interface Sample {
  readonly runtime: Float64Array
  readonly accuracy: Float64Array
}

/** Run time and p/e of the jobs that have both. */
function accuracies(jobs: JobTable): Sample {
  const runtime = new Float64Array(jobs.length)
  const accuracy = new Float64Array(jobs.length)
  let count = 0
  for (let row = 0; row < jobs.length; row++) {
    if (!(jobs.runtime[row] >= 0 && jobs.estimate[row] > 0)) continue
    runtime[count] = jobs.runtime[row]
    accuracy[count++] = Math.max(1, jobs.runtime[row]) / jobs.estimate[row]
  }
  return { runtime: runtime.slice(0, count), accuracy: accuracy.slice(0, count) }
}

function fitGroups(
  runtime: Float64Array,
  accuracy: Float64Array,
  wanted: number,
  limit: number,
): readonly BetaGroup[] {
  const sorted = ascending(runtime)
  const quantiles = Array.from(
    { length: wanted - 1 },
    (_, k) => sorted[Math.floor(((k + 1) * sorted.length) / wanted)],
  )
  const candidates = Float64Array.from(new Set([0, ...quantiles]))
  const bounds = joinSmall(candidates, runtime, accuracy, limit)

  const jobs = new Int32Array(bounds.length)
  const below: number[][] = Array.from(bounds, () => [])
  for (let k = 0; k < runtime.length; k++) {
    const group = groupOf(bounds, runtime[k])
    jobs[group]++
    if (accuracy[k] < limit) below[group].push(accuracy[k])
  }
  return Array.from(bounds, (from, group) => ({
    from,
    jobs: jobs[group],
    atLimit: 1 - below[group].length / jobs[group],
    beta: below[group].length === 0 ? null : fitBetaParameters(Float64Array.from(below[group])),
  }))
}

/** The bounds that leave each group enough accuracies below the limit: a group short of them takes the next one in. */
function joinSmall(
  bounds: Float64Array,
  runtime: Float64Array,
  accuracy: Float64Array,
  limit: number,
): Float64Array {
  const below = new Int32Array(bounds.length)
  for (let k = 0; k < runtime.length; k++) if (accuracy[k] < limit) below[groupOf(bounds, runtime[k])]++
  const kept: number[] = []
  let gathered = FEWEST
  for (const [group, bound] of bounds.entries()) {
    if (gathered >= FEWEST) {
      kept.push(bound)
      gathered = 0
    }
    gathered += below[group]
  }
  if (gathered < FEWEST && kept.length > 1) kept.pop()
  return Float64Array.from(kept)
}

function joined(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
