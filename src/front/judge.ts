/**
 * The judgement of a simulation by a search for a front: the scores of its objectives, whether it keeps to the constraints, and
 * how far it is from where an owner would have it.
 *
 * What breaks a constraint is in no front, and populations are told scores that are worse than anything in the box, the
 * more the farther it misses (K. Deb: An efficient constraint handling method for genetic algorithms, Computer Methods in
 * Applied Mechanics and Engineering 186, 2000). Populations that are drawn towards regions are told the same of schedules
 * outside the first one, by pr·b, what the objective has without the distance to the front (preference/objective.ts), and
 * by how far beside the polygon itself they are: the region goes on beyond it, where nobody has drawn. Within it they
 * spread as ever.
 */
import { largestOf, smallestOf } from '../core/statistics.js'
import {
  type MeasuredObjectives,
  measuredObjectives,
  objectivesBy,
} from '../evaluation/searches/preferred.js'
import {
  distanceToPolygon,
  type Preference,
  preferenceObjective,
  type ScheduleValues,
} from '../preference/index.js'
import { requireObjective } from '../sim/objectives/index.js'
import { violationOf } from '../strategy/index.js'
import { type FrontSpec, preferenceOf } from './spec.js'
import type { VolumeBox } from './volume.js'

/** Values of a simulation, in the order of what was measured. */
type Values = readonly (number | null)[]

export interface FrontJudge {
  /** 1 for each objective that is minimised, −1 for the others. */
  readonly signs: readonly number[]
  /** Minimised, infinite where there is no value. */
  readonly scores: (values: Values) => Float64Array
  /** The sum of relative violations; 0 where every constraint is kept. */
  readonly violation: (values: Values) => number
  /** pr·b by the deepest planes, and the distance to the first polygon on its panel; 0 without regions. */
  readonly away: (values: Values) => number
}

/** More is not told apart: populations take their measure from their worst. */
const MOST = 10

export function judgeOf(spec: FrontSpec): FrontJudge {
  const { objectives, constraints = [] } = spec
  const signs = objectives.map((name) => (requireObjective(name).objective.sense === 'max' ? -1 : 1))
  const bounded = boundedIn(spec)
  const measured = measuredIn(spec)
  const places = bounded.names.map((name) => measured.indexOf(name))
  return {
    signs,
    scores: (values) =>
      Float64Array.from(signs, (sign, k) => {
        const value = values[k] ?? null
        return value === null ? Number.POSITIVE_INFINITY : sign * value
      }),
    violation: (values) => {
      if (constraints.length === 0) return 0
      const found = bounded.values(places.map((place) => values[place] ?? null))
      return constraints.reduce((sum, { sense, bound }, k) => sum + violationOf(sense, bound, found[k]), 0)
    },
    away: awayOf(spec),
  }
}

/** The names that tasks measure: the objectives, then those that constraints need beside them. */
export function measuredIn(spec: FrontSpec): readonly string[] {
  return [...new Set([...spec.objectives, ...boundedIn(spec).names])]
}

function boundedIn({ constraints = [], preferences = [] }: FrontSpec): MeasuredObjectives {
  const read = objectivesBy(preferences)
  return measuredObjectives(constraints.map(({ objective }) => read(objective)))
}

function awayOf(spec: FrontSpec): FrontJudge['away'] {
  const preference = preferenceOf(spec)
  if (preference === null || preference.regions.length === 0) return () => 0
  const objective = preferenceObjective({
    ...preference,
    settings: { ...preference.settings, planes: 'deepest' },
  })
  const beside = besideFirst(preference)
  return (values) => {
    const named = Object.fromEntries(spec.objectives.map((name, k) => [name, values[k] ?? null]))
    const judged = objective.judge(named)
    return judged === null ? 0 : judged.priority * judged.beyond + beside(named)
  }
}

/** How far beside the first polygon on its panel, in ranges of the preference's front. */
function besideFirst({ regions, front }: Preference): (values: ScheduleValues) => number {
  const [{ panel, vertices }] = regions
  const columns = panel.map((name) => {
    const axis = front?.objectives.indexOf(name) ?? -1
    return front?.points.map((row) => row[axis]) ?? []
  })
  const [width, height] = columns.map((column) => largestOf(column) - smallestOf(column) || 1)
  return (values) =>
    distanceToPolygon(vertices, Number(values[panel[0]]), Number(values[panel[1]]), [width, height])
}

/**
 * Scores as a population is told them.
 * @param away 0 for a population that is not drawn anywhere
 */
export function toldScores(
  scores: Float64Array,
  { ideal, reference }: VolumeBox,
  away: number,
  violation: number,
): Float64Array {
  const raised = step(away) + step(violation)
  return raised === 0 ? scores : scores.map((score, k) => score + raised * (reference[k] - ideal[k]))
}

/** Nothing where all is well, else a whole side of the box and more. */
function step(miss: number): number {
  return miss > 0 ? 1 + Math.min(MOST, miss) : 0
}
