/** `tune`: its options. */
import type { Command } from 'commander'
import { TUNE } from '../../../lab/investigations/tune.js'
import { withGroupsOut, withInvestigateOptions } from '../investigate-options.js'
import { LOG } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declareTune(program: Command, { terminal }: CommandContext): void {
  const tune = program
    .command('tune')
    .description(
      'Search the numbers of a policy for the least value of an objective, on a part of the log; judge it on the rest.',
    )
  const command = withGroupsOut(withSettings(tune.argument('[logs...]', LOG), TUNE).optionsGroup('Output:'))
    .option('--json', 'print JSON')
    .option(...reportOption())
  withInvestigateOptions(withScenarioOptions(command)).action(async (logs, options) => {
    const { tuneCommand } = await import('../commands/tune.js')
    await tuneCommand(logs, options, terminal)
  })
}
