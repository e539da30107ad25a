/** `qw info`: what is in a log. */

import type { LogOptions } from '../../../lab/inputs/log.js'
import type { SiteDocumentOptions } from '../../../lab/inputs/site-document.js'
import { describeLog } from '../../../lab/logs/info.js'
import { version } from '../../../runtime/version.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export interface InfoOptions extends LogOptions, SiteDocumentOptions, PrintOptions {
  readonly names?: true
}

export async function infoCommand(
  path: string | undefined,
  options: InfoOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { trace, description } = await describeLog(path, options, terminal)
  if (!options.json) for (const notice of description.notices) terminal.note(notice)
  const exhibit = async () => {
    const { logPage } = await import('../../../report/pages/info.js')
    const provenance = { version: version(), command: commandLine }
    return logPage({ trace, description, names: options.names ?? false, provenance })
  }
  await printResult(terminal, options, exhibit, () => description)
}
