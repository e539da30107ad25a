/**
 * The port of objectives: a number that judges a schedule. Every family of this folder imports it, and
 * registry.ts lists the families.
 *
 * r_j is the submit time of job j, p_j its run time, m_j its size, C_j its completion, w_j its wait C_j − p_j − r_j.
 * The jobs judged are the rows given; the others still ran, but do not count.
 */
import type { JobClass } from './job-class.js'
import type { GroupSums, ScheduleSums, UserMeans } from './measured.js'

/** A schedule as objectives read it. */
export interface Measured {
  readonly schedule: { readonly processors: number }
  readonly sums: ScheduleSums
  /** Sums over the jobs of one user group (0: of none). */
  group(group: number): GroupSums
  /** Waits in ascending order, seconds. */
  readonly waits: Float64Array
  readonly users: UserMeans
  /** Processor seconds that the jobs had up to the last submit among all that are judged, of any class. */
  readonly delivered: number
  /** The same of all judged jobs, where these are a class of them; null: they are all. */
  readonly whole: Measured | null
  /** The jobs of a class alone. */
  within(jobClass: JobClass): Measured
}

export interface Objective {
  readonly name: string
  /** `s` seconds, `share` of 1, `1/d` a day, or `1` for a plain ratio. */
  readonly unit: 's' | 'share' | '1/d' | '1'
  /** Which is better: less or more. */
  readonly sense: 'min' | 'max'
  readonly description: string
  readonly source: string
  /** It is never negative, and never falls where a job starts later and all else stays: what a lower bound needs. */
  readonly rises?: true
  /** Its value over one user group i is an objective too, the name followed by i: AWRT1. */
  readonly perGroup?: true
  /** It is measured only where somebody asks for it. */
  readonly asked?: true
  /**
   * @param group only the jobs of this user group; null: all. Only where `perGroup`.
   * @returns null where there is no job to judge, or the definition is 0/0
   */
  measure(schedule: Measured, group: number | null): number | null
}
