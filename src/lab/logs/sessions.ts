/** The sessions of a log's users, told apart or as the log says, and the log with them. */
import { type Given, settled } from '../../core/settings/index.js'
import { FURTHER_FIELDS, type Trace, traceWith } from '../../trace/index.js'
import {
  DEPENDENCY_FIELDS,
  describeSessions,
  extractSessions,
  SESSIONS,
  type SessionFacts,
  type SessionRule,
  sessionsOfLog,
  withDependencyFields,
} from '../../workload/sessions/index.js'
import { named } from '../failures.js'
import { type LogOptions, readLog } from '../inputs/log.js'
import type { Ports } from '../ports.js'

export interface SessionsFound {
  readonly file: string
  readonly trace: Trace
  /** How sessions were told apart; null: as the log says. */
  readonly rule: { readonly by: SessionRule; readonly threshold: number } | null
  readonly facts: SessionFacts
  /** The log with fields 17 and 18. */
  readonly noted: () => Trace
}

/** @param whole whether the log will be asked for, with all its fields */
export async function findSessions(
  path: string,
  options: LogOptions,
  given: Given<typeof SESSIONS>,
  ports: Ports,
  whole = false,
): Promise<SessionsFound> {
  const { from, by, threshold } = settled(SESSIONS, given)
  const rule = from === 'log' ? null : { by, threshold }
  const { file, trace } = await readLog(path, options, whole ? FURTHER_FIELDS : DEPENDENCY_FIELDS, ports)
  const sessions = named(file, () => (rule === null ? sessionsOfLog(trace) : extractSessions(trace, rule)))
  const noted = () => {
    const changed = withDependencyFields(trace, sessions)
    if (rule === null) return changed
    const note = ` Note: fields 17 and 18 extracted: sessions end by ${by} after ${threshold} s, batches within them`
    return traceWith(changed, { header: [note, ...changed.header] })
  }
  return { file, trace, rule, facts: describeSessions(trace, sessions), noted }
}
