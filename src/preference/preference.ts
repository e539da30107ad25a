/**
 * The preference of an owner, as a document's content and as the objective that it amounts to: regions of a front in
 * order of priority, a formula over objectives, or both, and bounds that schedules have to keep to.
 *
 * With regions and a formula the regions say where to go, and the formula which schedule is better at the same place: it
 * stands for a in f = pr·b + a, by its range over the front's points.
 */
import { Place } from '../core/place.js'
import { largestOf, smallestOf } from '../core/statistics.js'
import { type CompositeObjective, compileObjective, requireObjective } from '../sim/objectives/index.js'
import {
  type Judgement,
  type RegionObjective,
  type RegionSettings,
  type Regions,
  regionObjective,
} from './objective.js'
import type { Polygon, Vertex } from './polygon.js'
import { assignRegions } from './regions.js'

/** A region as drawn. */
export interface DrawnRegion {
  readonly name: string
  /** Names of the objectives of its panel: x, y. */
  readonly panel: readonly [string, string]
  /** In natural units. */
  readonly vertices: readonly Vertex[]
}

/** The front that regions are drawn on. */
export interface DrawnFront {
  /** The log's name, and its digest. */
  readonly name: string
  readonly digest: string
  /** Names of objectives; two or more. */
  readonly objectives: readonly string[]
  /** Values in natural units, a row a schedule. */
  readonly points: readonly (readonly number[])[]
}

/** A question that was answered: of which evaluations two schedules are, and which is better; `=`: neither. */
export interface GivenAnswer {
  readonly a: number
  readonly b: number
  readonly better: 'A' | 'B' | '='
}

export interface Preference {
  readonly name: string
  /** A formula over objectives, less is better; of a single objective its own sense. */
  readonly objective: string | null
  /** Constraints, as `maxWait <= 14d`. */
  readonly subjectTo: readonly string[]
  /** In order of priority; none without a front. */
  readonly regions: readonly DrawnRegion[]
  readonly front: DrawnFront | null
  readonly settings: RegionSettings
  /** That it follows from; absent where nobody was asked. */
  readonly answers?: readonly GivenAnswer[]
}

/** Values of a schedule, by the names of objectives. */
export type ScheduleValues = Readonly<Record<string, number | null>>

/** A schedule that was judged. */
export interface JudgedSchedule {
  /** A policy's, or what made the point. */
  readonly name: string
  /** The number of the evaluation; null for policies. */
  readonly evaluation: number | null
  readonly values: ScheduleValues
  /** Null where a value is missing that the preference needs. */
  readonly judgement: Judgement | null
  /** Whether it keeps to the bounds, as far as anybody can tell. */
  readonly keeps: boolean
}

/** A preference's judgement of a front. */
export interface JudgedFront {
  /** The front's schedules, in its order. */
  readonly points: readonly JudgedSchedule[]
  readonly policies: readonly JudgedSchedule[]
}

/** A schedule of a front as it is stored: values in the order of the front's objectives. */
export interface FrontSchedule {
  readonly name: string | null
  readonly evaluation: number | null
  readonly values: readonly (number | null)[]
}

export interface PreferenceObjective {
  /** Objectives that it needs the values of. */
  readonly needs: readonly string[]
  readonly regions: RegionObjective | null
  /**
   * Null where a value that it needs is missing. Less is better; without regions only `value` says something, and all is
   * of priority 1.
   */
  judge(values: ScheduleValues): Judgement | null
}

/**
 * @param at the preference in its document
 * @throws QueuewrightError for names that are no objectives, polygons that cannot be, and formulas over what the front has not
 */
export function preferenceObjective(
  preference: Preference,
  at: Place = Place.of('the preference'),
): PreferenceObjective {
  const { front, regions, settings } = preference
  const formula = formulaOf(preference, at)
  if (front === null || regions.length === 0) {
    if (formula === null)
      throw at.fault('a preference of nothing', { expected: 'regions, an objective, or both' })
    return byFormula(formula)
  }
  const names = front.objectives
  const drawn = regionObjective(regionsOn(front, regions, at), settings, at.at('regions'))
  const within = formula === null ? null : scaledFormula(formula, front, at.at('objective'))
  return {
    needs: names,
    regions: drawn,
    judge: (values) => {
      const row = names.map((name) => values[name] ?? Number.NaN)
      if (!row.every(Number.isFinite)) return null
      const judgement = drawn.judge(row)
      if (within === null) return judgement
      const fromFront = within(row)
      return { ...judgement, fromFront, value: judgement.priority * judgement.beyond + fromFront }
    },
  }
}

