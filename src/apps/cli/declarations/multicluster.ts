/** `multicluster`: its options. */
import type { Command } from 'commander'
import { MULTICLUSTER_LAB_SETTINGS } from '../../../lab/sites/multicluster-settings.js'
import { withInvestigateOptions } from '../investigate-options.js'
import { withLogOptions } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { reportOption } from './report-option.js'

export function declareMulticluster(program: Command, { terminal, commandLine }: CommandContext): void {
  const command = program
    .command('multicluster')
    .description('Parallel jobs over clusters that share links: heuristics and searches side by side.')
    .argument(
      '[input]',
      'a job log, of which workloads are taken, or a batch with its clusters (.yaml, .json); a small workload made on the spot where none is named',
    )
    .option(
      '--system <file>',
      'the clusters (.yaml, .json): their nodes by power, and their links (default: those of the batch, else the 4 x 60 nodes of the paper)',
    )
    .option('--check', 'check the schedules by an independent judge')
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option('--csv <file>', 'write every job: its times, its clusters, its nodes')
    .option(
      '--gantt <file>',
      'draw the first workload by one algorithm, clusters as bands (.svg, .pdf, .png, .csv)',
    )
    .option(...reportOption())
  withInvestigateOptions(withLogOptions(withSettings(command, MULTICLUSTER_LAB_SETTINGS))).action(
    async (input, options) => {
      const { multiclusterCommand } = await import('../commands/multicluster.js')
      await multiclusterCommand(input, options, terminal, commandLine)
    },
  )
}
