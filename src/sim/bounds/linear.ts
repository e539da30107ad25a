/** Formulas that are sums of objectives, each times a number, plus a number: 10*AWRT1 + 4*AWRT2. */
import type { Expression } from '../../core/expression/ast.js'

export interface LinearForm {
  readonly constant: number
  /** By the names that occur, 0 included. */
  readonly coefficients: ReadonlyMap<string, number>
}

/** null where the formula is not of that kind by its structure. */
export function linearForm(node: Expression): LinearForm | null {
  switch (node.kind) {
    case 'number':
      return { constant: node.value, coefficients: new Map() }
    case 'name':
      return { constant: 0, coefficients: new Map([[node.name, 1]]) }
    case 'negate': {
      const x = linearForm(node.operand)
      return x && combined(x, -1, ZERO, 0)
    }
    case 'binary': {
      const x = linearForm(node.left)
      const y = linearForm(node.right)
      if (x === null || y === null) return null
      switch (node.operator) {
        case '+':
          return combined(x, 1, y, 1)
        case '-':
          return combined(x, 1, y, -1)
        case '*':
          if (x.coefficients.size === 0) return combined(y, x.constant, ZERO, 0)
          return y.coefficients.size === 0 ? combined(x, y.constant, ZERO, 0) : null
        case '/':
          return y.coefficients.size === 0 && y.constant !== 0 ? combined(x, 1 / y.constant, ZERO, 0) : null
        default:
          return null
      }
    }
    default:
      return null
  }
}

const ZERO: LinearForm = { constant: 0, coefficients: new Map() }

function combined(x: LinearForm, a: number, y: LinearForm, b: number): LinearForm {
  const coefficients = new Map<string, number>()
  for (const [name, value] of x.coefficients) coefficients.set(name, a * value)
  for (const [name, value] of y.coefficients) {
    coefficients.set(name, (coefficients.get(name) ?? 0) + b * value)
  }
  return { constant: a * x.constant + b * y.constant, coefficients }
}
