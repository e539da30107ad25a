/**
 * User groups. By resource share (Franke, doctoral thesis, Dortmund 2006, table 6.1): the share of user u in the whole resource consumption,
 * Σ_{jobs of u} run·size / Σ_{all jobs} run·size, puts u into group 1 if it is > 8 %, 2 if > 2 %, 3 if > 1 %,
 * 4 if > 0.1 %, else 5. Or the trace's own groups, numbered by consumption, the largest first. Jobs without a user
 * (or without a group of their own) belong to group 0, which is none. Or ranges of sizes or run times, ascending; or users
 * that somebody names.
 */
import { QueuewrightError } from '../core/errors.js'
import { largestOf } from '../core/statistics.js'
import { suggestion } from '../core/suggest.js'
import { RUNTIME_CLASSES, runtimeClass, sizeClass, sizeLabel } from './job-ranges.js'
import { replaceColumns } from './job-table.js'
import type { Range } from './ranges.js'
import { traceWith } from './select.js'
import { numbersByName } from './slurm-conf/names.js'
import type { Trace } from './trace.js'

/** The published thresholds, largest first: a share above the k-th is group k. */
export const SHARE_THRESHOLDS: readonly number[] = [0.08, 0.02, 0.01, 0.001]

/** Fields of a log that may serve as its own groups. */
export const OWN_GROUP_FIELDS = ['unixGroup', 'queue', 'partition'] as const
export type OwnGroupField = (typeof OWN_GROUP_FIELDS)[number]

/** Users that form a group, as numbers of the log and by the names that its header has. */
export interface NamedUsers {
  /** The group's name; null: none. */
  readonly name: string | null
  readonly users: readonly Range[]
  readonly called: readonly string[]
}

/** By shares above `thresholds` (descending; one more group than thresholds), a field of the log, ranges, or named users. */
export type Grouping =
  | { readonly by: 'share'; readonly thresholds: readonly number[] }
  | { readonly by: OwnGroupField | 'size' | 'run' }
  | { readonly by: 'users'; readonly groups: readonly NamedUsers[] }

/** Names in a message. */
const MOST_LISTED = 40

export const DEFAULT_GROUPING: Grouping = { by: 'share', thresholds: SHARE_THRESHOLDS }

export interface GroupFacts {
  /** 1 the first; 0 the jobs that belong to none. */
  readonly group: number
  readonly users: number
  /** Who they are, ascending. */
  readonly members: readonly number[]
  readonly jobs: number
  /** Share in the resource consumption of all jobs, 0–1. */
  readonly share: number
  /** The log's own number of this group; null for other groups and for group 0. */
  readonly own: number | null
  /** Who or what is in it: `users with more than 8 % of the work`; null where nobody said how groups are formed. */
  readonly what: string | null
}

export interface GroupedTrace {
  readonly trace: Trace
  /** Every group from 1, also empty ones, in order; group 0 last where it has jobs. */
  readonly groups: readonly GroupFacts[]
}

/**
 * `trace` with its group column filled.
 * @throws QueuewrightError `usage` for thresholds that do not descend within (0, 1), a field that was not read, or a name that no user has
 */
export function groupTrace(trace: Trace, grouping: Grouping = DEFAULT_GROUPING): GroupedTrace {
  const { group, words, own = null } = groupsBy(trace, grouping)
  const grouped = traceWith(trace, { jobs: replaceColumns(trace.jobs, { group }) })
  const facts = groupFacts(grouped, words.length, own)
  const named = facts.map((each) => ({ ...each, what: each.group === 0 ? NOBODY : words[each.group - 1] }))
  return { trace: grouped, groups: named }
}

const NOBODY = 'jobs of none'

interface Groups {
  readonly group: Int32Array
  /** Descriptions of the groups, from 1 on. */
  readonly words: readonly string[]
  /** The log's own numbers of groups. */
  readonly own?: readonly number[]
}

function groupsBy(trace: Trace, grouping: Grouping): Groups {
  const { size, runtime, user } = trace.jobs
  switch (grouping.by) {
    case 'share': {
      const thresholds = thresholdsOf(grouping.thresholds)
      return { group: groupsByShare(trace, thresholds), words: shareWords(thresholds) }
    }
    case 'size': {
      const group = size.map((each) => 1 + sizeClass(each))
      const words = Array.from(
        { length: largestOf(group) },
        (_, k) => `jobs of ${sizeLabel(k)} ${k === 0 ? 'processor' : 'processors'}`,
      )
      return { group, words }
    }
    case 'run': {
      const group = Int32Array.from(runtime, (each) => 1 + runtimeClass(each))
      return { group, words: RUNTIME_CLASSES.map(({ label }) => `jobs that run ${label}`) }
    }
    case 'users': {
      const words = grouping.groups.map(({ name }, k) => name ?? `users of list ${k + 1}`)
      return { group: user.map(groupOfUsers(grouping.groups, trace.header)), words }
    }
    default: {
      const { group, numbers } = ownGroups(trace, grouping.by)
      return { group, words: numbers.map((number) => `${grouping.by} ${number}`), own: numbers }
    }
  }
}

