/**
 * learn: strategies learnt from logs for an objective. A learner proposes strategies and is told their scores
 * (learner.ts, learners.ts); the investigation simulates them (investigation.ts) under constraints (constraints.ts) and leaves
 * the strategy with its evidence (artefacts.ts). Imports what is below it; knows no files.
 */
export type { Learnt } from './artefacts.js'
export type { LearnConstraint } from './constraints.js'
export { BEST_OF } from './greedy/own.js'
export { PUBLISHED, systemsOf } from './greedy/systems.js'
export { LEARN, learntIn } from './investigation.js'
export type { Heat, Learner, LearnerContext, LearnerKind, Standing } from './learner.js'
export { type LearnerSettings, learnerFor } from './learners.js'
export { type LearnRequest, prepareLearning } from './prepare.js'
export { type LearnSpec, learnJson, learnSpecOf } from './spec.js'
export { STRATEGY_FILE, strategySummary } from './summary.js'
