/** `advise`: its options. */
import type { Command } from 'commander'
import { ADVISING } from '../../../lab/investigations/advise-settings.js'
import { withGroupsOut, withInvestigateOptions } from '../investigate-options.js'
import { LOG } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declareAdvise(program: Command, { terminal }: CommandContext): void {
  const settings = withSettings(
    program
      .command('advise')
      .description(
        'Advise a policy: what it gains on weeks that had no say in it, what it costs whom, and the lines for the batch system.',
      )
      .argument('[log]', LOG),
    ADVISING,
  )
  const command = withGroupsOut(settings.optionsGroup('Output:'))
    .option(...reportOption())
    .option('--json', 'print JSON')
  withInvestigateOptions(withScenarioOptions(command)).action(async (log, options) => {
    const { adviseCommand } = await import('../commands/advise.js')
    await adviseCommand(log, options, terminal)
  })
}
