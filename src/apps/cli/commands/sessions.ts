/** `qw sessions`: user sessions and think times of a log, shown, and written as fields 17 and 18 where asked for. */
import { parseDuration } from '../../../core/duration.js'
import { named } from '../../../lab/failures.js'
import { type LogOptions, readLog } from '../../../lab/log.js'
import { sessionsPage } from '../../../report/pages/sessions.js'
import { inputName, STANDARD_STREAM } from '../../../runtime/index.js'
import { FURTHER_FIELDS, type Trace, traceWith } from '../../../trace/index.js'
import {
  DEPENDENCY_FIELDS,
  describeSessions,
  extractSessions,
  SESSION_RULES,
  type SessionRule,
  type Sessions,
  sessionsOfLog,
  withDependencyFields,
} from '../../../workload/sessions/index.js'
import { usage } from '../options.js'
import { type FormatOptions, formatOf, writeTrace } from '../output.js'
import { printResult } from '../printed.js'
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
  const { name, digest } = trace
  await printResult(
    terminal,
    options,
    () => sessionsPage({ log: name, sessions: facts, rule: extraction }),
    () => ({ log: { name, digest }, from: extraction ?? 'log', ...facts }),
  )
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
