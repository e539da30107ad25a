/**
 * front: what is possible on a log, several objectives at once. The investigation `front` lets a plan of searches give to
 * one archive of non-dominated schedules (plans/); fronts as points in the space of their objectives are in geometry/.
 *
 * ```ts
 * import { Random } from 'queuewright/core'
 * import { orderedPartitions, volumeTracker } from 'queuewright/front'
 *
 * console.log(orderedPartitions([1, 2]))
 * const tracker = volumeTracker({ ideal: [0, 0], reference: [1, 1] }, 1000, new Random(1))
 * tracker.add([0.5, 0.5])
 * console.log(tracker.share())
 * ```
 * @module
 */
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
