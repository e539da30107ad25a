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
 * Conditions, where they are asked for, go around that: the comparisons are `=` (or `==`) and `!=` with lists of values and
 * ranges, too, and only they can be joined.
 *
 *     either      a | b, a or b                from the left
 *     both        a & b, a and b               from the left
 *     opposite    !a, not a                    of a comparison, or what stands in parentheses
 *     values      a = 3, 5..8, 64..            one of these; a != 3, 5..8 none of them
 *
 * In the tree these are products, maxima and comparisons with 0.
 *
 * `−` (U+2212) is read as `-`. Nesting is limited to `MAX_DEPTH` and length to `MAX_LENGTH`, so that no input can
 * exhaust the stack.
 */
import { QueuewrightError } from '../errors.js'
import { suggestion } from '../suggest.js'
import { BINDING, type BinaryOperator, binary, type Expression, MAX_DEPTH, number } from './ast.js'
import { FUNCTION_NAMES, FUNCTIONS } from './functions.js'
import {
  excerpt,
  inFormula,
  type Notation,
  type PlaceText,
  syntaxError,
  type Token,
  tokensOf,
} from './tokens.js'

const OPERAND = 'a number, a name, a function or "("'
const CONDITION = 'a condition such as size <= 8'

/** Names that are numbers, as far as ranges have to be in their order. */
export type NamedConstants = Readonly<Record<string, number>>

/**
 * @param place how messages tell a column
 * @throws QueuewrightError `formula-syntax` with the column and what was expected; `formula-name` for an unknown
 * function or a wrong number of arguments.
 */
export function parseExpression(
  text: string,
  place: PlaceText = inFormula,
  notation: Notation = 'formula',
  constants: NamedConstants = {},
): Expression {
  return new Parser(text, place, notation, constants).parse()
}

