/** `info` and `convert`: their options. */
import type { Command } from 'commander'
import { LOG, withLogOptions } from '../log.js'
import { withFormatOption } from '../output.js'
import type { CommandContext } from './context.js'

export function declareLogs(program: Command, { terminal, commandLine }: CommandContext): void {
  withLogOptions(program.command('info').description('Describe a log.').argument('[log]', LOG))
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option('--report <file>', 'write an HTML report')
    .action(async (log, options) => {
      const { infoCommand } = await import('../commands/info.js')
      await infoCommand(log, options, terminal, commandLine)
    })

  withFormatOption(
    withLogOptions(
      program
        .command('convert')
        .description(
          'Write a log, or a part of it, in another format. Keeps every job line unless cleaned or filtered.',
        )
        .argument('<input>', 'a log, - for standard input')
        .argument('<output>', 'file to write (.swf, .swf.gz, .json, .json.gz), - for standard output'),
    ).optionsGroup('Output:'),
    '--to',
  )
    .option('--clean', 'leave out what cannot be simulated')
    .action(async (input, output, options) => {
      const { convertCommand } = await import('../commands/convert.js')
      await convertCommand(input, output, options, terminal)
    })
}
