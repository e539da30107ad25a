/** `simulate`, `compare` and `policies`: their options. */
import type { Command } from 'commander'
import { LOG } from '../log.js'
import type { CommandContext } from './context.js'
import { withExperimentOptions } from './experiment-options.js'

// With blanks, at which help can break the lines.
const STANDARD_POLICIES = 'fcfs, easy, cons, easy:submit/estimate, easy:saf, easy:wfp3, easy:f1, head:group'

const COLUMNS = 'UTIL, AWRT, groups, AWWT, AVEbsld, meanWait, medianWait, p95Wait, maxWait'

export function declareExperiments(program: Command, { terminal, commandLine }: CommandContext): void {
  withExperimentOptions(
    program
      .command('simulate')
      .description('Simulate one policy on a log.')
      .argument('[log]', LOG)
      .option(
        '--policy <policy>',
        "ALGORITHM:ORDER[/BACKFILL-ORDER], see qw policies; recorded: as it happened; @FILE: a strategy (default: the site's, else easy)",
      )
      .option('-o, --out <file>', 'write the schedule as a log (.swf, .swf.gz), - for standard output')
      .option('--csv <file>', "write the jobs in the columns of Batsim's jobs.csv")
      .option('--gantt <file>', 'draw the schedule (.svg, .png; .csv: its values)')
      .option('--report <file>', 'write an HTML report')
      .option(
        '--names',
        'show in the report whose numbers users and accounts have, where the log was imported so',
      ),
  ).action(async (log, options) => {
    const { simulateCommand } = await import('../commands/simulate.js')
    await simulateCommand(log, options, terminal, commandLine)
  })

  withExperimentOptions(
    program
      .command('compare')
      .description('Simulate several policies on a log and set them side by side.')
      .argument('[log]', LOG)
      .option('--policies <list>', 'policies, separated by commas; @FILE: a strategy', STANDARD_POLICIES)
      .option(
        '--baseline <policy>',
        'the policy that the others are measured against (default: easy, else the first)',
      )
      .option(
        '--columns <list>',
        'objectives to print, separated by commas, or all; groups: the AWRT of each user group',
        COLUMNS,
      )
      .option('--report <file>', 'write an HTML report')
      .option(
        '--names',
        'show in the report whose numbers users and accounts have, where the log was imported so',
      ),
  ).action(async (log, options) => {
    const { compareCommand } = await import('../commands/compare.js')
    await compareCommand(log, options, terminal, commandLine)
  })

  program
    .command('policies')
    .description('List the algorithms, orders, formula variables and objectives, with formulas and sources.')
    .option('--json', 'print JSON')
    .action(async (options) => {
      const { policiesCommand } = await import('../commands/policies.js')
      await policiesCommand(options, terminal)
    })

  program
    .command('settings')
    .description(
      'List what can be set of learners, generators and transformations, with ranges, usual values and sources.',
    )
    .argument('[words...]', 'words of a command: learn michigan, thin; all where there are none')
    .option('--json', 'print a JSON Schema of each, for forms and editors')
    .action(async (words, options) => {
      const { settingsCommand } = await import('../commands/settings.js')
      settingsCommand(words, options, terminal)
    })
}
