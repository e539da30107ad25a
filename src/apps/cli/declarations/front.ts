/** `front`: its options. */

import type { Command } from 'commander'
import { MOST_EVALUATIONS } from '../../../optimize/evaluator.js'
import { withInvestigateOptions } from '../investigate-options.js'
import { LOG } from '../log.js'
import { decimal, oneOf, wholeNumber } from '../options.js'
import type { CommandContext } from './context.js'
import { withScenarioOptions } from './experiment-options.js'

/** Two years of work. */
const MOST_MINUTES = 1_000_000

export function declareFront(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('front')
    .description(
      'Search for all that is possible on a log, several objectives at once: the schedules that none beats everywhere.',
    )
    .argument('[log]', LOG)
    .option(
      '--objectives <list>',
      'two objectives or more, separated by commas (default: AWRT, AWRT of each user group, UTIL)',
    )
    .option(
      '--compare <list>',
      'policies to show beside the usual ones, separated by commas; @FILE: a strategy',
      '',
    )
    .option('--json', 'print JSON')
    .optionsGroup('Search:')
    .option(
      '--plan <name>',
      "own (a many-objective search over linear orders), published (that of Franke's thesis, 2006)",
      oneOf('--plan', ['own', 'published']),
      'own',
    )
    .option(
      '--evaluations <n>',
      'schedules to evaluate (default: 5000, or without limit where --minutes is given; published: as many as it takes, 153,924 with five groups)',
      wholeNumber('--evaluations', 1, MOST_EVALUATIONS),
    )
    .option(
      '--minutes <n>',
      'end the search after so many minutes of work, also over several sessions',
      decimal(
        '--minutes',
        (value) => value > 0 && value <= MOST_MINUTES,
        `a number above 0, at most ${MOST_MINUTES}`,
      ),
    )
    .option('--seed <n>', 'start of the random numbers', wholeNumber('--seed', 0), 1)
    .option(
      '--large-size <n>',
      'with --plan published: jobs of more processors are large and may be moved',
      wholeNumber('--large-size', 0),
    )
    .option(
      '--large-estimate <time>',
      'with --plan published: jobs of longer estimates are large and may be moved',
    )
  withInvestigateOptions(withScenarioOptions(command)).action(async (log, options) => {
    const { frontCommand } = await import('../commands/front.js')
    await frontCommand(log, options, terminal)
  })
}
