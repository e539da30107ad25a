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
