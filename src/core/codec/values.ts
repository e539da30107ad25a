/** Codecs of plain values: texts, words, truth values, numbers. */
import type { Json } from '../json.js'
import type { Place } from '../place.js'
import { didYouMean } from '../suggest.js'
import { type Codec, type JsonSchema, refined } from './codec.js'

/** A value that stands as it is, where `is` holds. */
export function plain<Value extends Json>(
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

/** Longer than any name or formula: what is longer only floods whoever is shown it. */
const LONGEST_WORDS = 100_000

/** Control characters but tabs and the ends of lines: no name has them, and other programs end a text there. */
const UNPRINTED = /[^\P{Cc}\t\n\r]/u

/** A text that says something. */
export const words: Codec<string> = refined(
  plain<string>(
    'a text that is not empty',
    { type: 'string', minLength: 1, maxLength: LONGEST_WORDS },
    (value) => isText(value) && value.trim() !== '',
  ),
  (value, at) => {
    if (value.length > LONGEST_WORDS) throw at.bad(value, `a text of at most ${LONGEST_WORDS} characters`)
    if (UNPRINTED.test(value)) throw at.bad(value, 'a text without control characters')
  },
)

/** Texts that `check` takes; its failures name the place. */
export function checkedText(check: (text: string) => unknown, codec = text): Codec<string> {
  return refined(codec, (value, at) => at.checked(() => check(value)))
}

export const flag: Codec<boolean> = plain(
  'true or false',
  { type: 'boolean' },
  (value) => typeof value === 'boolean',
)

/* @__NO_SIDE_EFFECTS__ */
export function oneOf<const Word extends string | number | boolean | null>(
  words: readonly Word[],
  expected = words.map((word) => JSON.stringify(word)).join(', '),
): Codec<Word> {
  const known = (value: unknown) => words.find((word) => word === value)
  const { schema, encode } = plain<Word>(expected, { enum: words }, (value) => known(value) !== undefined)
  const decode = (value: unknown, at: Place) => {
    // Of two zeros the one that is declared.
    const word = known(value)
    if (word !== undefined) return word
    const remedy = isText(value) ? didYouMean(value, words.map(String)).trim() : ''
    throw at.bad(value, expected, remedy === '' ? {} : { remedy })
  }
  return { schema, encode, decode }
}

/* @__NO_SIDE_EFFECTS__ */
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
/* @__NO_SIDE_EFFECTS__ */
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
    if (isDeeper(value, DEEPEST)) throw at.bad(value, `no more than ${DEEPEST} values within each other`)
    return value as Json
  },
  encode: (value) => value,
}

/** Values within each other, more than anybody writes: those that go through them call themselves as often. */
const DEEPEST = 500

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  const parts = Array.isArray(value) ? value : Object.values(value)
  return parts.some((part) => isDeeper(part, levels - 1))
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
