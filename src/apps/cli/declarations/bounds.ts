/** `bounds`: its options. */
import type { Command } from 'commander'
import { LOG, withLogOptions } from '../log.js'
import { gathered } from '../options.js'
import { withRuleOptions } from '../rules.js'
import type { CommandContext } from './context.js'
import { withSiteOptions, withTrimmingOptions } from './experiment-options.js'

export function declareBounds(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('bounds')
    .description(
      'Prove for each objective what no schedule of the log can be better than, beside what policies reach.',
    )
    .argument('[log]', LOG)
    .option(
      '--policies <list>',
      'policies to set beside the bounds, separated by commas; @FILE: a strategy',
      'fcfs, easy, cons',
    )
    .option(
      '--objectives <list>',
      'objectives, separated by commas, or all; groups: the AWRT of each user group',
      'all',
    )
    .option(
      '--objective <formula>',
      'a further objective, as "10*AWRT1 + 4*AWRT2", or @FILE of a preference; may be repeated',
      gathered,
    )
    .option('--json', 'print JSON')
  withTrimmingOptions(withSiteOptions(withRuleOptions(withLogOptions(command)))).action(
    async (log, options) => {
      const { boundsCommand } = await import('../commands/bounds.js')
      await boundsCommand(log, options, terminal)
    },
  )
}
