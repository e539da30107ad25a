/**
 * Snapshots of optimisers as plain data. Every number comes back bit for bit: JSON text holds the shortest decimals that
 * read back the same; what JSON has no number for (infinities, −0) is a word. A snapshot names its kind and version, and
 * what does not fit is an `input-document` error with its path.
 */
import { Document, isObject, type JsonObject, member } from '../core/document.js'
import { QueuewrightError } from '../core/errors.js'
import type { Json } from '../core/json.js'

const WORDS: Readonly<Record<string, number>> = {
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
  '-0': -0,
}

/** @param value any number but NaN */
export function numberJson(value: number): Json {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value
  return Object.is(value, -0) ? '-0' : String(value)
}

export function numbersJson(values: ArrayLike<number>): Json {
  return Array.from(values, numberJson)
}

/** The members of a snapshot, or of an object in it, each checked as it is read. */
export class Fields {
  readonly #document: Document
  readonly #object: JsonObject
  readonly #path: string

  constructor(document: Document, object: JsonObject, path: string) {
    this.#document = document
    this.#object = object
    this.#path = path
  }

  /** Whether it is there at all, which snapshots of older versions may not have. */
  has(key: string): boolean {
    return member(this.#object, key) !== undefined
  }

  /** Whether it is anything but null; it has to be there. */
  given(key: string): boolean {
    const value = member(this.#object, key)
    if (value === undefined) throw this.#document.bad(this.#at(key), value, 'a value, or null')
    return value !== null
  }

  number(key: string, expected = 'a number', holds: (value: number) => boolean = () => true): number {
    return this.#numeric(member(this.#object, key), this.#at(key), expected, holds)
  }

  whole(key: string, least: number): number {
    return this.number(
      key,
      `a whole number from ${least}`,
      (value) => Number.isInteger(value) && value >= least,
    )
  }

  boolean(key: string): boolean {
    const value = member(this.#object, key)
    if (typeof value === 'boolean') return value
    throw this.#document.bad(this.#at(key), value, 'true or false')
  }

  text(key: string): string {
    return this.#document.string(member(this.#object, key), this.#at(key))
  }

  word<const Word extends string>(key: string, words: readonly Word[]): Word {
    const value = member(this.#object, key)
    const found = words.find((word) => word === value)
    if (found !== undefined) return found
    throw this.#document.bad(this.#at(key), value, words.join(' or '))
  }

  seed(): number | string {
    const value = member(this.#object, 'seed')
    if (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))) return value
    throw this.#document.bad(this.#at('seed'), value, 'a number or a text')
  }

  /** @param length where it has to be so long */
  numbers(key: string, length?: number): Float64Array {
    const values = this.#list(key, length)
    return Float64Array.from(values, (value, k) =>
      this.#numeric(value, `${this.#at(key)}[${k}]`, 'a number', () => true),
    )
  }

  wholes(key: string, length?: number): Int32Array {
    const isInt32 = (value: number) => (value | 0) === value
    const values = this.#list(key, length)
    return Int32Array.from(values, (value, k) =>
      this.#numeric(value, `${this.#at(key)}[${k}]`, 'a whole number below 2^31', isInt32),
    )
  }

  /** Lists of numbers, each of its own length. */
  matrix(key: string): readonly Float64Array[] {
    return this.#list(key, undefined).map((row, k) => {
      const path = `${this.#at(key)}[${k}]`
      return Float64Array.from(this.#document.array(row, path), (value, j) =>
        this.#numeric(value, `${path}[${j}]`, 'a number', () => true),
      )
    })
  }

  object(key: string): Fields {
    const path = this.#at(key)
    return new Fields(this.#document, this.#document.object(member(this.#object, key), path), path)
  }

  objects(key: string, length?: number): readonly Fields[] {
    return this.#list(key, length).map((value, k) => {
      const path = `${this.#at(key)}[${k}]`
      return new Fields(this.#document, this.#document.object(value, path), path)
    })
  }

  /** Unchecked values. */
  list(key: string): readonly unknown[] {
    return this.#list(key, undefined)
  }

  bad(key: string, expected: string): QueuewrightError {
    return this.#document.bad(this.#at(key), member(this.#object, key), expected)
  }

  #at(key: string): string {
    return this.#path === '' ? key : `${this.#path}.${key}`
  }

  #list(key: string, length: number | undefined): readonly unknown[] {
    const values = this.#document.array(member(this.#object, key), this.#at(key))
    if (length === undefined || values.length === length) return values
    throw this.#document.bad(this.#at(key), values, `an array of ${length}`)
  }

  #numeric(value: unknown, path: string, expected: string, holds: (value: number) => boolean): number {
    const number = typeof value === 'string' && Object.hasOwn(WORDS, value) ? WORDS[value] : value
    if (typeof number === 'number' && !Number.isNaN(number) && holds(number)) return number
    throw this.#document.bad(path, value, expected)
  }
}

/** What a snapshot says of itself, beside its own members. */
export function snapshotOf(kind: string, version: number, members: Readonly<Record<string, Json>>): Json {
  return { kind, version, ...members }
}

/** The `kind` of a snapshot. */
export function kindOf(snapshot: unknown, file: string): string {
  const document = new Document(file)
  return new Fields(document, document.object(snapshot, 'snapshot'), '').text('kind')
}

/**
 * Reads a snapshot of this kind and version.
 * @param file names it in errors
 * @throws QueuewrightError `input-document`, also where its settings contradict each other
 */
export function readSnapshot<Value>(
  snapshot: unknown,
  kind: string,
  version: number,
  file: string,
  read: (fields: Fields) => Value,
): Value {
  const document = new Document(file)
  if (!isObject(snapshot)) throw document.bad('snapshot', snapshot, 'an object')
  const fields = new Fields(document, snapshot, '')
  fields.word('kind', [kind])
  if (fields.whole('version', 1) !== version) {
    throw new QueuewrightError('input-document', 'a snapshot of another version', {
      file,
      field: 'version',
      value: fields.number('version'),
      expected: String(version),
      remedy: 'Go on with the version of Queuewright that wrote it, or begin anew',
    })
  }
  try {
    return read(fields)
  } catch (error) {
    if (!(error instanceof QueuewrightError) || error.kind !== 'usage') throw error
    throw new QueuewrightError('input-document', error.what, { ...error.detail, file })
  }
}
