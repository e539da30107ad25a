/**
 * Expressions without what evolution leaves behind: −−a, a − −b, a/1, min(a, a), a choice between equals. Only what gives the
 * same value to the last bit, also for infinities, NaN and the two zeros, is left out; so a − a and a/a stay, which may be
 * NaN. Constants are not worked out: results would need more digits.
 */
import { binary, type Expression, printExpression } from '../../../core/expression/ast.js'

export function tidied(node: Expression): Expression {
  switch (node.kind) {
    case 'number':
    case 'name':
      return node
    case 'negate': {
      const operand = tidied(node.operand)
      return operand.kind === 'negate' ? operand.operand : { ...node, operand }
    }
    case 'binary':
      return tidiedBinary({ ...node, left: tidied(node.left), right: tidied(node.right) })
    case 'call':
      return tidiedCall({ ...node, args: node.args.map(tidied) })
  }
}

function tidiedBinary(node: Extract<Expression, { kind: 'binary' }>): Expression {
  const { operator, left, right } = node
  if (operator === '+' && right.kind === 'negate') return binary('-', left, right.operand)
  if (operator === '-' && right.kind === 'negate') return binary('+', left, right.operand)
  if ((operator === '*' || operator === '/') && isOne(right)) return left
  if (operator === '*' && isOne(left)) return right
  return node
}

function tidiedCall(node: Extract<Expression, { kind: 'call' }>): Expression {
  const { name, args } = node
  if ((name === 'min' || name === 'max') && args.every((arg) => same(arg, args[0]))) return args[0]
  if (name !== 'if') return node
  const [condition, yes, no] = args
  const never =
    condition.kind === 'binary' && condition.operator === '>' && same(condition.left, condition.right)
  return never || same(yes, no) ? no : node
}

function isOne(node: Expression): boolean {
  return node.kind === 'number' && node.value === 1
}

function same(one: Expression, other: Expression): boolean {
  return printExpression(one) === printExpression(other)
}
