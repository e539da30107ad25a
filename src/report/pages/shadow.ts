/** The starts of a policy on a live Slurm, as they would have been, beside what happened there. */

import { formatDuration } from '../../core/duration.js'
import { type Exhibit, exhibit, numbers, section, sentences, table, words } from '../../core/exhibit.js'
import { formatCount, plural } from '../../core/format.js'

/** Waits of jobs as they were, and by the policy, in seconds. */
export interface WaitPair {
  readonly jobs: number
  readonly recorded: number
  readonly policy: number
}

export interface ShadowDay extends WaitPair {
  /** The day of the submits, in UTC, as 2026-11-23. */
  readonly day: string
  /** Starts of Slurm's while the shadow looked on, and those that the policy would have made first. */
  readonly starts: number
  readonly agreed: number
}

export interface ShadowUser extends WaitPair {
  readonly user: string
}

export interface ShadowReport {
  readonly policy: string
  readonly partitions: readonly string[]
  readonly processors: number
  /** Unix times. */
  readonly since: number
  readonly until: number
  readonly starts: number
  readonly agreed: number
  /** Means, over jobs that have started. */
  readonly all: WaitPair
  readonly days: readonly ShadowDay[]
  /** Users, those first whom the policy would have helped most, in all. */
  readonly users: readonly ShadowUser[]
  /** Jobs that had not started in the end. */
  readonly open: number
  /** Sentences on what is not known, or not simulated. */
  readonly notices: readonly string[]
}

/** Users who are shown at either end. */
const SHOWN = 10
/** A difference of waits that nobody would notice, as a part. */
const SLIGHT = 0.01

export function shadowPage(report: ShadowReport): Exhibit {
  const { policy, partitions, since, until, days, users, starts, agreed, open, notices } = report
  const helped = users.filter((user) => user.policy < user.recorded)
  const hurt = users.filter((user) => user.policy > user.recorded).reverse()
  return exhibit(`${policy} looks on ${partitions.join(', ')}`, verdict(report), [
    section(
      'Day by day',
      table(
        'Waits are means, by the day of submission in UTC',
        [...words('day'), ...numbers('jobs', 'wait', `wait by ${policy}`, 'starts seen', 'expected')],
        days.map((day) => [
          ...[day.day, formatCount(day.jobs), formatDuration(day.recorded), formatDuration(day.policy)],
          ...[formatCount(day.starts), shareText(day.agreed, day.starts)],
        ]),
      ),
    ),
    section('Whom it would have helped', ...usersOf(helped, policy)),
    section('Whom it would have hurt', ...usersOf(hurt, policy)),
    section(
      'What this is',
      sentences([
        `Seen from ${instantText(since)} to ${instantText(until)}. ${shareText(agreed, starts)} of the starts that were seen were among as many that ${policy} would have made first.`,
        'Waits of the policy are simulated on the same jobs, from what ran and waited in the beginning. Jobs that had not ended are taken to go on to their limits.',
        ...notices,
        ...(open === 0 ? [] : [`${plural(open, 'job')} had not started in the end, and have no wait.`]),
      ]),
    ),
  ])
}

function verdict({ all, policy }: ShadowReport): string {
  const { jobs, recorded, policy: by } = all
  if (jobs === 0) return 'No job has started yet: nothing can be said.'
  const waits = `${formatDuration(by)} in the mean where ${plural(jobs, 'job')} waited ${formatDuration(recorded)}`
  if (Math.abs(by - recorded) <= SLIGHT * Math.max(recorded, 1))
    return `With ${policy} jobs would have waited as long: ${waits}.`
  return `With ${policy} jobs would have waited ${by < recorded ? 'less' : 'longer'}: ${waits}.`
}

function usersOf(users: readonly ShadowUser[], policy: string) {
  if (users.length === 0) return [sentences(['Nobody.'])]
  return [
    table(
      '',
      [...words('user'), ...numbers('jobs', 'mean wait', `by ${policy}`)],
      users
        .slice(0, SHOWN)
        .map(({ user, jobs, recorded, policy: by }) => [
          ...[user, formatCount(jobs), formatDuration(recorded), formatDuration(by)],
        ]),
    ),
  ]
}

function shareText(part: number, of: number): string {
  return of === 0 ? 'none' : `${Math.round((100 * part) / of)} %`
}

function instantText(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
