/** How a log is read, and which of its jobs are taken: the settings of whatever reads one. */
import {
  choice,
  type Given,
  headed,
  illegible,
  optional,
  setting,
  settled,
  type Values,
  whole,
  written,
} from '../core/settings/index.js'
import { CANCELLED } from './clean.js'
import { type FilterTexts, parseFilter, type TraceFilter } from './filter.js'
import { type Grouping, type NamedUsers, OWN_GROUP_FIELDS, SHARE_THRESHOLDS } from './groups.js'
import { MOST_COUNT } from './limits.js'
import { parseRanges } from './ranges.js'
import type { LogClock } from './trace.js'

const SHARES = 'descending percentages such as 8,2,1,0.1'
const LISTS = 'lists of users such as physics=17,20-29; students=amy, or @FILE'

/** A part of the log, in the notation of `parseFilter`. */
function part(key: keyof FilterTexts, expected: string, shown: string, meaning: string) {
  const check = (text: string) => {
    parseFilter({ [key]: text }, { unixStart: null, zone: 0 })
  }
  return setting(optional(written(expected, { shown, check })), { meaning, usual: null })
}

const PART = headed('Part of the log (the rest is taken away before anything is simulated):', {
  span: part(
    'span',
    'FROM..TO, such as 15d..30d',
    'from..to',
    'only jobs submitted in this time: dates, or times since the log began (15d..30d)',
  ),
  users: part('users', 'a list such as 4,7,10-20', 'list', 'only jobs of these users: 4,7,10-20'),
  groups: part('groups', 'a list such as 1,2', 'list', 'only jobs of these user groups'),
  sizes: part('sizes', 'a list such as 1-16,64-', 'list', 'only jobs of these sizes: 1-16,64-'),
  partitions: part('partitions', 'a list such as 1,3', 'list', 'only jobs of these partitions'),
  queues: part('queues', 'a list such as 1,3', 'list', 'only jobs of these queues'),
  days: part(
    'window',
    'LENGTH:NUMBER, such as 15d:3',
    'length:k',
    'only the k-th window of that length, as 15d:3',
  ),
  first: part('first', 'a number of jobs', 'n', 'only the first n jobs of what is left'),
  last: part('last', 'a number of jobs', 'n', 'only the last n jobs of what is left'),
})

export const READING = {
  ...headed('Log:', {
    machine: setting(optional(whole(1, MOST_COUNT)), {
      meaning: 'processors of the machine',
      usual: null,
      usually: 'as the log header says',
    }),
    size: setting(choice(['requested', 'allocated']), {
      meaning: "processor count that is a job's size",
      usual: 'requested',
    }),
    badLines: setting(choice({ error: '', drop: 'left out, counted' }, 'what'), {
      meaning: 'lines that cannot be read',
      usual: 'error',
    }),
    cancelled: setting(optional(choice(CANCELLED)), {
      meaning:
        'jobs that were cancelled before they started: left out, kept as jobs of no run time, or waiting until then',
      usual: null,
      usually: 'press where a policy is slurm, else drop',
    }),
    groupBy: setting(choice(['share', ...OWN_GROUP_FIELDS, 'size', 'run'], 'what'), {
      meaning: 'groups: of users by their share of the consumption, as the log has them, or by ranges',
      source: 'share: Franke, doctoral thesis, Dortmund 2006, table 6.1',
      usual: 'share',
    }),
    groupShares: setting(optional(written(SHARES, { shown: 'list', check: checkShares })), {
      meaning: 'shares in percent above which a user is in group 1, 2, …',
      usual: null,
      usually: SHARE_THRESHOLDS.map((share) => share * 100).join(','),
      only: { groupBy: 'share' },
    }),
    groupUsers: setting(optional(written(LISTS, { shown: 'lists', check: checkLists })), {
      meaning:
        'groups of users by name, as "physics=17,20-29; students=amy" (names that the header has), or @FILE: CSV of user,group',
      usual: null,
      only: { groupBy: 'share' },
    }),
  }),
  ...PART,
}

/** How a log is to be read, as far as somebody says. */
export type ReadingGiven = Given<typeof READING>
export type Reading = Values<typeof READING>

/** @throws QueuewrightError `usage` for what does not fit */
export function readingOf(given: ReadingGiven): Reading {
  return settled(READING, given)
}

/** The groups that users are in. */
export function groupingOf({
  groupBy,
  groupShares,
  groupUsers,
}: Pick<Reading, 'groupBy' | 'groupShares' | 'groupUsers'>): Grouping {
  if (groupUsers !== null) return { by: 'users', groups: namedUsers(groupUsers) }
  if (groupBy !== 'share') return { by: groupBy }
  return { by: 'share', thresholds: groupShares === null ? SHARE_THRESHOLDS : sharesOf(groupShares) }
}

/** The part that is taken, by the clock of the log. */
export function filterOf(reading: Pick<Reading, keyof typeof PART>, clock: LogClock): TraceFilter {
  const { span, users, groups, sizes, partitions, queues, days, first, last } = reading
  const texts = { span, users, groups, sizes, partitions, queues, window: days, first, last }
  return parseFilter(Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null)), clock)
}

function namedUsers(text: string): readonly NamedUsers[] {
  return text.split(';').map((part) => {
    const [, name = null, users = part] = /^(?:([^=]*[^=\s])\s*=)?([^=]*)$/.exec(part.trim()) ?? []
    const each = users.split(',').map((user) => user.trim())
    const called = each.filter((user) => /^[^\d\s=-][^\s=]*$/.test(user))
    const numbers = each.filter((user) => !called.includes(user))
    const ranges = numbers.length > 0 || called.length === 0
    return { name, called, users: ranges ? parseRanges(numbers.join(','), '--group-users') : [] }
  })
}

function checkLists(text: string): void {
  if (!text.startsWith('@')) namedUsers(text)
}

function sharesOf(text: string): readonly number[] {
  return text.split(',').map((share) => (share.trim() === '' ? Number.NaN : Number(share) / 100))
}

function checkShares(text: string): void {
  const shares = sharesOf(text)
  if (shares.every((share, k) => share > 0 && share < (k === 0 ? 1 : shares[k - 1]))) return
  throw illegible(text, SHARES)
}
