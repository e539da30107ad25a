/** Scores of candidates: what a simulation adds to one, and what it says. */

import { QueuewrightError } from '../core/errors.js'
import { largestOf } from '../core/statistics.js'
import type { ConvergenceObjective } from '../evaluation/searches/convergence.js'
import { costOf } from '../evaluation/searches/costs.js'
import type { Cell } from '../evaluation/searches/race.js'
import type { SimulateResult } from '../evaluation/tasks/simulate.js'
import { type CompositeObjective, compileObjective } from '../sim/objectives/index.js'
import { compositeInfo } from '../sim/objectives/info.js'
import { caseName, sumOf, type UnweightedCase } from './cases.js'
import { BROKEN, penalised, violations } from './constraints.js'
import type { JudgedBy } from './goal.js'
import type { LearnSpec, TrainingCase } from './spec.js'

type Scored = Pick<LearnSpec, 'combine' | 'under'>

/**
 * A candidate's cell of one case: what it costs there by the objective, and for broken constraints.
 * @param cases all of them
 * @param place of the case among them
 * @param result of a task with the names of what it is judged by
 * @throws QueuewrightError `objective-undefined`
 */
export function cellOf(
  spec: LearnSpec,
  { objective, constraintValues }: JudgedBy,
  cases: readonly TrainingCase[],
  place: number,
  result: SimulateResult,
): Cell {
  const cost = costOf(objective, result)
  if (cost === null) throw noValue(spec, cases[place])
  if (cost === 'above' || 'above' in result) return 'above'
  const broken = violations(spec.constraints, place, constraintValues(result))
  // So that a violation weighs the same in each case.
  return penalised(cost, broken, usualScore(spec, cases) / (cases[place].weight * cases.length))
}

/**
 * The value of the policy that scores are relative to; NaN where a formula is no number.
 * @throws QueuewrightError `objective-undefined`
 */
export function baseIn(
  spec: LearnSpec,
  objective: CompositeObjective,
  each: UnweightedCase,
  result: SimulateResult,
): number {
  const cost = costOf(objective, result)
  if (cost === null || 'above' in result) throw noValue(spec, each)
  return (objective.derived ? Number(cost) : result[0]) ?? Number.NaN
}

function noValue(spec: LearnSpec, each: UnweightedCase): QueuewrightError {
  return new QueuewrightError('objective-undefined', `objective ${spec.objective} has no value`, {
    field: caseName(spec, each),
    remedy: 'Use groups that the log has, and windows in which jobs do work',
  })
}

/** The score of EASY: what a violation is measured in. */
function usualScore(spec: Scored, cases: readonly TrainingCase[]): number {
  return scoreBy(
    spec,
    cases,
    cases.map(({ usual }) => usual),
  )
}

/** The score, by the costs of the cases. */
function scoreBy(spec: Scored, cases: readonly TrainingCase[], costs: readonly number[]): number {
  const sums = new Map<number, number>()
  for (const [k, each] of cases.entries()) {
    const place = sumOf(spec, each)
    sums.set(place, (sums.get(place) ?? 0) + each.weight * costs[k])
  }
  return largestOf(sums.values())
}

/** The score, if it is one of a candidate that keeps to all constraints; else null. */
export function keptScore(spec: LearnSpec, score: number): number | null {
  const { cases } = spec
  // Where windows are redrawn there are no constraints.
  const most =
    cases.length === 0 ? Number.POSITIVE_INFINITY : (usualScore(spec, cases) * BROKEN) / (2 * cases.length)
  return score < most ? score : null
}

/**
 * The score of a policy, constraints apart.
 * @param results of each case, by the objectives of `measuredBy`
 */
export function plainScore(
  spec: LearnSpec,
  objective: CompositeObjective,
  results: readonly SimulateResult[],
): number {
  return scoreBy(
    spec,
    spec.cases,
    results.map((result) => Number(costOf(objective, result))),
  )
}

/** The objective that converges. */
export function convergingOf({
  objective,
  relativeTo,
}: Pick<LearnSpec, 'objective' | 'relativeTo'>): ConvergenceObjective {
  const { name, unit } = compositeInfo(compileObjective(objective))
  return relativeTo === null ? { name, unit } : { name: `${name} relative to ${relativeTo}`, unit: '1' }
}
