/** `qw learn iterative`: a rigid rule base, class by class. */
import type { IterativeSettings } from '../../../learn/rules/rigid/iterative.js'
import { learnRules, partitionsOf, type RuleLearningOptions } from '../rule-learning.js'
import type { Terminal } from '../terminal.js'

export interface IterativeOptions {
  readonly classes?: string
}

export async function learnIterativeCommand(
  paths: readonly string[],
  options: RuleLearningOptions & IterativeOptions,
  terminal: Terminal,
): Promise<void> {
  const settings = (greedy: string) => iterativeSettings(options, greedy)
  await learnRules('iterative', paths, options, settings, {}, terminal)
}

/** @throws QueuewrightError as `partitionsOf` */
export function iterativeSettings(options: IterativeOptions, greedy: string): IterativeSettings {
  return { learner: 'rules-iterative', partitions: partitionsOf(options), greedy }
}
