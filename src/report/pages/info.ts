/** The page of a log. */

import { type Block, type Exhibit, exhibit, figure, section, table } from '../../core/exhibit.js'
import { formatCount, formatPercent, formatSeconds } from '../../core/format.js'
import type { LogReport } from '../model.js'
import { logPlots } from '../plots/log.js'
import { logSection, noticeSection, provenanceSection } from './parts.js'

/** The report, apart from its looks. Equal reports give equal ones. */
export function logPage(report: LogReport): Exhibit {
  const { trace, description } = report
  const plots = logPlots(trace, description)
  const machine = description.machine === null ? '' : ` on ${formatCount(description.machine)} processors`
  return exhibit(
    `The log ${trace.name}`,
    `${formatCount(description.jobs)} jobs over ${formatSeconds(description.span.seconds)}${machine}`,
    [
      logSection(trace, description),
      section(
        'Arrivals, sizes, run times, users',
        ...plots.map(({ picture, caption }) => figure(picture, caption)),
      ),
      section('Numbers', ...tables(report)),
      noticeSection(description.dropped, description.notices),
      provenanceSection(report.provenance, trace.digest),
    ],
  )
}

function tables({ description }: LogReport): Block[] {
  const { groups, users, partitions, queues } = description
  const shareColumns = ['jobs', 'share of the work'].map((head) => ({ head, numeric: true }))
  const list: Block[] = [
    table(
      'The largest users',
      [{ head: 'user', numeric: false }, ...shareColumns],
      users.top.map(({ user, jobs, share }) => [`${user}`, formatCount(jobs), formatPercent(share)]),
    ),
  ]
  if (groups.length > 0) {
    list.push(
      table(
        'User groups',
        [{ head: 'group', numeric: false }, { head: 'users', numeric: true }, ...shareColumns],
        groups.map(({ group, users: count, jobs, share }) => [
          group === 0 ? 'none' : `${group}`,
          formatCount(count),
          formatCount(jobs),
          formatPercent(share),
        ]),
      ),
    )
  }
  for (const [name, categories] of [['partition', partitions] as const, ['queue', queues] as const]) {
    if (categories === null) continue
    list.push(
      table(
        `Jobs by ${name}`,
        [
          { head: name, numeric: false },
          { head: 'jobs', numeric: true },
        ],
        categories.map(({ value, label, jobs }) => [
          label === null ? `${value}` : `${value} ${label}`,
          formatCount(jobs),
        ]),
      ),
    )
  }
  return list
}
