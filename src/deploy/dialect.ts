/**
 * Expressions of the house in other languages. Everything is in parentheses that could be read in two ways; a number is
 * written so that it is read back as the same one.
 */
import type { BinaryOperator, Expression } from '../core/expression/ast.js'

export interface Dialect {
  /** The names of variables there; a variable that is missing must not be in the expression. */
  readonly names: Readonly<Record<string, string>>
  /** Larger than any key; in a formula of the house 1/0. */
  readonly infinity: string
  /** A function of the house, by its name, of arguments as they are written. */
  readonly functions: Readonly<Record<string, (...args: string[]) => string>>
  power(base: string, exponent: string): string
  /** @param condition true or false in the language */
  choice(condition: string, yes: string, no: string): string
  unequal: string
}

const COMPARISONS: readonly BinaryOperator[] = ['<', '<=', '>', '>=', '==', '!=']

export function written(node: Expression, dialect: Dialect): string {
  switch (node.kind) {
    case 'number':
      if (Number.isNaN(node.value)) return '(0 / 0)'
      return node.value === Number.POSITIVE_INFINITY ? dialect.infinity : String(node.value)
    case 'name':
      return nameIn(dialect, node.name)
    case 'negate':
      return `(-${written(node.operand, dialect)})`
    case 'binary':
      return binaryIn(node, dialect)
    case 'call':
      return callIn(node, dialect)
  }
}

function nameIn({ names }: Dialect, name: string): string {
  if (!Object.hasOwn(names, name)) throw new TypeError(`the language has no ${name}`)
  return names[name]
}

function binaryIn(node: Expression & { kind: 'binary' }, dialect: Dialect): string {
  if (COMPARISONS.includes(node.operator)) return dialect.choice(comparison(node, dialect), '1', '0')
  const [left, right] = [written(node.left, dialect), written(node.right, dialect)]
  return node.operator === '^' ? dialect.power(left, right) : `(${left} ${node.operator} ${right})`
}

function comparison({ operator, left, right }: Expression & { kind: 'binary' }, dialect: Dialect): string {
  const sign = operator === '!=' ? dialect.unequal : operator
  return `${written(left, dialect)} ${sign} ${written(right, dialect)}`
}

function callIn({ name, args }: Expression & { kind: 'call' }, dialect: Dialect): string {
  if (name === 'if') {
    const [condition, yes, no] = args
    const holds =
      condition.kind === 'binary' && COMPARISONS.includes(condition.operator)
        ? comparison(condition, dialect)
        : // What is no number is false.
          `${written({ kind: 'call', name: 'abs', args: [condition], column: 1 }, dialect)} > 0`
    return dialect.choice(holds, written(yes, dialect), written(no, dialect))
  }
  const made = dialect.functions[name]
  if (made === undefined) throw new TypeError(`the language has no function ${name}`)
  return made(...args.map((argument) => written(argument, dialect)))
}
