/** Random expressions, and the slow, obvious twin of their evaluation. */
import fc from 'fast-check'
import type { Expression } from '../../src/core/expression/ast.js'

const UNARY = ['abs', 'sqrt', 'cbrt', 'exp', 'ln', 'log', 'log2', 'log10', 'floor', 'ceil', 'round']
const OPERATORS = ['+', '-', '*', '/', '^', '<', '<=', '>', '>=', '==', '!='] as const

/** Trees as the parser makes them (numbers are not negative), over the given variables. */
export function expressions(variables: readonly string[]): fc.Arbitrary<Expression> {
  const { tree } = fc.letrec<{ tree: Expression }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6, depthSize: 'medium' },
      fc
        .oneof(
          fc.nat(20),
          fc.double({ min: 0, max: 1e6, noNaN: true }).filter((value) => !Object.is(value, -0)),
        )
        .map((value): Expression => ({ kind: 'number', value })),
      fc.constantFrom(...variables).map((name): Expression => ({ kind: 'name', name, column: 1 })),
      tie('tree').map((operand): Expression => ({ kind: 'negate', operand })),
      fc
        .tuple(fc.constantFrom(...OPERATORS), tie('tree'), tie('tree'))
        .map(([operator, left, right]): Expression => ({ kind: 'binary', operator, left, right })),
      fc
        .tuple(fc.constantFrom(...UNARY), tie('tree'))
        .map(([name, part]): Expression => ({ kind: 'call', name, args: [part], column: 1 })),
      fc
        .tuple(fc.constantFrom('min', 'max'), fc.array(tie('tree'), { minLength: 2, maxLength: 4 }))
        .map(([name, args]): Expression => ({ kind: 'call', name, args, column: 1 })),
      fc
        .tuple(tie('tree'), tie('tree'), tie('tree'))
        .map((args): Expression => ({ kind: 'call', name: 'if', args, column: 1 })),
    ),
  }))
  return tree
}

/** The value of a tree, node by node, as the language defines it. */
export function interpret(node: Expression, scope: Readonly<Record<string, number>>): number {
  switch (node.kind) {
    case 'number':
      return node.value
    case 'name':
      return scope[node.name]
    case 'negate':
      return -interpret(node.operand, scope)
    case 'binary': {
      const a = interpret(node.left, scope)
      const b = interpret(node.right, scope)
      switch (node.operator) {
        case '+':
          return a + b
        case '-':
          return a - b
        case '*':
          return a * b
        case '/':
          return a / b
        case '^':
          return a ** b
        case '<':
          return Number(a < b)
        case '<=':
          return Number(a <= b)
        case '>':
          return Number(a > b)
        case '>=':
          return Number(a >= b)
        case '==':
          return Number(a === b)
        default:
          return Number(a !== b)
      }
    }
    case 'call': {
      const [a, b, c] = node.args.map((part) => interpret(part, scope))
      switch (node.name) {
        case 'if':
          return a !== 0 && !Number.isNaN(a) ? b : c
        case 'min':
          return Math.min(...node.args.map((part) => interpret(part, scope)))
        case 'max':
          return Math.max(...node.args.map((part) => interpret(part, scope)))
        case 'abs':
          return Math.abs(a)
        case 'sqrt':
          return Math.sqrt(a)
        case 'cbrt':
          return Math.cbrt(a)
        case 'exp':
          return Math.exp(a)
        case 'ln':
        case 'log':
          return Math.log(a)
        case 'log2':
          return Math.log2(a)
        case 'log10':
          return Math.log10(a)
        case 'floor':
          return Math.floor(a)
        case 'ceil':
          return Math.ceil(a)
        default:
          return Math.round(a)
      }
    }
  }
}
