/** Cuts the text of a formula into numbers, names and signs. */
import { parseDuration } from '../duration.js'
import { QueuewrightError } from '../errors.js'

/**
 * The texts that may be written: a formula; one over objectives, whose names may have a class of jobs after them, `meanWait[size <= 8]`,
 * which is a part of the name; or a condition, with durations, lists and ranges of values, names in quotes, `&`, `|` and `!`.
 */
export type Notation = 'formula' | 'objective' | 'condition'

export interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end'
  /** As written; empty at the end. */
  readonly text: string
  /** The value of a number. */
  readonly value: number
  /** 1-based place in the text. */
  readonly column: number
}

/** Longest formula that is read, in characters. */
export const MAX_LENGTH = 20_000

const SPACE = /\s+/y
/** Numbers; the first one of `1..8` is 1. */
const NUMBER = /(?:\d+(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
const DURATION = /(?:\d+(?:\.\d+)?(?:min|[smhdw]))+(?!\w)/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
/** A name of any letters, in conditions. */
const QUOTED = /"[^"]*"|'[^']*'/y
const SIGN = /<=|>=|==|!=|[-+*/^(),<>−]/y
const CONDITION_SIGN = /<=|>=|==|!=|&&|\|\||\.\.|[-+*/^(),<>−=&|!]/y

/** Other spellings of signs. */
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['−', '-'],
  ['=', '=='],
  ['&&', '&'],
  ['||', '|'],
])
/** Signs of conditions as words. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['and', '&'],
  ['or', '|'],
  ['not', '!'],
])

/** Spellings that people use, and the right ones. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '=': 'Write == to compare',
  '!': 'Write != to compare, if(a, 0, 1) to negate',
  '%': 'There is no remainder; write a - b*floor(a/b)',
  '&': 'Write a*b for "and"',
  '|': 'Write max(a, b) for "or"',
  '?': 'Write if(condition, a, b)',
  '[': 'Write a class of jobs right after an objective: meanWait[size <= 8]',
}

/** How messages tell a column, as where the formula is a part of a file. */
export type PlaceText = (column: number) => string

export const inFormula: PlaceText = (column) => `column ${column} of the formula`

/** @throws QueuewrightError `formula-syntax` */
export function tokensOf(
  text: string,
  place: PlaceText = inFormula,
  notation: Notation = 'formula',
): Token[] {
  const isCondition = notation === 'condition'
  if (text.length > MAX_LENGTH) {
    throw new QueuewrightError('formula-syntax', `formula of ${text.length} characters`, {
      expected: `at most ${MAX_LENGTH}`,
    })
  }
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0]
  }
  for (;;) {
    at += take(SPACE)?.length ?? 0
    const column = at + 1
    if (at === text.length) {
      tokens.push({ kind: 'end', text: '', value: Number.NaN, column })
      return tokens
    }
    const duration = isCondition ? take(DURATION) : undefined
    if (duration !== undefined) {
      at += duration.length
      tokens.push({ kind: 'number', text: duration, value: parseDuration(duration), column })
      continue
    }
    const number = take(NUMBER)
    const quoted = isCondition ? take(QUOTED) : undefined
    const found = number ?? quoted ?? take(NAME) ?? take(isCondition ? CONDITION_SIGN : SIGN)
    if (found === undefined) {
      const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
      throw syntaxError(text, column, `unexpected ${JSON.stringify(sign)}`, {
        ...{ expected: 'a number, a name or an operator', place },
        remedy: sign === '[' && notation !== 'objective' ? undefined : REPLACEMENTS[sign],
      })
    }
    at += found.length
    if (number !== undefined) {
      const value = Number(number)
      // What follows a number may not look like more of it: 1.2.3, 2x, 1e.
      const rest = take(isCondition ? /(?:\.(?!\.)|\w)[.\w]*/y : /[.\w]+/y)
      if (rest !== undefined || !Number.isFinite(value)) {
        throw syntaxError(text, column, `malformed number ${JSON.stringify(number + (rest ?? ''))}`, {
          ...{ expected: 'digits such as 12, 0.5 or 1e-3', place },
          remedy:
            rest === undefined || !/^[A-Za-z_]/.test(rest)
              ? undefined
              : isCondition
                ? 'Durations are such as 30m, 4h, 1h30m, 2d'
                : 'Write * to multiply',
        })
      }
      tokens.push({ kind: 'number', text: number, value, column })
    } else {
      const word = isCondition ? WORDS.get(found) : undefined
      const kind = word === undefined && /^["'A-Za-z_]/.test(found) ? 'name' : 'sign'
      const end = kind === 'name' && notation === 'objective' ? classEnd(text, at, place) : at
      const whole = found + text.slice(at, end)
      at = end
      tokens.push({ kind, text: word ?? SPELLINGS.get(whole) ?? whole, value: Number.NaN, column })
    }
  }
}

/** A class in brackets; names in quotes may have any. */
const CLASS = /\[(?:[^\]"']|"[^"]*"|'[^']*')*\]/y

/** The place after the class in brackets that begins at `at`; `at` itself where none does. */
function classEnd(text: string, at: number, place: PlaceText): number {
  if (text[at] !== '[') return at
  CLASS.lastIndex = at
  const found = CLASS.exec(text)?.[0]
  if (found !== undefined) return at + found.length
  throw syntaxError(text, at + 1, 'a class of jobs without an end', { expected: '"]"', place })
}

/** A failure at a place in a formula; a long formula is shown around that place only. */
export function syntaxError(
  text: string,
  column: number,
  what: string,
  more: { expected?: string | undefined; remedy?: string | undefined; place?: PlaceText } = {},
): QueuewrightError {
  const { place = inFormula } = more
  return new QueuewrightError('formula-syntax', `${what} at ${place(column)}`, {
    value: excerpt(text, column),
    ...(more.expected === undefined ? {} : { expected: more.expected }),
    ...(more.remedy === undefined ? {} : { remedy: more.remedy }),
  })
}

const SHOWN = 80

/** The formula itself, or some 80 characters around the column. */
export function excerpt(text: string, column: number): string {
  if (text.length <= SHOWN) return text
  const from = Math.max(0, Math.min(column - SHOWN / 2, text.length - SHOWN))
  const until = from + SHOWN
  return `${from > 0 ? '…' : ''}${text.slice(from, until)}${until < text.length ? '…' : ''}`
}
