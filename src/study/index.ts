/**
 * study: experiments, each of many simulations. What is evaluated (tasks/, scenario.ts), searches and experiments as
 * sequences of such evaluations (investigation.ts and its kinds: factorial/, tune/), the search for the factor at which a scaled
 * log loads its machine like the original, and published studies whose tables are computed anew (reproduce/). Everything
 * here is a pure function of logs and seeds, done in steps so that a caller can spread them, keep them, show progress;
 * loading logs, threads and printing are left to the caller.
 */
export { ESTIMATE_SOURCES, type EstimateSource, parseEstimateSource } from './estimate-source.js'
export {
  parseStudyFile,
  planStudy,
  STUDY,
  type StudiedLog,
  type StudyDesign,
  type StudyPlan,
  type StudySpec,
  studyFields,
  studyJson,
} from './factorial/index.js'
export { inlineEvaluator } from './inline-evaluator.js'
export type { Artefact, Batch, Investigation, InvestigationKind, Progress } from './investigation.js'
export { INVESTIGATIONS, requireInvestigation } from './investigations.js'
export {
  MATCH_LEVELS,
  type MatchLevel,
  type MatchOptions,
  type MatchPoint,
  type MatchStep,
  matchScale,
  type ScaleMatch,
} from './match-scale.js'
export { MATCH_POLICIES, type MatchPolicy, type MeasuredRun, measuredRun } from './measured-run.js'
export { requireStudy, STUDIES } from './reproduce/registry.js'
export type {
  PublishedStudy,
  StudyLog,
  StudyOptions,
  StudyRun,
  StudyTask,
  StudyValue,
} from './reproduce/study.js'
export { type Scenario, type Stage, scenarioJson, scenarioOf, stageOf } from './scenario.js'
export { type SimulateResult, simulateTask } from './tasks/simulate.js'
export { TUNE } from './tune/investigation.js'
export {
  TUNE_METHODS,
  type TunedLog,
  type TuneMethod,
  type TuneSpec,
  type TuneWindows,
  tuneJson,
} from './tune/spec.js'
export { parseParameter, type TunedParameter } from './tune/template.js'
export type { TunedPolicy } from './tune/tuned-policy.js'
