/** What a learning is asked to do, as plain data. */
import type { Json } from '../core/json.js'
import type { LearntLog } from '../evaluation/final-measurement.js'
import { scenarioJson, scenarioOf } from '../evaluation/scenario.js'
import type { LearnConstraint } from './constraints.js'
import type { LearnerSettings } from './learners.js'

export interface LearnSpec {
  /** A name or a formula; a cost unless its name says that more is better. */
  readonly objective: string
  readonly constraints: readonly LearnConstraint[]
  /** The policy by whose value on the same jobs each value is divided; null: none. */
  readonly relativeTo: string | null
  /** The logs that are learnt from; several count alike, by the mean. */
  readonly logs: readonly LearntLog[]
  /** Of each log: what its values are divided by; 1 unless relative to a policy. */
  readonly divisors: readonly number[]
  /** Of each log: what the objective usually costs there, the absolute value under EASY; above 0. */
  readonly usual: readonly number[]
  /** Logs that nothing is learnt from: the result is measured on them. */
  readonly tests: readonly LearntLog[]
  readonly learner: LearnerSettings
  /** User groups that the logs have: 1 to `groups`. */
  readonly groups: number
  readonly earlyStop: boolean
  readonly seed: number
  /** Policies beside the learnt one in the final table. */
  readonly compare: readonly string[]
}

export function learnJson(spec: LearnSpec): Json {
  return { ...spec, logs: spec.logs.map(plain), tests: spec.tests.map(plain) } as unknown as Json
}

/** The spec of what `learnJson` made. */
export function learnSpecOf(json: Json): LearnSpec {
  const spec = json as unknown as LearnSpec
  return { ...spec, logs: spec.logs.map(revived), tests: spec.tests.map(revived) }
}

function plain(log: LearntLog) {
  return { ...log, scenario: scenarioJson(log.scenario) }
}

function revived(log: LearntLog): LearntLog {
  return { ...log, scenario: scenarioOf(log.scenario as unknown as Json) }
}
