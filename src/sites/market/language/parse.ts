/**
 * Reads requests, offers and resources:
 *
 *     text         description …
 *     description  REQUEST|OFFER|RESOURCE "name" { item … }
 *     item         KEY "name" { item … } | VALUE "name" { expression or "text" } | ELEMENT number { CONDITION {c} item … }
 *     c            c && c, c || c, (c), Name EQ "text", Name NE "text", or an expression, which holds where it is not 0
 *
 * `&&` binds tighter than `||`. Expressions are those of all formulas of the house (core/expression). `#` begins a comment
 * up to the end of its line. Blocks are nested `MOST_NESTED` deep at most, and so are conditions.
 */
import { type FailureDetail, QueuewrightError } from '../../../core/errors.js'
import { parseExpression } from '../../../core/expression/parse.js'
import { didYouMean } from '../../../core/suggest.js'
import {
  type At,
  type Condition,
  DESCRIPTION_KINDS,
  type Description,
  type DescriptionKind,
  type Element,
  type Item,
} from './ast.js'

const MOST_NESTED = 50
const MOST_DESCRIPTIONS = 1_000_000
const WORDS = ['KEY', 'VALUE', 'ELEMENT', 'CONDITION', ...DESCRIPTION_KINDS]

/**
 * @param file as messages call it
 * @throws QueuewrightError `input-document`, `formula-syntax`, `formula-name`, with file, line and column
 */
export function parseDescriptions(text: string, file: string): readonly Description[] {
  return new Reader(text, file).descriptions()
}

class Reader {
  readonly #text: string
  readonly #file: string
  /** Offsets at which lines begin. */
  readonly #lines: readonly number[]
  #next = 0

  constructor(text: string, file: string) {
    this.#text = text
    this.#file = file
    const lines = [0]
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines.push(at + 1)
    this.#lines = lines
  }

  descriptions(): readonly Description[] {
    const found: Description[] = []
    for (this.#skip(); this.#next < this.#text.length; this.#skip()) {
      const from = this.#next
      const word = this.#word(DESCRIPTION_KINDS)
      if (found.length >= MOST_DESCRIPTIONS) {
        throw this.#failure(from, 'too many descriptions', { expected: `at most ${MOST_DESCRIPTIONS}` })
      }
      const name = this.#name()
      found.push({
        ...{ kind: word as DescriptionKind, name },
        ...{ items: this.#block(0), at: this.#placeOf(from) },
      })
    }
    return found
  }

  #block(depth: number): readonly Item[] {
    this.#sign('{')
    return this.#items(depth)
  }

