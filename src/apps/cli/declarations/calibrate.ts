/** `calibrate`: its options. */
import type { Command } from 'commander'
import { LOG, withLogOptions } from '../log.js'
import type { CommandContext } from './context.js'
import { reportOption } from './report-option.js'

export function declareCalibrate(program: Command, { terminal }: CommandContext): void {
  withLogOptions(
    program
      .command('calibrate')
      .description(
        'Find the site that wrote a log: machine, partitions, limits, maintenance, order and algorithm that explain its recorded ' +
          'starts best, as a document that --site takes; and what the log does not tell.',
      )
      .argument('[log]', LOG)
      .optionsGroup('Output:')
      .option('-o, --out <file>', 'write the site: .yaml or .json')
      .option('--json', 'print JSON')
      .option(...reportOption()),
  ).action(async (log, options) => {
    const { calibrateCommand } = await import('../commands/calibrate.js')
    await calibrateCommand(log, options, terminal)
  })
}
