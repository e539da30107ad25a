/** `market`: its options. */
import type { Command } from 'commander'
import { MARKET_LAB_SETTINGS } from '../../../lab/sites/market-settings.js'
import { withLogOptions } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'
import { reportOption } from './report-option.js'

export function declareMarket(program: Command, { terminal, commandLine }: CommandContext): void {
  const command = program
    .command('market')
    .description('Domains that trade their idle time: whether that beats a central scheduler, and for whom.')
    .argument('[logs...]', 'a job log whose jobs come from all domains, or a log for each domain')
    .option(
      '--domains <market>',
      'the domains: sizes such as 2x128,64, a published grid such as m128-4, or a file (.yaml, .json); else the machines of the logs',
    )
    .option('--requests <file>', 'requests, resources and offers in the language of docs/sites.md')
    .option('--functions <file>', 'functions of qw learn market, a market beside the others')
    .option('--check', 'check what was agreed on by an independent validator')
    .optionsGroup('Output:')
    .option('--json', 'print JSON')
    .option('--csv <file>', 'write every job: its home, its times, its nodes, its cost')
    .option('--offers <file>', 'write what was agreed on as offers, in the same language')
    .option('--gantt <file>', 'draw one market, domains as bands (.svg, .pdf, .png, .csv)')
    .option(...reportOption())
  withLogOptions(withSettings(command, MARKET_LAB_SETTINGS)).action(async (logs, options) => {
    const { marketCommand } = await import('../commands/market.js')
    await marketCommand(logs, options, terminal, commandLine)
  })
}
