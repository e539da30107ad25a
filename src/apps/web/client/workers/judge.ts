/**
 * The judgement of regions, drawn on a front, over its schedules and over policies: the same as that of `qw prefer`, and the
 * same document. Pure.
 */
import { smallestOf } from '../../../../core/statistics.js'
import {
  type Judgement,
  type Preference,
  preferenceObjective,
  type RegionSettings,
  writePreference,
} from '../../../../preference/index.js'
import type { DrawnRegion } from '../view/regions.js'

export interface AskedOf {
  /** The front's log, and its digest. */
  readonly name: string
  readonly digest: string
  readonly objectives: readonly string[]
  readonly points: readonly (readonly number[])[]
  readonly policies: readonly { readonly policy: string; readonly values: readonly (number | null)[] }[]
  readonly regions: readonly DrawnRegion[]
  /** How regions are judged. */
  readonly settings: RegionSettings
}

export interface Judged {
  /** Points of each region, and of the rest. */
  readonly counts: readonly number[]
  /** Rows of the points that are preferred most, the first of all first. */
  readonly best: readonly number[]
  readonly policies: readonly { readonly policy: string; readonly judgement: Judgement | null }[]
  /** `preference.json`. */
  readonly document: string
}

/** Points that are preferred most. */
const MOST_BEST = 5

/** @throws QueuewrightError for regions that cannot be */
export function judged(asked: AskedOf): Judged {
  const { objectives, points, policies, regions } = asked
  const preference = preferenceOf(asked)
  const { regions: drawn, judge } = preferenceObjective(preference)
  if (drawn === null) throw new RangeError('a preference without regions')
  const regionOf = drawn.regions
  const counts = Array.from({ length: regions.length + 1 }, () => 0)
  for (const region of regionOf) counts[region - 1]++
  const first = smallestOf(regionOf)
  const valuesOf = (row: readonly (number | null)[]) =>
    Object.fromEntries(objectives.map((name, k) => [name, row[k]]))
  // Within the first region only the distance to the front is left, and all others come after it.
  const best = [...regionOf.keys()]
    .filter((row) => regionOf[row] === first)
    .map((row) => ({ row, value: judge(valuesOf(points[row]))?.value ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.value - b.value || a.row - b.row)
    .slice(0, MOST_BEST)
    .map(({ row }) => row)
  return {
    ...{ counts, best },
    policies: policies.map(({ policy, values }) => ({ policy, judgement: judge(valuesOf(values)) })),
    document: writePreference(preference),
  }
}

/** As `qw prefer` makes it of the same regions. */
function preferenceOf({ name, digest, objectives, points, regions, settings }: AskedOf): Preference {
  return {
    name: `preference on ${name}`,
    objective: null,
    subjectTo: [],
    regions: regions.map(({ panel, vertices }, k) => ({ name: `region ${k + 1}`, panel, vertices })),
    front: { name, digest, objectives, points },
    settings,
  }
}
