/**
 * What an objective is: a number that judges a schedule. The port of this folder; every family imports it, and
 * registry.ts lists the families.
 *
 * r_j is the submit time of job j, p_j its run time, m_j its size, C_j its completion, w_j its wait C_j − p_j − r_j.
 * The jobs judged are the rows given; the others still ran, but do not count.
 */
import type { MeasuredSchedule } from './measured.js'

export interface Objective {
  readonly name: string
  /** `s` seconds, `share` of 1, `1/d` a day, or `1` for a plain ratio. */
  readonly unit: 's' | 'share' | '1/d' | '1'
  /** Which is better: less or more. */
  readonly sense: 'min' | 'max'
  readonly description: string
  readonly source: string
  /** Its value over one user group i is an objective too, the name followed by i: AWRT1. */
  readonly perGroup?: true
  /**
   * @param group only the jobs of this user group; null: all. Only where `perGroup`.
   * @returns null where there is no job to judge, or the definition is 0/0
   */
  measure(schedule: MeasuredSchedule, group: number | null): number | null
}
