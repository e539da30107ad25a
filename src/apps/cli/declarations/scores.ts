/** `scores` and its subcommands: their options. */
import type { Command } from 'commander'
import { withInvestigateOptions } from '../investigate-options.js'
import { withLogOptions } from '../log.js'
import { oneOf, shareOf, wholeNumber } from '../options.js'
import type { CommandContext } from './context.js'

export function declareScores(program: Command, context: CommandContext): void {
  const scores = program
    .command('scores')
    .description('Score functions: orders of the queue by regression on simulated trials (SC 2017).')
  declareTrials(scores, context)
  declareFit(scores, context)
  declareRank(scores, context)
}

function declareTrials(scores: Command, { terminal }: CommandContext): void {
  const command = scores
    .command('trials')
    .description(
      'Simulate trials: which job of a queue had better go first, as a score for each, for qw scores fit.',
    )
    .argument(
      '[log]',
      'a job log (Standard Workload Format or Batsim JSON, plain or gzip), - for standard input; fresh jobs by the model of Lublin and Feitelson where none is named, for 256 processors or --machine',
    )
    .optionsGroup('Tuples:')
    .option('--tuples <n>', 'parts of the log to try orders on', wholeNumber('--tuples', 1), 216)
    .option(
      '--set-size <n>',
      'jobs of a tuple that set the state of the machine',
      wholeNumber('--set-size', 0),
      16,
    )
    .option('--judged <n>', 'jobs of a tuple that wait and get a score', wholeNumber('--judged', 2), 32)
    .option('--overlap', 'let tuples begin anywhere in the log, also inside others')
    .optionsGroup('Trials:')
    .option(
      '--trials <n>',
      'trials of each tuple (default: until the scores have the precision asked for)',
      wholeNumber('--trials', 1),
    )
    .option(
      '--precision <share>',
      'normalised standard deviation of the scores at which the trials of a tuple end (default: 0.002)',
      shareOf('--precision'),
    )
    .option(
      '--max-trials <n>',
      'trials of a tuple at most (default: 4000000)',
      wholeNumber('--max-trials', 1),
    )
    .option('--seed <n>', 'start of the random numbers', wholeNumber('--seed', 0), 1)
    .option('--json', 'print JSON')
  withInvestigateOptions(withLogOptions(command)).action(async (log, options) => {
    const { scoresTrialsCommand } = await import('../commands/scores-trials.js')
    await scoresTrialsCommand(log, options, terminal)
  })
}

const DISTRIBUTION =
  'the distribution.csv of qw scores trials, or another CSV file of run time, size, submit and score; - for standard input'

function declareFit(scores: Command, { terminal }: CommandContext): void {
  scores
    .command('fit')
    .description('Fit score functions to the scores of trials, and rank them.')
    .argument('<csv>', DISTRIBUTION)
    .optionsGroup('Functions:')
    .option(
      '--family <name>',
      'sc17 (the 576 candidates of the paper), polynomial (up to --degree), products (of logarithms, roots, inverses; the most telling ones)',
      'sc17',
    )
    .option('--degree <n>', 'polynomial: highest degree, 1 to 6 (default: 3)', wholeNumber('--degree', 1))
    .option(
      '--weights <which>',
      'what errors weigh by in the fit: rn (run time times size, as in the paper), none',
      oneOf('--weights', ['rn', 'none']),
      'rn',
    )
    .option(
      '--rank-by <what>',
      'error (on the rows fitted to), held-out (error on held-out tuples), order (rank correlation there) (default: sc17 error, else held-out)',
      oneOf('--rank-by', ['error', 'held-out', 'order']),
    )
    .option('--top <n>', 'functions to keep, the best ones', wholeNumber('--top', 1), 10)
    .option(
      '--algorithm <name>',
      'what is to go by the order: head, list, easy, cons',
      oneOf('--algorithm', ['head', 'list', 'easy', 'cons']),
      'easy',
    )
    .optionsGroup('Output:')
    .option('-o, --out <folder>', 'folder for functions.json, functions.csv and strategy.json')
    .option('--json', 'print JSON, as in functions.json')
    .action(async (csv, options) => {
      const { scoresFitCommand } = await import('../commands/scores-fit.js')
      await scoresFitCommand(csv, options, terminal)
    })
}

function declareRank(scores: Command, { terminal }: CommandContext): void {
  scores
    .command('rank')
    .description('Judge score functions by the scores of trials that they need not have been fitted to.')
    .argument('<csv>', DISTRIBUTION)
    .argument(
      '<functions...>',
      'a functions.json, an order such as f1 or saf, a formula such as "size*sqrt(estimate)", a policy, or a strategy (its file)',
    )
    .option('--top <n>', 'of a functions.json, so many of the best', wholeNumber('--top', 1), 10)
    .option('--json', 'print JSON')
    .action(async (csv, functions, options) => {
      const { scoresRankCommand } = await import('../commands/scores-rank.js')
      await scoresRankCommand(csv, functions, options, terminal)
    })
}
