/**
 * Documents: one description of a kind of value from which follow its reader, its writer, its type and its JSON schema.
 *
 * What is written is read back as it was, numbers bit for bit: JSON has the shortest decimals that read back the same,
 * and a number that JSON cannot say is refused by the writer (`number`) or written as a word (`exact`). The first thing
 * that does not fit is a failure that names its path (place.ts). Objects are read by their own members only. Members
 * are written in the order of the description, whatever the order of the value.
 */
import { QueuewrightError } from './errors.js'
import type { Json } from './json.js'
import type { Place } from './place.js'
import { suggestion } from './suggest.js'

export type JsonSchema = { readonly [key: string]: Json }

/** Methods rather than functions, so that codecs of all types fit where one of `unknown` is asked for. */
export interface Codec<Value> {
  /** @throws QueuewrightError of the place's kind */
  decode(value: unknown, at: Place): Value
  /** @throws RangeError where the value could not be read back, which is a defect of the writer */
  encode(value: Value): Json
  readonly schema: JsonSchema
}

/** The type of what a codec reads. */
export type Decoded<C> = C extends Codec<infer Value> ? Value : never

// Plain values

/** A value that stands as it is, where `is` holds. */
function plain<Value extends Json>(
  expected: string,
  schema: JsonSchema,
  is: (value: unknown) => boolean,
): Codec<Value> {
  return {
    schema,
    decode: (value, at) => {
      if (is(value)) return value as Value
      throw at.bad(value, expected)
    },
    encode: (value) => {
      if (is(value)) return value
      throw new RangeError(`${String(value)} cannot be written: expected ${expected}`)
    },
  }
}

export const text: Codec<string> = plain('a string', { type: 'string' }, isText)

/** A text that says something. */
export const words: Codec<string> = plain(
  'a text that is not empty',
  { type: 'string', minLength: 1 },
  (value) => isText(value) && value.trim() !== '',
)

export const flag: Codec<boolean> = plain(
  'true or false',
  { type: 'boolean' },
  (value) => typeof value === 'boolean',
)

export function oneOf<const Word extends string | number | boolean | null>(
  words: readonly Word[],
  expected = words.map((word) => JSON.stringify(word)).join(', '),
): Codec<Word> {
  const known = (value: unknown) => words.find((word) => word === value)
  const { schema, decode, encode } = plain<Word>(
    expected,
    { enum: words },
    (value) => known(value) !== undefined,
  )
  // Of two zeros the one that is declared.
  return { schema, encode, decode: (value, at) => known(decode(value, at))! }
}

export function literal<const Word extends string | number | boolean>(word: Word): Codec<Word> {
  return oneOf([word])
}

export type Scalar = string | number | boolean | null

export const scalar: Codec<Scalar> = plain(
  'a text, a number, true, false or null',
  { type: ['string', 'number', 'boolean', 'null'] },
  (value) => value === null || isText(value) || typeof value === 'boolean' || Number.isFinite(value),
)

export const textOrNumber: Codec<number | string> = plain(
  'a number or a text',
  { type: ['number', 'string'] },
  (value) => isText(value) || Number.isFinite(value),
)

/** A finite number from `least` to `most`; −0 is 0. */
export function number(
  least = -Number.MAX_VALUE,
  most = Number.MAX_VALUE,
  expected = `a number${rangeText(least, most)}`,
): Codec<number> {
  return numeric(
    expected,
    { type: 'number', ...rangeSchema(least, most) },
    (value) => value >= least && value <= most,
  )
}

/** A number above `bound`. */
export function above(bound: number, expected = `a number above ${bound}`): Codec<number> {
  const holds = (value: number) => value > bound && value <= Number.MAX_VALUE
  return numeric(expected, { type: 'number', exclusiveMinimum: bound }, holds)
}

/** A whole number, so small that doubles have all of them. */
export function whole(
  least: number,
  most = Number.MAX_SAFE_INTEGER,
  expected = `a whole number${rangeText(least, most === Number.MAX_SAFE_INTEGER ? Number.MAX_VALUE : most)}`,
): Codec<number> {
  const holds = (value: number) => Number.isSafeInteger(value) && value >= least && value <= most
  return numeric(expected, { type: 'integer', ...rangeSchema(least, most) }, holds)
}

function numeric(expected: string, schema: JsonSchema, holds: (value: number) => boolean): Codec<number> {
  const is = (value: unknown) => typeof value === 'number' && holds(value)
  const { decode, encode } = plain<number>(expected, schema, is)
  return { schema, decode: (value, at) => decode(value, at) + 0, encode: (value) => encode(value + 0) }
}

const WORDS: Readonly<Record<string, number>> = { Infinity: Infinity, '-Infinity': -Infinity, '-0': -0 }

