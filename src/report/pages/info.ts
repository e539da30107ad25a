/** The page of a log. */

import {
  aside,
  type Block,
  type Exhibit,
  exhibit,
  figure,
  numbers,
  section,
  table,
  words,
} from '../../core/exhibit.js'
import { formatCount, formatPercent, formatSeconds, plural } from '../../core/format.js'
import type { TraceDescription } from '../../trace/describe.js'
import type { LogReport } from '../model.js'
import { logPlots } from '../plots/log.js'
import { digestFacts, logBlocks, noticeSection, provenanceSection } from './parts.js'

/** The report, apart from its looks. Equal reports give equal ones. */
export function logPage({ trace, description, names, provenance }: LogReport): Exhibit {
  const plots = logPlots(trace, description)
  const machine = description.machine === null ? '' : ` on ${plural(description.machine, 'processor')}`
  return exhibit(
    `The log ${trace.name}`,
    `${plural(description.jobs, 'job')} over ${formatSeconds(description.span.seconds)}${machine}`,
    [
      section('The log', logBlocks(trace, description, names)),
      section(
        'Arrivals, sizes, run times, users',
        ...plots.map(({ picture, caption }) => figure(picture, caption)),
      ),
      aside('Numbers', () => tables(description)),
      noticeSection(description.dropped, description.notices),
      provenanceSection(provenance, digestFacts([[trace.name, trace.digest]])),
    ],
  )
}

function tables({ groups, users, partitions, queues }: TraceDescription): Block[] {
  const shares = numbers('jobs', 'share of the work')
  const categories = [['partition', partitions] as const, ['queue', queues] as const]
  return [
    table(
      'The largest users',
      [...words('user'), ...shares],
      users.top.map(({ user, jobs, share }) => [`${user}`, formatCount(jobs), formatPercent(share)]),
    ),
    ...(groups.length === 0
      ? []
      : [
          table(
            'User groups',
            [...words('group'), ...numbers('users'), ...shares],
            groups.map(({ group, users: count, jobs, share }) => [
              group === 0 ? 'none' : `${group}`,
              formatCount(count),
              formatCount(jobs),
              formatPercent(share),
            ]),
          ),
        ]),
    ...categories.flatMap(([name, values]) =>
      values === null
        ? []
        : [
            table(
              `Jobs by ${name}`,
              [...words(name), ...numbers('jobs')],
              values.map(({ value, label, jobs }) => [
                label === null ? `${value}` : `${value} ${label}`,
                formatCount(jobs),
              ]),
            ),
          ],
    ),
  ]
}
