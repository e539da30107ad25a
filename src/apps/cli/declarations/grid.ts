/** `grid`: its options. */
import type { Command } from 'commander'
import { GRID_LAB_SETTINGS } from '../../../lab/sites/grid-settings.js'
import { withLogOptions } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { reportOption } from './report-option.js'

export function declareGrid(program: Command, { terminal, commandLine }: CommandContext): void {
  const command = program
    .command('grid')
    .description('Several sites on one clock: what sharing their work is worth, and to whom.')
    .argument('[logs...]', 'a job log whose jobs come from all sites, or a log for each site')
    .option(
      '--sites <grid>',
      'the sites: a published grid such as m128-4, sizes such as 2x128,64, or a file (.yaml, .json); else the machines of the logs',
    )
    .option(
      '--site-policy <policy>',
      'what every site goes by, as easy:spt; @FILE: a strategy (default: easy)',
    )
    .option('--check', 'check the schedules by an independent validator')
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option('--csv <file>', 'write every job: its home, its times, its sites')
    .option('--gantt <file>', 'draw one way of sharing, sites as bands (.svg, .pdf, .png, .csv)')
    .option(...reportOption())
  withLogOptions(withSettings(command, GRID_LAB_SETTINGS)).action(async (logs, options) => {
    const { gridCommand } = await import('../commands/grid.js')
    await gridCommand(logs, options, terminal, commandLine)
  })
}