/** The first group that names a user; 0 where none does. */
function groupOfUsers(groups: readonly NamedUsers[], header: readonly string[]): (user: number) => number {
  const named = numbersByName(header, 'User')
  const known = new Map<number, number>()
  const ranges: (Range & { readonly group: number })[] = []
  for (const [k, { users, called }] of groups.entries()) {
    const byName = called.flatMap((name) => named.get(name) ?? noUser(name, [...named.keys()]))
    for (const range of [...users, ...byName.map((number) => ({ low: number, high: number }))]) {
      if (range.low < range.high) ranges.push({ ...range, group: k + 1 })
      else if (!known.has(range.low)) known.set(range.low, k + 1)
    }
  }
  return (user) => {
    const within = ranges.find(({ low, high }) => user >= low && user <= high)?.group
    return Math.min(known.get(user) ?? Number.POSITIVE_INFINITY, within ?? Number.POSITIVE_INFINITY) | 0
  }
}

function noUser(name: string, known: readonly string[]): never {
  throw new QueuewrightError('usage', 'no user of the log is called so', {
    ...{ field: '--group-users', value: name },
    ...(known.length === 0 && { expected: `header lines such as "; User: 17 ${name}"` }),
    remedy:
      known.length > 0
        ? suggestion(name, known.slice(0, MOST_LISTED), 'Names of users')
        : 'Name the number, or import the log with --keep-names',
  })
}

function shareWords(thresholds: readonly number[]): readonly string[] {
  const percent = (share: number) => `${Number((100 * share).toPrecision(6))} %`
  return [
    ...thresholds.map((share) => `users with more than ${percent(share)} of the work`),
    ...(thresholds.length === 0 ? ['all users'] : ['all other users']),
  ]
}

/** Facts of each group of the table's column; of group 0 only where it has jobs. */
export function groupFacts(
  trace: Trace,
  count: number,
  own: readonly number[] | null = null,
): readonly GroupFacts[] {
  const { group, user, length } = trace.jobs
  const consumption = new Float64Array(count + 1)
  const jobs = new Float64Array(count + 1)
  const users = Array.from({ length: count + 1 }, () => new Set<number>())
  for (let row = 0; row < length; row++) {
    consumption[group[row]] += consumptionOf(trace, row)
    jobs[group[row]]++
    if (user[row] >= 0) users[group[row]].add(user[row])
  }
  const total = consumption.reduce((sum, value) => sum + value, 0)
  const facts = Array.from(jobs, (number, k) => ({
    group: k,
    users: users[k].size,
    members: [...users[k]].sort((a, b) => a - b),
    jobs: number,
    share: total > 0 ? consumption[k] / total : 0,
    own: k === 0 ? null : (own?.[k - 1] ?? null),
    what: null,
  }))
  const [none, ...groups] = facts
  return none.jobs > 0 ? [...groups, none] : groups
}

export interface UserFacts {
  readonly user: number
  readonly jobs: number
  /** Share in the resource consumption of all jobs, 0–1. */
  readonly share: number
}

/** Every user, the largest consumption first; jobs without a user count in the whole only. */
export function userFacts(trace: Trace): readonly UserFacts[] {
  const { user, length } = trace.jobs
  const consumption = new Map<number, number>()
  const jobs = new Map<number, number>()
  let total = 0
  for (let row = 0; row < length; row++) {
    const used = consumptionOf(trace, row)
    total += used
    if (user[row] < 0) continue
    consumption.set(user[row], (consumption.get(user[row]) ?? 0) + used)
    jobs.set(user[row], (jobs.get(user[row]) ?? 0) + 1)
  }
  return [...consumption]
    .map(([number, used]) => ({
      user: number,
      jobs: jobs.get(number) ?? 0,
      share: total > 0 ? used / total : 0,
    }))
    .sort((a, b) => b.share - a.share || a.user - b.user)
}

/** Processor-seconds; what the log does not say counts as none. */
function consumptionOf(trace: Trace, row: number): number {
  return Math.max(0, trace.jobs.runtime[row]) * Math.max(0, trace.jobs.size[row])
}

function groupsByShare(trace: Trace, thresholds: readonly number[]): Int32Array {
  const groupOf = new Map<number, number>()
  for (const { user, share } of userFacts(trace)) {
    const above = thresholds.findIndex((threshold) => share > threshold)
    groupOf.set(user, above < 0 ? thresholds.length + 1 : above + 1)
  }
  return trace.jobs.user.map((user) => groupOf.get(user) ?? 0)
}

function ownGroups(trace: Trace, field: OwnGroupField): { group: Int32Array; numbers: readonly number[] } {
  const column = trace.fields[field]
  if (column === undefined) {
    throw new QueuewrightError('usage', `this log does not say the ${field} of its jobs`, {
      file: trace.name,
      remedy: 'Group by share instead',
    })
  }
  const consumption = new Map<number, number>()
  for (let row = 0; row < column.length; row++) {
    if (column[row] < 0) continue
    consumption.set(column[row], (consumption.get(column[row]) ?? 0) + consumptionOf(trace, row))
  }
  const numbers = [...consumption].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([number]) => number)
  const groupOf = new Map(numbers.map((number, k) => [number, k + 1]))
  return { group: Int32Array.from(column, (number) => groupOf.get(number) ?? 0), numbers }
}

/** @throws QueuewrightError `usage` where they do not descend within (0, 1) */
function thresholdsOf(thresholds: readonly number[]): readonly number[] {
  thresholds.forEach((threshold, k) => {
    if (threshold > 0 && threshold < 1 && (k === 0 || threshold < thresholds[k - 1])) return
    throw new QueuewrightError('usage', 'thresholds of groups must descend', {
      field: 'thresholds',
      value: thresholds.join(','),
      expected: 'shares between 0 and 1, largest first, such as 0.08,0.02,0.01,0.001',
    })
  })
  return thresholds
}
