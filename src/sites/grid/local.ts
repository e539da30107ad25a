/** Local processing (rule G5): each site by its own policy over the jobs whose home it is, and nothing else. */
import { simulate, type TimeClassClock } from '../../sim/index.js'
import { replaceColumns, selectJobs } from '../../trace/job-table.js'
import { tooWideForHome } from './failures.js'
import { sitesByKernel } from './kernel.js'
import type { GridSchedule } from './schedule.js'
import { type GridSite, secondsAt } from './site.js'
import { fieldsOf, type GridWorkload } from './workload.js'

/** @throws QueuewrightError `job-oversize` for a job wider than its home */
export function simulateLocal(
  workload: GridWorkload,
  sites: readonly GridSite[],
  timeClasses?: TimeClassClock,
): GridSchedule {
  const { jobs, home } = workload
  const { size, length } = jobs
  const nodes = Int32Array.from(sites, (site) => site.nodes)
  for (let row = 0; row < length; row++) {
    if (size[row] > nodes[home[row]]) throw tooWideForHome(jobs, row, nodes[home[row]])
  }
  return sitesByKernel(workload, sites, false) ?? simulateEach(workload, sites, timeClasses)
}

/** Site by site. */
function simulateEach(
  workload: GridWorkload,
  sites: readonly GridSite[],
  timeClasses: TimeClassClock | undefined,
): GridSchedule {
  const { jobs, home, fields } = workload
  const rows: number[][] = sites.map(() => [])
  for (let row = 0; row < jobs.length; row++) rows[home[row]].push(row)
  const start = new Float64Array(jobs.length)
  const end = new Float64Array(jobs.length)
  sites.forEach((site, k) => {
    const here = Int32Array.from(rows[k])
    const log = selectJobs(jobs, here)
    const at = (seconds: number) => secondsAt(site, seconds)
    const table =
      site.speed === 1
        ? log
        : replaceColumns(log, { runtime: log.runtime.map(at), estimate: log.estimate.map(at) })
    const schedule = simulate({
      ...{ jobs: table, processors: site.nodes, policy: site.policy },
      ...(timeClasses && { timeClasses }),
      ...(fields && { fields: fieldsOf(fields, (column) => Float64Array.from(here, (row) => column[row])) }),
    })
    here.forEach((row, job) => {
      start[row] = schedule.start[job]
      end[row] = schedule.start[job] + table.runtime[job]
    })
  })
  return {
    ...workload,
    sites: sites.map(({ nodes }) => nodes),
    start,
    end,
    site: home.slice(),
    split: new Map(),
  }
}
