/** `scale` and `reproduce`: their options. */
import type { Command } from 'commander'
import { SCALE_SEARCH } from '../../../lab/scale-settings.js'
import { SCALING } from '../../../workload/scale.js'
import { withInvestigateOptions } from '../investigate-options.js'
import { LOG, withLogOptions } from '../log.js'
import { positiveNumber, wholeNumber } from '../options.js'
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
    .option('--logs <list>', "only these logs, by the study's names for them: CTC,KTH")
    .option(
      '--draws <n>',
      'how often what depends on chance is drawn (default: 5, for optimisers 11 or 51)',
      wholeNumber('--draws', 1, 10_000),
    )
    .option('--seed <n>', 'seed of the first draw', wholeNumber('--seed', 0), 1)
    .option(
      '--with <list>',
      'sc17-table4, rlscheduler-table5: orders, or policies with one, for further columns: saf,easy:f2,@strategy.json',
    )
    .option('--json', 'print JSON')
    .optionsGroup(
      'Studies that search (thesis-*, but for thesis-scaling, fuzzy-tables, multi), which are runs:',
    )
    .option(
      '--budget <share>',
      'share of the published numbers of evaluations (default: thesis-greedy 0.03, thesis-regions 0.03, thesis-front 0.2, thesis-rules 0.1, fuzzy-tables 0.4, thesis-grid 1, thesis-market 0.05, multi 0.1; about half an hour on two processors, thesis-rules more than an hour, thesis-grid half a minute, thesis-market two, multi four)',
      positiveNumber('--budget'),
    )
    .option(
      '--scaled',
      'scale the logs to 1,024 processors first, as for the published figures (about four times the work)',
    )
    .option(
      '--methods <list>',
      'thesis-rules, fuzzy-tables, thesis-regions: only these methods: michigan,cca',
    )
  withInvestigateOptions(reproduce).action(async (study, options) => {
    const { reproduceCommand } = await import('../commands/reproduce.js')
    await reproduceCommand(study, options, terminal)
  })
}
