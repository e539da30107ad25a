/** What a simulation adds to a candidate's score, and what a score says. */
import { QueuewrightError } from '../core/errors.js'
import type { ConvergenceObjective } from '../evaluation/convergence.js'
import { costOf, measuredBy } from '../evaluation/costs.js'
import type { Cell } from '../evaluation/race.js'
import type { SimulateResult } from '../evaluation/tasks/simulate.js'
import { type CompositeObjective, compileObjective } from '../sim/objectives/index.js'
import { compositeInfo } from '../sim/objectives/info.js'
import { BROKEN, penalised, violations } from './constraints.js'
import { exerciseName, sumOf } from './exercises.js'
import type { LearnSpec } from './spec.js'

/**
 * A candidate's cell of one exercise: what it costs there by the objective, and for broken constraints.
 * @param place of the exercise
 * @param result of a task with the objectives of `measuredBy`, then those of the constraints
 * @throws QueuewrightError `objective-undefined`
 */
export function cellOf(
  spec: LearnSpec,
  objective: CompositeObjective,
  place: number,
  result: SimulateResult,
): Cell {
  const exercise = spec.exercises[place]
  const cost = costOf(objective, result)
  if (cost === null) {
    throw new QueuewrightError('objective-undefined', `objective ${spec.objective} has no value`, {
      field: exerciseName(spec, exercise),
      remedy: 'Use groups that the log has',
    })
  }
  if (cost === 'above' || 'above' in result) return 'above'
  const values = result.slice(measuredBy(objective).length)
  const broken = violations(spec.constraints, place, values)
  // So that a violation weighs the same in each exercise.
  return penalised(cost, broken, usualScore(spec) / (exercise.weight * spec.exercises.length))
}

/** The score of EASY: what a violation is measured in. */
function usualScore(spec: LearnSpec): number {
  return scoreBy(
    spec,
    spec.exercises.map(({ usual }) => usual),
  )
}

/** The score, by the costs of the exercises. */
function scoreBy(spec: LearnSpec, costs: readonly number[]): number {
  const sums = new Map<number, number>()
  for (const [k, exercise] of spec.exercises.entries()) {
    const place = sumOf(spec, exercise)
    sums.set(place, (sums.get(place) ?? 0) + exercise.weight * costs[k])
  }
  return Math.max(...sums.values())
}

/** The score, if it is one of a candidate that keeps to all constraints; else null. */
export function keptScore(spec: LearnSpec, score: number): number | null {
  return score < (usualScore(spec) * BROKEN) / (2 * spec.exercises.length) ? score : null
}

/**
 * The score of a policy, constraints apart.
 * @param results of each exercise, by the objectives of `measuredBy`
 */
export function plainScore(
  spec: LearnSpec,
  objective: CompositeObjective,
  results: readonly SimulateResult[],
): number {
  return scoreBy(
    spec,
    results.map((result) => Number(costOf(objective, result))),
  )
}

/** What converges. */
export function convergingOf({
  objective,
  relativeTo,
}: Pick<LearnSpec, 'objective' | 'relativeTo'>): ConvergenceObjective {
  const { name, unit } = compositeInfo(compileObjective(objective))
  return relativeTo === null ? { name, unit } : { name: `${name} relative to ${relativeTo}`, unit: '1' }
}
