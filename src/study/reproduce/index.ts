/**
 * Published studies, whose tables are computed anew beside the printed ones.
 *
 * ```ts
 * import { STUDIES } from 'queuewright/reproduce'
 *
 * for (const { name, title } of STUDIES) console.log(name, title)
 * ```
 * @module
 */
export { isRun, requireStudy, STUDIES } from './registry.js'
export { REPRODUCTION, type ReproductionSpec, reproductionJson } from './reproduction.js'
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
} from './study.js'
