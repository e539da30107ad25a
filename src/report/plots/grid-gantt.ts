/**
 * A Gantt chart of a grid: the sites as bands of nodes, one above the other. The simulator knows how many nodes of a site a
 * job has; here each gets the lowest that are free. Colours tell jobs at home from those of other sites and from split ones.
 */
import type { Picture } from '../../core/exhibit.js'
import { type Allocation, allocateProcessors, intervalsOf } from '../../sim/allocation.js'
import type { Schedule } from '../../sim/schedule.js'
import { fragmentsOf, type GridSchedule } from '../../sites/index.js'
import { replaceColumns, selectJobs } from '../../trace/job-table.js'
import type { LogClock } from '../../trace/trace.js'
import { type Band, ganttPlot } from './gantt.js'

export interface GridGantt {
  readonly title: string
  readonly schedule: GridSchedule
  /** Names of the sites. */
  readonly names: readonly string[]
  readonly clock: LogClock
  /** The nodes of each job, where they are known; else each gets the lowest that are free. */
  readonly allocation?: Allocation
}

/** Where a job runs, as the number of its colour. */
const SPLIT = 0
const HOME = 1
const AWAY = 2
const KINDS = ['over several sites', 'at home', 'at another site'] as const

export function gridGantt({ title, schedule, names, clock, allocation }: GridGantt): Picture {
  return ganttPlot({
    ...{ title, schedule: gridSchedule(schedule), clock, bands: gridBands(schedule.sites, names) },
    allocation: allocation ?? gridAllocation(schedule),
    legend: { title: 'jobs:', name: (of) => KINDS[of] ?? '' },
  })
}

/** The schedule as that of one machine, with where a job runs in place of its group, by which charts choose colours. */
export function gridSchedule({ jobs, home, site, split, start, end, sites }: GridSchedule): Schedule {
  const group = site.map((at, row) => (split.has(row) ? SPLIT : at === home[row] ? HOME : AWAY))
  return {
    jobs: replaceColumns(jobs, { group, runtime: end.map((to, row) => to - start[row]) }),
    processors: sites.reduce((sum, nodes) => sum + nodes, 0),
    start,
  }
}

/** The sites as bands of the nodes of all. */
export function gridBands(sites: readonly number[], names: readonly string[]): readonly Band[] {
  let first = 0
  return sites.map((nodes, k) => {
    const band = { name: names[k], first }
    first += nodes
    return band
  })
}

/** The nodes of each job, those of all sites numbered through. */
export function gridAllocation(schedule: GridSchedule): Allocation {
  const { jobs, start, end, sites } = schedule
  const intervals: number[][] = Array.from({ length: jobs.length }, () => [])
  let first = 0
  sites.forEach((processors, site) => {
    const rows: number[] = []
    const sizes: number[] = []
    for (let row = 0; row < jobs.length; row++) {
      const here = fragmentsOf(schedule, row).find((each) => each.site === site)
      if (here === undefined) continue
      rows.push(row)
      sizes.push(here.nodes)
    }
    const of = Int32Array.from(rows)
    const table = replaceColumns(selectJobs(jobs, of), {
      size: sizes,
      runtime: Float64Array.from(of, (row) => end[row] - start[row]),
    })
    const allocation = allocateProcessors({
      jobs: table,
      processors,
      start: Float64Array.from(of, (row) => start[row]),
    })
    rows.forEach((row, k) => {
      for (const each of intervalsOf(allocation, k) ?? []) intervals[row].push(first + each)
    })
    first += processors
  })
  return allocationOf(intervals)
}

/** The allocation of jobs whose intervals are each a first and a last node, one after the other. */
export function allocationOf(intervals: readonly (readonly number[])[]): Allocation {
  const from = new Int32Array(intervals.length)
  const to = new Int32Array(intervals.length)
  let at = 0
  intervals.forEach((each, row) => {
    from[row] = at
    at += each.length
    to[row] = at
  })
  const unplaced = intervals.filter((each) => each.length === 0).length
  return { intervals: Int32Array.from(intervals.flat()), from, to, unplaced }
}
