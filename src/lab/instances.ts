/** Instance files with their results computed anew: adding a kind takes one line here. */
import { isObject, member, oneOf } from '../core/codec.js'
import { parseJson } from '../core/documents.js'
import type { Json } from '../core/json.js'
import { Place } from '../core/place.js'
import { REGION_CASES, regionCases } from '../preference/index.js'
import { gridInstance, type InstanceKind, marketInstance, multiclusterInstance } from '../sites/index.js'

/** By the file's member `system`; cases of regions say their format alone. */
const KINDS: Readonly<Record<string, InstanceKind>> = {
  grid: gridInstance,
  market: marketInstance,
  multicluster: multiclusterInstance,
}

const SYSTEM = oneOf(Object.keys(KINDS))

/**
 * The instance with its results anew, computed from its inputs alone, in the file's own order.
 * @param file the document's name in messages
 * @throws QueuewrightError `input-document`
 */
export function recompute(text: string, file: string): Json {
  const instance = parseJson(text, file)
  const at = Place.of(file)
  if (!isObject(instance)) throw at.bad(instance, 'an object')
  if (member(instance, 'format') === REGION_CASES) return regionCases(instance, at)
  return KINDS[SYSTEM.decode(member(instance, 'system'), at.at('system'))](instance, at)
}
