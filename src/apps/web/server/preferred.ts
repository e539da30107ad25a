/** The panels of a front in the colours that a page gives them by what is preferred: by the polygons as drawn. */
import { dataCsv } from '../../../core/csv.js'
import type { Picture } from '../../../core/exhibit.js'
import { Place } from '../../../core/place.js'
import { heldBounds } from '../../../evaluation/searches/kept-bounds.js'
import { frontIn, valuedPolicies } from '../../../lab/preference/prefer.js'
import {
  drawnRegions,
  liked,
  type Preference,
  preferenceObjective,
  readPreference,
  type ScheduleValues,
} from '../../../preference/index.js'
import { svgFile } from '../../../report/formats/svg.js'
import { regionsPicture } from '../../../report/pages/preference.js'
import { requireObjective } from '../../../sim/objectives/index.js'
import { objectiveInfo } from '../../../sim/objectives/info.js'
import { withFront } from './preferences.js'

const AT = 'the preference'

/**
 * @param document of a preference, as a page keeps it
 * @param file front.json of the run that it is drawn on
 * @throws QueuewrightError
 */
export async function preferredPanels(document: unknown, file: string, kind: string): Promise<string> {
  const preference = readPreference(JSON.stringify(await withFront(document, async () => file)), AT)
  const picture = await panelsOf(preference, file)
  return kind === 'svg' ? svgFile(picture.scene) : dataCsv(picture.data)
}

async function panelsOf(preference: Preference, file: string): Promise<Picture> {
  const front = await frontIn(file)
  const { name, objectives, points, policies } = front
  const valuesOf = (row: readonly (number | null)[]): ScheduleValues =>
    Object.fromEntries(objectives.map((each, k) => [each.name, row[k]]))
  const schedules = points.map(({ values }) => valuesOf(values))
  const names = objectives.map((each) => each.name)
  const { keeps } = heldBounds(preference.subjectTo, names, valuedPolicies(front))
  const kept = schedules.map(keeps)
  const classes = drawnRegions(preference, Place.of(AT)) ?? likedOf(preference, schedules, kept)
  return regionsPicture({
    ...{ preference, front: name },
    objectives: objectives.map((each) => objectiveInfo(requireObjective(each.name))),
    points: schedules.map((values, k) => ({
      ...{ values, keeps: kept[k] },
      judgement: { priority: classes[k] },
    })),
    policies: policies.map(({ policy, values }) => ({ name: policy, values: valuesOf(values) })),
  })
}

function likedOf(
  preference: Preference,
  schedules: readonly ScheduleValues[],
  kept: readonly boolean[],
): Int32Array {
  const { judge } = preferenceObjective(preference, Place.of(AT))
  const costOf = (values: ScheduleValues, row: number) => (kept[row] ? judge(values)?.value : null)
  return liked(Float64Array.from(schedules, (values, row) => costOf(values, row) ?? Number.NaN))
}
