/** The learners by name: adding one takes its file and one line in each of these tables. */
import { GREEDY_OWN, type OwnSettings } from './greedy/own.js'
import { GREEDY_RANDOM, type RandomSettings } from './greedy/random.js'
import { GREEDY_SYSTEMS, type SystemsSettings } from './greedy/systems.js'
import type { LearnerKind } from './learner.js'
import { type CoefficientsSettings, SCORE_COEFFICIENTS } from './score/search/coefficients.js'
import { SCORE_SYMBOLIC, type SymbolicSettings } from './score/search/symbolic.js'

export type LearnerSettings =
  | SystemsSettings
  | OwnSettings
  | RandomSettings
  | CoefficientsSettings
  | SymbolicSettings

type Kinds = { readonly [Settings in LearnerSettings as Settings['learner']]: LearnerKind<Settings> }

const LEARNERS: Kinds = {
  'greedy-systems': GREEDY_SYSTEMS,
  'greedy-own': GREEDY_OWN,
  'greedy-random': GREEDY_RANDOM,
  'score-coefficients': SCORE_COEFFICIENTS,
  'score-symbolic': SCORE_SYMBOLIC,
}

/** The learner that these settings are for. */
export function learnerFor<Settings extends LearnerSettings>(settings: Settings): LearnerKind<Settings> {
  return LEARNERS[settings.learner] as unknown as LearnerKind<Settings>
}
