/**
 * study: experiments, each of many simulations. The search for the factor at which a scaled log loads its machine like
 * the original, and published studies whose tables are computed anew (reproduce/). Everything here is a pure function of
 * logs and seeds, done in steps so that a caller can show progress; loading logs and printing are left to the caller.
 */
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
