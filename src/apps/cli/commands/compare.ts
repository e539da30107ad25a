/** `qw compare`: several policies on one log, side by side. */

import { dataCsv } from '../../../core/csv.js'
import {
  type CompareOptions as Asked,
  comparedUsers,
  comparePolicies,
  comparisonJson,
  comparisonReport,
} from '../../../lab/experiments/compare.js'
import { STANDARD_STREAM, writeOutput } from '../../../runtime/index.js'
import { usage } from '../options.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export type CompareOptions = Asked & PrintOptions & { readonly groupsOut?: string }

export async function compareCommand(
  path: string | undefined,
  options: CompareOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const { groupsOut } = options
  if (groupsOut === STANDARD_STREAM) throw usage('--groups-out', groupsOut, 'a file')
  const comparison = await comparePolicies(path, options, terminal)
  if (groupsOut !== undefined) await writeOutput(groupsOut, [dataCsv(comparedUsers(comparison))])
  const exhibit = async () => {
    const { comparisonPage } = await import('../../../report/pages/compare.js')
    return comparisonPage(comparisonReport(comparison, options, commandLine))
  }
  await printResult(terminal, options, exhibit, () => comparisonJson(comparison))
}
