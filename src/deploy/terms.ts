/** A key as a sum of whole and half known things: a number of each variable, and what each user group adds. */
import { type Expression, namesIn } from '../core/expression/ast.js'
import { compileExpression } from '../core/expression/compile.js'
import { constantOf } from './order-form.js'

/** constant + Σ weight·variable + addend of the group. */
export interface Terms {
  readonly constant: number
  /** By variable; none is 0. */
  readonly weights: ReadonlyMap<string, number>
  /** The number that a group adds; null where none adds anything. */
  readonly group: ((group: number) => number) | null
}

/** @returns null where the key is no such sum */
export function termsOf(key: Expression): Terms | null {
  const constant = constantOf(key)
  if (constant !== null) return Number.isNaN(constant) ? null : { constant, weights: new Map(), group: null }
  if (namesIn(key).every((name) => name === 'group')) {
    const compiled = compileExpression(key, { variables: ['group'] })
    return { constant: 0, weights: new Map(), group: (group) => compiled.value({ group }) }
  }
  switch (key.kind) {
    case 'name':
      return { constant: 0, weights: new Map([[key.name, 1]]), group: null }
    case 'negate': {
      const terms = termsOf(key.operand)
      return terms && scaled(terms, -1)
    }
    case 'binary':
      return ofBinary(key)
    default:
      return null
  }
}

function ofBinary({ operator, left, right }: Expression & { kind: 'binary' }): Terms | null {
  if (operator === '*' || operator === '/') {
    const [factor, of] = constantOf(right) === null && operator === '*' ? [left, right] : [right, left]
    const by = constantOf(factor)
    const terms = by === null ? null : termsOf(of)
    return terms === null || by === null ? null : scaled(terms, operator === '*' ? by : 1 / by)
  }
  if (operator !== '+' && operator !== '-') return null
  const [x, y] = [termsOf(left), termsOf(right)]
  return x && y && added(x, operator === '+' ? y : scaled(y, -1))
}

function scaled({ constant, weights, group }: Terms, by: number): Terms {
  return {
    constant: constant * by,
    weights: new Map([...weights].map(([name, weight]) => [name, weight * by])),
    group: group && ((of) => group(of) * by),
  }
}

function added(x: Terms, y: Terms): Terms {
  const weights = new Map(x.weights)
  for (const [name, weight] of y.weights) {
    const sum = (weights.get(name) ?? 0) + weight
    if (sum === 0) weights.delete(name)
    else weights.set(name, sum)
  }
  const [a, b] = [x.group, y.group]
  return {
    constant: x.constant + y.constant,
    weights,
    group: a && b ? (of) => a(of) + b(of) : (a ?? b),
  }
}
