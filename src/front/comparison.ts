/**
 * Two fronts compared: how far they are from each other, which of their schedules the other makes needless, what each
 * attains, and the best of each objective. Fronts of one log say which search found more; those of different logs can be
 * compared in shape alone, and may be laid upon each other first (Franke, doctoral thesis, Dortmund 2006, 8.1).
 */
import { QueuewrightError } from '../core/errors.js'
import { Random } from '../core/random.js'
import type { Values } from '../core/settings/index.js'
import { mean } from '../core/statistics.js'
import {
  type Attained,
  type AxisBounds,
  type AxisTransformation,
  additiveEpsilon,
  attained,
  axisRanges,
  type Dominated,
  dominatedBy,
  type Front,
  fitTransformation,
  goalBox,
  maximumNormalisation,
  nearestPoints,
  type PointMeasure,
  pointDistances,
  RESPONSE_TIME_BOUNDS,
  rangeNormalisation,
  reducedPlaces,
  selectPoints,
  transformFront,
  UTILIZATION_BOUNDS,
  withAxes,
} from '../geometry/index.js'
import { independentAxes } from '../preference/index.js'
import { requireObjective } from '../sim/objectives/index.js'
import type { FRONT_COMPARISON } from './comparison-settings.js'
import type { FrontDocument } from './document.js'

export type FrontComparisonSettings = Values<typeof FRONT_COMPARISON>

/** A value of either front. */
export interface OfBoth<Value> {
  readonly one: Value
  readonly other: Value
}

export interface ComparedFront {
  readonly name: string
  readonly digest: string
  /** Schedules of it, and those that are compared. */
  readonly size: number
  readonly kept: number
  /** In natural units: rows of what is compared, an objective each. */
  readonly points: Float64Array
}

/** Distances of the points of both fronts from the other one, on the axes that were compared. */
export interface FrontDistances {
  readonly measure: PointMeasure
  /** Axes that the distance is taken on. */
  readonly objectives: readonly string[]
  /** The mean of the points of each front. */
  readonly each: OfBoth<number>
  /** Over the points of both (8.11), and of the squares (8.12). */
  readonly plain: number
  readonly squared: number
}

export interface FrontComparison {
  readonly objectives: readonly string[]
  readonly fronts: OfBoth<ComparedFront>
  /** Whether both are of one log. */
  readonly sameLog: boolean
  readonly settings: FrontComparisonSettings
  /** s and t of each axis of the second front; null where it was not laid upon the first. */
  readonly fitted: (AxisTransformation & { readonly distance: number }) | null
  readonly distances: readonly FrontDistances[]
  readonly dominated: OfBoth<Dominated>
  readonly attained: Attained
  /** By how much all of each would have to be better to reach all of the other. */
  readonly epsilon: OfBoth<number>
  /** The best value of each objective, in natural units. */
  readonly best: OfBoth<readonly number[]>
}

/**
 * @throws QueuewrightError `usage` for objectives that one of the fronts does not have, and for reductions that are not
 *   possible
 */
export function compareFronts(
  one: FrontDocument,
  other: FrontDocument,
  settings: FrontComparisonSettings,
): FrontComparison {
  const objectives = sharedObjectives(one, other, settings.objectives)
  const signs = signsOf(objectives)
  const [first, second] = [one, other].map((document) => comparedFront(document, objectives, settings))
  const raw = [first, second].map(({ points }) => minimised(points, signs))
  const random = new Random(`front-compare ${settings.seed}`)
  const { placed, fitted } = laid(raw[0], raw[1], objectives, settings)
  const [a, b] = placed
  return {
    objectives,
    fronts: { one: first, other: second },
    sameLog: one.digest === other.digest,
    ...{ settings, fitted },
    distances: [
      distancesOf('nearest', objectives, a, b, [...objectives.keys()]),
      distancesOf('hyperplane', objectives, a, b, sharedIndependent(a, b)),
    ],
    dominated: { one: dominatedBy(b, a), other: dominatedBy(a, b) },
    attained: attained(a, b, goalBox(a, b), settings.goals, random),
    epsilon: { one: additiveEpsilon(a, b), other: additiveEpsilon(b, a) },
    best: { one: bestOf(raw[0], signs), other: bestOf(raw[1], signs) },
  }
}

function sharedObjectives(
  one: FrontDocument,
  other: FrontDocument,
  wanted: string | null,
): readonly string[] {
  const [ours, theirs] = [one, other].map((front) => front.objectives.map(({ name }) => name))
  const shared = ours.filter((name) => theirs.includes(name))
  const asked = wanted === null ? shared : wanted.split(',').map((name) => name.trim())
  const strange = asked.find((name) => !shared.includes(name))
  const refused = (value: string, expected: string) =>
    new QueuewrightError('usage', 'these fronts cannot be compared so', {
      ...{ field: '--objectives', value, expected },
      remedy: 'qw front --objectives searches a front of the ones that are wanted',
    })
  if (strange !== undefined)
    throw refused(strange, `objectives of both fronts: ${shared.join(', ') || 'none'}`)
  if (new Set(asked).size < asked.length) throw refused(asked.join(','), 'each objective once')
  if (asked.length < 2)
    throw refused(asked.join(',') || 'none in common', 'two objectives or more of both fronts')
  return asked
}

