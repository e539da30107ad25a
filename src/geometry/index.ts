/**
 * geometry: fronts as points in the space of their objectives. Nearest points, hyperplanes and distances, normalisations
 * and fits of one front to another, interpolation, reduction, comparison. Knows nothing of schedules; a front is numbers.
 *
 * ```ts
 * import { additiveEpsilon, dominatedBy, frontOf } from 'queuewright/geometry'
 *
 * const one = frontOf(2, Float64Array.of(1, 9, 4, 4, 9, 1))
 * const other = frontOf(2, Float64Array.of(2, 9, 5, 3))
 * console.log(dominatedBy(one, other).dominated, additiveEpsilon(one, other))
 * ```
 * @module
 */
export {
  type Attained,
  additiveEpsilon,
  attained,
  type Dominated,
  dominatedBy,
  type GoalBox,
  goalBox,
} from './comparison.js'
export {
  distanceToFront,
  type FrontDistanceSettings,
  frontDistance,
  type PointMeasure,
  pointDistances,
} from './distance.js'
export {
  type AxisBounds,
  type FitSettings,
  type FittedTransformation,
  fitSteps,
  fitTransformation,
  RESPONSE_TIME_BOUNDS,
  UTILIZATION_BOUNDS,
} from './fit.js'
export {
  type AxisRanges,
  axisRanges,
  axisValues,
  type Front,
  frontOf,
  frontSize,
  selectPoints,
  withAxes,
  withoutAxis,
} from './front.js'
export { type Hyperplane, hyperplaneThrough } from './hyperplane.js'
export { type FrontInterpolation, type InterpolationSettings, interpolateFront } from './interpolation.js'
export { type NearestPoints, type Neighbours, nearestPoints } from './nearest.js'
export { RADIAL_BASES, type RadialBasis } from './radial-basis.js'
export { type ReductionSettings, reducedPlaces } from './reduction.js'
export {
  type AxisTransformation,
  maximumNormalisation,
  rangeNormalisation,
  transformFront,
} from './transformation.js'
