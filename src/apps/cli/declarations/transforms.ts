/** `split`, `merge`, `shift`, `thin` and `load`, which make a log of logs: their options. */
import type { Command } from 'commander'
import type { Declarations } from '../../../core/settings/index.js'
import { LOAD_CHANGE, MERGING, SHIFT, SPLITTING, THINNING } from '../../../workload/transform/index.js'
import { LOG, withLogOptions } from '../log.js'
import { withOutputOptions } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareTransforms(program: Command, { terminal }: CommandContext): void {
  const declare = (name: string, does: string, settings: Declarations, logs = ['[log]', LOG]) => {
    const command = program.command(name).description(`${does} Details: docs/transforms.md.`)
    const [argument, about] = logs
    return withOutputOptions(withLogOptions(withSettings(command.argument(argument, about), settings)))
  }

  declare(
    'split',
    "Make the workload of a grid of one machine's log: jobs go to the sites in turn, wide ones in parts.",
    SPLITTING,
  )
    .addHelpText(
      'after',
      `
One log for all sites is written, with the site (1, 2, …) as the job's partition;
or, where the output's name has %s in it, one log for each site: -o site%s.swf.`,
    )
    .action(async (log, options) => {
      const { splitCommand } = await import('../commands/transform.js')
      await splitCommand(log, options, terminal)
    })

  const one = (name: 'shift' | 'thin' | 'load', does: string, settings: Declarations) =>
    declare(name, does, settings).action(async (log, options) => {
      const { transformCommand } = await import('../commands/transform.js')
      await transformCommand(name, [log], options, terminal)
    })

  declare('merge', 'Make one log of several.', MERGING, ['<logs...>', 'job logs, two or more']).action(
    async (logs, options) => {
      const { transformCommand } = await import('../commands/transform.js')
      await transformCommand('merge', logs, options, terminal)
    },
  )
  one('shift', 'Move a log in time.', SHIFT)
  one('thin', 'Keep a random part of a log.', THINNING)
  one(
    'load',
    'Change the offered load of a log by the times between its jobs; the daily and weekly cycle is kept.',
    LOAD_CHANGE,
  )
}
