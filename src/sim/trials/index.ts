/** Simulated trials of tuples of jobs, and the scores that come of them (SC 2017). */
export { blockOf, runTrials, TRIAL_DESIGNS, type TrialDesign } from './designs.js'
export { type TrialKernel, trialKernel } from './kernel.js'
export {
  noTrials,
  type TrialSums,
  trialErrors,
  trialPrecision,
  trialScores,
  trialsTogether,
} from './sums.js'
export { type TrialTuple, type TupleShape, tupleAt } from './tuple.js'
