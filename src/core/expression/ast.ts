/**
 * Expressions as trees, and their printed form.
 *
 * Numbers are never negative in a parsed tree (−2 is the negation of 2); comparisons give 1 or 0. Columns are
 * 1-based places in the text, for messages. Trees are at most `MAX_DEPTH` deep, which the parser sees to, so that
 * recursion over them is safe. Imports nothing.
 */

export type BinaryOperator = '+' | '-' | '*' | '/' | '^' | Comparison
export type Comparison = '<' | '<=' | '>' | '>=' | '==' | '!='

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string; readonly column: number }
  | { readonly kind: 'negate'; readonly operand: Expression }
  | {
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: readonly Expression[]
      readonly column: number
    }

/** Deepest tree, and longest chain of operators, that is accepted. */
export const MAX_DEPTH = 500

/** How tightly operators bind; a chain of comparisons is not allowed. */
export const BINDING: Readonly<Record<BinaryOperator | 'negate', number>> = {
  '<': 1,
  '<=': 1,
  '>': 1,
  '>=': 1,
  '==': 1,
  '!=': 1,
  '+': 2,
  '-': 2,
  '*': 3,
  '/': 3,
  negate: 4,
  '^': 5,
}

const ATOM = 6

export function number(value: number): Expression {
  return { kind: 'number', value }
}

export function binary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator, left, right }
}

export function negate(operand: Expression): Expression {
  return { kind: 'negate', operand }
}

/** The parts that a node's value is made of. */
export function operands(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'negate':
      return [node.operand]
    case 'binary':
      return [node.left, node.right]
    case 'call':
      return node.args
    default:
      return []
  }
}

/** The variables that an expression uses, each once, in the order in which they first occur. */
export function namesIn(expression: Expression): string[] {
  const names = new Set<string>()
  const visit = (node: Expression) => {
    if (node.kind === 'name') names.add(node.name)
    operands(node).forEach(visit)
  }
  visit(expression)
  return [...names]
}

/** Text that parses to the same tree, with no more parentheses than that needs. */
export function printExpression(expression: Expression): string {
  return print(expression, 0)
}

function print(node: Expression, least: number): string {
  const [text, binding] = printNode(node)
  return binding < least ? `(${text})` : text
}

function printNode(node: Expression): [text: string, binding: number] {
  switch (node.kind) {
    case 'number':
      return [String(node.value), ATOM]
    case 'name':
      return [node.name, ATOM]
    case 'call':
      return [`${node.name}(${node.args.map((part) => print(part, 0)).join(', ')})`, ATOM]
    case 'negate':
      return [`-${print(node.operand, BINDING.negate)}`, BINDING.negate]
    case 'binary': {
      const { operator } = node
      const binding = BINDING[operator]
      // Left-associative, but ^ is right-associative and takes a sign on its right; comparisons take neither.
      const left = operator === '^' || binding === 1 ? binding + 1 : binding
      const right = operator === '^' ? BINDING.negate : binding + 1
      return [`${print(node.left, left)} ${operator} ${print(node.right, right)}`, binding]
    }
  }
}
