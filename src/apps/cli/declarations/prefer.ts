/** `prefer`: its options. */
import type { Command } from 'commander'
import { OWN_POLICIES, PREFERRING } from '../../../lab/preference/settings.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declarePrefer(program: Command, { terminal, commandLine }: CommandContext): void {
  const command = program
    .command('prefer')
    .description(
      'Say what is preferred among what is possible: regions drawn on a front, in order of priority, a formula, or both; and what that says of policies and schedules.',
    )
    .argument('<front>', 'the folder of a run of qw front, or the front.json in it')
    .argument(
      '[log]',
      'the log that the front is of: policies are simulated on it and judged beside those that the front has',
    )
  withSettings(command, { ...PREFERRING, ...OWN_POLICIES })
    .optionsGroup('Output:')
    .option('-o, --out <file>', 'write the preference, for --from')
    .option('--json', 'print JSON')
    .option(...reportOption('write a report with the pictures of all panels'))
  withScenarioOptions(command).action(async (front, log, options) => {
    const { preferCommand } = await import('../commands/prefer.js')
    await preferCommand(front, log, options, terminal, commandLine)
  })
}
