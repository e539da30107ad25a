/**
 * What a candidate is scored on: of every log the part that is learnt from, in one piece or as random windows, each under
 * every algorithm that the strategy is to do well by. The score is the mean over the logs and algorithms, or the worst of them; of
 * each it is the mean over the windows, divided by what another policy has there, if asked for. That quotient is of means: a mean of
 * quotients would go by the windows in which there is little to schedule.
 */

import type { Scenario } from '../evaluation/scenario.js'
import { simulateTask } from '../evaluation/tasks/simulate.js'
import type { Task } from '../optimize/evaluator.js'
import { withAlgorithm } from '../sim/policy.js'
import type { Exercise, LearnSpec } from './spec.js'

export function scenarioIn({ logs }: Pick<LearnSpec, 'logs'>, { log, window }: Exercise): Scenario {
  return { ...logs[log].scenario, window }
}

/** The policy as it is tried in an exercise. */
export function policyIn({ algorithm }: Pick<Exercise, 'algorithm'>, policy: string): string {
  return algorithm === null ? policy : withAlgorithm(policy, algorithm)
}

export function exerciseTask(
  spec: LearnSpec,
  exercise: Exercise,
  policy: string,
  objectives: readonly string[],
  limit?: number,
): Task {
  return simulateTask(scenarioIn(spec, exercise), policyIn(exercise, policy), objectives, limit)
}

/** Which sum of costs an exercise is part of: the score is the largest. */
export function sumOf({ combine, under }: Pick<LearnSpec, 'combine' | 'under'>, exercise: Exercise): number {
  if (combine === 'mean') return 0
  const { log, algorithm } = exercise
  return log * Math.max(1, under.length) + (algorithm === null ? 0 : under.indexOf(algorithm))
}

/** As messages name it. */
export function exerciseName(
  { logs, windows }: Pick<LearnSpec, 'logs' | 'windows'>,
  { log, window }: Exercise,
): string {
  const { name } = logs[log]
  return windows === null ? name : `${name}, jobs ${window[0] + 1} to ${window[1]}`
}
