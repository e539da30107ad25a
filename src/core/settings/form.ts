/** Forms of a setting's values: how they are read from text, checked, written and described. */
import { isZoneName } from '../calendar.js'
import { formatDuration, parseDuration } from '../duration.js'
import { QueuewrightError } from '../errors.js'
import type { Json } from '../json.js'
import { type LocalDate, parseLocalDate } from '../local-date.js'

/** Values of settings and circumstances, by name. */
export type Known = Readonly<Record<string, unknown>>

/** A JSON Schema (2020-12). */
export type Schema = { readonly [key: string]: Json }

export interface Form<Value> {
  /** How help shows a value, such as `n`; null: a switch, which has none. */
  readonly shown: string | null
  /** Whether the option is repeated for several values. */
  readonly repeated?: true
  /** The form of values that are not left out, where null stands for one that is. */
  readonly inner?: Form<unknown>
  /** Whether documents may have values as options have them, such as `30s`. */
  readonly noted?: true
  /** The words of help behind the meaning, and bounds that do not go without saying; may be empty. */
  readonly told: string
  readonly schema: Schema
  /** @param known without which bounds are names of settings */
  expected(known?: Known): string
  fits(value: unknown, known: Known): boolean
  /**
   * @returns undefined for what is none
   * @throws QueuewrightError for what is none, where the form says more of it than what is expected
   */
  read(text: string): Value | undefined
  text(value: Value): string
}

/** A number, or the name of a setting whose value it is. */
export type Bound = number | string

/** The upper bound of a setting that says none of its own: nobody needs sizes or rounds of more, and work has an end. */
const MOST = 10_000

