/** `learn`: its options. */
import type { Command } from 'commander'
import { withInvestigateOptions } from '../investigate-options.js'
import { LOG, withLogOptions } from '../log.js'
import { decimal, gathered, oneOf, wholeNumber } from '../options.js'
import { withRuleOptions } from '../rules.js'
import type { CommandContext } from './context.js'
import { withTrimmingOptions } from './experiment-options.js'

export function declareLearn(program: Command, { terminal }: CommandContext): void {
  const command = program
    .command('learn')
    .description('Learn a scheduling strategy from logs, for an objective.')
    .command('greedy')
    .description(
      'Learn the order of the queue: whose jobs go first, by user group, wait, estimate, size and time of week. ' +
        'Several logs count alike, by the mean of the objective.',
    )
    .argument('[logs...]', LOG)
    .option(
      '--objective <formula>',
      'what is minimised, as "10*AWRT1 + 4*AWRT2" (an objective of which more is better: maximised)',
      'AVEbsld',
    )
    .option(
      '--subject-to <constraint>',
      'what has to hold, as "maxWait <= 14d", "UTIL >= 60%" or "AWRT5 <= 1.5*easy" (a multiple of what a policy reaches); may be repeated',
      gathered,
    )
    .option('--relative-to <policy>', 'divide each value by what this policy reaches on the same jobs')
    .optionsGroup('Search:')
    .option(
      '--method <name>',
      'own (head starts, by CMA-ES), systems (greedy criteria, by the published evolution strategies), random (criterion 2, random weights)',
      oneOf('--method', ['own', 'systems', 'random']),
      'own',
    )
    .option(
      '--evaluations <n>',
      'candidates, about (default: own 2000, random 500, systems as many as the generations take)',
      wholeNumber('--evaluations', 1),
    )
    .option(
      '--algorithm <name>',
      'own: what goes by the order: head, list, easy, cons; best (whichever of head and easy turns out best)',
      oneOf('--algorithm', ['head', 'list', 'easy', 'cons', 'best']),
    )
    .option(
      '--systems <which>',
      'systems: twelve (one criterion in one situation each, then the best together), uniform (4), all (64)',
      oneOf('--systems', ['twelve', 'uniform', 'all']),
    )
    .option(
      '--generations <n>',
      'systems: generations of 105 candidates each (default: 100)',
      wholeNumber('--generations', 1),
    )
    .option(
      '--kappa <n>',
      'systems: generations that a parent lives (default: for ever)',
      wholeNumber('--kappa', 1),
    )
    .option(
      '--rho <n>',
      'systems: parents whose step sizes are averaged, 1 to 15 (default: 2)',
      wholeNumber('--rho', 1),
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
      100,
    )
    .option(
      '--test <log>',
      'a log that nothing is learnt from, to measure the result on; may be repeated',
      gathered,
    )
    .option(
      '--compare <list>',
      'policies to measure beside the result, separated by commas',
      'easy,fcfs,cons,fcfs:group,easy:group',
    )
    .option('--json', 'print JSON')
  withInvestigateOptions(withTrimmingOptions(withRuleOptions(withLogOptions(command)))).action(
    async (logs, options) => {
      const { learnGreedyCommand } = await import('../commands/learn-greedy.js')
      await learnGreedyCommand(logs, options, terminal)
    },
  )
}
