/** `info` and `convert`: their options. */
import type { Command } from 'commander'
import { LOG_FORMATS } from '../../../lab/logs/written-log.js'
import { LOG, withLogOptions } from '../log.js'
import { oneOf } from '../options.js'
import { POLICY_FORMATS } from '../output.js'
import type { CommandContext } from './context.js'
import { withSiteOption } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declareLogs(program: Command, { terminal, commandLine }: CommandContext): void {
  withSiteOption(program.command('info').description('Describe a log.').argument('[log]', LOG))
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option(...reportOption())
    .option(
      '--names',
      'show in the report whose numbers users and accounts have, where the log was imported so',
    )
    .action(async (log, options) => {
      const { infoCommand } = await import('../commands/info.js')
      await infoCommand(log, options, terminal, commandLine)
    })

  withLogOptions(
    program
      .command('convert')
      .description(
        'Write a log, or a part of it, in another format; keeps every job line unless cleaned or filtered. Or a strategy as a policy, by a formula.',
      )
      .argument('<input>', 'a log, - for standard input; or a strategy')
      .argument(
        '[output]',
        'file to write (.swf, .swf.gz, .json, .json.gz), - for standard output; may be left out for a strategy',
      ),
  )
    .optionsGroup('Output:')
    .option(
      '--to <format>',
      `format, where the name does not say: ${LOG_FORMATS.join(', ')}; of a strategy: ${POLICY_FORMATS.join(', ')} (default: ${POLICY_FORMATS[0]})`,
      oneOf('--to', [...LOG_FORMATS, ...POLICY_FORMATS]),
    )
    .option('--clean', 'leave out what cannot be simulated')
    .action(async (input, output, options) => {
      const { convertCommand } = await import('../commands/convert.js')
      await convertCommand(input, output, options, terminal)
    })
}
