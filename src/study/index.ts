/**
 * a scaled log loads its machine like the original, published studies whose tables are computed anew (reproduce/), and the
 * registry of all investigations. Everything here is a pure function of logs and seeds, done in steps so that a caller can
 * spread them, keep them, show progress; loading logs, threads and printing are left to the caller.
 */
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
export { isRun, requireStudy, STUDIES } from './reproduce/registry.js'
export {
  REPRODUCTION,
  type ReproductionSpec,
  reproductionJson,
} from './reproduce/reproduction.js'
export type {
  AnyStudy,
  PreparedStudy,
  PublishedStudy,
  RunStudy,
  RunStudyOptions,
  StudyFacts,
  StudyLog,
  StudyOptions,
  StudyResult,
  StudyRun,
  StudyTask,
  StudyValue,
} from './reproduce/study.js'
