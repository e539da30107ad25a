/** The options of `tune`. */
import type { Command } from 'commander'
import { TUNE } from '../../../lab/tune.js'
import { withInvestigateOptions } from '../investigate-options.js'
import { LOG } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'

export function declareTune(tune: Command, { terminal }: CommandContext): void {
  const command = withSettings(tune.argument('[logs...]', LOG), TUNE)
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
  withInvestigateOptions(withScenarioOptions(command)).action(async (logs, options) => {
    const { tuneCommand } = await import('../commands/tune.js')
    await tuneCommand(logs, options, terminal)
  })
}
