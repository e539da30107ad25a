/**
 * Training cases, what a candidate is scored on: of every log the part that is learnt from, in one piece or as random
 * windows, each under every algorithm that the strategy is to do well by. The score is the mean over the logs and algorithms,
 * or the worst of them; of each it is the mean over the windows, divided by what another policy has there, if asked for. That
 * quotient is of means: a mean of quotients would go by the windows in which there is little to schedule.
 */
import { QueuewrightError } from '../core/errors.js'
import type { Scenario } from '../evaluation/scenarios/scenario.js'
import { simulateTask } from '../evaluation/tasks/simulate.js'
import type { Task } from '../optimize/evaluator.js'
import { withAlgorithm } from '../sim/policy.js'
import type { LearnSpec, TrainingCase } from './spec.js'

/** A training case before it is known what it weighs. */
export type UnweightedCase = Omit<TrainingCase, 'weight'>

/** The cases of some windows of each log: log by log, algorithm by algorithm, window by window. */
export function casesOn(
  { logs, under }: Pick<LearnSpec, 'logs' | 'under'>,
  windows: readonly (readonly Pick<TrainingCase, 'window' | 'usual'>[])[],
): readonly UnweightedCase[] {
  const algorithms = under.length === 0 ? [null] : under
  return logs.flatMap((_, log) =>
    algorithms.flatMap((algorithm) => windows[log].map((each) => ({ log, algorithm, ...each }))),
  )
}

/**
 * @param base what the policy has in each case that scores are relative to; null: none
 * @throws QueuewrightError `objective-undefined` where nothing is relative to it
 */
export function weighted(
  spec: Pick<LearnSpec, 'objective' | 'relativeTo' | 'logs' | 'under' | 'combine'>,
  cases: readonly UnweightedCase[],
  base: readonly number[] | null,
): readonly TrainingCase[] {
  const alike = spec.combine === 'mean' ? spec.logs.length * Math.max(1, spec.under.length) : 1
  const counts = new Map<number, number>()
  const totals = new Map<number, number>()
  for (const [k, each] of cases.entries()) {
    const place = placeOf(spec, each)
    counts.set(place, (counts.get(place) ?? 0) + 1)
    totals.set(place, (totals.get(place) ?? 0) + (base?.[k] ?? 0))
  }
  return cases.map((each) => {
    const place = placeOf(spec, each)
    const count = counts.get(place) ?? 1
    const divisor = base === null ? 1 : divisorOf(spec, each, (totals.get(place) ?? 0) / count)
    return { ...each, weight: 1 / (alike * count * divisor) }
  })
}

function divisorOf(
  { objective, relativeTo, logs }: Pick<LearnSpec, 'objective' | 'relativeTo' | 'logs'>,
  each: UnweightedCase,
  value: number,
): number {
  if (value > 0 && Number.isFinite(value)) return value
  throw new QueuewrightError(
    'objective-undefined',
    `${objective} is ${value} under ${policyIn(each, relativeTo ?? '')}, so that nothing is relative to it`,
    { field: logs[each.log].name, remedy: 'Take another objective, or leave out --relative-to' },
  )
}

export function scenarioIn(
  { logs }: Pick<LearnSpec, 'logs'>,
  { log, window }: Pick<TrainingCase, 'log' | 'window'>,
): Scenario {
  return { ...logs[log].scenario, window }
}

/** The policy as it is tried in a case. */
export function policyIn({ algorithm }: Pick<TrainingCase, 'algorithm'>, policy: string): string {
  return algorithm === null ? policy : withAlgorithm(policy, algorithm)
}

export function caseTask(
  spec: LearnSpec,
  each: UnweightedCase,
  policy: string,
  objectives: readonly string[],
  limit?: number,
): Task {
  return simulateTask(scenarioIn(spec, each), policyIn(each, policy), objectives, limit)
}

/** Which sum of costs a case is part of: the score is the largest. */
export function sumOf(spec: Pick<LearnSpec, 'combine' | 'under'>, each: UnweightedCase): number {
  return spec.combine === 'mean' ? 0 : placeOf(spec, each)
}

/** The place of a case by its log and algorithm. */
function placeOf({ under }: Pick<LearnSpec, 'under'>, { log, algorithm }: UnweightedCase): number {
  return log * Math.max(1, under.length) + (algorithm === null ? 0 : under.indexOf(algorithm))
}

/** As messages name it. */
export function caseName(
  { logs, windows }: Pick<LearnSpec, 'logs' | 'windows'>,
  { log, window: [from, to] }: Pick<TrainingCase, 'log' | 'window'>,
): string {
  const { name } = logs[log]
  return windows === null ? name : `${name}, jobs ${from + 1} to ${to}`
}
