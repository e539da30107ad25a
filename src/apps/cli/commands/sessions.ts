/** `qw sessions`: user sessions and think times of a log, shown, and written as fields 17 and 18 where asked for. */
import type { LogOptions } from '../../../lab/inputs/log.js'
import { findSessions } from '../../../lab/logs/sessions.js'
import { formatOf } from '../../../lab/logs/written-log.js'
import { sessionsPage } from '../../../report/pages/sessions.js'
import { STANDARD_STREAM } from '../../../runtime/index.js'
import { SESSIONS } from '../../../workload/sessions/index.js'
import { type FormatOptions, noteLeftOut, writeTrace } from '../output.js'
import { printResult } from '../printed.js'
import { givenBy } from '../settings.js'
import type { Terminal } from '../terminal.js'

export interface SessionsOptions extends LogOptions, FormatOptions {
  readonly out?: string
  readonly json?: true
}

export async function sessionsCommand(
  path: string,
  options: SessionsOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, size } = options
  // A name that says no format is found out before a long log is read.
  const format = out === undefined ? null : (options.format ?? formatOf(out))
  const given = givenBy(SESSIONS, options)
  const found = await findSessions(path, options, given, terminal, out !== undefined)
  const { file, trace, rule, facts, noted } = found
  if (out !== undefined && format !== null) {
    await writeTrace(out, noted(), { format }, file, terminal, size)
    if (out === STANDARD_STREAM) {
      noteLeftOut(trace.dropped, terminal)
      return
    }
  } else for (const notice of trace.notices) terminal.note(notice)
  const { name, digest } = trace
  await printResult(
    terminal,
    options,
    () => sessionsPage({ log: name, sessions: facts, rule }),
    () => ({ log: { name, digest }, from: rule ?? 'log', ...facts }),
  )
}
