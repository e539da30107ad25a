/** `learn` and its subcommands: their options. */
import type { Command } from 'commander'
import { withInvestigateOptions } from '../investigate-options.js'
import { LOG, withLogOptions } from '../log.js'
import { decimal, gathered, oneOf, wholeNumber } from '../options.js'
import { withRuleOptions } from '../rules.js'
import type { CommandContext } from './context.js'
import { withTrimmingOptions } from './experiment-options.js'

export function declareLearn(program: Command, context: CommandContext): void {
  const learn = program
    .command('learn')
    .description('Learn a scheduling strategy from logs, for an objective.')
  declareGreedy(learn, context)
  declareScore(learn, context)
}

function declareGreedy(learn: Command, { terminal }: CommandContext): void {
  const command = withGoalOptions(
    learn
      .command('greedy')
      .description(
        'Learn the order of the queue: whose jobs go first, by user group, wait, estimate, size and time of week. ' +
          'Several logs count alike, by the mean of the objective.',
      )
      .argument('[logs...]', LOG),
    '',
  )
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
      'own: what goes by the order: head, list, easy, cons; best (whichever of head and easy turns out best) (default: best, with --under the first of these)',
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
  withLearningOptions(command, 'easy,fcfs,cons,fcfs:group,easy:group').action(async (logs, options) => {
    const { learnGreedyCommand } = await import('../commands/learn-greedy.js')
    await learnGreedyCommand(logs, options, terminal)
  })
}

function declareScore(learn: Command, { terminal }: CommandContext): void {
  const command = withGoalOptions(
    learn
      .command('score')
      .description(
        'Learn a score function, by which the queue is sorted: a formula over submit, wait, estimate, size and the state of ' +
          'the queue, searched on the simulated objective itself. Several logs count alike, by the mean of the objective.',
      )
      .argument('[logs...]', LOG),
    ' (default: maxWait <= 1.1*easy; none: nothing)',
  )
    .optionsGroup('Search:')
    .option(
      '--method <name>',
      'coefficients (sums of terms, by CMA-ES, then fewer terms), symbolic (expressions of any form, by genetic programming)',
      oneOf('--method', ['coefficients', 'symbolic']),
      'coefficients',
    )
    .option('--evaluations <n>', 'candidates, about', wholeNumber('--evaluations', 1), 2000)
    .option(
      '--algorithm <name>',
      'what goes by the score: head, list, easy, cons; best (whichever of head and easy turns out best) (default: easy, with --under the first of these)',
      oneOf('--algorithm', ['head', 'list', 'easy', 'cons', 'best']),
    )
    .option(
      '--terms <list>',
      'coefficients: families of terms, separated by commas: age, sc17, aging, state (default: all, of which the best goes on)',
    )
    .option(
      '--variables <list>',
      'symbolic: what a score may know, separated by commas: submit, wait, estimate, size, group, queue, free (default: all)',
    )
    .option(
      '--depth <n>',
      'symbolic: levels of an expression, 4 to 20 (default: 8)',
      wholeNumber('--depth', 1),
    )
  withLearningOptions(command, 'easy,easy:saf,easy:f1,easy:f2,easy:f3,easy:f4').action(
    async (logs, options) => {
      const { learnScoreCommand } = await import('../commands/learn-score.js')
      await learnScoreCommand(logs, options, terminal)
    },
  )
}

/**
 * What is learnt for.
 * @param usual of the constraints, for the help text
 */
function withGoalOptions(command: Command, usual: string): Command {
  return command
    .option(
      '--objective <formula>',
      'what is minimised, as "10*AWRT1 + 4*AWRT2" (an objective of which more is better: maximised)',
      'AVEbsld',
    )
    .option(
      '--subject-to <constraint>',
      `what has to hold, as "maxWait <= 14d", "UTIL >= 60%" or "AWRT5 <= 1.5*easy" (a multiple of what a policy reaches); may be repeated${usual}`,
      gathered,
    )
    .option('--relative-to <policy>', 'divide each value by what this policy reaches on the same jobs')
    .option(
      '--combine <how>',
      'what several logs (and algorithms, with --under) make of a score: mean, worst (the largest cost of them)',
      oneOf('--combine', ['mean', 'worst']),
      'mean',
    )
}

/**
 * How it is learnt and tested, and what all learning has in common.
 * @param compare the usual policies beside the result
 */
function withLearningOptions(command: Command, compare: string): Command {
  command
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
      '--windows <n>',
      'learn on so many random stretches of each log, each on an empty machine, not on all of it at once',
      wholeNumber('--windows', 1),
    )
    .option('--window-jobs <n>', 'jobs of a stretch (default: 1024)', wholeNumber('--window-jobs', 1))
    .option(
      '--under <list>',
      'try each order under all of these, alike: head, list, easy, cons, or easy/ORDER with a backfill order, as head,easy/fcfs (default: under its own)',
    )
    .option('--compare <list>', 'policies to measure beside the result, separated by commas', compare)
    .option('--json', 'print JSON')
  return withInvestigateOptions(withTrimmingOptions(withRuleOptions(withLogOptions(command))))
}
