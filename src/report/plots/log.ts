/** The plots of a log: when jobs arrive, how large and long they are, how well users guess, and who they are. */

import { Calendar, WEEKDAYS } from '../../core/calendar.js'
import type { Picture } from '../../core/exhibit.js'
import { formatRoughSeconds } from '../../core/format.js'
import type { Histogram, TraceDescription } from '../../trace/describe.js'
import type { JobTable } from '../../trace/job-table.js'
import type { Trace } from '../../trace/trace.js'
import { barPlot, weekPlot } from './bars.js'

export interface LogPlot {
  readonly picture: Picture
  readonly caption: string
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour))

/** All plots that the log has data for, in the order to show them. */
export function logPlots(trace: Trace, log: TraceDescription): LogPlot[] {
  const week = arrivalsByWeek(trace)
  const plots: LogPlot[] = [
    {
      picture: weekPlot({
        name: 'arrivals',
        label: 'Submitted jobs by weekday and hour of the local day',
        rows: WEEKDAYS.map((label, day) => ({ label, values: week[day] })),
        columns: HOURS,
        xName: 'hour of the local day',
      }),
      caption: 'When jobs are submitted: jobs in each hour of the week, darker where there are more.',
    },
    {
      picture: barPlot({
        name: 'hours',
        label: 'Submitted jobs by hour of the local day',
        categories: HOURS,
        series: [{ name: 'jobs', values: log.arrivals.byHour }],
        xName: 'hour of the local day',
        yName: 'jobs',
        percent: false,
      }),
      caption: 'Submitted jobs by hour of the local day.',
    },
    {
      picture: barPlot({
        name: 'sizes',
        label: 'Jobs and work by size',
        categories: sizeLabels(log.sizes.histogram),
        series: jobsAndWork(trace.jobs, trace.jobs.size, log.sizes.histogram),
        xName: 'processors',
        yName: 'share',
        percent: true,
      }),
      caption: 'Sizes: share of the jobs, and of the work (processor-seconds), in each class of sizes.',
    },
    {
      picture: barPlot({
        name: 'runtimes',
        label: 'Jobs and work by run time',
        categories: timeLabels(log.runtimes.histogram),
        series: jobsAndWork(trace.jobs, trace.jobs.runtime, log.runtimes.histogram),
        xName: 'run time up to',
        yName: 'share',
        percent: true,
      }),
      caption: 'Run times, in classes that double: share of the jobs and of the work.',
    },
  ]
  if (log.estimates.accuracy.counts.some((count) => count > 0)) {
    plots.push({
      picture: barPlot({
        name: 'accuracy',
        label: 'Jobs by the part of their requested time that they ran',
        categories: log.estimates.accuracy.counts.map((_, k) => `${k * 10}–${k * 10 + 10} %`),
        series: [{ name: 'jobs', values: shares(log.estimates.accuracy.counts) }],
        xName: 'run time as a part of the requested time',
        yName: 'share of jobs',
        percent: true,
      }),
      caption: 'How well users guess: the part of its requested time that a job ran.',
    })
  }
  if (log.users.top.length > 0) {
    plots.push({
      picture: barPlot({
        name: 'users',
        label: 'Share of the work of the largest users',
        categories: log.users.top.map(({ user }) => `${user}`),
        series: [
          { name: 'work', values: log.users.top.map(({ share }) => share) },
          { name: 'jobs', values: log.users.top.map(({ jobs }) => jobs / Math.max(1, log.jobs)) },
        ],
        xName: 'user',
        yName: 'share',
        percent: true,
      }),
      caption: `The largest of ${log.users.count} users: share of the work and of the jobs.`,
    })
  }
  if (log.groups.length > 0) {
    plots.push({
      picture: barPlot({
        name: 'groups',
        label: 'Share of the work, the jobs and the users of each user group',
        categories: log.groups.map(({ group }) => (group === 0 ? 'none' : `group ${group}`)),
        series: [
          { name: 'work', values: log.groups.map(({ share }) => share) },
          { name: 'jobs', values: shares(log.groups.map(({ jobs }) => jobs)) },
          { name: 'users', values: shares(log.groups.map(({ users }) => users)) },
        ],
        xName: 'user group',
        yName: 'share',
        percent: true,
      }),
      caption: 'User groups: share of the work, of the jobs and of the users.',
    })
  }
  return plots
}

/** Submits in each hour (0–23) of each weekday, Monday first. */
function arrivalsByWeek(trace: Trace): number[][] {
  const calendar = new Calendar(trace.clock)
  const counts = WEEKDAYS.map(() => new Array<number>(24).fill(0))
  for (const submit of trace.jobs.submit) counts[calendar.weekday(submit)][calendar.hour(submit)]++
  return counts
}

/** Shares of jobs and of processor-seconds in the bins of a histogram over `column`. */
function jobsAndWork(jobs: JobTable, column: ArrayLike<number>, { edges, counts }: Histogram) {
  const work = counts.map(() => 0)
  for (let row = 0; row < jobs.length; row++) {
    let bin = edges.length - 2
    while (bin >= 0 && !(column[row] >= edges[bin])) bin--
    if (bin >= 0) work[bin] += Math.max(0, jobs.runtime[row]) * Math.max(0, jobs.size[row])
  }
  return [
    { name: 'jobs', values: shares(counts) },
    { name: 'work', values: shares(work) },
  ]
}

function shares(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0)
  return values.map((value) => (total > 0 ? value / total : 0))
}

/** `1`, `2–3`, `4–7`, … */
function sizeLabels({ edges, counts }: Histogram): string[] {
  return counts.map((_, k) =>
    edges[k + 1] - edges[k] === 1 ? `${edges[k]}` : `${edges[k]}–${edges[k + 1] - 1}`,
  )
}

function timeLabels({ edges, counts }: Histogram): string[] {
  return counts.map((_, k) => formatRoughSeconds(edges[k + 1]))
}
