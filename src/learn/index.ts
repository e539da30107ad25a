/**
 * learn: strategies learnt from logs for an objective. A learner proposes strategies and is told their scores
 * (learner.ts, learners.ts); the investigation simulates them (investigation.ts) under constraints (constraints.ts) and leaves
 * the strategy with its evidence (found.ts). Imports what is below it; knows no files.
 */

export type { LearnConstraint } from './constraints.js'
export type { Learnt } from './found.js'
export { BEST_OF } from './greedy/own.js'
export { PUBLISHED, systemsOf } from './greedy/systems.js'
export { LEARN, learntIn } from './investigation.js'
export type { Heat, Learner, LearnerContext, LearnerKind, Standing } from './learner.js'
export { type LearnerSettings, learnerFor } from './learners.js'
export { type LearnRequest, prepareLearning } from './prepare.js'
export { USUAL_GREEDY } from './rules/base-coding.js'
export { PUBLISHED_EVOLUTION } from './rules/base-evolution.js'
export { publishedCca } from './rules/cca/cca.js'
export { publishedMichigan } from './rules/michigan/settings.js'
export { MIXTURE_FEATURES } from './rules/mixture.js'
export { publishedPittsburgh } from './rules/pittsburgh/pittsburgh.js'
export { PUBLISHED_P } from './rules/rigid/probabilistic.js'
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
export { type JudgedFunction, type Judgement, judgeFunctions } from './score/regression/rank.js'
export { TRIALS } from './score/trials/investigation.js'
export { type PreparedTrials, prepareTrials, type TrialsRequest } from './score/trials/prepare.js'
export { type TrialsSpec, trialsJson, trialsSpecOf } from './score/trials/spec.js'
export { type Combination, type LearnSpec, learnJson, learnSpecOf } from './spec.js'
