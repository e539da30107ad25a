/** Instance files with their results computed anew: adding a kind takes one line here. */
import { isObject, member, oneOf } from '../../core/codec.js'
import { parseJson } from '../../core/documents.js'
import type { Json } from '../../core/json.js'
import { Place } from '../../core/place.js'
import { REGION_CASES, regionCases } from '../../preference/index.js'
import { gridInstance, type InstanceKind, marketInstance, multiclusterInstance } from '../../sites/index.js'

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

/**
 * The instance as JSON, the keys of its objects as the file has them: also those that are numbers, which JavaScript puts first.
 * @param text of the file
 */
export function inFileOrder(text: string, instance: Json): string {
  return printed(instance, JSON.parse(text.replace(/"(\d+)"(?=\s*:)/g, `"${MARK}$1"`)))
}

/** Before keys that are numbers. */
const MARK = '#'

/** @param like what stands in its place in the file */
function printed(value: Json, like: unknown): string {
  if (Array.isArray(value)) {
    const items = Array.isArray(like) ? like : []
    return `[${value.map((each, k) => printed(each, items[k])).join(',')}]`
  }
  if (!isObject(value)) return JSON.stringify(value)
  const source = isObject(like) ? like : {}
  const known = Object.keys(source).map(
    (key) => [key, /^#\d+$/.test(key) ? key.slice(MARK.length) : key] as const,
  )
  const places = new Map(known.map(([key, own]) => [own, key]))
  const keys = [...known.map(([, own]) => own), ...Object.keys(value).filter((key) => !places.has(key))]
  const members = keys.flatMap((key) =>
    Object.hasOwn(value, key)
      ? [`${JSON.stringify(key)}:${printed(value[key] as Json, member(source, places.get(key) ?? ''))}`]
      : [],
  )
  return `{${members.join(',')}}`
}