/** Any number but NaN, bit for bit: infinities and −0 are words. */
export const exact: Codec<number> = {
  schema: { anyOf: [{ type: 'number' }, { enum: Object.keys(WORDS) }] },
  decode: (value, at) => {
    const number = isText(value) && Object.hasOwn(WORDS, value) ? WORDS[value] : value
    if (typeof number === 'number' && !Number.isNaN(number)) return number
    throw at.bad(value, 'a number')
  },
  encode: (value) => {
    if (Number.isNaN(value)) throw new RangeError('NaN cannot be written')
    if (Object.is(value, -0)) return '-0'
    return Number.isFinite(value) ? value : String(value)
  },
}

/** Any JSON: what somebody else will read. */
export const json: Codec<Json> = {
  schema: {},
  decode: (value, at) => {
    if (value === undefined) throw at.bad(value, 'a value')
    return value as Json
  },
  encode: (value) => value,
}

// Of values, other values

export function nullable<Value>(codec: Codec<Value>): Codec<Value | null> {
  return {
    schema: { anyOf: [codec.schema, { type: 'null' }] },
    decode: (value, at) => (value === null ? null : codec.decode(value, at)),
    encode: (value) => (value === null ? null : codec.encode(value)),
  }
}

/** @param check throws what is wrong with a value that could be read, mostly by `at.bad` */
export function refined<Value>(codec: Codec<Value>, check: (value: Value, at: Place) => void): Codec<Value> {
  const { schema, encode } = codec
  return {
    schema,
    encode,
    decode: (value, at) => {
      const read = codec.decode(value, at)
      check(read, at)
      return read
    },
  }
}

/** Texts that `check` takes; its failures name the place. */
export function checkedText(check: (text: string) => unknown, codec = text): Codec<string> {
  return refined(codec, (value, at) => at.checked(() => check(value)))
}

export function mapped<Inner, Value>(
  codec: Codec<Inner>,
  to: (inner: Inner, at: Place) => Value,
  from: (value: Value) => Inner,
): Codec<Value> {
  return {
    schema: codec.schema,
    decode: (value, at) => to(codec.decode(value, at), at),
    encode: (value) => codec.encode(from(value)),
  }
}

/** The first of these codecs that takes a value. */
export function anyOf<Codecs extends readonly Codec<unknown>[]>(
  expected: string,
  ...codecs: Codecs
): Codec<Decoded<Codecs[number]>> {
  const first = <Result>(of: (codec: Codec<unknown>) => Result, isRefusal: (error: unknown) => boolean) => {
    for (const codec of codecs)
      try {
        return { result: of(codec) }
      } catch (error) {
        if (!isRefusal(error)) throw error
      }
    return null
  }
  return {
    schema: { anyOf: codecs.map(({ schema }) => schema) },
    decode: (value, at) => {
      const found = first(
        (codec) => codec.decode(value, at) as Decoded<Codecs[number]>,
        (error) => error instanceof QueuewrightError,
      )
      if (found === null) throw at.bad(value, expected)
      return found.result
    },
    encode: (value) => {
      const found = first(
        (codec) => codec.encode(value),
        (error) => error instanceof RangeError,
      )
      if (found === null) throw new RangeError(`this cannot be written: expected ${expected}`)
      return found.result
    },
  }
}

// Lists

export interface Extent {
  readonly least?: number
  readonly most?: number
  /** In messages. */
  readonly expected?: string
}

/** More values than a document of ours can have; what claims to have more is no such document. */
const MOST_VALUES = 2 ** 26

/** @param extent how many; a number where it is so many */
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
      const read = value.map((each, k) => item.decode(each, at.at(k)))
      if (value.length < least || value.length > most) throw at.bad(value, expected)
      return read
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

export function tuple<const Items extends readonly Codec<unknown>[]>(...items: Items): Codec<Tuple<Items>> {
  const { schema, decode, encode } = list(json, items.length)
  return {
    schema: { ...schema, items: false, prefixItems: items.map((item) => item.schema) },
    decode: (value, at) =>
      decode(value, at).map((each, k) => items[k].decode(each, at.at(k))) as unknown as Tuple<Items>,
    encode: (values) => encode(items.map((item, k) => item.encode(values[k]))),
  }
}

// Objects

/** A member that an object may lack. */
export interface Optional<Value> extends Codec<Value> {
  readonly optional: true
}

export function optional<Value>(codec: Codec<Value>): Optional<Value> {
  const { schema } = codec
  return {
    schema,
    decode: (value, at) => codec.decode(value, at),
    encode: (value) => codec.encode(value),
    optional: true,
  }
}

/** A member that older documents lack, and what it is there. */
export interface Added<Value> extends Codec<Value> {
  readonly absent: Value
}