/** A whole number from `least` to `most`, which may be infinite. */
/* @__NO_SIDE_EFFECTS__ */
export function whole(least: Bound = 0, most: Bound = MOST): Form<number> {
  const usual = most === MOST || most === Number.POSITIVE_INFINITY
  return {
    shown: 'n',
    told: usual ? (least === 0 || least === 1 ? '' : `, from ${least}`) : `, ${least} to ${most}`,
    schema: {
      type: 'integer',
      ...(typeof least === 'number' ? { minimum: least } : {}),
      ...(Number.isFinite(most) ? { maximum: most } : {}),
    },
    expected: (known) => {
      const upper = most === Number.POSITIVE_INFINITY ? '' : ` to ${boundText(most, known)}`
      return `a whole number from ${boundText(least, known)}${upper}`
    },
    fits: (value, known) =>
      Number.isSafeInteger(value) &&
      Number(value) >= boundIn(least, known, 0) &&
      Number(value) <= boundIn(most, known, Number.POSITIVE_INFINITY),
    read: (text) => (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
    text: String,
  }
}

export interface Range {
  /** Neither bound need be there; `above` and `below` are not in the range, `least` and `most` are. */
  readonly above?: number
  readonly least?: number
  readonly below?: number
  readonly most?: number
  /** As help shows it; `number` where absent. */
  readonly shown?: string
}

/** A decimal number. */
/* @__NO_SIDE_EFFECTS__ */
export function real({ above, least, below, most, shown = 'number' }: Range): Form<number> {
  const upper = most !== undefined ? `at most ${most}` : below !== undefined ? `below ${below}` : ''
  const lower = least !== undefined ? `from ${least}` : above !== undefined ? `above ${above}` : ''
  const both =
    least !== undefined && most !== undefined
      ? `from ${least} to ${most}`
      : above !== undefined && below !== undefined
        ? `between ${above} and ${below}`
        : [lower, upper].filter((part) => part !== '').join(', ')
  const trivial = upper === '' && (above === 0 || least === 0)
  return {
    shown,
    told: trivial || both === '' ? '' : `, ${both.replace(/^from (\S+ to)/, '$1')}`,
    schema: {
      type: 'number',
      ...(least === undefined ? {} : { minimum: least }),
      ...(above === undefined ? {} : { exclusiveMinimum: above }),
      ...(most === undefined ? {} : { maximum: most }),
      ...(below === undefined ? {} : { exclusiveMaximum: below }),
    },
    expected: () => (both === '' ? 'a number' : `a number ${both}`),
    fits: (value) =>
      typeof value === 'number' &&
      Number.isFinite(value) &&
      value >= (least ?? Number.NEGATIVE_INFINITY) &&
      value > (above ?? Number.NEGATIVE_INFINITY) &&
      value <= (most ?? Number.POSITIVE_INFINITY) &&
      value < (below ?? Number.POSITIVE_INFINITY),
    read: (text) => numberOrNone(parseDecimal(text)),
    text: String,
  }
}

/** One of a few words; with what each means, where help is to tell. */
/* @__NO_SIDE_EFFECTS__ */
export function choice<const Word extends string>(
  words: readonly Word[] | Readonly<Record<Word, string>>,
  shown = 'which',
): Form<Word> {
  const all = wordsOf(words)
  const meanings: Readonly<Record<string, string>> = Array.isArray(words)
    ? {}
    : (words as Record<Word, string>)
  return {
    shown,
    told: `: ${all.map((word) => (meanings[word] ? `${word} (${meanings[word]})` : word)).join(', ')}`,
    schema: { enum: all },
    expected: () => all.join(', '),
    fits: (value) => all.some((word) => word === value),
    read: (text) => all.find((word) => word === text),
    text: String,
  }
}

/** Some of a few words, separated by commas; each once, and in their own order. */
/* @__NO_SIDE_EFFECTS__ */
export function someOf<const Word extends string>(words: readonly Word[]): Form<readonly Word[]> {
  const known: readonly string[] = words
  const expected = `some of ${words.join(', ')}, separated by commas`
  return {
    shown: 'list',
    told: `: ${words.join(', ')}`,
    schema: { type: 'array', items: { enum: words }, minItems: 1, uniqueItems: true },
    expected: () => expected,
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every((word) => known.includes(word)),
    read: (text) => {
      const given = text.split(',').map((word) => word.trim())
      const strange = given.find((word) => !known.includes(word))
      if (strange !== undefined) throw illegible(strange, expected)
      return words.filter((word) => given.includes(word))
    },
    text: (value) => value.join(','),
  }
}

/** Yes or no. */
export function flag(): Form<boolean> {
  return {
    shown: null,
    told: '',
    schema: { type: 'boolean' },
    expected: () => 'yes or no',
    fits: (value) => typeof value === 'boolean',
    read: (text) => ({ yes: true, no: false })[text],
    text: (value) => (value ? 'yes' : 'no'),
  }
}

/** Yes or no, in words, where neither is what goes without saying. */
export function yesOrNo(): Form<boolean> {
  return { ...flag(), shown: 'yes|no' }
}

/** Seconds, written as `90s`, `15m`, `1h30m`, `3d`. */
/* @__NO_SIDE_EFFECTS__ */
export function duration({ signed = false } = {}): Form<number> {
  return {
    shown: 'time',
    noted: true,
    told: '',
    schema: { type: 'number', ...(signed ? {} : { minimum: 0 }) },
    expected: () => (signed ? 'seconds' : 'seconds from 0'),
    fits: (value) => typeof value === 'number' && Number.isFinite(value) && (signed || value >= 0),
    read: (text) => {
      const [, sign, rest] = /^\s*([+-]?)(.*)$/s.exec(text) ?? []
      return sign === '-' && signed ? 0 - parseDuration(rest) : parseDuration(signed ? rest : text)
    },
    text: formatDuration,
  }
}

/** A local date, with or without the time of day. */
export function localDate(): Form<LocalDate> {
  return {
    shown: 'date',
    told: '',
    schema: { type: 'object', required: ['year', 'month', 'day'] },
    expected: () => 'a date such as 2024-01-01 or 2024-01-01T06:00',
    fits: (value) => typeof value === 'object' && value !== null && 'day' in value,
    read: parseLocalDate,
    text: ({ year, month, day }) => [year, month, day].map((part) => `${part}`.padStart(2, '0')).join('-'),
  }
}

/**
 * A text, kept as it is written.
 * @param check throws for what it cannot mean
 */
export function written(
  expected: string,
  {
    shown = 'text',
    check = () => {},
  }: { readonly shown?: string; readonly check?: (text: string) => void } = {},
): Form<string> {
  return {
    shown,
    told: '',
    schema: { type: 'string' },
    expected: () => expected,
    fits: (value) => typeof value === 'string' && isTaken(value, check),
    read: (text) => {
      check(text)
      return text
    },
    text: String,
  }
}

function isTaken(text: string, check: (text: string) => void): boolean {
  try {
    check(text)
    return true
  } catch {
    return false
  }
}

/** Any number of values, for each of which an option is repeated. */
export function several<Value>(form: Form<Value>): Form<readonly Value[]> {
  return {
    ...form,
    repeated: true,
    told: `${form.told}; may be repeated`,
    schema: { type: 'array', items: form.schema },
    fits: (value, known) => Array.isArray(value) && value.every((each) => form.fits(each, known)),
    read: (text) => {
      const value = form.read(text)
      return value === undefined ? undefined : [value]
    },
    text: (values) => values.map(form.text).join(', '),
  }
}

/** A time zone: an IANA name, or seconds east of UTC, written as +01:00. */
export function zone(): Form<string | number> {
  const expected = 'an IANA name such as Europe/Berlin, or an offset such as +01:00'
  return {
    shown: 'zone',
    told: ': Europe/Berlin, +01:00',
    schema: { type: ['string', 'number'] },
    expected: () => expected,
    fits: (value) => (typeof value === 'string' ? isZoneName(value) : Math.abs(Number(value)) < DAY),
    read: (text) => {
      const [, sign, hours, minutes] = /^([+-])(\d\d):?([0-5]\d)$/.exec(text) ?? []
      if (sign === undefined) return isZoneName(text) ? text : undefined
      const seconds = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60)
      if (Math.abs(seconds) < DAY) return seconds
      throw illegible(text, 'an offset of less than a day, such as +01:00')
    },
    text: (value) => {
      if (typeof value === 'string') return value
      const minutes = Math.round(Math.abs(value) / 60)
      const parts = [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, '0'))
      return `${value < 0 ? '-' : '+'}${parts.join(':')}`
    },
  }
}

