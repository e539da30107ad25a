/** What a simulation adds to a candidate's score, and what a score says. */
import { QueuewrightError } from '../core/errors.js'
import { costOf, measuredBy } from '../evaluation/costs.js'
import type { FinalRow } from '../evaluation/final-measurement.js'
import type { Cell } from '../evaluation/race.js'
import type { SimulateResult } from '../evaluation/tasks/simulate.js'
import type { ConvergenceObjective } from '../report/convergence.js'
import { compositeInfo } from '../report/model.js'
import { type CompositeObjective, compileObjective } from '../sim/objectives/index.js'
import { BROKEN, penalised, violations } from './constraints.js'
import type { LearnSpec } from './spec.js'

/**
 * A candidate's cell of one log: what it costs there by the objective, and for broken constraints.
 * @param log place among those that are learnt from
 * @param result of a task with the objectives of `measuredBy`, then those of the constraints
 * @throws QueuewrightError `objective-undefined`
 */
export function cellOf(
  spec: LearnSpec,
  objective: CompositeObjective,
  log: number,
  result: SimulateResult,
): Cell {
  const cost = costOf(objective, result)
  if (cost === null) {
    throw new QueuewrightError('objective-undefined', `objective ${spec.objective} has no value`, {
      field: spec.logs[log].name,
      remedy: 'Use groups that the log has',
    })
  }
  if (cost === 'above' || 'above' in result) return 'above'
  const values = result.slice(measuredBy(objective).length)
  const broken = violations(spec.constraints, log, values)
  return penalised(cost, broken, spec.divisors[log] * usualScore(spec))
}

/** The score of EASY: what a violation is measured in, so that it weighs the same on each log. */
function usualScore({ usual, divisors }: LearnSpec): number {
  return usual.reduce((sum, value, log) => sum + value / divisors[log], 0) / usual.length
}

/** The score, if it is one of a candidate that keeps to all constraints; else null. */
export function keptScore(spec: LearnSpec, score: number): number | null {
  return score < (usualScore(spec) * BROKEN) / (2 * spec.logs.length) ? score : null
}

/** What converges. */
export function convergingOf({
  objective,
  relativeTo,
}: Pick<LearnSpec, 'objective' | 'relativeTo'>): ConvergenceObjective {
  const { name, unit } = compositeInfo(compileObjective(objective))
  return relativeTo === null ? { name, unit } : { name: `${name} relative to ${relativeTo}`, unit: '1' }
}

/** The score of a policy by the final measurement, constraints apart: the mean over the logs that were learnt from. */
export function measuredScore(
  { logs, divisors }: LearnSpec,
  objective: CompositeObjective,
  rows: readonly FinalRow[],
  policy: string,
): number {
  const costs = logs.map(({ name }, log) => {
    const row = rows.find((each) => each.log === name && each.part === 'train' && each.policy === policy)
    const value = row?.values[0] ?? Number.NaN
    return (objective.sense === 'max' ? -value : value) / divisors[log]
  })
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length
}
