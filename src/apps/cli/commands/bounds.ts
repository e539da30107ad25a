/** `qw bounds`: certified bounds of objectives, beside what policies reach. */

import {
  type BoundsOptions as Asked,
  boundObjectives,
  boundsJson,
  boundsReport,
} from '../../../lab/experiments/bounds.js'
import { printResult } from '../printed.js'
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
  const exhibit = async () => {
    const { boundsPage } = await import('../../../report/pages/bounds.js')
    return boundsPage(boundsReport(bounded))
  }
  await printResult(terminal, options, exhibit, () => boundsJson(bounded))
}
