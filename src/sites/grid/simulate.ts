/** Simulates a grid: several sites on one clock, by one way of sharing work among them. */
import { AdaptivePass } from './adaptive.js'
import { simulateLocal } from './local.js'
import { MultiSitePass, simulateOneQueue } from './multi-site.js'
import type { GridSchedule } from './schedule.js'
import { type SiteChoice, simulateSharing } from './sharing.js'
import type { GridSite } from './site.js'
import type { GridWorkload } from './workload.js'

export const GRID_POLICIES = ['local', 'sharing', 'multi', 'adaptive'] as const

export type GridPolicy =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'sharing'
      readonly siteChoice: SiteChoice
      /** Seconds that a job takes longer, on its nodes, away from its home. */
      readonly move: number
    }
  | {
      readonly kind: 'multi' | 'adaptive'
      /** Percent that a job in several fragments takes longer, a whole number. */
      readonly overhead: number
    }

/**
 * A pure function: equal arguments give equal schedules.
 * @throws QueuewrightError `job-oversize` for a job that has no place in the grid under this policy
 */
export function simulateGrid(
  workload: GridWorkload,
  sites: readonly GridSite[],
  policy: GridPolicy,
): GridSchedule {
  const nodes = sites.map((site) => site.nodes)
  switch (policy.kind) {
    case 'local':
      return simulateLocal(workload, sites)
    case 'sharing':
      return simulateSharing(workload, sites, policy)
    case 'multi':
      return simulateOneQueue(
        workload,
        nodes,
        policy.overhead,
        (view, place) => new MultiSitePass(view, place),
      )
    case 'adaptive':
      return simulateOneQueue(
        workload,
        nodes,
        policy.overhead,
        (view, place) => new AdaptivePass(view, place, nodes),
      )
  }
}
