/**
 * study: experiments, each of many simulations: study files (factorial/), the search for the factor at which a scaled log loads
 * its machine like the original, and the registry of all investigations. Published studies (reproduce/) have an entry of
 * their own. Everything here is a pure function of logs and seeds, done in steps so that a caller can spread them,
 * keep them, show progress; loading logs, threads and printing are left to the caller.
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
