/** Simulates a grid: several sites on one clock, by one way of sharing work among them. */
import { simulateLocal } from './local.js'
import type { GridSchedule } from './schedule.js'
import type { GridWorkload } from './workload.js'

export const GRID_POLICIES = ['local'] as const

export interface GridPolicy {
  readonly kind: (typeof GRID_POLICIES)[number]
}

/**
 * A pure function: equal arguments give equal schedules.
 * @param sites nodes of each site
 * @throws QueuewrightError `job-oversize` for a job that has no place in the grid under this policy
 */
export function simulateGrid(
  workload: GridWorkload,
  sites: readonly number[],
  policy: GridPolicy,
): GridSchedule {
  switch (policy.kind) {
    case 'local':
      return simulateLocal(workload, sites)
  }
}
