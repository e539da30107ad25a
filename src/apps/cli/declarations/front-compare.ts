/** `front-compare`: its options. */
import type { Command } from 'commander'
import { FRONT_COMPARISON } from '../../../front/comparison-settings.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { reportOption } from './report-option.js'

const FRONT = 'the folder of a run of qw front, or the front.json in it'

export function declareFrontCompare(program: Command, { terminal, commandLine }: CommandContext): void {
  const command = program
    .command('front-compare')
    .description(
      'Compare two fronts: how far they are from each other, which schedules of one the other makes needless, and what each attains.',
    )
    .argument('<front>', FRONT)
    .argument('<other>', 'another one, of the same log or not')
  withSettings(command, FRONT_COMPARISON)
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option(...reportOption('write a report with the pictures of all panels'))
    .action(async (front, other, options) => {
      const { frontCompareCommand } = await import('../commands/front-compare.js')
      await frontCompareCommand([front, other], options, terminal, commandLine)
    })
}
