/** `learn` and its subcommands: their options. */
import type { Command } from 'commander'
import { LOG } from '../log.js'
import { oneOf, wholeNumber } from '../options.js'
import type { CommandContext } from './context.js'
import { USUAL_COMPARE, withGoalOptions, withLearningOptions, withUnderOption } from './learn-options.js'
import { declareLearnRules } from './learn-rules.js'

export function declareLearn(program: Command, context: CommandContext): void {
  const learn = program
    .command('learn')
    .description('Learn a scheduling strategy from logs, for an objective.')
  declareGreedy(learn, context)
  declareScore(learn, context)
  declareLearnRules(learn, context)
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
  withUnderOption(withLearningOptions(command, USUAL_COMPARE)).action(async (logs, options) => {
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
  withUnderOption(withLearningOptions(command, 'easy,easy:saf,easy:f1,easy:f2,easy:f3,easy:f4')).action(
    async (logs, options) => {
      const { learnScoreCommand } = await import('../commands/learn-score.js')
      await learnScoreCommand(logs, options, terminal)
    },
  )
}