/**
 * Refuses what `preferenceObjective` would, but without the bisectors, which take seconds where there are many points.
 * @throws QueuewrightError
 */
export function checkPreference(preference: Preference, at: Place): void {
  const { front } = preference
  const formula = formulaOf(preference, at)
  if (drawnRegions(preference, at) !== null && formula !== null && front !== null)
    scaledFormula(formula, front, at.at('objective'))
}

/**
 * The region of each schedule of the front that regions were drawn on; null where none are drawn.
 * @throws QueuewrightError
 */
export function drawnRegions({ front, regions }: Preference, at: Place): Int32Array | null {
  if (front === null || regions.length === 0) return null
  const drawn = regionsOn(front, regions, at)
  return assignRegions(drawn, drawn.polygons, drawn.names, at.at('regions'))
}

function formulaOf({ objective }: Preference, at: Place): CompositeObjective | null {
  return objective === null ? null : at.at('objective').checked(() => compileObjective(objective))
}

function regionsOn({ objectives, points }: DrawnFront, regions: readonly DrawnRegion[], at: Place): Regions {
  const place = at.at('front').at('objectives')
  return {
    names: objectives,
    senses: objectives.map((name, k) => place.at(k).checked(() => requireObjective(name).objective.sense)),
    points: Float64Array.from(points.flat()),
    polygons: regions.map(({ panel, vertices }, k): Polygon => {
      const own = at.at('regions').at(k).at('panel')
      const axisOf = (side: 0 | 1) => {
        const axis = objectives.indexOf(panel[side])
        if (axis < 0)
          throw own.at(side).bad(panel[side], `an objective of the front: ${objectives.join(', ')}`)
        return axis
      }
      if (panel[0] === panel[1]) throw own.bad(panel.join(' × '), 'two objectives')
      return { axes: [axisOf(0), axisOf(1)], vertices }
    }),
  }
}

/** The maker of a sequence that was evolved. */
const EVOLVED = 'a sequence that was evolved'

/**
 * @param names of the front's objectives
 * @param keeps the bounds, by values; absent: there are none
 */
export function judgedFront(
  objective: PreferenceObjective,
  names: readonly string[],
  points: readonly FrontSchedule[],
  policies: readonly FrontSchedule[],
  keeps: (values: ScheduleValues) => boolean = () => true,
): JudgedFront {
  const judged = ({ name, evaluation, values: row }: FrontSchedule): JudgedSchedule => {
    const values = Object.fromEntries(names.map((each, k) => [each, row[k]]))
    return {
      ...{ name: name ?? EVOLVED, evaluation, values },
      ...{ judgement: objective.judge(values), keeps: keeps(values) },
    }
  }
  return { points: points.map(judged), policies: policies.map(judged) }
}

function byFormula({ parts, sense, byParts }: CompositeObjective): PreferenceObjective {
  const needs = parts.map(({ name }) => name)
  return {
    needs,
    regions: null,
    judge: (values) => {
      if (needs.some((name) => !Number.isFinite(values[name] ?? Number.NaN))) return null
      const found = byParts(values as Readonly<Record<string, number>>)
      if (!Number.isFinite(found)) return null
      const value = sense === 'max' ? -found : found
      return { priority: 1, beyond: 0, fromFront: value, value }
    },
  }
}

/** The formula from 0, its best on the front, to 1, its worst there. */
function scaledFormula({ parts, sense, byParts }: CompositeObjective, front: DrawnFront, at: Place) {
  const names = front.objectives
  const stranger = parts.find(({ name }) => !names.includes(name))
  if (stranger !== undefined) throw at.bad(stranger.name, `objectives of the front: ${names.join(', ')}`)
  const costOf = (row: readonly number[]) => {
    const value = byParts(Object.fromEntries(names.map((name, k) => [name, row[k]])))
    return sense === 'max' ? -value : value
  }
  const costs = front.points.map(costOf)
  if (!costs.every(Number.isFinite)) {
    throw at.fault('the formula is no number on all points of the front', {
      expected: 'a finite number everywhere',
    })
  }
  const [least, most] = [smallestOf(costs), largestOf(costs)]
  const range = most - least || 1
  return (row: readonly number[]) => (costOf(row) - least) / range
}
