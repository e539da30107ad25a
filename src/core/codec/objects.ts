/** Codecs of objects: of known members, of free ones, of several kinds. */
import type { Json } from '../json.js'
import type { Place } from '../place.js'
import { suggestion } from '../suggest.js'
import type { Codec, Decoded } from './codec.js'
import { oneOf } from './values.js'

/** A member that an object may lack. */
export interface Optional<Value> extends Codec<Value> {
  readonly optional: true
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<Value>(codec: Codec<Value>): Optional<Value> {
  const { schema } = codec
  return {
    schema,
    decode: (value, at) => codec.decode(value, at),
    encode: (value) => codec.encode(value),
    optional: true,
  }
}

/** A member that may be left out, as older documents do, and what it is then. */
export interface Added<Value> extends Codec<Value> {
  readonly absent: Value
}

/* @__NO_SIDE_EFFECTS__ */
export function added<Value>(codec: Codec<Value>, absent: Value): Added<Value> {
  const schema = { ...codec.schema, default: codec.encode(absent) }
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
 * An object of these members and no others, read in its own order.
 * @param stray whether others are let be, unread: what somebody else has written there
 */
/* @__NO_SIDE_EFFECTS__ */
export function object<S extends Shape>(shape: S, stray = false): Codec<ObjectOf<S>> {
  const names = Object.keys(shape)
  const needed = names.filter((name) => !('optional' in shape[name] || 'absent' in shape[name]))
  const absent = Object.fromEntries(
    Object.entries(shape).flatMap(([name, codec]) => ('absent' in codec ? [[name, codec.absent]] : [])),
  )
  const properties = Object.fromEntries(names.map((name) => [name, shape[name].schema]))
  return {
    schema: { type: 'object', properties, required: needed, additionalProperties: stray },
    decode: (said, at) => {
      const value = objectAt(said, at)
      const unknown = Object.keys(value).find((name) => !Object.hasOwn(shape, name))
      if (unknown !== undefined && !stray)
        throw at.at(unknown).fault('an unknown key', { remedy: suggestion(unknown, names, 'Keys') })
      const lacking = needed.find((name) => !Object.hasOwn(value, name))
      if (lacking !== undefined)
        throw at.at(lacking).fault('a key is missing', { expected: names.join(', ') })
      // The first fault is that of the member that stands first.
      const found = Object.keys(value).filter((name) => Object.hasOwn(shape, name))
      const read = new Map(found.map((name) => [name, shape[name].decode(value[name], at.at(name))]))
      const given = names.filter((name) => read.has(name)).map((name) => [name, read.get(name)])
      return { ...absent, ...Object.fromEntries(given) } as ObjectOf<S>
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
/* @__NO_SIDE_EFFECTS__ */
export function objectOf<T extends object>(shape: ShapeOf<T>): Codec<T> {
  return object<Shape>(shape as ShapeOf<T> & Shape) as Codec<object> as Codec<T>
}

/** An object whose keys are free. */
/* @__NO_SIDE_EFFECTS__ */
export function record<Value>(item: Codec<Value>): Codec<Readonly<Record<string, Value>>> {
  const each = (value: object, of: (value: unknown, name: string) => unknown) =>
    Object.fromEntries(Object.entries(value).map(([name, member]) => [name, of(member, name)]))
  return {
    schema: { type: 'object', additionalProperties: item.schema },
    decode: (value, at) =>
      each(objectAt(value, at), (member, name) => item.decode(member, at.at(name))) as Record<string, Value>,
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
      const kind = name.decode(member(objectAt(value, at), tag), at.at(tag))
      return kinds[kind].decode(value, at) as Decoded<Kinds[keyof Kinds]>
    },
    encode: (value) => kinds[String(Object(value)[tag])].encode(value as object),
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @throws QueuewrightError where it is none */
export function objectAt(value: unknown, at: Place): JsonObject {
  if (isObject(value)) return value
  throw at.bad(value, 'an object')
}

/** The own property `key`, undefined where there is none. */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
