/** The panels of a front in the colours that a page gives them by what is preferred: by the polygons as drawn. */
import { dataCsv } from '../../../core/csv.js'
import type { Picture } from '../../../core/exhibit.js'
import { Place } from '../../../core/place.js'
import { frontIn } from '../../../lab/prefer.js'
import {
  drawnRegions,
  liked,
  type Preference,
  preferenceObjective,
  readPreference,
  type ScheduleValues,
} from '../../../preference/index.js'
import { regionsPicture } from '../../../report/pages/preference.js'
import { svgFile } from '../../../report/svg.js'
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
  const { name, objectives, points, policies } = await frontIn(file)
  const valuesOf = (row: readonly (number | null)[]): ScheduleValues =>
    Object.fromEntries(objectives.map((each, k) => [each.name, row[k]]))
  const schedules = points.map(({ values }) => valuesOf(values))
  const classes = drawnRegions(preference, Place.of(AT)) ?? likedOf(preference, schedules)
  return regionsPicture({
    ...{ preference, front: name },
    objectives: objectives.map((each) => objectiveInfo(requireObjective(each.name))),
    points: schedules.map((values, k) => ({ values, judgement: { priority: classes[k] } })),
    policies: policies.map(({ policy, values }) => ({ name: policy, values: valuesOf(values) })),
  })
}

function likedOf(preference: Preference, schedules: readonly ScheduleValues[]): Int32Array {
  const { judge } = preferenceObjective(preference, Place.of(AT))
  return liked(Float64Array.from(schedules, (values) => judge(values)?.value ?? Number.NaN))
}
