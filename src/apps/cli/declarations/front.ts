/** `front`: its options. */
import type { Command } from 'commander'
import { FRONT_SEARCH } from '../../../front/settings.js'
import { withGroupsOut, withInvestigateOptions } from '../investigate-options.js'
import { LOG } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'

export function declareFront(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('front')
    .description(
      'Search for all that is possible on a log, several objectives at once: the schedules that none beats everywhere.',
    )
    .argument('[log]', LOG)
  withGroupsOut(withSettings(command, FRONT_SEARCH).optionsGroup('Output:')).option('--json', 'print JSON')
  withInvestigateOptions(withScenarioOptions(command)).action(async (log, options) => {
    const { frontCommand } = await import('../commands/front.js')
    await frontCommand(log, options, terminal)
  })
}
