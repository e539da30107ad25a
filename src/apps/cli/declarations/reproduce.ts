/** `reproduce`: its options. */
import type { Command } from 'commander'
import { REPRODUCING } from '../../../lab/investigations/reproduce-settings.js'
import { withInvestigateOptions } from '../investigate-options.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareReproduce(program: Command, { terminal }: CommandContext): void {
  const reproduce = program
    .command('reproduce')
    .description('Compute the tables of a published study and set them beside the printed ones.')
    .argument('[study]', 'its name; without one, the studies are listed')
    .option(
      '--data <folder>',
      'where the data lies (default: $QUEUEWRIGHT_TRACES, for schedules $QUEUEWRIGHT_REFERENCE, else ../shared/traces, ../shared/reference)',
    )
    .option('--json', 'print JSON')
  withInvestigateOptions(withSettings(reproduce, REPRODUCING)).action(async (study, options) => {
    const { reproduceCommand } = await import('../commands/reproduce.js')
    await reproduceCommand(study, options, terminal)
  })
}
