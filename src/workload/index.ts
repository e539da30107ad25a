/**
 * workload: workloads, made and changed by pure functions of logs, parameters and a seed.
 *
 * ```ts
 * import { LUBLIN_1999, lublinTrace } from 'queuewright/workload'
 *
 * const trace = lublinTrace({ parameters: LUBLIN_1999, processors: 256, jobs: 1000, seed: 1 })
 * ```
 * @module
 */
export { type DemoOptions, demoTrace } from './demo.js'
export * from './estimates/index.js'
export * from './lublin/index.js'
export * from './model/index.js'
export * from './predictions/index.js'
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
} from './scale.js'
export * from './sessions/index.js'
export * from './transform/index.js'
