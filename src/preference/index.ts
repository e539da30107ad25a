/**
 * preference: what an owner of a machine prefers among what is possible, as an objective: regions drawn on a front, in
 * order of priority (Franke, doctoral thesis, Dortmund 2006, chapter 8), formulas, or both. A schedule is its values here.
 *
 * ```ts
 * import { regionObjective } from 'queuewright/preference'
 *
 * const points = Float64Array.of(1, 9, 4, 4, 9, 1)
 * const drawn = { axes: [0, 1], vertices: [[3, 3], [5, 3], [5, 5], [3, 5]] } as const
 * const names = ['AWRT1', 'AWRT2']
 * const objective = regionObjective({ names, senses: ['min', 'min'], points, polygons: [drawn] })
 * console.log(objective.judge([5, 5]).priority)
 * ```
 * @module
 */
export type { PlaneChoice, Planes } from './bisectors.js'
export {
  PREFERENCE_DOCUMENT,
  PREFERENCE_FORMAT,
  preferenceDigest,
  readPreference,
  writePreference,
} from './document.js'
export { elsewhere } from './elsewhere.js'
export { regionExtents } from './extents.js'
export { REGION_CASES, regionCases } from './instance.js'
export { keptOutBy } from './kept-out.js'
export { liked } from './liked.js'
export {
  AS_PRINTED,
  type Judgement,
  type RegionObjective,
  type RegionSettings,
  type Regions,
  regionObjective,
  USUAL_REGION_SETTINGS,
} from './objective.js'
export { objectiveOf, preferenceText } from './objective-of.js'
export { checkConvex, contains, distanceToPolygon, type Polygon, type Vertex } from './polygon.js'
export {
  checkPreference,
  type DrawnFront,
  type DrawnRegion,
  drawnRegions,
  type FrontSchedule,
  type GivenAnswer,
  type JudgedFront,
  type JudgedSchedule,
  judgedFront,
  type Preference,
  type PreferenceObjective,
  preferenceObjective,
  type ScheduleValues,
} from './preference.js'
export { answeredPreference } from './questions/answered.js'
export { type Belief, type Inquiry, inquire, MOST_QUESTIONS } from './questions/inquiry.js'
export type { Better } from './questions/owners.js'
export { type NaturalPoints, type Sense, type Space, spaceOf } from './space.js'
export { type FrontMeasure, independentAxes } from './to-front.js'
export { unvalued } from './unvalued.js'
export { type Weight, weightedSum, weightsIn } from './weights.js'