const DAY = 86_400

/** Where random numbers begin: any number; options name whole ones. */
export function seed(): Form<number> {
  return {
    shown: 'n',
    told: '',
    schema: { type: 'number' },
    expected: () => 'a whole number from 0',
    fits: Number.isFinite,
    read: (text) => (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined),
    text: String,
  }
}

/** A form whose values may also be left out, as null. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<Value>(form: Form<Value>): Form<Value | null> {
  return {
    ...form,
    inner: form as Form<unknown>,
    schema: { anyOf: [form.schema, { type: 'null' }] },
    expected: (known) => form.expected(known),
    fits: (value, known) => value === null || form.fits(value, known),
    read: (text) => form.read(text),
    text: (value) => (value === null ? 'none' : form.text(value)),
  }
}

/** The failure of a text that is no value, or of the part of it that is not. */
export function illegible(value: string, expected: string): QueuewrightError {
  return new QueuewrightError('usage', 'unusable option', { value, expected })
}

/** A decimal number, also as 1e-3; NaN for any other text. */
export function parseDecimal(text: string): number {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  // −0 is 0: what is written of it would be read as that.
  return Number.isFinite(value) ? value + 0 : Number.NaN
}

function numberOrNone(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value
}

/** @param unknown what it is where nothing is known of it */
function boundIn(bound: Bound | undefined, known: Known, unknown: number): number {
  return typeof bound === 'number' ? bound : Number(known[bound ?? ''] ?? unknown)
}

function boundText(bound: Bound, known: Known | undefined): string {
  if (typeof bound === 'number') return String(bound)
  return known?.[bound] === undefined ? bound : `${known[bound]} (${bound})`
}

function wordsOf<Word extends string>(
  words: readonly Word[] | Readonly<Record<Word, string>>,
): readonly Word[] {
  return Array.isArray(words) ? words : (Object.keys(words) as Word[])
}
