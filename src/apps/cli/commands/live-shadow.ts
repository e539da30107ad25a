/** `qw live shadow` and `qw live report`: a policy looks on, and what it would have done. */
import type { Given } from '../../../core/settings/index.js'
import type { SiteOptions } from '../../../lab/inputs/site.js'
import type { SHADOW_REPORT } from '../../../lab/live/settings.js'
import { reportShadow, type ShadowOptions, shadowQueue } from '../../../lab/live/shadow.js'
import { shadowPage } from '../../../report/pages/shadow.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'
import { type EventPrinting, tellerOn } from './live-events.js'

export async function liveShadowCommand(
  options: ShadowOptions & EventPrinting,
  terminal: Terminal,
): Promise<void> {
  await shadowQueue(options, terminal, tellerOn(terminal, options))
}

export async function liveReportCommand(
  folder: string,
  options: Given<typeof SHADOW_REPORT> & SiteOptions & PrintOptions,
  terminal: Terminal,
): Promise<void> {
  const report = await reportShadow(folder, options)
  await printResult(
    terminal,
    options,
    () => shadowPage(report),
    () => report,
  )
}
