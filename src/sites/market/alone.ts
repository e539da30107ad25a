/**
 * Domains without a market: each has its own machines, shared by the job's earliest planned start, each by EASY. For
 * a domain with one machine that is EASY.
 */
import type { TimeClassClock } from '../../sim/index.js'
import type { GridSchedule } from '../grid/schedule.js'
import { simulateGrid } from '../grid/simulate.js'
import { plainSite } from '../grid/site.js'
import type { GridWorkload } from '../grid/workload.js'
import { rowsOf } from './schedule.js'
import type { Domain } from './simulate.js'

/** @throws QueuewrightError `job-oversize` for a job that no machine of its domain has the nodes for */
export function simulateAlone(
  workload: GridWorkload,
  domains: readonly Domain[],
  timeClasses?: TimeClassClock,
): GridSchedule {
  const { home } = workload
  const rows: number[][] = domains.map(() => [])
  for (const [row, domain] of home.entries()) rows[domain].push(row)
  const start = new Float64Array(home.length)
  const end = new Float64Array(home.length)
  domains.forEach(({ machines }, domain) => {
    const here = Int32Array.from(rows[domain])
    const own = rowsOf(workload, here)
    const sites = machines.map(plainSite)
    const policy =
      sites.length === 1
        ? ({ kind: 'local' } as const)
        : ({ kind: 'sharing', siteChoice: 'soonest', move: 0 } as const)
    const schedule = simulateGrid({ ...own, home: new Int32Array(here.length) }, sites, policy, timeClasses)
    for (const [k, row] of here.entries()) {
      start[row] = schedule.start[k]
      end[row] = schedule.end[k]
    }
  })
  return {
    ...workload,
    sites: domains.map(({ machines }) => machines.reduce((sum, nodes) => sum + nodes, 0)),
    start,
    end,
    site: home.slice(),
    split: new Map(),
  }
}
