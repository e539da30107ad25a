/** Local processing (rule G5): each site by its own policy over the jobs whose home it is, and nothing else. */
import { QueuewrightError } from '../../core/errors.js'
import { parsePolicy, RECORDED, simulate } from '../../sim/index.js'
import { selectJobs } from '../../trace/job-table.js'
import type { GridSchedule } from './schedule.js'
import type { GridWorkload } from './workload.js'

/** @throws QueuewrightError `job-oversize` for a job wider than its home */
export function simulateLocal(workload: GridWorkload, sites: readonly number[]): GridSchedule {
  const { jobs, home } = workload
  const rows: number[][] = sites.map(() => [])
  for (let row = 0; row < jobs.length; row++) {
    const nodes = sites[home[row]]
    if (jobs.size[row] > nodes) throw tooWide(workload, row, nodes)
    rows[home[row]].push(row)
  }
  const policy = parsePolicy('easy')
  if (policy.algorithm === RECORDED) throw new TypeError('a log has no starts at sites')
  const start = new Float64Array(jobs.length)
  sites.forEach((processors, site) => {
    const here = Int32Array.from(rows[site])
    const schedule = simulate({ jobs: selectJobs(jobs, here), processors, policy })
    for (let k = 0; k < here.length; k++) start[here[k]] = schedule.start[k]
  })
  const end = start.map((from, row) => from + jobs.runtime[row])
  return { ...workload, sites, start, end, site: home.slice(), split: new Map() }
}

function tooWide({ jobs }: GridWorkload, row: number, nodes: number): QueuewrightError {
  return new QueuewrightError('job-oversize', `job ${jobs.id[row]} is wider than its own site`, {
    job: jobs.id[row],
    field: 'size',
    value: jobs.size[row],
    expected: `at most ${nodes} nodes, for local processing`,
    remedy: 'Split jobs by modification 1, or let sites share jobs',
  })
}
