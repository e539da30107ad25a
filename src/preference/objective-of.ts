/** A preference wherever an objective does: what schedules are measured by, compared by and searched for. */
import {
  type CompositeObjective,
  compileObjective,
  derivedObjective,
  objectiveLabel,
  requireObjective,
} from '../sim/objectives/index.js'
import type { PlaneChoice } from './bisectors.js'
import { preferenceDigest } from './document.js'
import { type Preference, type PreferenceObjective, preferenceObjective } from './preference.js'

/** The name of a preference as an objective: its formula where it is no more than that, else its label. */
export function preferenceText(preference: Preference): string {
  const { regions, objective, name } = preference
  return regions.length === 0 && objective !== null
    ? objective
    : objectiveLabel(name, preferenceDigest(preference))
}

/**
 * The objective. Its regions are made when a schedule is first judged: of many points that takes seconds.
 *
 * By fewer planes a region can only be larger. So a schedule that lies in the first one by planes in place of the
 * preference's own is judged by these again: else a search would end with what lies there by mistake alone.
 * @param planes in place of the preference's own: `deepest` for those who judge thousands of schedules
 * @throws QueuewrightError for names that are no objectives; when it first judges as `preferenceObjective`
 */
export function objectiveOf(preference: Preference, planes = preference.settings.planes): CompositeObjective {
  const { regions, objective, front, settings } = preference
  const text = preferenceText(preference)
  if (regions.length === 0 || front === null) return compileObjective(objective ?? text)
  let quick: PreferenceObjective | null = null
  let own: PreferenceObjective | null = null
  const judge = (values: Readonly<Record<string, number>>) => {
    quick ??= judgedBy(preference, planes)
    const judged = quick.judge(values)
    if (judged?.priority !== 1 || planes === settings.planes) return judged?.value ?? Number.NaN
    own ??= preferenceObjective(preference)
    return own.judge(values)?.value ?? Number.NaN
  }
  return derivedObjective(text, namesFirst(preference).map(requireObjective), judge)
}

function judgedBy(preference: Preference, planes: PlaneChoice): PreferenceObjective {
  return preferenceObjective({ ...preference, settings: { ...preference.settings, planes } })
}

/** The objectives of the front, first those that regions are drawn on, in order of priority. */
function namesFirst({ regions, front }: Preference): readonly string[] {
  const drawn = regions.flatMap(({ panel }) => panel)
  return [
    ...new Set([...drawn.filter((name) => front?.objectives.includes(name)), ...(front?.objectives ?? [])]),
  ]
}
