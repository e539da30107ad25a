/** The options that all subcommands of `learn` share, whatever they learn. */
import type { Command } from 'commander'
import { withInvestigateOptions } from '../investigate-options.js'
import { decimal, gathered, oneOf, wholeNumber } from '../options.js'
import { withScenarioOptions } from './experiment-options.js'

/**
 * What is learnt for.
 * @param usual of the constraints, for the help text
 */
export function withGoalOptions(command: Command, usual = ''): Command {
  return command
    .option(
      '--objective <formula>',
      'what is minimised, as "10*AWRT1 + 4*AWRT2" (an objective of which more is better: maximised), or @FILE of a preference',
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
      'what several logs make of a score, and several algorithms where each order is tried under them: mean, worst (the largest cost of them)',
      oneOf('--combine', ['mean', 'worst']),
      'mean',
    )
}

const LEARNING = 'Learning and testing:'

/**
 * How it is learnt and tested, and what all learning has in common; after the options of the search.
 * @param compare the usual policies beside the result
 */
export function withLearningOptions(command: Command, compare: string): Command {
  command
    .option('--seed <n>', 'start of the random numbers', wholeNumber('--seed', 0), 1)
    .option(
      '--no-early-stop',
      'simulate candidates to the end that certainly will not be selected; changes no result',
    )
    .optionsGroup(LEARNING)
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
      wholeNumber('--windows', 1, 10_000),
    )
    .option('--window-jobs <n>', 'jobs of a stretch (default: 1024)', wholeNumber('--window-jobs', 1))
    .option(
      '--compare <list>',
      'policies to measure beside the result, separated by commas; @FILE: a strategy',
      compare,
    )
    .option('--json', 'print JSON')
  return withInvestigateOptions(withScenarioOptions(command))
}

/** Of strategies that are an order of the queue, which several algorithms can go by. */
export function withUnderOption(command: Command): Command {
  return command
    .optionsGroup(LEARNING)
    .option(
      '--under <list>',
      'try each order under all of these, alike: head, list, easy, cons, or easy/ORDER with a backfill order, as head,easy/fcfs (default: under its own)',
    )
}
