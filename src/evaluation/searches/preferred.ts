/**
 * Objectives by their texts where some are preferences, and what tasks measure for them: names and formulas as they are, of
 * a preference the plain objectives that it is derived from. So workers know no preferences, and what they find is the
 * same for all of them.
 */
import { objectiveOf, type Preference, preferenceText } from '../../preference/index.js'
import { type CompositeObjective, compileObjective } from '../../sim/objectives/index.js'

export type ReadObjective = (text: string) => CompositeObjective

/**
 * @param preferences known by their labels
 * @param planes of their regions; absent: as each says
 */
export function objectivesBy(
  preferences: readonly Preference[],
  planes?: Preference['settings']['planes'],
): ReadObjective {
  const known = new Map(preferences.map((each) => [preferenceText(each), objectiveOf(each, planes)]))
  return (text) => known.get(text.trim()) ?? compileObjective(text)
}

/** Values of a simulation, null where an objective has none. */
type Values = readonly (number | null)[]

export interface MeasuredObjectives {
  /** The measures of tasks: each formula in its place; then what preferences need beside. */
  readonly names: readonly string[]
  /** The objectives' values, of those of `names`. */
  readonly values: (found: Values) => Values
}

export function measuredObjectives(objectives: readonly CompositeObjective[]): MeasuredObjectives {
  const plain = objectives.filter(({ derived }) => !derived).map(({ text }) => text)
  const parts = objectives.flatMap((each) => (each.derived ? each.parts.map(({ name }) => name) : []))
  const names = [...plain, ...new Set(parts.filter((name) => !plain.includes(name)))]
  if (parts.length === 0) return { names, values: (found) => found }
  return {
    names,
    values: (found) => {
      let next = 0
      return objectives.map((objective) =>
        objective.derived ? derivedValue(objective, names, found) : found[next++],
      )
    },
  }
}

/**
 * @param names of the values found
 * @returns null where a part has no value, or the preference is not at hand
 */
function derivedValue(
  { parts, byParts }: CompositeObjective,
  names: readonly string[],
  found: Values,
): number | null {
  const values: Record<string, number> = {}
  for (const { name } of parts) {
    const value = found[names.indexOf(name)] ?? null
    if (value === null) return null
    values[name] = value
  }
  const value = byParts(values)
  return Number.isFinite(value) ? value : null
}
