/** Checked access to the values of a JSON document: a bad one is an error that names its path, such as `jobs[3].res`. */
import { QueuewrightError } from './errors.js'

export type JsonObject = Readonly<Record<string, unknown>>

export class Document {
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  parse(text: string): unknown {
    try {
      return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new QueuewrightError('input-document', `not a JSON document: ${why}`, {
        file: this.#file,
        remedy: 'Check that the file is whole',
        cause: error,
      })
    }
  }

  object(value: unknown, path: string): JsonObject {
    if (isObject(value)) return value
    throw this.bad(path, value, 'an object')
  }

  array(value: unknown, path: string): readonly unknown[] {
    if (Array.isArray(value)) return value
    throw this.bad(path, value, 'an array')
  }

  string(value: unknown, path: string): string {
    if (typeof value === 'string') return value
    throw this.bad(path, value, 'a string')
  }

  number(value: unknown, path: string, expected: string, holds: (value: number) => boolean): number {
    if (typeof value === 'number' && Number.isFinite(value) && holds(value)) return value
    throw this.bad(path, value, expected)
  }

  bad(path: string, value: unknown, expected: string): QueuewrightError {
    const missing = value === undefined
    return new QueuewrightError('input-document', missing ? 'a value is missing' : 'an unexpected value', {
      file: this.#file,
      field: path,
      ...(missing ? {} : { value: shown(value) }),
      expected,
    })
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The own property `key`, undefined where there is none. */
export function member(object: JsonObject, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** `profiles.p1`, or `profiles["a b"]` for a key that is no plain name. */
export function pathOf(parent: string, key: string): string {
  return /^\w+$/.test(key) ? `${parent}.${key}` : `${parent}[${JSON.stringify(key)}]`
}

function shown(value: unknown): string | number {
  if (typeof value === 'number') return value
  if (Array.isArray(value)) return 'an array'
  if (isObject(value)) return 'an object'
  const text = String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
