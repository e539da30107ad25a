/** `generate` and its subcommands, one for each model: their options. */
import type { Command } from 'commander'
import { LUBLIN_CLASSES, LUBLIN_DEFAULTS, LUBLIN_ROUNDINGS } from '../../../workload/lublin/choices.js'
import { withGeneratedOptions } from '../generated.js'
import { oneOf, positiveNumber, wholeNumber } from '../options.js'
import type { CommandContext } from './context.js'

export function declareGenerate(program: Command, context: CommandContext): void {
  const generate = program
    .command('generate')
    .description('Make a workload by a model, of any machine, length and load.')
  declareLublin(generate, context)
}

function declareLublin(generate: Command, { terminal }: CommandContext): void {
  withGeneratedOptions(
    generate
      .command('lublin')
      .description(
        'The model of rigid jobs of Lublin and Feitelson (2003): sizes, run times and arrivals with a daily cycle.',
      )
      .optionsGroup('Workload:')
      .option(
        '--machine <n>',
        'processors of the machine, 8 or more, with interactive jobs 23',
        wholeNumber('--machine', 1),
        LUBLIN_DEFAULTS.processors,
      )
      .option(
        '--largest <n>',
        'processors of the largest job (default: the machine)',
        wholeNumber('--largest', 1),
      )
      .option('--jobs <n>', `number of jobs (default: ${LUBLIN_DEFAULTS.jobs})`, wholeNumber('--jobs', 1))
      .option(
        '--days <n>',
        'instead of a number of jobs: all that arrive in so many days',
        positiveNumber('--days'),
      )
      .option(
        '--load <share>',
        'offered load, 1 for the whole machine, by stretching the gaps (default: what the model gives)',
        positiveNumber('--load'),
      )
      .option(
        '--classes <which>',
        `constants of which jobs: ${LUBLIN_CLASSES.join(', ')}`,
        oneOf('--classes', LUBLIN_CLASSES),
        'combined',
      )
      .option(
        '--constants <list>',
        'constants of the model other than the published ones, as interactive.uHi=7,interactive.uMed=4.5 (for 128 processors; moved with the machine)',
      )
      .option('--users <n>', 'say whose the jobs are, by habits of ours', wholeNumber('--users', 1))
      .option(
        '--rounding <what>',
        `what is cut to whole seconds: ${LUBLIN_ROUNDINGS.join(', ')} (as the program of 1999)`,
        oneOf('--rounding', LUBLIN_ROUNDINGS),
        'arrivals',
      ),
  ).action(async (options) => {
    const { generateLublinCommand } = await import('../commands/generate-lublin.js')
    await generateLublinCommand(options, terminal)
  })
}
