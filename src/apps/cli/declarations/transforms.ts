/** `split`, `merge`, `shift`, `thin` and `load`, which make a log of logs: their options. */
import type { Command } from 'commander'
import { GRIDS, LOAD_CHANGE, MERGING, SHIFT, THINNING } from '../../../workload/transform/index.js'
import { LOG, withLogOptions } from '../log.js'
import { withSeedOption } from '../options.js'
import { withOutputOptions } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareTransforms(program: Command, { terminal }: CommandContext): void {
  const declare = (name: string, description: string) =>
    program.command(name).description(`${description} Details: docs/transforms.md.`)
  const withUsualOptions = (command: Command) => withOutputOptions(withLogOptions(command))

  withUsualOptions(
    declare(
      'split',
      "Make the workload of a grid of one machine's log: jobs go to the sites in turn, wide ones in parts.",
    )
      .argument('[log]', LOG)
      .requiredOption(
        '--sites <grid>',
        `processors of the sites, as 128,128,64 or 2x128,64; or one of ${Object.keys(GRIDS).join(', ')}`,
      )
      .option(
        '--parts <width>',
        "widest part: local (the job's own site), largest (the largest site), or processors",
        'local',
      )
      .addHelpText(
        'after',
        `
One log for all sites is written, with the site (1, 2, …) as the job's partition;
or, where the output's name has %s in it, one log for each site: -o site%s.swf.`,
      ),
  ).action(async (log, options) => {
    const { splitCommand } = await import('../commands/split.js')
    await splitCommand(log, options, terminal)
  })

  withUsualOptions(
    withSettings(
      declare('merge', 'Make one log of several.').argument('<logs...>', 'job logs, two or more'),
      MERGING,
    ),
  ).action(async (logs, options) => {
    const { mergeCommand } = await import('../commands/merge.js')
    await mergeCommand(logs, options, terminal)
  })

  withUsualOptions(
    withSettings(declare('shift', 'Move a log in time.').argument('[log]', LOG), SHIFT),
  ).action(async (log, options) => {
    const { shiftCommand } = await import('../commands/shift.js')
    await shiftCommand(log, options, terminal)
  })

  withUsualOptions(
    withSeedOption(
      withSettings(declare('thin', 'Keep a random part of a log.').argument('[log]', LOG), THINNING),
    ),
  ).action(async (log, options) => {
    const { thinCommand } = await import('../commands/thin.js')
    await thinCommand(log, options, terminal)
  })

  withUsualOptions(
    withSettings(
      declare(
        'load',
        'Change the offered load of a log by the times between its jobs; the daily and weekly cycle is kept.',
      ).argument('[log]', LOG),
      LOAD_CHANGE,
    ),
  ).action(async (log, options) => {
    const { loadCommand } = await import('../commands/load.js')
    await loadCommand(log, options, terminal)
  })
}
