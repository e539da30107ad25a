/** `simulate`, `compare` and `policies`: their options. */
import type { Command } from 'commander'
import { COMPARING, SHOWN, SIMULATING } from '../../../lab/experiments/experiment-settings.js'
import { LOG } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { withExperimentOptions } from './experiment-options.js'
import { reportOption } from './report-option.js'

const NAMES = 'show in the report whose numbers users and accounts have, where the log was imported so'

const GROUPS_OUT = 'write who is in which group, and how long each user waits (CSV)'

export function declareExperiments(program: Command, { terminal, commandLine }: CommandContext): void {
  withExperimentOptions(
    withSettings(
      program.command('simulate').description('Simulate one policy on a log.').argument('[log]', LOG),
      SIMULATING,
    )
      .option('-o, --out <file>', 'write the schedule as a log (.swf, .swf.gz), - for standard output')
      .option('--csv <file>', "write the jobs in the columns of Batsim's jobs.csv")
      .option('--gantt <file>', 'draw the schedule (.svg, .pdf, .png; .csv: its values)')
      .option('--groups-out <file>', GROUPS_OUT)
      .option(...reportOption())
      .option('--names', NAMES),
  ).action(async (log, options) => {
    const { simulateCommand } = await import('../commands/simulate.js')
    await simulateCommand(log, options, terminal, commandLine)
  })

  withExperimentOptions(
    withSettings(
      program
        .command('compare')
        .description('Simulate several policies on a log and set them side by side.')
        .argument('[log]', LOG),
      { ...COMPARING, ...SHOWN },
    )
      .option('--groups-out <file>', GROUPS_OUT)
      .option(...reportOption())
      .option('--names', NAMES),
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
    .description('List what can be set, with ranges, usual values and sources.')
    .argument('[words...]', 'words of a command: learn michigan, thin; all where there are none')
    .option('--json', 'print a JSON Schema of each, for forms and editors')
    .action(async (words, options) => {
      const { settingsCommand } = await import('../commands/settings.js')
      settingsCommand(words, options, terminal)
    })
}
