/** `qw export-policy`: a policy as files for a batch system. */
import { type ExportOptions, exportPolicy } from '../../../lab/export/export-policy.js'
import { exportedPolicyPage } from '../../../report/pages/exported-policy.js'
import { type PrintOptions, printResult } from '../printed.js'
import type { Terminal } from '../terminal.js'

export async function exportPolicyCommand(
  policy: string,
  log: string | undefined,
  options: ExportOptions & PrintOptions,
  terminal: Terminal,
): Promise<void> {
  const report = await exportPolicy(policy, log ?? null, options, terminal)
  await printResult(
    terminal,
    options,
    () => exportedPolicyPage(report),
    () => report,
  )
}
