/**
 * learn: strategies learnt from logs for an objective. A learner proposes strategies and is told their scores
 * (learner.ts, learners.ts); the investigation simulates them (investigation.ts) under constraints (constraints.ts) and leaves
 * the strategy with its evidence (found.ts). Imports what is below it; knows no files.
 *
 * ```ts
 * import { GREEDY_OWN, LEARNERS, settledLearner } from 'queuewright/learn'
 *
 * console.log(LEARNERS.map(({ name }) => name))
 * console.log(settledLearner(GREEDY_OWN, { evaluations: 200 }))
 * ```
 * @module
 */
export { BEST_OF } from './algorithms.js'
export type { LearnConstraint } from './constraints.js'
export { FAMILIES, type LearnerFamily } from './families.js'
export { finalColumns } from './finals.js'
export type { Learnt } from './found.js'
export { type Combination, goalOf, type Learning, learningOf, TUNING } from './goal-settings.js'
export { GREEDY_OWN } from './greedy/own.js'
export { GREEDY_SYSTEMS, systemsOf } from './greedy/systems.js'
export { LEARN, learntIn } from './investigation.js'
export type {
  CandidateBatch,
  Learner,
  LearnerContext,
  LearnerKind,
  SearchSummary,
  SettingsOf,
} from './learner.js'
export { type Asked, askable, type Goal, settledLearner } from './learner-settings.js'
export { LEARNERS, LEARNERS_BY_FAMILY, type LearnerSettings, learnerFor, methodOf } from './learners.js'
export {
  type LearntFunctions,
  type MarketFunctions,
  readMarketFunctions,
  writeMarketFunctions,
} from './market/functions.js'
export {
  FUNCTIONS_FILE,
  LEARN_MARKET,
  type LearnMarketFound,
  learnMarketJson,
} from './market/investigation.js'
export { MARKET_LEARNERS } from './market/learners.js'
export { type LearnRequest, prepareLearning } from './prepare.js'
export { USUAL_GREEDY } from './rules/base-coding.js'
export { RULES_CCA } from './rules/cca/cca.js'
export { RULES_MICHIGAN } from './rules/michigan/michigan.js'
export { RULES_MIXTURE } from './rules/mixture.js'
export { RULES_PITTSBURGH } from './rules/pittsburgh/pittsburgh.js'
export { RULES_RANDOM } from './rules/random/random.js'
export { RULES_ITERATIVE } from './rules/rigid/iterative.js'
export { RULES_PROBABILISTIC } from './rules/rigid/probabilistic.js'
export { printDistribution, readDistribution, type ScoreDistribution } from './score/distribution.js'
export { FAMILIES as SCORE_FAMILIES, type ScoreFamily } from './score/regression/families.js'
export { beginFit, fitScores, type ScoreFitting } from './score/regression/fit.js'
export type { FittedFunction, ScoreFit, ScoreFitOptions } from './score/regression/fit-result.js'
export {
  functionsCsv,
  functionsJson,
  readFunctions,
  type WrittenFunction,
} from './score/regression/functions-file.js'
export { type JudgedFunction, judgeFunctions, type RankedFunction } from './score/regression/rank.js'
export { SCORE_COEFFICIENTS } from './score/search/coefficients.js'
export { TRIALS } from './score/trials/investigation.js'
export { type PreparedTrials, prepareTrials, type TrialsRequest } from './score/trials/prepare.js'
export { type TrialsSpec, trialsJson, trialsSpecOf } from './score/trials/spec.js'
export { type LearnSpec, type LearnWindows, learnJson, learnSpecOf } from './spec.js'
export type { BoxMethodName } from './template/methods.js'
export {
  checkTemplate,
  filled,
  parseParameter,
  searchedIn,
  type TunedParameter,
  valueAt,
} from './template/places.js'
export { TEMPLATE, type TemplateSettings } from './template/template.js'
