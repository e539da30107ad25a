/** `qw compare`: several policies on one log, side by side. */

import {
  type CompareOptions as Asked,
  comparePolicies,
  comparisonJson,
  comparisonReport,
} from '../../../lab/compare.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export type CompareOptions = Asked & PrintOptions

export async function compareCommand(
  path: string | undefined,
  options: CompareOptions,
  terminal: Terminal,
  commandLine: string,
): Promise<void> {
  const comparison = await comparePolicies(path, options, terminal)
  const exhibit = async () => {
    const { comparisonPage } = await import('../../../report/pages/compare.js')
    return comparisonPage(comparisonReport(comparison, options, commandLine))
  }
  await printResult(terminal, options, exhibit, () => comparisonJson(comparison))
}
