/** Settings as a document says them: some of them, under the names of their options. */
import { type Codec, described, mapped, object, optional, plain, type Shape } from '../codec.js'
import type { Json } from '../json.js'
import { type Declarations, type Given, optionOf } from './setting.js'

export function settingsCodec<D extends Declarations>(declarations: D): Codec<Given<D>> {
  const entries = Object.entries(declarations)
  const keys = entries.map(([name, declared]) => [name, optionOf(name, declared).slice(2)] as const)
  const shape: Shape = Object.fromEntries(
    entries.map(([, { form, meaning }], k) => {
      const value = plain<Json>(form.expected(), form.schema, (given) => form.fits(given, {}))
      return [keys[k][1], optional(described(meaning, value))]
    }),
  )
  const given: Codec<object> = object(shape)
  const renamed = (from: object, names: readonly (readonly [string, string])[]) => {
    const values = new Map(Object.entries(from))
    return Object.fromEntries(names.flatMap(([to, old]) => (values.has(old) ? [[to, values.get(old)]] : [])))
  }
  return mapped(
    given,
    (read) => renamed(read, keys) as Given<D>,
    (values) =>
      renamed(
        values,
        keys.map(([name, key]) => [key, name]),
      ),
  )
}
