/** Codecs of lists: of equal values, of numbers as typed arrays, of a fixed number of values each of its own kind. */
import { type Codec, type Decoded, mapped } from './codec.js'
import { exact, json, whole } from './values.js'

export interface Extent {
  readonly least?: number
  readonly most?: number
  /** In messages. */
  readonly expected?: string
}

/** More values than a document of ours can have; what claims to have more is no such document. */
const MOST_VALUES = 2 ** 26

/** @param extent how many; a number where it is so many */
/* @__NO_SIDE_EFFECTS__ */
export function list<Value>(item: Codec<Value>, extent: Extent | number = {}): Codec<readonly Value[]> {
  const fixed = typeof extent === 'number'
  const { least = 0, most = MOST_VALUES } = fixed ? { least: extent, most: extent } : extent
  const expected = (fixed ? undefined : extent.expected) ?? lengthText(least, most)
  return {
    schema: {
      type: 'array',
      items: item.schema,
      ...(least > 0 && { minItems: least }),
      ...(most < MOST_VALUES && { maxItems: most }),
    },
    decode: (value, at) => {
      if (!Array.isArray(value)) throw at.bad(value, 'an array')
      if (value.length < least || value.length > most) throw at.bad(value, expected)
      return value.map((each, k) => item.decode(each, at.at(k)))
    },
    encode: (values) => values.map((each) => item.encode(each)),
  }
}

/** Numbers of typed arrays, bit for bit. */
export function floats(extent: Extent | number = {}): Codec<Float64Array> {
  return mapped(
    list(exact, extent),
    (values) => Float64Array.from(values),
    (values) => Array.from(values),
  )
}

export function ints(extent: Extent | number = {}): Codec<Int32Array> {
  const item = whole(-(2 ** 31), 2 ** 31 - 1, 'a whole number below 2^31')
  return mapped(
    list(item, extent),
    (values) => Int32Array.from(values),
    (values) => Array.from(values),
  )
}

type Tuple<Items extends readonly Codec<unknown>[]> = { readonly [K in keyof Items]: Decoded<Items[K]> }

/* @__NO_SIDE_EFFECTS__ */
export function tuple<const Items extends readonly Codec<unknown>[]>(...items: Items): Codec<Tuple<Items>> {
  const { schema, decode, encode } = list(json, items.length)
  return {
    schema: { ...schema, items: false, prefixItems: items.map((item) => item.schema) },
    decode: (value, at) => {
      const decoded: unknown = decode(value, at).map((each, k) => items[k].decode(each, at.at(k)))
      return decoded as Tuple<Items>
    },
    encode: (values) => encode(items.map((item, k) => item.encode(values[k]))),
  }
}

function lengthText(least: number, most: number): string {
  if (least === most) return `an array of ${least}`
  return most === MOST_VALUES ? `${least} or more values` : `${least} to ${most} values`
}
