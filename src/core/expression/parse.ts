/**
 * The grammar of formulas, by precedence climbing (Pratt, POPL 1973).
 *
 *     comparison  a < b, <=, >, >=, ==, !=     1 or 0; not chained
 *     sum         a + b, a - b                 from the left
 *     product     a * b, a / b                 from the left
 *     sign        -a, +a                       binds looser than ^: -2^2 is -4
 *     power       a ^ b                        from the right; the exponent may have a sign: 2^-3
 *     atom        12.5e-3, name, function(a, …), (a)
 *
 * `−` (U+2212) is read as `-`. Nesting is limited to `MAX_DEPTH` and length to `MAX_LENGTH`, so that no input can
 * exhaust the stack.
 */
import { QueuewrightError } from '../errors.js'
import { suggestion } from '../suggest.js'
import { BINDING, type BinaryOperator, type Expression, MAX_DEPTH } from './ast.js'
import { FUNCTION_NAMES, FUNCTIONS } from './functions.js'
import { excerpt, inFormula, type PlaceText, syntaxError, type Token, tokensOf } from './tokens.js'

const OPERAND = 'a number, a name, a function or "("'

/**
 * @param place how messages tell a column
 * @throws QueuewrightError `formula-syntax` with the column and what was expected; `formula-name` for an unknown
 * function or a wrong number of arguments.
 */
export function parseExpression(text: string, place: PlaceText = inFormula): Expression {
  return new Parser(text, place).parse()
}

class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #place: PlaceText
  #next = 0
  #depth = 0
  /** Depth of each node made so far. */
  readonly #depths = new Map<Expression, number>()

  constructor(text: string, place: PlaceText) {
    this.#text = text
    this.#place = place
    this.#tokens = tokensOf(text, place)
  }

  parse(): Expression {
    if (this.#tokens.length === 1) {
      throw syntaxError(this.#text, 1, 'empty formula', { expected: OPERAND, place: this.#place })
    }
    const expression = this.#expression(0)
    if (this.#token.kind !== 'end') throw this.#unexpected('an operator or the end')
    return expression
  }

  get #token(): Token {
    return this.#tokens[this.#next]
  }

  /** An expression whose operators all bind at least as tightly as `least`. */
  #expression(least: number): Expression {
    if (++this.#depth > MAX_DEPTH) throw this.#tooDeep()
    let left = this.#prefix()
    for (;;) {
      const operator = this.#operator()
      if (operator === null || BINDING[operator] < least) break
      this.#next++
      const binding = BINDING[operator]
      const right = this.#expression(operator === '^' ? BINDING.negate : binding + 1)
      left = this.#made({ kind: 'binary', operator, left, right }, left, right)
      const again = this.#operator()
      if (binding === 1 && again !== null && BINDING[again] === 1) {
        throw syntaxError(this.#text, this.#token.column, `comparison of a comparison`, {
          ...{ expected: 'an operator or the end', place: this.#place },
          remedy: 'Write (a < b) * (b < c) for a < b < c',
        })
      }
    }
    this.#depth--
    return left
  }

  #prefix(): Expression {
    const token = this.#token
    if (token.kind === 'number') {
      this.#next++
      return this.#made({ kind: 'number', value: token.value })
    }
    if (token.kind === 'name') {
      this.#next++
      if (this.#is('(')) return this.#call(token)
      return this.#made({ kind: 'name', name: token.text, column: token.column })
    }
    if (this.#is('-')) {
      this.#next++
      const operand = this.#expression(BINDING.negate)
      return this.#made({ kind: 'negate', operand }, operand)
    }
    if (this.#is('+')) {
      this.#next++
      return this.#expression(BINDING.negate)
    }
    if (this.#is('(')) {
      this.#next++
      const inner = this.#expression(0)
      if (!this.#is(')')) throw this.#unexpected('an operator or ")"')
      this.#next++
      return inner
    }
    throw this.#unexpected(OPERAND)
  }

  #call(name: Token): Expression {
    const declaration = Object.hasOwn(FUNCTIONS, name.text) ? FUNCTIONS[name.text] : undefined
    if (declaration === undefined) {
      throw new QueuewrightError(
        'formula-name',
        `unknown function ${name.text} at ${this.#place(name.column)}`,
        {
          value: excerpt(this.#text, name.column),
          remedy: suggestion(name.text, FUNCTION_NAMES, 'Functions'),
        },
      )
    }
    this.#next++
    const args: Expression[] = []
    if (!this.#is(')')) {
      args.push(this.#expression(0))
      while (this.#is(',')) {
        this.#next++
        args.push(this.#expression(0))
      }
    }
    if (!this.#is(')')) throw this.#unexpected('an operator, "," or ")"')
    this.#next++
    if (args.length < declaration.least || args.length > declaration.most) {
      throw new QueuewrightError(
        'formula-name',
        `${name.text} with ${args.length} arguments at ${this.#place(name.column)}`,
        { value: excerpt(this.#text, name.column), expected: declaration.meaning },
      )
    }
    return this.#made({ kind: 'call', name: name.text, args, column: name.column }, ...args)
  }

  /** The token as a binary operator, or null. */
  #operator(): BinaryOperator | null {
    const { kind, text } = this.#token
    return kind === 'sign' && text !== '(' && text !== ')' && text !== ',' ? (text as BinaryOperator) : null
  }

  #is(sign: string): boolean {
    return this.#token.kind === 'sign' && this.#token.text === sign
  }

  /** Registers a node's depth, which a long chain such as a + a + … also adds to. */
  #made(node: Expression, ...parts: readonly Expression[]): Expression {
    let depth = 1
    for (const part of parts) depth = Math.max(depth, 1 + (this.#depths.get(part) ?? 0))
    // min(a, b, c, …) is folded like a chain of operators.
    if (parts.length > 3) depth += parts.length
    if (depth > MAX_DEPTH) throw this.#tooDeep()
    this.#depths.set(node, depth)
    return node
  }

  #unexpected(expected: string): QueuewrightError {
    const { kind, text, column } = this.#token
    const found = kind === 'end' ? 'end' : JSON.stringify(text)
    return syntaxError(this.#text, column, `unexpected ${found}`, { expected, place: this.#place })
  }

  #tooDeep(): QueuewrightError {
    const { column } = this.#token
    return syntaxError(this.#text, column, 'formula too deep', {
      expected: `at most ${MAX_DEPTH} nested operations`,
      place: this.#place,
    })
  }
}
