/**
 * evaluation: what it means to try something on a log, as plain data. A scenario says all that a simulation depends on but
 * the policy; tasks are what evaluators do, in this thread (inline-evaluator.ts) or elsewhere (runtime/engines); an
 * investigation is a search or an experiment as batches of tasks. The rooms above (front, learn, study) are made of
 * these; what asks for evaluations lives there, who does them in runtime.
 *
 * ```ts
 * import { inlineEvaluator, simulateTask } from 'queuewright/evaluation'
 * import { DEFAULT_SEMANTICS } from 'queuewright/sim'
 * import { datasetOf } from 'queuewright/trace'
 * import { demoTrace } from 'queuewright/workload'
 *
 * const dataset = datasetOf(demoTrace({ jobs: 500 }))
 * const scenario = {
 *   data: dataset.digest,
 *   window: null,
 *   machine: 128,
 *   estimates: 'user',
 *   seed: 1,
 *   overrun: 'extend',
 *   oversize: 'error',
 *   rules: DEFAULT_SEMANTICS,
 *   trimming: {},
 * } as const
 * const evaluator = inlineEvaluator(new Map([[dataset.digest, dataset]]))
 * console.log(await evaluator.evaluate([simulateTask(scenario, 'easy:saf', ['AWRT', 'UTIL'])]))
 * ```
 * @module
 */
export { inlineEvaluator } from './inline-evaluator.js'
export type { Artefact, Batch, Investigation, InvestigationKind, Progress } from './investigation.js'
export { ESTIMATE_SOURCES, type EstimateSource, parseEstimateSource } from './scenarios/estimate-source.js'
export { FEEDBACK_SOURCES, type Feedback, type FeedbackSource } from './scenarios/feedback.js'
export { type GridCase, type GridStage, gridStageOf } from './scenarios/grid-case.js'
export {
  type MarketCase,
  type MarketRules,
  type MarketRun,
  type MarketStage,
  marketStageOf,
} from './scenarios/market-case.js'
export { type Scenario, type Stage, scenarioJson, scenarioOf, stageOf } from './scenarios/scenario.js'
export type { LearntLog } from './searches/final-measurement.js'
export { type GridResult, gridResult, gridTask, type PlainGridPolicy } from './tasks/grid.js'
export { type MarketResult, marketResult, marketTask } from './tasks/market.js'
export { type SimulateResult, simulateResults, simulateTask } from './tasks/simulate.js'
