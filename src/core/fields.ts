/**
 * An object of a JSON document whose members are all known beforehand: a missing or an unknown one is an error, as is a
 * value that is not what it has to be; each names its path, such as `strategy.situations[0].w[3]`.
 */
import { Document, type JsonObject, member, pathOf } from './document.js'
import { QueuewrightError } from './errors.js'
import { suggestion } from './suggest.js'

export class Fields {
  /** The document, in messages. */
  readonly file: string
  readonly #document: Document
  readonly #path: string
  readonly #object: JsonObject

  /**
   * @param path where the object stands; empty for the document itself
   * @param names the members that it has to have
   * @throws QueuewrightError `input-document`
   */
  constructor(file: string, value: unknown, path: string, names: readonly string[]) {
    this.#document = new Document(file)
    this.file = file
    this.#path = path
    this.#object = this.#document.object(value, path === '' ? '(document)' : path)
    const unknown = Object.keys(this.#object).find((name) => !names.includes(name))
    if (unknown !== undefined) {
      throw new QueuewrightError('input-document', 'an unknown key', {
        file,
        field: this.pathOf(unknown),
        remedy: suggestion(unknown, names, 'Keys'),
      })
    }
    const lacking = names.find((name) => !Object.hasOwn(this.#object, name))
    if (lacking !== undefined) {
      throw new QueuewrightError('input-document', 'a key is missing', {
        file,
        field: this.pathOf(lacking),
        expected: names.join(', '),
      })
    }
  }

  pathOf(name: string): string {
    return this.#path === '' ? name : pathOf(this.#path, name)
  }

  value(name: string): unknown {
    return member(this.#object, name)
  }

  string(name: string): string {
    return this.#document.string(this.value(name), this.pathOf(name))
  }

  /** A text that says something. */
  text(name: string): string {
    const text = this.string(name)
    if (text.trim() === '') throw this.#document.bad(this.pathOf(name), text, 'a text that is not empty')
    return text
  }

  oneOf<const Word extends string>(name: string, words: readonly Word[]): Word {
    const found = words.find((word) => word === this.value(name))
    if (found === undefined)
      throw this.#document.bad(
        this.pathOf(name),
        this.value(name),
        words.map((word) => `"${word}"`).join(', '),
      )
    return found
  }

  /** A number from `least` to `most`; never −0. */
  number(name: string, least: number, most: number): number {
    return this.#number(this.value(name), this.pathOf(name), least, most)
  }

  whole(name: string, least: number): number {
    const expected = `a whole number from ${least}`
    return this.#document.number(
      this.value(name),
      this.pathOf(name),
      expected,
      (value) => Number.isSafeInteger(value) && value >= least,
    )
  }

  /** Numbers from `least` to `most`. */
  numbers(name: string, least: number, most: number): readonly number[] {
    const path = this.pathOf(name)
    return this.#document
      .array(this.value(name), path)
      .map((value, k) => this.#number(value, `${path}[${k}]`, least, most))
  }

  /** Whole numbers from `least` to `most`. */
  wholes(name: string, least: number, most: number): readonly number[] {
    const expected = `a whole number from ${least} to ${most}`
    return this.#numbersThat(
      name,
      expected,
      (each) => Number.isInteger(each) && each >= least && each <= most,
    )
  }

  /** Numbers of which each is one of `known`. */
  numbersOf(name: string, known: readonly number[]): readonly number[] {
    return this.#numbersThat(name, `one of ${known.join(', ')}`, (each) => known.includes(each))
  }

  texts(name: string): readonly string[] {
    const path = this.pathOf(name)
    return this.#document
      .array(this.value(name), path)
      .map((value, k) => this.#document.string(value, `${path}[${k}]`))
  }

  /** Texts that `check` takes; its failures name the text's place. */
  checkedTexts(name: string, check: (text: string) => unknown): readonly string[] {
    const texts = this.texts(name)
    for (const [k, text] of texts.entries()) this.#checked(`${this.pathOf(name)}[${k}]`, () => check(text))
    return texts
  }

  /** An object with these members. */
  object(name: string, names: readonly string[]): Fields {
    return new Fields(this.file, this.value(name), this.pathOf(name), names)
  }

  /** Objects with these members. */
  objects(name: string, names: readonly string[]): readonly Fields[] {
    const path = this.pathOf(name)
    return this.#document
      .array(this.value(name), path)
      .map((value, k) => new Fields(this.file, value, `${path}[${k}]`, names))
  }

  /** An object whose keys are free, with plain values. */
  scalars(name: string): Readonly<Record<string, string | number | boolean | null>> {
    return this.#record(name, 'a text, a number, true, false or null', isScalar)
  }

  /** An object whose keys are free, with numbers, or null where there is none. */
  values(name: string): Readonly<Record<string, number | null>> {
    return this.#record(name, 'a number or null', isValue)
  }

  bad(name: string, expected: string): QueuewrightError {
    return this.#document.bad(this.pathOf(name), this.value(name), expected)
  }

  /** Runs `check`; its failures name the member. */
  checked<Result>(name: string, check: () => Result): Result {
    return this.#checked(this.pathOf(name), check)
  }

  #checked<Result>(field: string, check: () => Result): Result {
    try {
      return check()
    } catch (error) {
      if (!(error instanceof QueuewrightError)) throw error
      const { kind, what, detail } = error
      const place = { ...detail, file: this.file, field }
      // Of a document nobody has typed an option.
      throw new QueuewrightError(kind === 'usage' ? 'input-document' : kind, what, place)
    }
  }

  #record<Value>(
    name: string,
    expected: string,
    fits: (value: unknown) => value is Value,
  ): Readonly<Record<string, Value>> {
    const path = this.pathOf(name)
    const entries = Object.entries(this.#document.object(this.value(name), path))
    return Object.fromEntries(
      entries.map(([key, value]) => {
        if (fits(value)) return [key, value]
        throw this.#document.bad(pathOf(path, key), value, expected)
      }),
    )
  }

  #numbersThat(name: string, expected: string, holds: (value: number) => boolean): readonly number[] {
    const path = this.pathOf(name)
    return this.#document
      .array(this.value(name), path)
      .map((value, k) => this.#document.number(value, `${path}[${k}]`, expected, holds) + 0)
  }

  #number(value: unknown, path: string, least: number, most: number): number {
    const expected =
      most === Number.POSITIVE_INFINITY ? `a number from ${least}` : `a number from ${least} to ${most}`
    return this.#document.number(value, path, expected, (each) => each >= least && each <= most) + 0
  }
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
}

function isValue(value: unknown): value is number | null {
  return value === null || Number.isFinite(value)
}