  /** Up to the brace that closes them. */
  #items(depth: number): readonly Item[] {
    if (depth > MOST_NESTED) {
      throw this.#failure(this.#next, 'blocks are nested too deep', {
        expected: `at most ${MOST_NESTED} of them`,
      })
    }
    const items: Item[] = []
    for (this.#skip(); this.#text[this.#next] !== '}'; this.#skip()) items.push(this.#item(depth))
    this.#sign('}')
    return items
  }

  #item(depth: number): Item {
    const from = this.#next
    const at = this.#placeOf(from)
    switch (this.#word(['KEY', 'VALUE', 'ELEMENT'])) {
      case 'KEY':
        return { kind: 'key', name: this.#name(), items: this.#block(depth + 1), at }
      case 'VALUE': {
        const name = this.#name()
        const [begin, end] = this.#raw()
        const quoted = /^\s*"([^"\n]*)"\s*$/.exec(this.#text.slice(begin, end))
        return {
          kind: 'value',
          name,
          content: quoted === null ? this.#expression(begin, end) : quoted[1],
          at: this.#placeOf(begin),
        }
      }
      default:
        return this.#element(depth, at)
    }
  }

  #element(depth: number, at: At): Element {
    const number = this.#match(/\d{1,9}/y, 'a number')
    this.#sign('{')
    this.#skip()
    let condition: Condition | null = null
    if (this.#text.startsWith('CONDITION', this.#next)) {
      this.#next += 'CONDITION'.length
      const [begin, end] = this.#raw()
      condition = this.#condition(begin, end, 0)
    }
    return { kind: 'element', number: Number(number), condition, items: this.#items(depth + 1), at }
  }

  /** The extent between braces, without any inside. */
  #raw(): readonly [begin: number, end: number] {
    this.#sign('{')
    const begin = this.#next
    let end = begin
    for (let quoted = false; ; end++) {
      const sign = this.#text[end]
      if (sign === '"') quoted = !quoted
      if (sign === undefined || (quoted && sign === '\n')) {
        throw this.#failure(begin, 'this has no end', { expected: quoted ? 'a quotation mark' : '"}"' })
      }
      if (quoted) continue
      if (sign === '{') throw this.#failure(end, 'unexpected "{"', { expected: 'an expression, then "}"' })
      if (sign === '}') break
    }
    this.#next = end + 1
    return [begin, end]
  }

  #expression(begin: number, end: number) {
    let at = begin
    const place = (column: number) => {
      at = begin + column - 1
      return `column ${this.#placeOf(at).column}`
    }
    try {
      return parseExpression(this.#text.slice(begin, end), place)
    } catch (error) {
      if (!(error instanceof QueuewrightError)) throw error
      throw error.with({ file: this.#file, line: this.#placeOf(at).line })
    }
  }

  #condition(begin: number, end: number, depth: number): Condition {
    if (depth > MOST_NESTED) {
      throw this.#failure(begin, 'the condition is nested too deep', { expected: `at most ${MOST_NESTED}` })
    }
    const [from, to] = this.#trimmed(begin, end)
    for (const [kind, operator] of [
      ['or', '||'],
      ['and', '&&'],
    ] as const) {
      const places = this.#outside(from, to, operator)
      if (places.length === 0) continue
      const parts = [...places, to].map((place, k) =>
        this.#condition(k === 0 ? from : places[k - 1] + operator.length, place, depth + 1),
      )
      return { kind, parts }
    }
    const text = this.#text.slice(from, to)
    const comparison = /^([A-Za-z_]\w*)\s+(EQ|NE)\s+"([^"\n]*)"$/.exec(text)
    if (comparison !== null) {
      const [, name, operator, value] = comparison
      return { kind: 'text', name, equal: operator === 'EQ', text: value }
    }
    // Parentheses round a condition; those of numbers are the expression's own.
    if (text.startsWith('(') && this.#closing(from, to) === to - 1 && /&&|\|\||"/.test(text)) {
      return this.#condition(from + 1, to - 1, depth + 1)
    }
    return { kind: 'number', expression: this.#expression(from, to), at: this.#placeOf(from) }
  }

  /** Places of an operator outside parentheses and quotes. */
  #outside(from: number, to: number, operator: string): readonly number[] {
    const places: number[] = []
    let depth = 0
    let quoted = false
    let open = from
    for (let at = from; at < to; at++) {
      const sign = this.#text[at]
      if (sign === '"') quoted = !quoted
      if (quoted) continue
      if (sign === '(' && depth++ === 0) open = at
      if (sign === ')' && --depth < 0) {
        throw this.#failure(at, 'unexpected ")"', { expected: 'a condition with as many "(" as ")"' })
      }
      if (depth === 0 && this.#text.startsWith(operator, at)) places.push(at++)
    }
    if (depth > 0) throw this.#failure(open, 'this parenthesis is not closed', { expected: '")"' })
    return places
  }

  /** The end of the parenthesis at `from`. */
  #closing(from: number, to: number): number {
    let depth = 0
    let quoted = false
    for (let at = from; at < to; at++) {
      const sign = this.#text[at]
      if (sign === '"') quoted = !quoted
      if (quoted) continue
      if (sign === '(') depth++
      if (sign === ')' && --depth === 0) return at
    }
    return -1
  }

  #trimmed(begin: number, end: number): readonly [from: number, to: number] {
    let [from, to] = [begin, end]
    while (from < to && /\s/.test(this.#text[from])) from++
    while (to > from && /\s/.test(this.#text[to - 1])) to--
    if (from === to) throw this.#failure(begin, 'a condition is missing', { expected: 'a comparison' })
    return [from, to]
  }

  #word(expected: readonly string[]): string {
    const from = this.#next
    const word = this.#match(/[A-Za-z]+/y, expected.join(', '))
    if (expected.includes(word)) return word
    throw this.#failure(from, `unexpected ${JSON.stringify(word)}`, {
      expected: expected.join(', '),
      remedy: WORDS.includes(word) ? '' : didYouMean(word, expected).trim(),
    })
  }

  #name(): string {
    return this.#match(/"[^"\n]*"/y, 'a name in quotation marks').slice(1, -1)
  }

  #sign(sign: '{' | '}'): void {
    this.#match(sign === '{' ? /\{/y : /\}/y, `"${sign}"`)
  }

  #match(pattern: RegExp, expected: string): string {
    this.#skip()
    pattern.lastIndex = this.#next
    const found = pattern.exec(this.#text)?.[0]
    if (found === undefined) {
      const sign = this.#text.codePointAt(this.#next)
      const what = sign === undefined ? 'end' : JSON.stringify(String.fromCodePoint(sign))
      throw this.#failure(this.#next, `unexpected ${what}`, { expected })
    }
    this.#next += found.length
    return found
  }

  /** Blanks and comments. */
  #skip(): void {
    for (;;) {
      const blank = /\s+|#[^\n]*/y
      blank.lastIndex = this.#next
      const found = blank.exec(this.#text)?.[0].length ?? 0
      if (found === 0) return
      this.#next += found
    }
  }

  #placeOf(offset: number): At {
    let [low, high] = [0, this.#lines.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (this.#lines[middle] <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - this.#lines[low] + 1 }
  }

  #failure(offset: number, what: string, detail: FailureDetail): QueuewrightError {
    const { line, column } = this.#placeOf(offset)
    return new QueuewrightError('input-document', `${what} at column ${column}`, {
      ...{ file: this.#file, line },
      ...detail,
    })
  }
}
