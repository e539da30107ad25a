/** Whether every job has a place under a way of sharing (rule G3), told before anything is simulated. */
import type { QueuewrightError } from '../../core/errors.js'
import { largestOf } from '../../core/statistics.js'
import { tooMuch, tooWideForGrid, tooWideForHome, tooWideForSites } from './failures.js'
import { MOST_ROWS, takes } from './sharing.js'
import type { GridPolicy } from './simulate.js'
import type { GridSite } from './site.js'
import type { GridWorkload } from './workload.js'

/** The failure that a simulation would end in; null where every job has a place. */
export function placeless(
  workload: GridWorkload,
  sites: readonly GridSite[],
  kind: GridPolicy['kind'],
): QueuewrightError | null {
  const { jobs, home } = workload
  const { length, size } = jobs
  const nodes = sites.map((site) => site.nodes)
  const all = nodes.reduce((sum, each) => sum + each, 0)
  if (kind === 'sharing' && sites.length * length > MOST_ROWS) return tooMuch(sites.length, length, MOST_ROWS)
  for (let row = 0; row < length; row++) {
    const own = nodes[home[row]]
    if (size[row] <= own) continue
    if (kind === 'local') return tooWideForHome(jobs, row, own)
    if (kind === 'sharing') {
      if (!sites.some((_, k) => takes(workload, row, sites, k))) {
        return tooWideForSites(jobs, row, largestOf(nodes))
      }
    } else if (size[row] > all) return tooWideForGrid(jobs, row, all)
  }
  return null
}
