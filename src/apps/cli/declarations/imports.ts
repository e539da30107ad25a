/** `import`: logs of batch systems made into logs of the house. */
import type { Command } from 'commander'
import { oneOf, wholeNumber } from '../options.js'
import { withOutputOptions } from '../output.js'
import type { CommandContext } from './context.js'

export function declareImports(program: Command, { terminal }: CommandContext): void {
  const imports = program.command('import').description("Make a log of a batch system's own records.")
  const sacct = imports
    .command('sacct')
    .description(
      'Make a log of Slurm accounting: sacct -P, sacct --json, or the file of jobcomp/filetxt, told apart by content. ' +
        'Users and accounts become pseudonyms.',
    )
    .argument('<file>', 'the accounting, plain or gzip, - for standard input')
    .optionsGroup('Input:')
    .option('--delimiter <text>', 'what separates the fields of sacct -P; else the header says')
    .option('--zone <zone>', 'time zone of the site: Europe/Berlin, or +01:00 (default: UTC, with a note)')
    .option(
      '--bad-lines <what>',
      'rows that cannot be read, or are there twice: error, drop (left out, counted)',
      oneOf('--bad-lines', ['error', 'drop']),
      'error',
    )
    .optionsGroup('Jobs:')
    .option(
      '--unit <what>',
      'what is counted as a processor: cores, nodes, gpus',
      oneOf('--unit', ['cores', 'nodes', 'gpus']),
      'cores',
    )
    .option(
      '--size <which>',
      "count that is a job's size: allocated (what it held), requested",
      oneOf('--size', ['allocated', 'requested']),
      'allocated',
    )
    .option(
      '--release <when>',
      'time at which a job comes: eligible (to start), submit',
      oneOf('--release', ['eligible', 'submit']),
      'eligible',
    )
    .option(
      '--requeues <what>',
      'executions of a requeued job: merge (into one job), split',
      oneOf('--requeues', ['merge', 'split']),
      'merge',
    )
    .option(
      '--het <what>',
      'components of a heterogeneous job: merge (into one job), split',
      oneOf('--het', ['merge', 'split']),
      'merge',
    )
    .option('--partition <list>', 'only jobs of these partitions, by name')
    .option(
      '--split-partitions',
      'a log for each partition; --out names a folder, or has %p where the partition goes',
    )
    .option(
      '--machine <n>',
      'size of the machine; else the most that was in use at one time',
      wholeNumber('--machine', 1),
    )
    .optionsGroup('Personal data:')
    .option(
      '--salt-file <file>',
      'secret that keeps pseudonyms the same in every import; made where it is missing',
    )
    .option('--keep-names', "list the users' and accounts' names in the header")
  withOutputOptions(sacct)
    .option('--json', 'print the report as JSON; needs --out')
    .action(async (file, options) => {
      const { importSacctCommand } = await import('../commands/import-sacct.js')
      await importSacctCommand(file, options, terminal)
    })
}
