/** The judgement of candidates: the objective and the constraints of a learning, and what is measured for them. */
import { measuredBy } from '../evaluation/searches/costs.js'
import {
  type MeasuredObjectives,
  measuredObjectives,
  objectivesBy,
  type ReadObjective,
} from '../evaluation/searches/preferred.js'
import type { CompositeObjective } from '../sim/objectives/index.js'
import type { LearnSpec } from './spec.js'

export interface JudgedBy {
  readonly objective: CompositeObjective
  /** Names that a candidate's simulation measures: first those of the objective (`measuredBy`), then those of constraints. */
  readonly names: readonly string[]
  /** Values of the constraints' objectives, of those that were measured. */
  readonly constraintValues: MeasuredObjectives['values']
}

/** Preferences in the search: by their deepest planes, as thousands of schedules are judged. */
export function searchedBy({ objective: text, preferences = [], constraints }: LearnSpec): JudgedBy {
  const read = objectivesBy(preferences, 'deepest')
  const objective = read(text)
  const own = measuredBy(objective)
  const beside = measuredObjectives(constraints.map((each) => read(each.objective)))
  return {
    objective,
    names: [...own, ...beside.names],
    constraintValues: (found) => beside.values(found.slice(own.length)),
  }
}

/** As tables and evidence have objectives: preferences as they are. */
export function reportedBy({ preferences = [] }: Pick<LearnSpec, 'preferences'>): ReadObjective {
  return objectivesBy(preferences)
}
