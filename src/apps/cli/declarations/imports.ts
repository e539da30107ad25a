/** `import`: logs of batch systems made into logs of the house. */
import type { Command } from 'commander'
import { SACCT } from '../../../trace/sacct/options.js'
import { withOutputOptions } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareImports(program: Command, { terminal }: CommandContext): void {
  const imports = program.command('import').description("Make a log of a batch system's own records.")
  const sacct = withSettings(
    imports
      .command('sacct')
      .description(
        'Make a log of Slurm accounting: sacct -P, sacct --json, or the file of jobcomp/filetxt, told apart by content. ' +
          'Users and accounts become pseudonyms.',
      )
      .argument('<file>', 'the accounting, plain or gzip, - for standard input'),
    SACCT,
  )
    .optionsGroup('Personal data:')
    .option(
      '--salt-file <file>',
      'secret that keeps pseudonyms the same in every import; made where it is missing',
    )
  withOutputOptions(sacct)
    .option('--json', 'print the report as JSON; needs --out')
    .action(async (file, options) => {
      const { importSacctCommand } = await import('../commands/import-sacct.js')
      await importSacctCommand(file, options, terminal)
    })
}
