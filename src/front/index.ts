/**
 * front: what is possible on a log, several objectives at once. The investigation `front` lets a plan of searches give to
 * one archive of non-dominated schedules (plans/); what makes up a front as a set of points is in geometry/.
 *
 * ```ts
 * import { axisRanges, frontOf } from 'queuewright/front'
 *
 * const front = frontOf(2, Float64Array.of(1, 9, 4, 4, 9, 1))
 * console.log(axisRanges(front).most)
 * ```
 * @module
 */

export * from '../geometry/index.js'
export {
  type ComparedFront,
  compareFronts,
  type FrontComparison,
  type FrontComparisonSettings,
  type FrontDistances,
  type OfBoth,
  publishedBounds,
} from './comparison.js'
export { FRONT_COMPARISON } from './comparison-settings.js'
export { type FrontDocument, readFront } from './document.js'
export type { FrontFound, FrontPreferred } from './found.js'
export { type Evaluated, evaluatedIn, FRONT, policiesIn } from './investigation.js'
export { orderedPartitions, strictOrders } from './partitions.js'
export { type FrontRequest, prepareFront } from './prepare.js'
export type { FrontPolicy } from './search.js'
export { FRONT_PLANS, FRONT_SEARCH, type FrontPlan, type LargeJobs, USUAL_LARGE_JOBS } from './settings.js'
export { type FrontSpec, frontJson } from './spec.js'
export { type VolumeBox, type VolumeShare, type VolumeTracker, volumeTracker } from './volume.js'
