/** Cuts the text of a formula into numbers, names and signs. */
import { QueuewrightError } from '../errors.js'

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
const NUMBER = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const SIGN = /<=|>=|==|!=|[-+*/^(),<>−]/y

/** Spellings that people use, and the right ones. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  '=': 'Write == to compare',
  '!': 'Write != to compare, if(a, 0, 1) to negate',
  '%': 'There is no remainder; write a - b*floor(a/b)',
  '&': 'Write a*b for "and"',
  '|': 'Write max(a, b) for "or"',
  '?': 'Write if(condition, a, b)',
}

/** How messages tell a column, as where the formula is a part of a file. */
export type PlaceText = (column: number) => string

export const inFormula: PlaceText = (column) => `column ${column} of the formula`

/** @throws QueuewrightError `formula-syntax` */
export function tokensOf(text: string, place: PlaceText = inFormula): Token[] {
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
    const number = take(NUMBER)
    const found = number ?? take(NAME) ?? take(SIGN)
    if (found === undefined) {
      const sign = String.fromCodePoint(text.codePointAt(at) ?? 0)
      throw syntaxError(text, column, `unexpected ${JSON.stringify(sign)}`, {
        ...{ expected: 'a number, a name or an operator', place },
        remedy: REPLACEMENTS[sign],
      })
    }
    at += found.length
    if (number !== undefined) {
      const value = Number(number)
      // What follows a number may not look like more of it: 1.2.3, 2x, 1e.
      const rest = take(/[.\w]+/y)
      if (rest !== undefined || !Number.isFinite(value)) {
        throw syntaxError(text, column, `malformed number ${JSON.stringify(number + (rest ?? ''))}`, {
          ...{ expected: 'digits such as 12, 0.5 or 1e-3', place },
          remedy: rest !== undefined && /^[A-Za-z_]/.test(rest) ? 'Write * to multiply' : undefined,
        })
      }
      tokens.push({ kind: 'number', text: number, value, column })
    } else {
      const kind = /^[A-Za-z_]/.test(found) ? 'name' : 'sign'
      tokens.push({ kind, text: found === '−' ? '-' : found, value: Number.NaN, column })
    }
  }
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
