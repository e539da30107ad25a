/**
 * Objectives as users name them: in words, or by the file of a preference, `@preference.json`. A preference without regions
 * is its formula; what it has to keep to goes to the constraints.
 */
import { QueuewrightError } from '../../core/errors.js'
import { Place } from '../../core/place.js'
import { objectivesBy, type ReadObjective } from '../../evaluation/searches/preferred.js'
import {
  checkPreference,
  objectiveOf,
  type Preference,
  preferenceText,
  readPreference,
} from '../../preference/index.js'
import { inputName, readInput } from '../../runtime/index.js'
import type { CompositeObjective } from '../../sim/objectives/index.js'
import { splitOutside } from '../../sim/policy.js'
import { parseConstraint } from '../../strategy/index.js'

/** The beginning of an objective's text where it is the name of a file. */
const FILE = '@'
const CONSTRAINED = /^\s*@(.+?)\s*([<>]=.*)$/s

/** @throws QueuewrightError `usage` for `@` alone; as `readPreference` and the making of its regions */
async function loadPreference(written: string): Promise<Preference> {
  const path = written.slice(FILE.length)
  if (path === '') {
    throw new QueuewrightError('usage', 'a preference without a file', { value: written, expected: '@FILE' })
  }
  return preferenceIn(path)
}

/**
 * A file of a preference, checked before a long log is read.
 * @throws QueuewrightError as `readPreference` and `checkPreference`, and for bounds that are no constraints
 */
export async function preferenceIn(path: string): Promise<Preference> {
  const file = inputName(path)
  const preference = readPreference(await readInput(path), file)
  for (const text of preference.subjectTo) parseConstraint(text, `${file}: subjectTo`)
  checkPreference(preference, Place.of(file))
  return preference
}

/** The objectives and bounds asked for, with texts in place of files. */
export interface Sought {
  readonly objective: string
  readonly constraints: readonly string[]
  /** That of the objective; null: it is in words. */
  readonly preference: Preference | null
  /** Those that labels among the texts stand for. */
  readonly preferences: readonly Preference[]
}

/** @throws QueuewrightError as `loadPreference` */
export async function soughtBy(objective: string, constraints: readonly string[]): Promise<Sought> {
  const texts: string[] = []
  const files = new Map<string, Preference>()
  const load = async (written: string): Promise<string> => {
    const preference = files.get(written) ?? (await loadPreference(written))
    files.set(written, preference)
    return preferenceText(preference)
  }
  for (const text of constraints) {
    const [, path, bound] = CONSTRAINED.exec(text) ?? []
    texts.push(path === undefined ? text : `${await load(FILE + path)} ${bound}`)
  }
  const asked = objective.trim()
  if (!asked.startsWith(FILE))
    return { objective, constraints: texts, preference: null, preferences: withRegions(files) }
  const label = await load(asked)
  const preference = files.get(asked) ?? null
  const constraintTexts = [...new Set([...texts, ...(preference?.subjectTo ?? [])])]
  return { objective: label, constraints: constraintTexts, preference, preferences: withRegions(files) }
}

/** The axes of a front: names, among them at most one file of a preference, which stands for its own objectives. */
export interface SoughtAxes extends Omit<Sought, 'objective'> {
  /** Null: the usual ones. */
  readonly objectives: readonly string[] | null
}

/** @throws QueuewrightError as `soughtBy` */
export async function soughtAxes(
  written: string | null,
  constraints: readonly string[],
): Promise<SoughtAxes> {
  const names = written === null ? null : splitOutside(written, ',').map((name) => name.trim())
  const files = names?.filter((name) => name.startsWith(FILE)) ?? []
  if (files.length > 1) {
    throw new QueuewrightError('usage', 'a front is searched for one preference', {
      ...{ field: '--objectives', value: files.join(','), expected: 'one @FILE' },
      remedy: 'Put their regions into one: qw prefer --from',
    })
  }
  const [file] = files
  const { objective: _, ...sought } = await soughtBy(file ?? '', constraints)
  const { preference } = sought
  if (names === null || preference === null) return { ...sought, objectives: names }
  const own = axesOf(preference)
  const objectives = [...own, ...names.filter((name) => name !== file && !own.includes(name))]
  return { ...sought, objectives }
}

/** Those that regions are drawn among, else those of the formula. */
function axesOf(preference: Preference): readonly string[] {
  const { regions, front } = preference
  if (regions.length > 0 && front !== null) return front.objectives
  return objectiveOf(preference).parts.map(({ name }) => name)
}

function withRegions(files: ReadonlyMap<string, Preference>): readonly Preference[] {
  return [...files.values()].filter(({ regions }) => regions.length > 0)
}

/** Several objectives to measure by, and what reads others by their texts. */
export interface AskedObjectives {
  readonly objectives: readonly CompositeObjective[]
  readonly preferences: readonly Preference[]
  readonly read: ReadObjective
}

/** @throws QueuewrightError as `soughtBy` and `compileObjective` */
export async function askedObjectives(written: readonly string[]): Promise<AskedObjectives> {
  const texts: string[] = []
  const preferences: Preference[] = []
  for (const each of written) {
    const sought = await soughtBy(each, [])
    texts.push(sought.objective)
    preferences.push(...sought.preferences)
  }
  const read = objectivesBy(preferences)
  return { objectives: texts.map(read), preferences, read }
}
