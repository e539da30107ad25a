/** `scale` and `reproduce`: their options. */
import type { Command } from 'commander'
import { REPRODUCING } from '../../../lab/reproduce-settings.js'
import { SCALE_SEARCH } from '../../../lab/scale-settings.js'
import { SCALING } from '../../../workload/scale.js'
import { withInvestigateOptions } from '../investigate-options.js'
import { LOG, withLogOptions } from '../log.js'
import { withFormatOption } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareStudies(program: Command, { terminal, commandLine }: CommandContext): void {
  const scale = withSettings(
    program
      .command('scale')
      .description(
        'Scale a log to a machine of another size: each job is either enlarged or copied, by chance.',
      )
      .argument('[log]', LOG),
    { ...SCALING, ...SCALE_SEARCH },
  )
  withLogOptions(scale)
  withFormatOption(
    scale
      .optionsGroup('Output:')
      .option(
        '-o, --out <file>',
        'file to write (.swf, .swf.gz, .json, .json.gz), - for standard output (default: -; with --json none)',
      ),
  )
    .option('--report <file>', 'with --match: write an HTML report of the search')
    .option('--json', 'print JSON: what was done, and the search')
    .action(async (log, options) => {
      const { scaleCommand } = await import('../commands/scale.js')
      await scaleCommand(log, options, terminal, commandLine)
    })

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
