/** `import` and `fidelity`: records of batch systems made into logs of the house, and how closely these are followed. */
import type { Command } from 'commander'
import { FIDELITY } from '../../../lab/calibrate/fidelity.js'
import { SIMULATING } from '../../../lab/experiments/experiment-settings.js'
import { STANDARD_STREAM } from '../../../runtime/index.js'
import { SACCT } from '../../../trace/sacct/options.js'
import { withOutputOptions } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withPoolOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

export function declareImports(program: Command, { terminal }: CommandContext): void {
  const imports = program
    .command('import')
    .description("Make a log, or the document of a site, of a batch system's own records.")
  imports
    .command('site')
    .description(
      'Make the document of a site (docs/machine.md), as --site takes it, of slurm.conf or what Slurm prints: scontrol show ' +
        'config, partition, node, reservation; sacctmgr -P show assoc tree, sacctmgr -P show qos, sacctmgr dump; told apart by ' +
        'content. Whatever is not simulated is named.',
    )
    .argument('<files...>', 'as many of them as there are, plain or gzip, - for standard input')
    .optionsGroup('Output:')
    .option('-o, --out <file>', 'file to write (.yaml, .json), - for standard output', STANDARD_STREAM)
    .action(async (files, options) => {
      const { importSiteCommand } = await import('../commands/import-site.js')
      await importSiteCommand(files, options, terminal)
    })
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

  withPoolOptions(
    withSettings(
      program
        .command('fidelity')
        .description(
          'Say how closely a site is followed by what is simulated here: a site and what was recorded there; or a Slurm that ' +
            'was watched, with its priorities and which jobs its cycles start.',
        )
        .argument(
          '<site>',
          'document of the site, or slurm.conf; or the folder of a watched Slurm (docs/slurm.md)',
        )
        .argument('[log]', 'what was recorded at the site: a log with waits, or what sacct prints'),
      { ...FIDELITY, ...SIMULATING },
    )
      .optionsGroup('Output:')
      .option('--json', 'print JSON')
      .option(...reportOption()),
  ).action(async (site, log, options) => {
    const { fidelityCommand } = await import('../commands/fidelity.js')
    await fidelityCommand(site, log, options, terminal)
  })
}
