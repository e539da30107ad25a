/** How the users of a log work: sessions, batches, think times. */

import { type Exhibit, exhibit, facts, numbers, section, table, words } from '../../core/exhibit.js'
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatSeconds,
  NO_VALUE,
  plural,
} from '../../core/format.js'
import type { Quantiles } from '../../trace/index.js'
import type { SessionFacts, SessionRule } from '../../workload/sessions/index.js'

export interface SessionsReport {
  readonly log: string
  readonly sessions: SessionFacts
  /** How sessions were told apart; null: as the log says. */
  readonly rule: { readonly by: SessionRule; readonly threshold: number } | null
}

export function sessionsPage({ log, sessions, rule }: SessionsReport): Exhibit {
  const { checked, moved, largest } = sessions.replay
  const told =
    rule === null
      ? 'as the log says (fields 17 and 18)'
      : `by ${rule.by}, threshold ${formatSeconds(rule.threshold)}`
  return exhibit(
    `The sessions of ${log}`,
    `${plural(sessions.sessions, 'session')} of ${plural(sessions.users, 'user')}, ${told}`,
    [
      section(
        'Sessions',
        facts([
          ['jobs', formatCount(sessions.jobs)],
          ['batches', formatCount(sessions.batches)],
          [
            'jobs that depend on another',
            `${formatCount(sessions.dependent)} (${formatPercent(sessions.dependent / Math.max(1, sessions.jobs))})`,
          ],
          ['jobs whose ends are not known', formatCount(sessions.unknownEnds)],
          [
            'recorded submits',
            checked === 0
              ? 'not checked, as no job that others depend on has a known end'
              : moved === 0
                ? 'all told exactly by end + think time'
                : `${formatCount(moved)} differ from end + think time, by at most ${formatSeconds(largest)}`,
          ],
        ]),
        table(
          'How they are spread',
          [...words(''), ...numbers('mean', 'median', '90 % up to', 'largest')],
          [
            quantileRow('jobs per session', sessions.jobsPerSession, formatNumber),
            quantileRow('batches per session', sessions.batchesPerSession, formatNumber),
            quantileRow('sessions per user', sessions.sessionsPerUser, formatNumber),
            quantileRow('first submit to last submit', sessions.activity, formatSeconds),
            quantileRow('first submit to last end', sessions.length, formatSeconds),
            quantileRow('think times', sessions.thinkTimes, formatSeconds),
          ],
        ),
      ),
      ...(sessions.top.length === 0
        ? []
        : [
            section(
              'Users',
              table(
                'Users with the most jobs',
                [...words('user'), ...numbers('jobs', 'sessions', 'dependent', 'median think time')],
                sessions.top.map(({ user, jobs, sessions: count, dependent, medianThink }) => [
                  String(user),
                  formatCount(jobs),
                  formatCount(count),
                  formatPercent(dependent / jobs),
                  medianThink === null ? NO_VALUE : formatSeconds(medianThink),
                ]),
              ),
            ),
          ]),
    ],
  )
}

function quantileRow(name: string, quantiles: Quantiles | null, format: (value: number) => string): string[] {
  if (quantiles === null) return [name, ...Array.from({ length: 4 }, () => NO_VALUE)]
  const { mean, median, p90, max } = quantiles
  return [name, ...[mean, median, p90, max].map(format)]
}
