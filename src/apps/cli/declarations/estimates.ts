/** `estimates`: showing, comparing, fitting and applying user estimates of run times; their options. */
import type { Command } from 'commander'
import { STANDARD_STREAM } from '../../../runtime/index.js'
import { APPLYING, BETA_FIT } from '../../../workload/estimates/settings.js'
import { LOG, withLogOptions } from '../log.js'
import { withOutputOptions } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

const MANY_LOGS = 'job logs with estimates (Standard Workload Format or Batsim JSON, plain or gzip)'

export function declareEstimates(program: Command, { terminal }: CommandContext): void {
  const estimates = program
    .command('estimates')
    .description('User estimates of run times: show and compare them, fit and apply models of them.')

  withLogOptions(
    estimates
      .command('show')
      .summary("a log's estimates: accuracy, popular values")
      .description(
        "Show a log's estimates: their accuracy, overall and by run time, and the most popular values.",
      )
      .argument('[log]', LOG),
  )
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .action(async (log, options) => {
      const { showEstimatesCommand } = await import('../commands/estimates.js')
      await showEstimatesCommand(log, options, terminal)
    })

  withLogOptions(
    estimates
      .command('compare')
      .summary('modelled estimates beside real ones')
      .description('Compare the estimates of logs with those of the first, such as modelled with real ones.')
      .argument('<log>', 'the log that the others are compared with')
      .argument('<others...>', 'further logs, such as the same one with modelled estimates'),
  )
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .action(async (first, others, options) => {
      const { compareEstimatesCommand } = await import('../commands/estimates.js')
      await compareEstimatesCommand([first, ...others], options, terminal)
    })

  withLogOptions(
    withSettings(
      estimates
        .command('fit')
        .summary('fit the Beta model on logs')
        .description('Fit the Beta model of Song et al. on logs with estimates, for estimates apply.')
        .argument('<logs...>', MANY_LOGS),
      BETA_FIT,
    ),
  )
    .optionsGroup('Output:')
    .option('-o, --out <file>', 'file to write (JSON), - for standard output', STANDARD_STREAM)
    .action(async (logs, options) => {
      const { fitEstimatesCommand } = await import('../commands/estimates.js')
      await fitEstimatesCommand(logs, options, terminal)
    })

  withOutputOptions(
    withLogOptions(
      withSettings(
        estimates
          .command('apply')
          .summary('give a log modelled estimates')
          .description('Write a log with modelled estimates in the place of its own.')
          .argument('[log]', LOG),
        APPLYING,
      ),
    ),
  ).action(async (log, options) => {
    const { applyEstimatesCommand } = await import('../commands/estimates.js')
    await applyEstimatesCommand(log, options, terminal)
  })
}