class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  readonly #place: PlaceText
  #next = 0
  #depth = 0
  /** Depth of each node made so far. */
  readonly #depths = new Map<Expression, number>()
  readonly #isCondition: boolean
  readonly #constants: NamedConstants
  /** Nodes that are true or false, where conditions are asked for: numbers are not made of them. */
  readonly #conditions = new Set<Expression>()

  constructor(text: string, place: PlaceText, notation: Notation, constants: NamedConstants) {
    this.#text = text
    this.#constants = constants
    this.#place = place
    this.#isCondition = notation === 'condition'
    this.#tokens = tokensOf(text, place, notation)
  }

  parse(): Expression {
    if (this.#tokens.length === 1) {
      const [what, expected] = this.#isCondition ? ['empty condition', CONDITION] : ['empty formula', OPERAND]
      throw syntaxError(this.#text, 1, what, { expected, place: this.#place })
    }
    const expression = this.#isCondition ? this.#true(() => this.#either()) : this.#expression(0)
    if (this.#token.kind !== 'end') throw this.#unexpected('an operator or the end')
    return expression
  }

  get #token(): Token {
    return this.#tokens[this.#next]
  }

  #either(): Expression {
    let left = this.#both()
    while (this.#is('|')) {
      this.#isTrue(left, this.#token)
      this.#next++
      left = this.#oneOf([left, this.#true(() => this.#both())])
    }
    return left
  }

  #both(): Expression {
    let left = this.#opposite()
    while (this.#is('&')) {
      this.#isTrue(left, this.#token)
      this.#next++
      left = this.#allOf(
        left,
        this.#true(() => this.#opposite()),
      )
    }
    return left
  }

  #opposite(): Expression {
    let isOpposite = false
    let signs = 0
    for (; this.#is('!'); signs++) {
      isOpposite = !isOpposite
      this.#next++
    }
    if (signs === 0) return this.#expression(0)
    const operand = this.#true(() => this.#expression(0))
    return isOpposite ? this.#not(operand) : operand
  }

  /** One of the values of a list: each one, or a range from one to another or without an end. */
  #values(left: Expression): Expression {
    const tests = [this.#value(left)]
    while (this.#is(',')) {
      this.#next++
      tests.push(this.#value(left))
    }
    return this.#oneOf(tests)
  }

  #value(left: Expression): Expression {
    const sum = BINDING['+']
    const first = this.#token
    const low = this.#expression(sum)
    this.#isNumber(low, first)
    if (low.kind === 'binary' && low.operator === '-' && low.left.kind === 'number') {
      throw syntaxError(this.#text, first.column, 'a difference of numbers', {
        ...{ expected: 'a value, or a range such as 1..8', place: this.#place },
        remedy: 'Write 1..8 for 1 to 8',
      })
    }
    const compared = (operator: BinaryOperator, value: Expression) =>
      this.#held(binary(operator, left, value), left, value)
    if (!this.#is('..')) return compared('==', low)
    this.#next++
    const least = compared('>=', low)
    const { kind, text } = this.#token
    if (kind === 'end' || [',', ')', '&', '|'].includes(text)) return least
    const high = this.#expression(sum)
    if (this.#constant(low) > this.#constant(high)) {
      throw syntaxError(this.#text, first.column, 'a range that ends before it begins', {
        ...{ expected: 'a range such as 1..8', place: this.#place },
        remedy: 'Write two for what goes on from the beginning, such as 22..23, 0..6',
      })
    }
    return this.#allOf(least, compared('<=', high))
  }

  /** NaN of what is no constant. */
  #constant(node: Expression): number {
    if (node.kind === 'number') return node.value
    return node.kind === 'name' && Object.hasOwn(this.#constants, node.name)
      ? this.#constants[node.name]
      : Number.NaN
  }

  /** At least one of them, as a balanced tree: lists are long. */
  #oneOf(tests: readonly Expression[]): Expression {
    if (tests.length === 1) return tests[0]
    const half = tests.length >> 1
    const args = [this.#oneOf(tests.slice(0, half)), this.#oneOf(tests.slice(half))]
    return this.#held({ kind: 'call', name: 'max', args, column: 1 }, ...args)
  }

  #allOf(left: Expression, right: Expression): Expression {
    return this.#held(binary('*', left, right), left, right)
  }

  #not(operand: Expression): Expression {
    return this.#held(binary('==', operand, number(0)), operand)
  }

  /** `#made` of a condition. */
  #held(node: Expression, ...parts: readonly Expression[]): Expression {
    this.#conditions.add(node)
    return this.#made(node, ...parts)
  }

  /** The next expression, which has to be a condition. */
  #true(read: () => Expression): Expression {
    const from = this.#token
    const node = read()
    this.#isTrue(node, from)
    return node
  }

  #isTrue(node: Expression, { column }: Token): void {
    if (this.#conditions.has(node)) return
    throw syntaxError(this.#text, column, 'this is no condition', { expected: CONDITION, place: this.#place })
  }

  /** Numbers are made of numbers: what stands here may not be a condition. */
  #isNumber(node: Expression, { column }: Token): void {
    if (!this.#conditions.has(node)) return
    throw syntaxError(this.#text, column, 'a condition in place of a number', {
      ...{ expected: 'a number or a name', place: this.#place },
      remedy: 'Join conditions by & and |',
    })
  }

  /** An expression whose operators all bind at least as tightly as `least`. */
  #expression(least: number): Expression {
    if (++this.#depth > MAX_DEPTH) throw this.#tooDeep()
    const first = this.#token
    let left = this.#prefix()
    for (;;) {
      const operator = this.#operator()
      if (operator === null || BINDING[operator] < least) break
      this.#isNumber(left, first)
      this.#next++
      const binding = BINDING[operator]
      if (this.#isCondition && (operator === '==' || operator === '!=')) {
        const values = this.#values(left)
        left = operator === '==' ? values : this.#not(values)
      } else {
        const second = this.#token
        const right = this.#expression(operator === '^' ? BINDING.negate : binding + 1)
        this.#isNumber(right, second)
        const node = binary(operator, left, right)
        const isCondition = this.#isCondition && binding === 1
        left = isCondition ? this.#held(node, left, right) : this.#made(node, left, right)
      }
      const again = this.#operator()
      if (binding === 1 && again !== null && BINDING[again] === 1) {
        throw syntaxError(this.#text, this.#token.column, `comparison of a comparison`, {
          ...{ expected: 'an operator or the end', place: this.#place },
          remedy: this.#isCondition
            ? 'Write a < b & b < c for a < b < c'
            : 'Write (a < b) * (b < c) for a < b < c',
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
      const operand = this.#number()
      return this.#made({ kind: 'negate', operand }, operand)
    }
    if (this.#is('+')) {
      this.#next++
      return this.#number()
    }
    if (this.#is('(')) {
      this.#next++
      const inner = this.#isCondition ? this.#either() : this.#expression(0)
      if (!this.#is(')')) throw this.#unexpected('an operator or ")"')
      this.#next++
      return inner
    }
    throw this.#unexpected(OPERAND)
  }

  /** The operand of a sign. */
  #number(): Expression {
    const first = this.#token
    const operand = this.#expression(BINDING.negate)
    this.#isNumber(operand, first)
    return operand
  }

  #argument(): Expression {
    const first = this.#token
    const argument = this.#expression(0)
    this.#isNumber(argument, first)
    return argument
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
      args.push(this.#argument())
      while (this.#is(',')) {
        this.#next++
        args.push(this.#argument())
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
    return kind === 'sign' && Object.hasOwn(BINDING, text) ? (text as BinaryOperator) : null
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
