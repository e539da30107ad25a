/**
 * The part of Python in which a `job_sort_formula` is written, read as an expression of the house: numbers, names, calls,
 * `+ - * / **`, comparisons and `a if c else b`.
 *
 *     choice      or ["if" comparison "else" choice]
 *     comparison  sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
 *     power       atom ["**" sign]             binds tighter than a sign before it
 */
import { QueuewrightError } from '../core/errors.js'
import {
  type BinaryOperator,
  binary,
  type Expression,
  MAX_DEPTH,
  negate,
  number,
} from '../core/expression/ast.js'
import { constantOf, folded } from './order-form.js'

/** Numbers, names and operators of a formula, at most: trees are walked by recursion. */
const MOST_TOKENS = 5_000

const TOKEN =
  /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|([A-Za-z_]\w*)|(\*\*|<=|>=|==|!=|[-+*/()<>,]))/y

/** Python's functions by those of the house. */
const CALLS: Readonly<Record<string, string>> = {
  fabs: 'abs',
  abs: 'abs',
  sqrt: 'sqrt',
  exp: 'exp',
  log: 'log',
  log2: 'log2',
  log10: 'log10',
  floor: 'floor',
  ceil: 'ceil',
  min: 'min',
  max: 'max',
}

/**
 * @param names variables of the house by what they are called in the text
 * @throws QueuewrightError `formula-syntax`
 */
export function parsePython(text: string, names: Readonly<Record<string, string>>): Expression {
  return folded(new Reader(text, names).whole())
}

interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end'
  readonly text: string
  readonly at: number
}

class Reader {
  readonly #text: string
  readonly #names: Readonly<Record<string, string>>
  #token: Token
  #next = 0
  #tokens = 0
  #depth = 0

  constructor(text: string, names: Readonly<Record<string, string>>) {
    this.#text = text
    this.#names = names
    this.#token = this.#read()
  }

  whole(): Expression {
    const tree = this.#choice()
    if (this.#token.kind !== 'end') throw this.#unexpected('the end')
    return tree
  }

  #choice(): Expression {
    const yes = this.#comparison()
    if (!this.#takes('if')) return yes
    const condition = this.#comparison()
    if (!this.#takes('else')) throw this.#unexpected('else')
    const no = this.#nested(() => this.#choice())
    return { kind: 'call', name: 'if', args: [condition, yes, no], column: 1 }
  }

  #comparison(): Expression {
    const left = this.#sum()
    const { text } = this.#token
    if (!['<', '<=', '>', '>=', '==', '!='].includes(text)) return left
    this.#advance()
    return binary(text as BinaryOperator, left, this.#sum())
  }

  #sum(): Expression {
    let tree = this.#product()
    for (;;) {
      if (this.#takes('+')) tree = binary('+', tree, this.#product())
      else if (this.#takes('-')) tree = binary('-', tree, this.#product())
      else return tree
    }
  }

  #product(): Expression {
    let tree = this.#signed()
    for (;;) {
      if (this.#takes('*')) tree = binary('*', tree, this.#signed())
      else if (this.#takes('/')) tree = binary('/', tree, this.#signed())
      else return tree
    }
  }

  #signed(): Expression {
    let minus = false
    for (;;) {
      if (this.#takes('-')) minus = !minus
      else if (!this.#takes('+')) break
    }
    const tree = this.#power()
    return minus ? negate(tree) : tree
  }

  #power(): Expression {
    const base = this.#atom()
    return this.#takes('**')
      ? binary(
          '^',
          base,
          this.#nested(() => this.#signed()),
        )
      : base
  }

  #atom(): Expression {
    const { kind, text, at } = this.#token
    if (kind === 'number') {
      this.#advance()
      return number(Number(text))
    }
    if (this.#takes('(')) {
      const inside = this.#nested(() => this.#choice())
      if (!this.#takes(')')) throw this.#unexpected(')')
      return inside
    }
    if (kind !== 'name') throw this.#unexpected('a number, a name or (')
    this.#advance()
    if (this.#takes('(')) return this.#call(text, at)
    if (!Object.hasOwn(this.#names, text)) {
      throw syntax(this.#text, at, `one of ${Object.keys(this.#names).join(', ')}`)
    }
    return { kind: 'name', name: this.#names[text], column: at + 1 }
  }

  #call(name: string, at: number): Expression {
    const args = [this.#nested(() => this.#choice())]
    while (this.#takes(',')) args.push(this.#nested(() => this.#choice()))
    if (!this.#takes(')')) throw this.#unexpected(')')
    if (name === 'copysign' && args.length === 2) return rootOf(args) ?? this.#unknown(at)
    if (!Object.hasOwn(CALLS, name)) return this.#unknown(at)
    return { kind: 'call', name: CALLS[name], args, column: at + 1 }
  }

  #nested(read: () => Expression): Expression {
    if (++this.#depth > MAX_DEPTH) throw syntax(this.#text, this.#token.at, 'less nesting')
    const tree = read()
    this.#depth--
    return tree
  }

  #unknown(at: number): never {
    throw syntax(this.#text, at, `one of the functions ${Object.keys(CALLS).join(', ')}`)
  }

  #takes(text: string): boolean {
    if (this.#token.text !== text || this.#token.kind === 'end') return false
    this.#advance()
    return true
  }

  #advance(): void {
    this.#token = this.#read()
  }

  #read(): Token {
    if (++this.#tokens > MOST_TOKENS) throw syntax(this.#text, this.#next, `at most ${MOST_TOKENS} words`)
    TOKEN.lastIndex = this.#next
    const found = TOKEN.exec(this.#text)
    const at = this.#next
    if (found === null) {
      if (this.#text.slice(at).trim() === '') return { kind: 'end', text: '', at }
      throw syntax(this.#text, at, 'an expression of Python')
    }
    this.#next = TOKEN.lastIndex
    const [, digits, name, sign] = found
    const text = digits ?? name ?? sign
    return { kind: digits !== undefined ? 'number' : name !== undefined ? 'name' : 'sign', text, at }
  }

  #unexpected(expected: string): QueuewrightError {
    return syntax(this.#text, this.#token.at, expected)
  }
}

/** `copysign(fabs(x) ** (1 / 3), x)` is how a cube root is written, which Python's `math` has from 3.11 on alone. */
function rootOf([power, sign]: readonly Expression[]): Expression | null {
  const isRoot =
    power.kind === 'binary' &&
    power.operator === '^' &&
    power.left.kind === 'call' &&
    power.left.name === 'abs' &&
    constantOf(power.right) === 1 / 3 &&
    JSON.stringify(power.left.args[0], withoutColumns) === JSON.stringify(sign, withoutColumns)
  return isRoot ? { kind: 'call', name: 'cbrt', args: [sign], column: 1 } : null
}

function withoutColumns(key: string, value: unknown): unknown {
  return key === 'column' ? undefined : value
}

function syntax(text: string, at: number, expected: string): QueuewrightError {
  return new QueuewrightError('formula-syntax', `the formula cannot be read at column ${at + 1}`, {
    value: text.slice(at, at + 20),
    expected,
  })
}
