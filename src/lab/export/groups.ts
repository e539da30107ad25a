/** User groups of a log as qualities of service: who is in which, and the log as if each job had that of its user. */
import { QueuewrightError } from '../../core/errors.js'
import { groupedBy } from '../../core/grouping.js'
import { qosOf, type UserGroups } from '../../deploy/index.js'
import { numbersByName, type Trace, traceWith } from '../../trace/index.js'
import type { PreparedLog } from '../inputs/prepare.js'

/**
 * The group of each user who has one, by name.
 * @throws QueuewrightError `not-exportable` where groups are not of users
 */
export function groupsByName({ jobs, header }: Trace): ReadonlyMap<string, number> {
  const groupOf = new Map<number, number>()
  for (let row = 0; row < jobs.length; row++) {
    const [user, group] = [jobs.user[row], jobs.group[row]]
    if ((groupOf.get(user) ?? group) === group) groupOf.set(user, group)
    else {
      throw new QueuewrightError('not-exportable', 'jobs of one user are in several groups', {
        field: '--group-by',
        value: `user ${user}`,
        expected: 'groups of users',
      })
    }
  }
  const groups = [...numbersByName(header, 'User')].flatMap(([name, [user]]) => {
    const group = groupOf.get(user) ?? 0
    return group > 0 ? [[name, group] as const] : []
  })
  return new Map(groups)
}

/** @throws QueuewrightError `not-exportable` where the log does not say who its users are */
export function usersByGroup({ trace }: PreparedLog): UserGroups {
  const groups = groupsByName(trace)
  if (groups.size === 0) {
    throw new QueuewrightError('not-exportable', 'the log does not say who is in its groups', {
      remedy: 'Import it with --keep-names',
    })
  }
  const strange = [...groups.keys()].find((name) => !/^\w[\w.@+-]*\$?$/.test(name))
  if (strange !== undefined) {
    throw new QueuewrightError('not-exportable', 'no user of an operating system is called so', {
      value: strange,
      expected: 'letters, digits and . _ - @ +',
    })
  }
  const users = groupedBy([...groups], ([, group]) => group)
  return new Map([...users].sort(([a], [b]) => a - b).map(([group, of]) => [group, of.map(([name]) => name)]))
}

/** The log as if each user's jobs had the quality of service of his group. */
export function asSubmitted(trace: Trace): Trace {
  const groups = [...new Set(trace.jobs.group)].sort((a, b) => a - b)
  const header = trace.header.filter((line) => !/^\s*Queue\s*:/i.test(line))
  return traceWith(trace, {
    fields: { ...trace.fields, queue: Float64Array.from(trace.jobs.group) },
    header: [...header, ...groups.map((group) => ` Queue: ${group} ${qosOf(group)}`)],
  })
}
