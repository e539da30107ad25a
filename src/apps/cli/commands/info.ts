/** `qw info`: what is in a log. */

import { type LogOptions, readLog } from '../../../lab/log.js'
import type { LogReport } from '../../../report/model.js'
import { version } from '../../../runtime/version.js'
import { DESCRIBED_FIELDS, describeTrace } from '../../../trace/index.js'
import { writeExhibit } from '../report-file.js'
import type { Terminal } from '../terminal.js'

export interface InfoOptions extends LogOptions {
  readonly json?: true
  readonly report?: string
}

export async function infoCommand(
  path: string | undefined,
  options: InfoOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { trace } = await readLog(path, options, DESCRIBED_FIELDS, terminal)
  const description = describeTrace(trace, options.machine ?? trace.processors)
  if (options.report !== undefined) {
    const { logPage } = await import('../../../report/pages/info.js')
    const report: LogReport = { trace, description, provenance: { version: version(), command: commandLine } }
    await writeExhibit(options.report, logPage(report))
  }
  if (options.json) {
    terminal.print(JSON.stringify(description, null, 2))
    return
  }
  for (const notice of trace.notices) terminal.note(notice)
  const { logText } = await import('../../../report/log-text.js')
  terminal.print(logText(description, terminal.style))
}
