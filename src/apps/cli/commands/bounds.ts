/** `qw bounds`: certified bounds of objectives, beside what policies reach. */

import { formatCount } from '../../../core/format.js'
import { type BoundsOptions as Asked, boundObjectives, boundsJson } from '../../../lab/bounds.js'
import { droppedText } from '../../../lab/log.js'
import type { Terminal } from '../terminal.js'

export interface BoundsOptions extends Asked {
  readonly json?: true
}

export async function boundsCommand(
  path: string | undefined,
  options: BoundsOptions,
  terminal: Terminal,
): Promise<void> {
  const bounded = await boundObjectives(path, options, terminal)
  if (options.json) {
    terminal.print(JSON.stringify(boundsJson(bounded), null, 2))
    return
  }
  const { boundsTable } = await import('../../../report/bounds-text.js')
  const { trace, stage, scenario, dropped } = bounded.experiment
  const jobs = `${formatCount(stage.jobs.length)} jobs on ${formatCount(scenario.machine)} processors`
  terminal.print(`${trace.name}: ${jobs} (left out: ${droppedText(dropped)})\n`)
  terminal.print(boundsTable(bounded.rows, bounded.policies, terminal.style))
}
