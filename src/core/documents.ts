/** Whole documents: JSON text that says what it is, and in which version. */

import { type Codec, isObject, member } from './codec.js'
import { QueuewrightError } from './errors.js'
import type { Json } from './json.js'
import { Place } from './place.js'
import { largestOf } from './statistics.js'

/** Whether a text is the name of a document that an owner writes, in YAML or JSON, plain or gzip. */
export function isDocumentName(text: string): boolean {
  return /\.(ya?ml|json)(\.gz)?$/i.test(text)
}

export interface DocumentKind {
  /** In messages, with its article: `a strategy`. */
  readonly what: string
  /** The member that says what it is, and what it has to say. */
  readonly tag: string
  readonly name: string
  /** Where such a document comes from, a sentence. */
  readonly remedy: string
}

/**
 * A document that says what it is and in which version. Others, newer ones and those that are not read any more are
 * refused with one clear line.
 * @param versions each with the members `tag` and `version`
 */
/* @__NO_SIDE_EFFECTS__ */
export function versioned<Value extends { readonly version: number }>(
  { what, tag, name, remedy }: DocumentKind,
  versions: Readonly<Record<number, Codec<Value>>>,
): Codec<Value> {
  const known = Object.keys(versions).map(Number)
  return {
    schema: { anyOf: Object.values(versions).map(({ schema }) => schema) },
    decode: (value, at) => {
      const found = isObject(value) ? member(value, tag) : undefined
      if (!isObject(value) || found !== name) {
        const given = found === undefined || typeof found === 'object' ? {} : { value: String(found) }
        throw at.at(tag).fault(`no ${what.replace(/^an? /, '')}`, { ...given, expected: `"${name}"`, remedy })
      }
      const version = member(value, 'version')
      const codec = known.find((each) => each === version)
      if (codec !== undefined) return versions[codec].decode(value, at)
      const expected = known.join(' or ')
      const place = at.at('version')
      if (!(typeof version === 'number' && version > largestOf(known)))
        throw place.bad(version, expected, { remedy })
      throw place.fault(`${what} of a newer version of the format`, {
        value: version,
        expected,
        remedy: 'Use the Queuewright that wrote it, or a newer one',
      })
    },
    encode: (value) => versions[value.version].encode(value),
  }
}

/** @throws QueuewrightError `input-document` */
export function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new QueuewrightError('input-document', `not a JSON document: ${why}`, {
      file,
      remedy: 'Check that the file is whole',
      cause: error,
    })
  }
}

/**
 * @param file the document's name in messages
 * @throws QueuewrightError `input-document`
 */
export function readDocument<Value>(codec: Pick<Codec<Value>, 'decode'>, text: string, file: string): Value {
  return codec.decode(parseJson(text, file), Place.of(file))
}

/**
 * A document of a run about itself: a spec, a state.
 * @throws QueuewrightError `input-document`
 */
export function readKept<Value>(codec: Codec<Value>, kept: unknown, what: string): Value {
  return codec.decode(kept, Place.of(what))
}

/**
 * The same of a state, which is null at the beginning.
 * @throws QueuewrightError `input-document`
 */
export function stateOf<State>(codec: Codec<State>, kept: Json | null): State | null {
  return kept === null ? null : readKept(codec, kept, 'state')
}
