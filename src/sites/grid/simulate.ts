/** Simulates a grid: several sites on one clock, by one way of sharing work among them. */
import { QueuewrightError } from '../../core/errors.js'
import type { Predictor, TimeClassClock } from '../../sim/index.js'
import { MOST_PROCESSORS } from '../../workload/generated.js'
import { AdaptivePass } from './adaptive.js'
import { tooWideForGrid } from './failures.js'
import { oneQueueByKernel } from './kernel.js'
import { simulateLocal } from './local.js'
import { MultiSitePass, simulateOneQueue } from './multi-site.js'
import type { GridSchedule } from './schedule.js'
import { type SiteChoice, simulateSharing } from './sharing.js'
import { type GridSite, isPlain, PLAIN_POLICY } from './site.js'
import { firstWider, type GridWorkload } from './workload.js'

export const GRID_POLICIES = ['local', 'sharing', 'multi', 'adaptive'] as const

export type GridPolicy =
  | { readonly kind: 'local' }
  | {
      readonly kind: 'sharing'
      readonly siteChoice: SiteChoice
      readonly move: number
      readonly predictor?: Predictor
    }
  | {
      readonly kind: 'multi' | 'adaptive'
      /** Percent that a job in several fragments takes longer, a whole number. */
      readonly overhead: number
    }

/**
 * A pure function: equal arguments give equal schedules.
 * @param timeClasses the log's local time; UTC with second 0 at 1970 where absent
 * @throws QueuewrightError `job-oversize` for a job that has no place in the grid under this policy; `usage` for sites that
 *   cannot be one queue
 */
export function simulateGrid(
  workload: GridWorkload,
  sites: readonly GridSite[],
  policy: GridPolicy,
  timeClasses?: TimeClassClock,
): GridSchedule {
  const nodes = sites.map((site) => site.nodes)
  if (policy.kind === 'multi' || policy.kind === 'adaptive') checkAlike(sites, policy.kind)
  switch (policy.kind) {
    case 'local':
      return simulateLocal(workload, sites, timeClasses)
    case 'sharing':
      return simulateSharing(workload, sites, { ...policy, ...(timeClasses && { timeClasses }) })
    default:
      return simulateSplitting(workload, nodes, policy.overhead, policy.kind === 'adaptive')
  }
}

function simulateSplitting(
  workload: GridWorkload,
  nodes: readonly number[],
  overhead: number,
  adapts: boolean,
): GridSchedule {
  const { jobs } = workload
  const all = nodes.reduce((sum, each) => sum + each, 0)
  if (all > MOST_PROCESSORS) throw tooManyNodes(all)
  const wide = firstWider(jobs, all)
  if (wide >= 0) throw tooWideForGrid(jobs, wide, all)
  return (
    oneQueueByKernel(workload, nodes, overhead, adapts) ??
    simulateOneQueue(workload, nodes, overhead, (view, placement) =>
      adapts ? new AdaptivePass(view, placement, nodes) : new MultiSitePass(view, placement),
    )
  )
}

function tooManyNodes(nodes: number): QueuewrightError {
  return new QueuewrightError('usage', 'more nodes than one queue can have', {
    ...{ field: 'sites', value: nodes, expected: `at most ${MOST_PROCESSORS} in all` },
    remedy: 'Name fewer or smaller sites, or choose --policy local,sharing',
  })
}

/** One queue over several sites is EASY over nodes that are all alike. */
function checkAlike(sites: readonly GridSite[], policy: string): void {
  const other = sites.find((site) => !isPlain(site))
  if (other === undefined) return
  throw new QueuewrightError('usage', 'jobs can be split only over sites that differ in nothing but size', {
    field: 'policy',
    value: policy,
    expected: `sites of speed 1 that go by ${PLAIN_POLICY} and take every job; ${other.name} is none`,
    remedy: 'Choose --policy local,sharing',
  })
}
