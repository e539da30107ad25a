/** Settings as a document says them: some of them, under the names of their options, beside members of its own. */
import {
  type Codec,
  described,
  mapped,
  nullable,
  type ObjectOf,
  object,
  oneOf,
  optional,
  plain,
  type Shape,
} from '../codec.js'
import { QueuewrightError } from '../errors.js'
import type { Json } from '../json.js'
import type { Place } from '../place.js'
import type { Form } from './form.js'
import { type Declarations, type Given, optionOf } from './setting.js'

/** @param further members of the document beside its settings; none is named as a setting is */
export function settingsCodec<D extends Declarations, Further extends Shape = Record<never, Codec<unknown>>>(
  declarations: D,
  further?: Further,
): Codec<Given<D> & ObjectOf<Further>> {
  const entries = Object.entries(declarations)
  const keys = entries.map(([name, declared]) => [name, optionOf(name, declared).slice(2)] as const)
  const shape = entries.map(([, { form, meaning }], k): [string, Codec<unknown>] => [
    keys[k][1],
    optional(described(meaning, formCodec(form))),
  ])
  const given: Codec<object> = object<Shape>({ ...further, ...Object.fromEntries(shape) })
  const own = Object.keys(further ?? {}).map((name) => [name, name] as const)
  const renamed = (from: object, names: readonly (readonly [string, string])[]) => {
    const values = new Map(Object.entries(from))
    return Object.fromEntries(names.flatMap(([to, old]) => (values.has(old) ? [[to, values.get(old)]] : [])))
  }
  return mapped(
    given,
    (read) => renamed(read, [...own, ...keys]) as Given<D> & ObjectOf<Further>,
    (values) => renamed(values, [...own, ...keys.map(([name, key]) => [key, name] as const)]),
  )
}

/** A value of this form: as JSON has it, or, where options have a notation for it, in that. */
export function formCodec<Value>(form: Form<Value>): Codec<Value> {
  return codecOf(form) as Codec<unknown> as Codec<Value>
}

function codecOf(form: Form<unknown>): Codec<Json> {
  const { schema, inner } = form
  if (inner !== undefined) return nullable(codecOf(inner))
  const expected = form.expected()
  if (Array.isArray(schema['enum'])) return oneOf(schema['enum'] as readonly string[], expected)
  const fits = (value: unknown) => form.fits(value, {})
  const isText = schema['type'] === 'string'
  if (!isText && form.noted !== true) return plain<Json>(expected, schema, fits)
  const type = isText ? ['string', 'number'] : ['number', 'string']
  return {
    schema: { ...schema, type },
    encode: plain<Json>(expected, schema, fits).encode,
    decode: (value, at) => (fits(value) && !isText ? (value as Json) : noted(form, value, at)),
  }
}

/** A value as an option has it; a text that is all digits is a number in YAML. */
function noted(form: Form<unknown>, value: unknown, at: Place): Json {
  const text = typeof value === 'string' || Number.isFinite(value) ? String(value).trim() : ''
  if (text === '') throw at.bad(value, form.expected())
  try {
    const read = form.read(text)
    if (read !== undefined && form.fits(read, {})) return read as Json
  } catch (error) {
    if (!(error instanceof QueuewrightError)) throw error
    const { expected, remedy } = error.detail
    const brackets = text.split('(').length === text.split(')').length
    const hint = brackets ? remedy : 'Write "quotes" around a text with a comma in a [list]'
    throw at.fault(error.what, { value: text, ...(expected && { expected }), ...(hint && { remedy: hint }) })
  }
  throw at.bad(value, form.expected())
}
