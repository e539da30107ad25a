/** Settings as a JSON Schema (2020-12), by which editors and forms know names, meanings, ranges and usual values. */
import type { Json } from '../json.js'
import type { Schema } from './form.js'
import { type Declarations, type Setting, usualText } from './setting.js'

export function schemaOf(declarations: Declarations): Schema {
  const entries = Object.entries(declarations)
  const required = entries.filter(([, { usual }]) => usual === undefined).map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, declared]) => [name, propertyOf(declared)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  }
}

function propertyOf(declared: Setting<unknown>): Schema {
  const { form, meaning, unit, usual, usually } = declared
  const plain = usual !== undefined && typeof usual !== 'function'
  const words = plain && usually === undefined ? null : usualText(declared)
  const about = [
    meaning,
    ...(unit === undefined ? [] : [`in ${unit}`]),
    ...(words === null ? [] : [`usually ${words}`]),
  ]
  return {
    ...form.schema,
    description: about.join('; '),
    ...(plain ? { default: usual as Json } : {}),
  }
}
