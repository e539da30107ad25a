/**
 * Instance files: one JSON object that names its system, with inputs and with what an independent reference makes of them.
 * Anybody can check one by having its results computed anew from its inputs alone (scripts/instance.mjs); each system says
 * how, as an `InstanceKind`.
 */
import type { JsonObject } from '../core/codec.js'
import type { Json } from '../core/json.js'
import type { Place } from '../core/place.js'

/** Reads the inputs of an instance, and returns the file with the results that follow from them. */
export type InstanceKind = (instance: JsonObject, at: Place) => Json

/** @throws QueuewrightError where two jobs have one number, which is their first value */
export function requireDistinctNumbers(rows: readonly (readonly number[])[], at: Place): void {
  const numbers = new Set<number>()
  for (const [k, [id]] of rows.entries()) {
    if (numbers.has(id)) {
      throw at.at(k).at(0).fault('two jobs have one number', { value: id, remedy: 'Number the jobs apart' })
    }
    numbers.add(id)
  }
}

/**
 * An object of a file with its results anew, in the file's own order: what was computed stands where the file has it, or
 * else at the end. Results that do not follow from the inputs are left out.
 * @param results the keys that are results, in the order in which new ones are written
 */
export function answered(
  given: JsonObject,
  results: readonly string[],
  computed: Readonly<Record<string, Json>>,
): Json {
  const kept = Object.entries(given).flatMap(([key, value]) => {
    if (Object.hasOwn(computed, key)) return [[key, computed[key]] as const]
    return results.includes(key) ? [] : [[key, value as Json] as const]
  })
  const added = results.flatMap((key) =>
    Object.hasOwn(computed, key) && !Object.hasOwn(given, key) ? [[key, computed[key]] as const] : [],
  )
  return Object.fromEntries([...kept, ...added])
}
