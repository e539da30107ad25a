/**
 * Queuewright as a library: read job logs, simulate scheduling policies on them, measure and check the schedules.
 *
 * ```ts
 * import {
 *   cleanTrace, DEFAULT_PREPARATION, groupTrace, loadTrace, measure, parsePolicy, prepareJobs, simulate,
 * } from 'queuewright'
 *
 * const { trace } = groupTrace(cleanTrace(await loadTrace('log.swf.gz', { fields: ['status'] })))
 * const processors = trace.processors ?? 128
 * const { jobs } = prepareJobs(trace.jobs, { ...DEFAULT_PREPARATION, processors })
 * const policy = parsePolicy('easy:saf')
 * if (policy.algorithm !== 'recorded') {
 *   const schedule = simulate({ jobs, processors, policy })
 *   console.log(measure(schedule, null, ['AWRT', 'UTIL']))
 * }
 * ```
 * @module
 */
export { EXIT_CODES, type FailureDetail, type FailureKind, QueuewrightError } from './core/errors.js'
export { type LocalDate, parseLocalDate } from './core/local-date.js'
export * from './evaluation/index.js'
export * from './front/index.js'
export * from './learn/index.js'
export * from './optimize/index.js'
export { type EngineOptions, openEngine } from './runtime/engines/index.js'
export { discardTemporaries, type LoadOptions, loadTrace, openInput, writeOutput } from './runtime/index.js'
export {
  beginRun,
  inspectRun,
  listRuns,
  type RunEnd,
  type RunRequest,
  type RunWork,
  readBatches,
  readRun,
  resumeRun,
} from './runtime/runs/index.js'
export * from './sim/index.js'
export * from './strategy/index.js'
export { parseConstraint } from './strategy/index.js'
export * from './study/index.js'
export * from './trace/index.js'
export { type DemoOptions, demoTrace } from './workload/demo.js'
export * from './workload/estimates/index.js'
export * from './workload/lublin/index.js'
export * from './workload/model/index.js'
export * from './workload/predictions/index.js'
export {
  drawScale,
  type ScaleDraws,
  type ScaledJobs,
  type ScaleFacts,
  type ScaleOptions,
  type ScalePlan,
  scaleJobs,
  scalePlan,
  scaleTrace,
  withoutZeroRuntime,
} from './workload/scale.js'
export * from './workload/sessions/index.js'
export * from './workload/transform/index.js'
