/**
 * strategy: what a search has found, or what somebody wrote, in a form that can be kept, read, explained and used. One
 * file a kind and one line in kinds.ts. Whatever its kind, a strategy amounts to a policy; what explains strategies goes
 * by that policy's keys. Pure; knows orders and policies, and nothing of simulations, logs or reports.
 *
 * ```ts
 * import { policyOf, titleOf } from 'queuewright/strategy'
 *
 * const strategy = { kind: 'policy', policy: 'easy:saf' } as const
 * console.log(titleOf(strategy), policyOf(strategy))
 * ```
 * @module
 */
export {
  FITTED_VERSION,
  policyOf,
  readStrategy,
  STRATEGY,
  STRATEGY_FORMAT,
  STRATEGY_VERSION,
  strategyJson,
  titleOf,
} from './artefact.js'
export { byGroup, genesEach, greedyBox } from './coding.js'
export { boundIn, parseConstraint, type Relation, violationOf, type WrittenConstraint } from './constraint.js'
export {
  type Explanation,
  explain,
  LONG_WAIT,
  type PriorityOverWait,
  type TimeClassExplanation,
  type Worth,
} from './explain.js'
export type { Fitted, FittedEstimate } from './fitted.js'
export { formulaOf } from './formula.js'
export { greedyOf, greedyStrategy } from './greedy.js'
export { STRATEGY_KINDS } from './kinds.js'
export { type Questions, questionsOn, type TypicalJob, usualQuestions } from './questions.js'
export {
  type DecisionMap,
  decisionMap,
  explainRules,
  type FeatureRange,
  type Memberships,
  membershipsOf,
  type RulePair,
  type RuleSet,
  type RuleSetExplanation,
  type RulesExplanation,
  ruleSets,
  tellingMaps,
  usualRange,
  usualValue,
} from './rules-explanation.js'
export { coarsened, type DecisionRow, decisionTable, type Stretch } from './rules-table.js'
export type {
  Evidence,
  GreedyCriterion,
  GreedyStrategy,
  PolicyStrategy,
  RulesStrategy,
  Strategy,
  StrategyArtefact,
} from './strategy.js'
export type { StrategyKind } from './strategy-kind.js'
export type { Surface, SurfaceAxis, SurfaceQuantity } from './surface.js'
