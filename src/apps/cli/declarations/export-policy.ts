/** The options of `export-policy`. */
import type { Command } from 'commander'
import { EXPORTING } from '../../../lab/export/settings.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declareExportPolicy(program: Command, { terminal }: CommandContext): void {
  const exportPolicy = program
    .command('export-policy')
    .description(
      "Write a policy as files for a batch system: Slurm's weights, a script that sets site factors, or a formula of OpenPBS; with the way back. With a log, say what is lost.",
    )
    .argument('<policy>', 'a policy, as easy:saf, or @FILE, a strategy')
    .argument('[log]', 'a job log, on which the policy and what the files say of it are simulated')
  withScenarioOptions(withSettings(exportPolicy, EXPORTING))
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option(...reportOption())
    .action(async (policy, log, options) => {
      const { exportPolicyCommand } = await import('../commands/export-policy.js')
      await exportPolicyCommand(policy, log, options, terminal)
    })
}
