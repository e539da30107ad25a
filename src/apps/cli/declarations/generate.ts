/** `generate` and its subcommands, one for each model: their options. */
import type { Command } from 'commander'
import { GENERATED_LOG } from '../../../workload/generated.js'
import { LUBLIN } from '../../../workload/lublin/choices.js'
import { MODEL_GENERATION } from '../../../workload/model/settings.js'
import { withOutputOptions } from '../output.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

export function declareGenerate(program: Command, { terminal }: CommandContext): void {
  const generate = program
    .command('generate')
    .description('Make a workload by a model, of any machine, length and load.')

  const lublin = generate
    .command('lublin')
    .description(
      'The model of rigid jobs of Lublin and Feitelson (2003): sizes, run times and arrivals with a daily cycle.',
    )
  withOutputOptions(withSettings(lublin, { ...LUBLIN, ...GENERATED_LOG })).action(async (options) => {
    const { generateLublinCommand } = await import('../commands/generate.js')
    await generateLublinCommand(options, terminal)
  })

  const model = generate
    .command('model')
    .description('A workload of a model that qw model fit has made of a log.')
    .argument('<model>', 'a fitted model (JSON), - for standard input')
  withOutputOptions(withSettings(model, MODEL_GENERATION)).action(async (path, options) => {
    const { generateModelCommand } = await import('../commands/generate.js')
    await generateModelCommand(path, options, terminal)
  })
}
