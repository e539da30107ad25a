/** The jobs that a policy is asked about: those of a log in the middle of each user group, or some that are usual. */
import { ascending, median, quantile } from '../core/statistics.js'
import type { VisibleJobs } from '../sim/order.js'

/** A job of a user group. */
export interface TypicalJob {
  readonly group: number
  readonly size: number
  /** Seconds. */
  readonly estimate: number
}

export interface Questions {
  /** A job for each user group, in the order in which they are shown. */
  readonly typical: readonly TypicalJob[]
  /** The job by which groups are compared, and that other sizes and estimates are compared with. */
  readonly reference: TypicalJob
  /** Sizes and estimates to compare with those of the reference. */
  readonly sizes: readonly number[]
  readonly estimates: readonly number[]
  /** Processors of the machine. */
  readonly processors: number
}

const HOUR = 3600
const USUAL_SIZES = [1, 4, 16, 64, 256, 1024]
const USUAL_ESTIMATES = [600, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR]
const USUAL_SIZE = 16
const USUAL_ESTIMATE = 4 * HOUR
/** Places in the order of a log's sizes, and of its estimates, whose values are compared. */
const QUANTILES = [0, 0.25, 0.5, 0.75, 0.95, 1]

/** Where there is no log: jobs of all groups are alike. */
export function usualQuestions(groups: number, processors: number): Questions {
  const size = Math.min(USUAL_SIZE, processors)
  const typical = Array.from({ length: groups }, (_, k) => ({
    group: k + 1,
    size,
    estimate: USUAL_ESTIMATE,
  }))
  return {
    typical,
    reference: typical[0] ?? { group: 0, size, estimate: USUAL_ESTIMATE },
    sizes: USUAL_SIZES.filter((each) => each <= processors),
    estimates: USUAL_ESTIMATES,
    processors,
  }
}

/**
 * The medians of a log's jobs: of each group, and of all. Sizes and estimates of the reference's group are compared.
 * @param jobs at least one, as they are simulated
 */
export function questionsOn(jobs: VisibleJobs, processors: number): Questions {
  const groups = [...new Set(jobs.group)].sort((a, b) => a - b)
  const typical = groups.map((group) => typicalOf(jobs, group))
  const all = typicalOf(jobs, null)
  const mostJobs = mostFrequent(jobs.group)
  return {
    typical,
    reference: { ...all, group: mostJobs },
    sizes: spreadOf(jobs.size),
    estimates: spreadOf(jobs.estimate),
    processors,
  }
}

function typicalOf(jobs: VisibleJobs, group: number | null): TypicalJob {
  const rows = Array.from(jobs.group.keys()).filter((row) => group === null || jobs.group[row] === group)
  const middle = (column: ArrayLike<number>) => Math.round(median(ascending(rows.map((row) => column[row]))))
  return { group: group ?? 0, size: middle(jobs.size), estimate: middle(jobs.estimate) }
}

function mostFrequent(groups: Int32Array): number {
  const counts = new Map<number, number>()
  for (const group of groups) counts.set(group, (counts.get(group) ?? 0) + 1)
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0]
}

/** Different values from the least to the largest. */
function spreadOf(column: ArrayLike<number>): number[] {
  const sorted = ascending(Array.from(column))
  return [...new Set(QUANTILES.map((part) => Math.round(quantile(sorted, part))))]
}
