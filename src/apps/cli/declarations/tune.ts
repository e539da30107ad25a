/** `tune`: its options. */

import type { Command } from 'commander'
import { MOST_EVALUATIONS } from '../../../optimize/evaluator.js'
import { withInvestigateOptions } from '../investigate-options.js'
import { LOG } from '../log.js'
import { decimal, gathered, oneOf, wholeNumber } from '../options.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'

export function declareTune(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('tune')
    .description(
      'Search the numbers of a policy for the least value of an objective, on a part of the log; judge it on the rest.',
    )
    .argument('[logs...]', LOG)
    .requiredOption(
      '--policy <template>',
      'a policy with names in braces for its numbers, as "easy:({a}*wait/estimate + group)"',
    )
    .option('--over <range>', 'range of a number: a=-5..5, or b=0.01..100:log; once for each', gathered)
    .option(
      '--objective <formula>',
      'what is minimised (an objective of which more is better: maximised); or @FILE of a preference',
      'AVEbsld',
    )
    .option('--relative-to <policy>', 'divide each value by what this policy reaches on the same jobs')
    .optionsGroup('Search:')
    .option(
      '--method <name>',
      'cma-es (covariance matrix adaptation), es (evolution strategy), random',
      oneOf('--method', ['cma-es', 'es', 'random']),
      'cma-es',
    )
    .option(
      '--evaluations <n>',
      'candidates, rounded up to whole generations',
      wholeNumber('--evaluations', 1, MOST_EVALUATIONS),
      400,
    )
    .option(
      '--population <n>',
      "candidates a generation (default: the method's own)",
      wholeNumber('--population', 2, 10_000),
    )
    .option('--seed <n>', 'start of the random numbers', wholeNumber('--seed', 0), 1)
    .option(
      '--no-early-stop',
      'simulate candidates to the end that certainly will not be selected; changes no result',
    )
    .optionsGroup('Learning and testing:')
    .option(
      '--train <percent>',
      'how many of 100 jobs of each log are learnt from, the first ones; the others are for the test',
      decimal('--train', (value) => value > 0 && value <= 100, 'a percentage above 0, at most 100'),
      70,
    )
    .option(
      '--windows <n>',
      'learn on so many random stretches of each log, not on all of it at once',
      wholeNumber('--windows', 1, 10_000),
    )
    .option('--window-jobs <n>', 'jobs of a stretch (default: 1024)', wholeNumber('--window-jobs', 1))
    .option('--redraw', 'with --windows: new stretches for each generation')
    .option(
      '--compare <list>',
      'policies to measure beside the best, separated by commas; @FILE: a strategy',
      'easy,fcfs',
    )
    .option('--json', 'print JSON')
  withInvestigateOptions(withScenarioOptions(command)).action(async (logs, options) => {
    const { tuneCommand } = await import('../commands/tune.js')
    await tuneCommand(logs, options, terminal)
  })
}
