/** The learners by name: adding one takes its file and one line in each of these tables. */
import { GREEDY_OWN, type OwnSettings } from './greedy/own.js'
import { GREEDY_RANDOM, type RandomSettings } from './greedy/random.js'
import { GREEDY_SYSTEMS, type SystemsSettings } from './greedy/systems.js'
import type { LearnerKind } from './learner.js'
import { type CcaSettings, RULES_CCA } from './rules/cca/cca.js'
import { RULES_MICHIGAN } from './rules/michigan/michigan.js'
import type { MichiganSettings } from './rules/michigan/settings.js'
import { type MixtureSettings, RULES_MIXTURE } from './rules/mixture.js'
import { type PittsburghSettings, RULES_PITTSBURGH } from './rules/pittsburgh/pittsburgh.js'
import { type RandomBasesSettings, RULES_RANDOM } from './rules/random/random.js'
import { type IterativeSettings, RULES_ITERATIVE } from './rules/rigid/iterative.js'
import { type ProbabilisticSettings, RULES_PROBABILISTIC } from './rules/rigid/probabilistic.js'
import { type CoefficientsSettings, SCORE_COEFFICIENTS } from './score/search/coefficients.js'
import { SCORE_SYMBOLIC, type SymbolicSettings } from './score/search/symbolic.js'

export type LearnerSettings =
  | SystemsSettings
  | OwnSettings
  | RandomSettings
  | CoefficientsSettings
  | SymbolicSettings
  | IterativeSettings
  | ProbabilisticSettings
  | MichiganSettings
  | PittsburghSettings
  | CcaSettings
  | RandomBasesSettings
  | MixtureSettings

type Kinds = { readonly [Settings in LearnerSettings as Settings['learner']]: LearnerKind<Settings> }

const LEARNERS: Kinds = {
  'greedy-systems': GREEDY_SYSTEMS,
  'greedy-own': GREEDY_OWN,
  'greedy-random': GREEDY_RANDOM,
  'score-coefficients': SCORE_COEFFICIENTS,
  'score-symbolic': SCORE_SYMBOLIC,
  'rules-iterative': RULES_ITERATIVE,
  'rules-probabilistic': RULES_PROBABILISTIC,
  'rules-michigan': RULES_MICHIGAN,
  'rules-pittsburgh': RULES_PITTSBURGH,
  'rules-cca': RULES_CCA,
  'rules-random': RULES_RANDOM,
  'rules-mixture': RULES_MIXTURE,
}

/** The learner that these settings are for. */
export function learnerFor<Settings extends LearnerSettings>(settings: Settings): LearnerKind<Settings> {
  return LEARNERS[settings.learner] as unknown as LearnerKind<Settings>
}
