/** One policy on one log, and what the studies of this room read off its schedule. */

import { plainPolicy } from '../evaluation/scenarios/plain-policy.js'
import { MeasuredSchedule, measureOne, requireObjective } from '../sim/objectives/index.js'
import { simulate } from '../sim/simulate.js'
import type { JobTable } from '../trace/job-table.js'

export interface MeasuredRun {
  readonly jobs: number
  /** Completion of the last job, seconds from the log's zero. */
  readonly lastEnd: number
  /** Utilization, of 1; null where no time passes. */
  readonly UTIL: number | null
  /** Seconds; null for a log without work. */
  readonly AWWT: number | null
  readonly AWRT: number | null
  /** RC: Σ p·m, processor-seconds. */
  readonly work: number
}

/** The two schedulers that scaling is judged by. */
export const MATCH_POLICIES = ['easy', 'fcfs'] as const
export type MatchPolicy = (typeof MATCH_POLICIES)[number]

const UTIL = requireObjective('UTIL')
const AWWT = requireObjective('AWWT')
const AWRT = requireObjective('AWRT')

/**
 * Simulates by the default rules and measures over all jobs.
 * @param jobs prepared: no estimate missing or below its run time, no size above `processors`
 */
export function measuredRun(jobs: JobTable, processors: number, policy: MatchPolicy): MeasuredRun {
  const measured = new MeasuredSchedule(simulate({ jobs, processors, policy: plainPolicy(policy) }), null)
  return {
    jobs: jobs.length,
    lastEnd: measured.sums.lastEnd,
    UTIL: measureOne(measured, UTIL),
    AWWT: measureOne(measured, AWWT),
    AWRT: measureOne(measured, AWRT),
    work: measured.sums.work,
  }
}
