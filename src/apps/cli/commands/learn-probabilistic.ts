/** `qw learn probabilistic`: a rigid rule base, by random ones. */
import { PUBLISHED_P } from '../../../learn/index.js'
import type { ProbabilisticSettings } from '../../../learn/rules/rigid/probabilistic.js'
import { RIGID_STRATEGIES } from '../../../learn/rules/rigid/rigid-coding.js'
import { usage } from '../options.js'
import { learnRules, partitionsOf, type RuleLearningOptions } from '../rule-learning.js'
import type { Terminal } from '../terminal.js'

export interface ProbabilisticOptions {
  readonly classes?: string
  /** p. */
  readonly times?: number
  readonly evaluations?: number
}

export async function learnProbabilisticCommand(
  paths: readonly string[],
  options: RuleLearningOptions & ProbabilisticOptions,
  terminal: Terminal,
): Promise<void> {
  const settings = (greedy: string) => probabilisticSettings(options, greedy)
  await learnRules('probabilistic', paths, options, settings, {}, terminal)
}

/** @throws QueuewrightError as `partitionsOf`; `usage` for a budget that is too small, or beside `times` */
export function probabilisticSettings(options: ProbabilisticOptions, greedy: string): ProbabilisticSettings {
  return {
    learner: 'rules-probabilistic',
    partitions: partitionsOf(options),
    greedy,
    p: timesOf(options),
  }
}

/** The base of the smallest sums is a candidate, too. */
const LAST = 1

function timesOf({ times, evaluations }: ProbabilisticOptions): number {
  if (evaluations === undefined) return times ?? PUBLISHED_P
  if (times !== undefined) throw usage('--evaluations', String(evaluations), 'either this or --times')
  const least = RIGID_STRATEGIES + LAST
  if (evaluations < least) {
    throw usage('--evaluations', String(evaluations), `at least ${least}, for each strategy once`)
  }
  return Math.floor((evaluations - LAST) / RIGID_STRATEGIES)
}
