/**
 * calibrate: the site that wrote a log, recovered from the log: how large its machine is, its partitions, limits and maintenance,
 * and the order and algorithm by which it starts jobs; and what the log does not tell. Pure.
 *
 * Direct evidence comes first (jobs that wait for nothing, the most that ever ran together), then what each rule would have
 * started at each recorded pass (`explain.ts`).
 *
 * ```ts
 * import { open } from 'queuewright'
 * import { answerOf, calibrate, observedOf } from 'queuewright/calibrate'
 * import { scheduleAsTrace } from 'queuewright/trace'
 * import { demoTrace } from 'queuewright/workload'
 *
 * const log = await open(demoTrace({ jobs: 500 }))
 * const { outcome } = await log.simulate('easy:saf')
 * const { machine, order, algorithm, cannotTell } = answerOf(
 *   calibrate(observedOf(scheduleAsTrace(log.trace, outcome.schedule.start))),
 * )
 * console.log(machine, order, algorithm, cannotTell)
 * ```
 * @module
 */
export { type Answer, answerOf } from './answer.js'
export { type Aspect, type Calibration, calibrate, calibrating, machineOf } from './calibration.js'
export type { Clock } from './clock.js'
export { type Explained, faultsOf } from './explain.js'
export { OBSERVED_FIELDS, type Observed, observedOf } from './observed.js'
export { ORDER_NAMES, type Rule, SITE_ORDERS } from './rule.js'
export { calibratedSite, policyText, poolOf } from './site.js'
export type { Structure } from './structure.js'
