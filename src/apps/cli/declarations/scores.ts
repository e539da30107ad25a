/** `scores` and its subcommands: their options. */
import type { Command } from 'commander'
import { SCORE_FIT, SCORE_RANKING, SCORE_TRIALS } from '../../../learn/score/settings.js'
import { withInvestigateOptions } from '../investigate-options.js'
import { withLogOptions } from '../log.js'
import { withSettings } from '../settings.js'
import type { CommandContext } from './context.js'

const DISTRIBUTION =
  'the distribution.csv of qw scores trials, or another CSV file of run time, size, submit and score; - for standard input'

export function declareScores(program: Command, { terminal }: CommandContext): void {
  const scores = program
    .command('scores')
    .description('Score functions: orders of the queue by regression on simulated trials (SC 2017).')

  const trials = scores
    .command('trials')
    .description(
      'Simulate trials: which job of a queue had better go first, as a score for each, for qw scores fit.',
    )
    .argument(
      '[log]',
      'a job log (Standard Workload Format or Batsim JSON, plain or gzip), - for standard input; fresh jobs by the model of Lublin and Feitelson where none is named, for 256 processors or --machine',
    )
    .option('--json', 'print JSON')
  withInvestigateOptions(withLogOptions(withSettings(trials, SCORE_TRIALS))).action(async (log, options) => {
    const { scoresTrialsCommand } = await import('../commands/scores.js')
    await scoresTrialsCommand(log, options, terminal)
  })

  const fit = scores
    .command('fit')
    .description('Fit score functions to the scores of trials, and rank them.')
    .argument('<csv>', DISTRIBUTION)
  withSettings(fit, SCORE_FIT)
    .optionsGroup('Output:')
    .option('-o, --out <folder>', 'folder for functions.json, functions.csv and strategy.json')
    .option('--json', 'print JSON, as in functions.json')
    .action(async (csv, options) => {
      const { scoresFitCommand } = await import('../commands/scores.js')
      await scoresFitCommand(csv, options, terminal)
    })

  const rank = scores
    .command('rank')
    .description('Judge score functions by the scores of trials that they need not have been fitted to.')
    .argument('<csv>', DISTRIBUTION)
    .argument(
      '<functions...>',
      'a functions.json, an order such as f1 or saf, a formula such as "size*sqrt(estimate)", a policy, or a strategy (its file)',
    )
  withSettings(rank, SCORE_RANKING)
    .option('--json', 'print JSON')
    .action(async (csv, functions, options) => {
      const { scoresRankCommand } = await import('../commands/scores.js')
      await scoresRankCommand(csv, functions, options, terminal)
    })
}