export function added<Value>(codec: Codec<Value>, absent: Value): Added<Value> {
  const { schema } = codec
  const decode = (value: unknown, at: Place) => codec.decode(value, at)
  return { schema, decode, encode: (value) => codec.encode(value), absent }
}

export type Shape = Readonly<Record<string, Codec<unknown>>>
type OptionalKeys<S> = { [K in keyof S]: S[K] extends Optional<unknown> ? K : never }[keyof S]
type Flat<T> = { readonly [K in keyof T]: T[K] }
/** The object that has the members of a shape. */
export type ObjectOf<S> = Flat<
  { [K in Exclude<keyof S, OptionalKeys<S>>]: Decoded<S[K]> } & { [K in OptionalKeys<S>]?: Decoded<S[K]> }
>

/**
 * An object of these members and no others.
 * @param stray whether others are let be, unread: what somebody else has written there
 */
export function object<S extends Shape>(shape: S, stray = false): Codec<ObjectOf<S>> {
  const names = Object.keys(shape)
  const needed = names.filter((name) => !('optional' in shape[name] || 'absent' in shape[name]))
  const absent = Object.fromEntries(
    Object.entries(shape).flatMap(([name, codec]) => ('absent' in codec ? [[name, codec.absent]] : [])),
  )
  const properties = Object.fromEntries(names.map((name) => [name, shape[name].schema]))
  return {
    schema: { type: 'object', properties, required: needed, additionalProperties: stray },
    decode: (value, at) => {
      if (!isObject(value)) throw at.bad(value, 'an object')
      const unknown = Object.keys(value).find((name) => !Object.hasOwn(shape, name))
      if (unknown !== undefined && !stray)
        throw at.at(unknown).fault('an unknown key', { remedy: suggestion(unknown, names, 'Keys') })
      const lacking = needed.find((name) => !Object.hasOwn(value, name))
      if (lacking !== undefined)
        throw at.at(lacking).fault('a key is missing', { expected: names.join(', ') })
      const found = names.filter((name) => Object.hasOwn(value, name))
      const read = found.map((name) => [name, shape[name].decode(value[name], at.at(name))])
      return { ...absent, ...Object.fromEntries(read) } as ObjectOf<S>
    },
    encode: (value) => {
      const given = new Map(Object.entries(value))
      const found = names.filter((name) => given.get(name) !== undefined || !('optional' in shape[name]))
      return Object.fromEntries(found.map((name) => [name, shape[name].encode(given.get(name))]))
    },
  }
}

type ShapeOf<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? Optional<Exclude<T[K], undefined>> : Codec<T[K]>
}

/** An object of exactly the members of a type: one that is not described, also an optional one, does not compile. */
export function objectOf<T extends object>(shape: ShapeOf<T>): Codec<T> {
  return object<Shape>(shape as ShapeOf<T> & Shape) as Codec<object> as Codec<T>
}

/** An object whose keys are free. */
export function record<Value>(item: Codec<Value>): Codec<Readonly<Record<string, Value>>> {
  const each = (value: object, of: (value: unknown, name: string) => unknown) =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, of(member, name)]))
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    decode: (value, at) => {
      if (!isObject(value)) throw at.bad(value, 'an object')
      return each(value, (member, name) => item.decode(member, at.at(name))) as Record<string, Value>
    },
    encode: (value) => each(value, (member) => item.encode(member as Value)) as Record<string, Json>,
  }
}

/** One of several kinds of objects, each with its name in the member `tag`. */
export function tagged<Kinds extends Readonly<Record<string, Codec<object>>>>(
  tag: string,
  kinds: Kinds,
): Codec<Decoded<Kinds[keyof Kinds]>> {
  const name = oneOf(Object.keys(kinds))
  return {
    schema: { anyOf: Object.values(kinds).map(({ schema }) => schema) },
    decode: (value, at) => {
      if (!isObject(value)) throw at.bad(value, 'an object')
      return kinds[name.decode(member(value, tag), at.at(tag))].decode(value, at) as Decoded<
        Kinds[keyof Kinds]
      >
    },
    encode: (value) => kinds[String(Object(value)[tag])].encode(value as object),
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own property `key`, undefined where there is none. */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function rangeText(least: number, most: number): string {
  if (least === -Number.MAX_VALUE) return ''
  return most === Number.MAX_VALUE ? ` from ${least}` : ` from ${least} to ${most}`
}

function rangeSchema(least: number, most: number): JsonSchema {
  return {
    ...(least > -Number.MAX_VALUE && { minimum: least }),
    ...(most < Number.MAX_SAFE_INTEGER && { maximum: most }),
  }
}

function lengthText(least: number, most: number): string {
  if (least === most) return `an array of ${least}`
  return most === MOST_VALUES ? `${least} or more values` : `${least} to ${most} values`
}
