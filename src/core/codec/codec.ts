/** The port of codecs, and codecs made of others. */
import { QueuewrightError } from '../errors.js'
import type { Json } from '../json.js'
import type { Place } from '../place.js'

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

/* @__NO_SIDE_EFFECTS__ */
export function nullable<Value>(codec: Codec<Value>): Codec<Value | null> {
  return {
    schema: { anyOf: [codec.schema, { type: 'null' }] },
    decode: (value, at) => (value === null ? null : codec.decode(value, at)),
    encode: (value) => (value === null ? null : codec.encode(value)),
  }
}

/** @param check throws what is wrong with a value that could be read, mostly by `at.bad` */
/* @__NO_SIDE_EFFECTS__ */
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

/** The same, and what is meant by it, for editors. */
export function described<C extends Codec<unknown>>(meaning: string, codec: C): C {
  return { ...codec, schema: { ...codec.schema, description: meaning } }
}

/* @__NO_SIDE_EFFECTS__ */
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
/* @__NO_SIDE_EFFECTS__ */
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

type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object'

/** One of several kinds of values, told apart by what they are in JSON. */
export function byType<Kinds extends { readonly [Type in JsonType]?: Codec<unknown> }>(
  expected: string,
  kinds: Kinds,
): Codec<Decoded<Kinds[keyof Kinds]>> {
  const kindOf = (value: unknown): Codec<unknown> | undefined =>
    kinds[(Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value) as JsonType]
  return {
    schema: { anyOf: Object.values(kinds).map(({ schema }) => schema) },
    decode: (value, at) => {
      const kind = kindOf(value)
      if (kind === undefined) throw at.bad(value, expected)
      return kind.decode(value, at) as Decoded<Kinds[keyof Kinds]>
    },
    encode: (value) => {
      const kind = kindOf(value)
      if (kind === undefined) throw new RangeError(`this cannot be written: expected ${expected}`)
      return kind.encode(value)
    },
  }
}
