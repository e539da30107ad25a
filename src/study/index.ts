/**
 * spread them, keep them, show progress; loading logs, threads and printing are left to the caller.
 *
 * ```ts
 * import { INVESTIGATIONS } from 'queuewright/study'
 *
 * console.log(INVESTIGATIONS.map(({ kind }) => kind))
 * ```
 * @module
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
<<<<<<< HEAD
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
=======
export { TUNE } from './tune/investigation.js'
export {
  TUNE_METHODS,
  type TuneMethod,
  type TuneSpec,
  type TuneWindows,
  tuneJson,
} from './tune/spec.js'
export { parseParameter, type TunedParameter } from './tune/template.js'
>>>>>>> 97c1bdb (The library is built round open(log): at most 50 names at the root, an entry for each room with an example, six programs that run)
