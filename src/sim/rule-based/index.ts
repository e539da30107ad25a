/**
 * Rule-based policies: which order and algorithm to go by, by the state of the system. Rule bases are data (rule-base.ts);
 * features (features.ts) are what rules know of the state, which is kept up with every event (system-state.ts); a controller
 * (controller.ts) decides at each pass.
 */
export {
  type Controller,
  chooserOf,
  classOf,
  type Decider,
  type DecisionWitness,
  ruleController,
  ruleDecider,
} from './controller.js'
export { FALLBACK, FUZZY_RULE, MOST_CLASSES, MOST_RULES, ruleBaseCodecs } from './document.js'
export {
  FEATURES,
  type Feature,
  type FeatureKind,
  parseFeature,
  USUAL_FEATURES,
} from './features.js'
export { FuzzyInference, similarity } from './fuzzy.js'
export {
  classCount,
  type Fallback,
  type FuzzyBase,
  type FuzzyRule,
  featuresOf,
  membersOf,
  type PairBase,
  type Partition,
  type RigidBase,
  RULE_WEIGHTS,
  type RuleBase,
  SOURCE_ALGORITHMS,
  SOURCE_ORDERS,
  SOURCE_PARTITIONS,
  SOURCE_STRATEGIES,
} from './rule-base.js'
export { type SlowdownSums, SystemState, type SystemSums, type SystemView } from './system-state.js'
