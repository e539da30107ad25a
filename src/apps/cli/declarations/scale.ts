/** `scale`: its options. */
import type { Command } from 'commander'
import { SCALE_SEARCH } from '../../../lab/logs/scale-settings.js'
import { SCALING } from '../../../workload/scale.js'
import { LOG, withLogOptions } from '../log.js'
import { withFormatOption } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { reportOption } from './report-option.js'

export function declareScale(program: Command, { terminal, commandLine }: CommandContext): void {
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
    .option(...reportOption('with --match: write a report of the search'))
    .option('--json', 'print JSON: what was done, and the search')
    .action(async (log, options) => {
      const { scaleCommand } = await import('../commands/scale.js')
      await scaleCommand(log, options, terminal, commandLine)
    })
}
