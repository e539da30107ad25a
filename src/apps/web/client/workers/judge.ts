/**
 * The judgement of what is preferred on a front, over its schedules and over policies: the same as that of `qw prefer`, and the
 * same document. Pure.
 */
import type { Block } from '../../../../core/exhibit.js'
import {
  type Judgement,
  type Preference,
  preferenceObjective,
  type RegionSettings,
  writePreference,
} from '../../../../preference/index.js'
import { costBlocks } from '../../../../report/pages/costs.js'
import { requireObjective } from '../../../../sim/objectives/index.js'
import { objectiveInfo } from '../../../../sim/objectives/info.js'
import { countsOf, sorted, type ValuedPolicy, type Wishes } from '../view/wishes.js'

export interface AskedOf extends Wishes {
  /** The front's log, and its digest. */
  readonly name: string
  readonly digest: string
  readonly objectives: readonly string[]
  readonly points: readonly (readonly number[])[]
  readonly policies: readonly ValuedPolicy[]
  /** How regions are judged. */
  readonly settings: RegionSettings
}

export interface Judged {
  /** Points of each region, or of what a formula likes most, and of the rest, as far as they keep to the bounds. */
  readonly counts: readonly number[]
  /** Rows of the points that are preferred most, the first of all first. */
  readonly best: readonly number[]
  readonly policies: readonly { readonly policy: string; readonly judgement: Judgement | null }[]
  /** The loss in other objectives for these. */
  readonly costs: readonly Block[]
  /** `preference.json` */
  readonly document: string
}

/** Points that are preferred most. */
const MOST_BEST = 5

/**
 * @returns null where nothing is wanted
 * @throws QueuewrightError for regions and formulas that cannot be
 */
export function judged(asked: AskedOf): Judged | null {
  const { objectives, points, policies } = asked
  const values = { names: objectives, values: Float64Array.from(points.flat()), count: points.length }
  const places = sorted({ ...values, units: objectives.map(() => '1') }, asked, policies)
  if (places === null || (asked.regions.length === 0 && asked.objective === null)) return null
  const { classOf } = places
  const preference = preferenceOf(asked)
  const { judge } = preferenceObjective(preference)
  const named = (row: readonly (number | null)[]) =>
    Object.fromEntries(objectives.map((name, k) => [name, row[k]]))
  const counts = countsOf(places)
  // Within the first class that has any only the rest of f is left, and all others come after it.
  const first = counts.findIndex((count) => count > 0) + 1
  const ranked = [...classOf.keys()]
    .filter((row) => classOf[row] === first)
    .map((row) => ({ row, value: judge(named(points[row]))?.value ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => (a.value < b.value ? -1 : Number(a.value > b.value)) || a.row - b.row)
    .map(({ row }) => row)
  return {
    counts,
    best: ranked.slice(0, MOST_BEST),
    policies: policies.map(({ policy, values }) => ({ policy, judgement: judge(named(values)) })),
    costs:
      ranked.length === 0
        ? []
        : costBlocks({
            objectives: objectives.map((name) => objectiveInfo(requireObjective(name))),
            ...{ points, preferred: ranked },
            policies: policies.map(({ policy, values }) => ({ name: policy, values })),
          }),
    document: writePreference(preference),
  }
}

/** As `qw prefer` makes it of the same. */
function preferenceOf(asked: AskedOf): Preference {
  const { name, digest, objective, subjectTo, objectives, points, regions, settings } = asked
  return {
    ...{ name: `preference on ${name}`, objective, subjectTo },
    regions: regions.map(({ name: said, panel, vertices }, k) => ({
      name: said ?? `region ${k + 1}`,
      ...{ panel, vertices },
    })),
    front: regions.length === 0 ? null : { name, digest, objectives, points },
    settings,
  }
}
