/** `qw info`: what is in a log. */

import { type LogOptions, readLog } from '../../../lab/log.js'
import { version } from '../../../runtime/version.js'
import { DESCRIBED_FIELDS, describeTrace } from '../../../trace/index.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface InfoOptions extends LogOptions, PrintOptions {
  readonly names?: true
}

export async function infoCommand(
  path: string | undefined,
  options: InfoOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { trace } = await readLog(path, options, DESCRIBED_FIELDS, terminal)
  const description = describeTrace(trace, options.machine ?? trace.processors)
  if (!options.json) for (const notice of trace.notices) terminal.note(notice)
  const exhibit = async () => {
    const { logPage } = await import('../../../report/pages/info.js')
    const provenance = { version: version(), command: commandLine }
    return logPage({ trace, description, names: options.names ?? false, provenance })
  }
  await printResult(terminal, options, exhibit, () => description)
}
