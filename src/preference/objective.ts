/**
 * The objective that regions of a front amount to (Franke, doctoral thesis, Dortmund 2006, 8.23):
 *
 *     f(S) = pr(S) · b(S) + a(S)
 *
 * with pr the priority of the region that a schedule S lies in, b how far it is beyond the bounds of the first region (0
 * within it) and a how far from the front. All in the normalised space; less is better.
 *
 * b and a as printed vanish: of hundreds of thousands of bounds one is always barely broken, and with AWRT beside its
 * groups all schedules lie on one hyperplane. So b is taken from the bound that is broken most, and a without dependent
 * axes; `AS_PRINTED` has the others.
 */
import { Place } from '../core/place.js'
import { beyond, bisectorsOf, type PlaneChoice, type Planes, rayTo, within } from './bisectors.js'
import type { Polygon } from './polygon.js'
import { assignRegions, lastRegion } from './regions.js'
import { type NaturalPoints, type Space, spaceOf } from './space.js'
import { distanceTo, type FrontMeasure, independentAxes } from './to-front.js'

export interface RegionSettings {
  /** Which of the broken bounds of the first region b is the distance to. */
  readonly bound: 'farthest' | 'least'
  /** How a is measured. */
  readonly measure: FrontMeasure
  /** The axes that a is measured on: all, those that do not depend on others, or these places. */
  readonly measuredOn: 'all' | 'independent' | readonly number[]
  readonly planes: PlaneChoice
}

export const USUAL_REGION_SETTINGS: RegionSettings = {
  bound: 'farthest',
  measure: 'hyperplane',
  measuredOn: 'independent',
  planes: 'all',
}

/** b and a as the thesis prints them. */
export const AS_PRINTED: RegionSettings = { ...USUAL_REGION_SETTINGS, bound: 'least', measuredOn: 'all' }

/** The objective's judgement of a schedule. */
export interface Judgement {
  /** pr: 1 is the region that is preferred most. */
  readonly priority: number
  /** b: 0 in the first region. */
  readonly beyond: number
  /** a. */
  readonly fromFront: number
  /** f = pr·b + a. */
  readonly value: number
}

export interface RegionObjective {
  /** The region of each point of the front. */
  readonly regions: Int32Array
  /** The last region that has points; a schedule that lies in no other belongs to it. */
  readonly last: number
  /** The bounds of the regions 1 … last − 1, in this order. */
  readonly bounds: readonly Planes[]
  /** Places of the axes that a is measured on. */
  readonly measuredOn: readonly number[]
  /** @param values of a schedule in natural units, one for each axis of the front, finite */
  judge(values: ArrayLike<number>): Judgement
}

/** Points whose bisectors can be had; with the quick choice of planes. */
export const MOST_POINTS = 20_000
/** With all bisectors: each is looked at for each point that is judged, which takes some ten seconds. */
const MOST_LOOKS = 4e9

export interface Regions extends NaturalPoints {
  /** Names of the objectives, for messages. */
  readonly names: readonly string[]
  /** In order of priority. */
  readonly polygons: readonly Polygon[]
}

/**
 * @param at the place of the polygons in their document
 * @throws QueuewrightError for polygons that take no point, and points that are not finite
 */
export function regionObjective(
  { names, polygons, ...natural }: Regions,
  settings: RegionSettings = USUAL_REGION_SETTINGS,
  at: Place = Place.of('the preference').at('polygons'),
): RegionObjective {
  const regions = assignRegions(natural, polygons, names, at)
  const last = lastRegion(regions)
  checkBounds(regions, last, settings.planes, at)
  const space = spaceOf(natural)
  const bounds = Array.from({ length: last - 1 }, (_, k) =>
    bisectorsOf(space.front, regions, k + 1, settings.planes),
  )
  const measured = measuredAxes(space, settings.measuredOn)
  // A front of one point alone has no axes: nothing is far from anything there.
  const fromFront = measured.length === 0 ? () => 0 : distanceTo(space.front, measured, settings.measure)
  const judge = (values: ArrayLike<number>): Judgement => {
    const point = space.enter(values)
    const ray = rayTo(point)
    const found = bounds.findIndex((planes) => within(planes, ray))
    const priority = found < 0 ? last : found + 1
    const past = priority === 1 ? 0 : beyond(bounds[0], ray)[settings.bound]
    const a = fromFront(point)
    return { priority, beyond: past, fromFront: a, value: priority * past + a }
  }
  return { regions, last, bounds, measuredOn: measured.map((place) => space.axes[place]), judge }
}

function checkBounds(regions: Int32Array, last: number, planes: PlaneChoice, at: Place): void {
  const points = regions.length
  if (points > MOST_POINTS) {
    throw at.fault('regions of so many schedules cannot be bounded', {
      value: points,
      expected: `at most ${MOST_POINTS}`,
      remedy: 'Prefer by a formula, or search the front with a smaller archive',
    })
  }
  const inside = new Float64Array(last + 1)
  for (const region of regions) inside[region]++
  const pairs = inside.reduce((sum, own, k) => (k < last ? sum + own * (points - own) : sum), 0)
  if (planes !== 'all' || pairs * points <= MOST_LOOKS) return
  throw at.fault('too many bisectors to judge by all of them', {
    value: pairs,
    expected: `at most ${Math.floor(MOST_LOOKS / points)} for ${points} schedules`,
    remedy: 'Judge by the deepest ones alone (--quick), or draw the regions smaller',
  })
}

/** Places in the space. */
function measuredAxes({ axes, front }: Space, wanted: RegionSettings['measuredOn']): readonly number[] {
  const places = axes.map((_, place) => place)
  if (wanted === 'all') return places
  if (wanted === 'independent') return independentAxes(front)
  return places.filter((place) => wanted.includes(axes[place]))
}
