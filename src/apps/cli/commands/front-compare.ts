/** `qw front-compare`: two fronts beside each other. */
import { compareFrontsIn, type FrontCompareOptions } from '../../../lab/investigations/front-compare.js'
import { version } from '../../../runtime/version.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export async function frontCompareCommand(
  [one, other]: readonly [string, string],
  { json, report, ...options }: FrontCompareOptions & PrintOptions,
  terminal: Terminal,
  command: string,
): Promise<void> {
  const comparison = await compareFrontsIn(one, other, options)
  const exhibit = async () => {
    const { frontComparisonPage } = await import('../../../report/pages/front-comparison.js')
    return frontComparisonPage({
      comparison,
      names: { one, other },
      provenance: { version: version(), command },
    })
  }
  await printResult(terminal, { json, report }, exhibit, () => {
    const { fronts, fitted, ...others } = comparison
    const front = (which: 'one' | 'other') => {
      const { points: _, ...facts } = fronts[which]
      return facts
    }
    return {
      ...others,
      fronts: { one: front('one'), other: front('other') },
      fitted: fitted && { ...fitted, scale: [...fitted.scale], shift: [...fitted.shift] },
    }
  })
}
