/** `qw sessions`: user sessions and think times of a log, shown, and written as fields 17 and 18 where asked for. */
import { parseDuration } from '../../../core/duration.js'
import { formatCount, formatNumber, formatPercent, formatSeconds, plural } from '../../../core/format.js'
import { visible } from '../../../core/visible.js'
import { named } from '../../../lab/failures.js'
import { type LogOptions, readLog } from '../../../lab/log.js'
import { factsTable } from '../../../report/table.js'
import { barChart, painted } from '../../../report/terminal.js'
import { inputName, STANDARD_STREAM } from '../../../runtime/index.js'
import { FURTHER_FIELDS, type Quantiles, type Trace, traceWith } from '../../../trace/index.js'
import {
  DEPENDENCY_FIELDS,
  describeSessions,
  extractSessions,
  SESSION_RULES,
  type SessionFacts,
  type SessionRule,
  type Sessions,
  sessionsOfLog,
  withDependencyFields,
} from '../../../workload/sessions/index.js'
import { usage } from '../options.js'
import { type FormatOptions, formatOf, writeTrace } from '../output.js'
import type { Terminal } from '../terminal.js'

export interface SessionsOptions extends LogOptions, FormatOptions {
  readonly from: 'extracted' | 'log'
  readonly by?: SessionRule
  readonly threshold?: string
  readonly out?: string
  readonly json?: true
}

export async function sessionsCommand(
  path: string,
  options: SessionsOptions,
  terminal: Terminal,
): Promise<void> {
  const { out } = options
  const extraction = extractionOf(options)
  const format = out === undefined ? undefined : (options.format ?? formatOf(out))
  const { trace } = await readLog(
    path,
    options,
    out === undefined ? DEPENDENCY_FIELDS : FURTHER_FIELDS,
    terminal,
  )
  const sessions = named(inputName(path), () =>
    extraction === null ? sessionsOfLog(trace) : extractSessions(trace, extraction),
  )
  if (out !== undefined && format !== undefined) {
    await writeTrace(
      out,
      noted(trace, sessions, extraction),
      { format },
      inputName(path),
      terminal,
      options.size,
    )
    if (out === STANDARD_STREAM) return
  } else for (const notice of trace.notices) terminal.note(notice)
  const facts = describeSessions(trace, sessions)
  if (options.json) {
    const { name, digest } = trace
    terminal.print(JSON.stringify({ log: { name, digest }, from: extraction ?? 'log', ...facts }, null, 2))
  } else terminal.print(sessionsText(trace.name, facts, extraction, terminal))
}

interface Extraction {
  readonly by: SessionRule
  readonly threshold: number
}

/** How to extract the sessions; null where the log tells them. */
function extractionOf({ from, by, threshold }: SessionsOptions): Extraction | null {
  if (from === 'extracted') {
    const rule = by ?? 'max'
    const seconds = threshold === undefined ? SESSION_RULES[rule] : parseDuration(threshold, '--threshold')
    return { by: rule, threshold: seconds }
  }
  if (threshold !== undefined) throw usage('--threshold', threshold, 'only with --from extracted')
  if (by !== undefined) throw usage('--by', by, 'only with --from extracted')
  return null
}

function noted(trace: Trace, sessions: Sessions, extraction: Extraction | null): Trace {
  const changed = withDependencyFields(trace, sessions)
  if (extraction === null) return changed
  const { by, threshold } = extraction
  const note = ` Note: fields 17 and 18 extracted: sessions end by ${by} after ${threshold} s, batches within them`
  return traceWith(changed, { header: [note, ...changed.header] })
}

function sessionsText(
  name: string,
  facts: SessionFacts,
  extraction: Extraction | null,
  { style }: Terminal,
): string {
  const share = facts.dependent / Math.max(1, facts.jobs)
  const { checked, moved, largest } = facts.replay
  const rule =
    extraction === null
      ? 'as the log says (fields 17 and 18)'
      : `by ${extraction.by}, threshold ${formatSeconds(extraction.threshold)}`
  const parts = [
    factsTable([
      ['log', visible(name)],
      ['sessions', `${formatCount(facts.sessions)} of ${plural(facts.users, 'user')}, ${rule}`],
      ['jobs', formatCount(facts.jobs)],
      ['batches', formatCount(facts.batches)],
      ['jobs that depend on another', `${formatCount(facts.dependent)} (${formatPercent(share)})`],
      ['jobs whose ends are not known', formatCount(facts.unknownEnds)],
      [
        'recorded submits',
        checked === 0
          ? 'not checked, as no job that others depend on has a known end'
          : moved === 0
            ? 'all told exactly by end + think time'
            : `${formatCount(moved)} differ from end + think time, by at most ${formatSeconds(largest)}`,
      ],
      ['jobs per session', quantilesText(facts.jobsPerSession, formatNumber)],
      ['batches per session', quantilesText(facts.batchesPerSession, formatNumber)],
      ['sessions per user', quantilesText(facts.sessionsPerUser, formatNumber)],
      ['first submit to last submit', quantilesText(facts.activity, formatSeconds)],
      ['first submit to last end', quantilesText(facts.length, formatSeconds)],
      ['think times', quantilesText(facts.thinkTimes, formatSeconds)],
    ]),
  ]
  if (facts.top.length > 0) {
    const bars = facts.top.map(({ user, jobs, sessions, dependent, medianThink }) => ({
      label: `user ${user}`,
      value: jobs,
      note: [
        plural(jobs, 'job'),
        plural(sessions, 'session'),
        `${formatPercent(dependent / jobs)} dependent`,
        ...(medianThink === null ? [] : [`median think ${formatSeconds(medianThink)}`]),
      ].join(', '),
    }))
    parts.push([painted('Users with the most jobs', 'strong', style), barChart(bars, style)].join('\n'))
  }
  return parts.join('\n\n')
}

function quantilesText(quantiles: Quantiles | null, format: (value: number) => string): string {
  if (quantiles === null) return 'none'
  const { mean, median, p90, max } = quantiles
  return `mean ${format(mean)}, median ${format(median)}, 90 % up to ${format(p90)}, largest ${format(max)}`
}
