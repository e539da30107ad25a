/** Learning a strategy from logs: what the commands `learn …` share but the learner. */
import { type InvestigateOptions, investigate } from '../../lab/investigate.js'
import { type LearnerOn, type LearnOptions, learningRequest } from '../../lab/learn.js'
import { LEARN, type LearnerSettings, learnerFor } from '../../learn/index.js'
import { printFound } from './found-strategy.js'
import type { Terminal } from './terminal.js'

export interface LearningOptions extends LearnOptions, InvestigateOptions {
  readonly subjectTo?: readonly string[]
  readonly test?: readonly string[]
  readonly json?: true
}

/**
 * Refuses what a learner refuses, before any log is read.
 * @throws QueuewrightError `usage`; `policy-parameter` for an unknown feature
 */
export function checkLearner(settings: LearnerSettings): void {
  learnerFor(settings).open({ ...settings }, { seed: 0, groups: 1, favoured: [] }, null)
}

/**
 * Reads the logs, or makes the demonstration workload; learns; prints what was found.
 * @param name of the run, in front of that of the first log
 */
export async function learnFrom(
  name: string,
  paths: readonly string[],
  options: LearningOptions,
  learnerOn: LearnerOn,
  constraints: readonly string[],
  terminal: Terminal,
): Promise<void> {
  const request = await learningRequest(name, paths, options, learnerOn, constraints, terminal)
  const { folder } = await investigate(LEARN, request, options, terminal)
  await printFound(folder, options, terminal)
}
