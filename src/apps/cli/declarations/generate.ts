/** `generate` and its subcommands, one for each model: their options. */
import type { Command } from 'commander'
import { LUBLIN } from '../../../workload/lublin/choices.js'
import { withGeneratedOptions } from '../generated.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareGenerate(program: Command, context: CommandContext): void {
  const generate = program
    .command('generate')
    .description('Make a workload by a model, of any machine, length and load.')
  declareLublin(generate, context)
}

function declareLublin(generate: Command, { terminal }: CommandContext): void {
  const command = generate
    .command('lublin')
    .description(
      'The model of rigid jobs of Lublin and Feitelson (2003): sizes, run times and arrivals with a daily cycle.',
    )
  withSettings(command, LUBLIN)
    .optionsGroup('Workload:')
    .option(
      '--constants <list>',
      'constants of the model other than the published ones, as interactive.uHi=7,interactive.uMed=4.5 (for 128 processors; moved with the machine)',
    )
  withGeneratedOptions(command).action(async (options) => {
    const { generateLublinCommand } = await import('../commands/generate-lublin.js')
    await generateLublinCommand(options, terminal)
  })
}