function signsOf(objectives: readonly string[]): readonly number[] {
  return objectives.map((name) => (requireObjective(name).objective.sense === 'max' ? -1 : 1))
}

function minimised(points: Float64Array, signs: readonly number[]): Front {
  const d = signs.length
  return { objectives: d, points: points.map((value, at) => signs[at % d] * value) }
}

const UTILIZATION = 'UTIL'
const EASY = 'easy'

function comparedFront(
  { name, digest, objectives: all, points, policies }: FrontDocument,
  objectives: readonly string[],
  { reduce }: FrontComparisonSettings,
): ComparedFront {
  const places = objectives.map((objective) => all.findIndex((each) => each.name === objective))
  const rows = Float64Array.from(points.flatMap(({ values }) => places.map((place) => values[place])))
  const size = points.length
  if (reduce === 'none') return { name, digest, size, kept: size, points: rows }
  const refused = (expected: string) =>
    new QueuewrightError('usage', `the front of ${name} cannot be reduced so`, {
      ...{ field: '--reduce', value: reduce, expected },
    })
  const utilization = all.findIndex((each) => each.name === UTILIZATION)
  if (utilization < 0) throw refused(`a front with ${UTILIZATION} among its objectives, or none`)
  const easy = policies.find(({ policy }) => policy === EASY)?.values[utilization] ?? null
  if (reduce === 'easy' && easy === null)
    throw refused(`a front that has ${EASY} among its policies, or highest`)
  const column: Front = {
    objectives: 1,
    points: Float64Array.from(points, ({ values }) => -values[utilization]),
  }
  const kept = reducedPlaces(column, reduce === 'easy' ? { from: -Number(easy) } : {})
  if (kept.length === 0) throw refused('a reduction that leaves a schedule')
  const left = selectPoints({ objectives: objectives.length, points: rows }, kept)
  return { name, digest, size, kept: kept.length, points: left.points }
}

interface Laid {
  /** Both fronts in the units that they are compared in. */
  readonly placed: readonly [Front, Front]
  readonly fitted: FrontComparison['fitted']
}

function laid(
  one: Front,
  other: Front,
  objectives: readonly string[],
  { normalise, generations, seed }: FrontComparisonSettings,
): Laid {
  const by = (transformation: (front: Front) => AxisTransformation): Laid => ({
    placed: [transformFront(one, transformation(one)), transformFront(other, transformation(other))],
    fitted: null,
  })
  switch (normalise) {
    case 'together':
      return { placed: together(one, other), fitted: null }
    case 'each':
      return by(rangeNormalisation)
    case 'maximum':
      return by(maximumNormalisation)
    case 'fit': {
      const bounds = objectives.map(publishedBounds)
      const { transformation, distance } = fitTransformation(other, one, { bounds, generations }, seed)
      const moved = transformFront(other, transformation)
      return { placed: together(one, moved), fitted: { ...transformation, distance } }
    }
  }
}

/** By the common range of both. */
function together(one: Front, other: Front): readonly [Front, Front] {
  const range = rangeNormalisation(joined(one, other))
  return [transformFront(one, range), transformFront(other, range)]
}

/** The published bounds of a fit; what is no utilization has those of response times. */
export function publishedBounds(objective: string): AxisBounds {
  return requireObjective(objective).objective.unit === 'share' ? UTILIZATION_BOUNDS : RESPONSE_TIME_BOUNDS
}

function joined(one: Front, other: Front): Front {
  const points = new Float64Array(one.points.length + other.points.length)
  points.set(one.points)
  points.set(other.points, one.points.length)
  return { objectives: one.objectives, points }
}

/** Places of the axes that depend on no others in either front: AWRT is a mean of those of the groups. */
function sharedIndependent(one: Front, other: Front): readonly number[] {
  const theirs = independentAxes(other)
  const both = independentAxes(one).filter((axis) => theirs.includes(axis))
  return both.length === 0 ? [one.objectives - 1] : both
}

function distancesOf(
  measure: PointMeasure,
  objectives: readonly string[],
  one: Front,
  other: Front,
  axes: readonly number[],
): FrontDistances {
  const [a, b] = [one, other].map((front) => withAxes(front, axes))
  const fromOne = pointDistances(a, nearestPoints(b), measure)
  const fromOther = pointDistances(b, nearestPoints(a), measure)
  const all = Float64Array.of(...fromOne, ...fromOther)
  return {
    measure,
    objectives: axes.map((axis) => objectives[axis]),
    each: { one: mean(fromOne), other: mean(fromOther) },
    plain: mean(all),
    squared: mean(all.map((distance) => distance * distance)),
  }
}

function bestOf(front: Front, signs: readonly number[]): readonly number[] {
  return Array.from(axisRanges(front).least, (least, k) => signs[k] * least + 0)
}
