/**
 * Finds out whether a formula is linear in time, and splits it: value = c + p·t/q, with c, p and q free of time.
 *
 * Time enters through designated variables, each being an offset plus t. Divisors are gathered in q rather than
 * multiplied into p, so that a formula such as wait/estimate keeps its rounding: 1·t/estimate. Nothing is simplified
 * that could change a value, but absent parts (c = 0, p = 1, q = 1) never appear. A formula that multiplies two times,
 * or takes time into a comparison, a power or a function, is not linear.
 */
import { binary, type Expression, negate, number, operands, printExpression } from './ast.js'

export interface LinearSplit {
  readonly c: Expression
  readonly p: Expression
  readonly q: Expression
}

/** null: 0 for c and p, 1 for q. p is null where the part is free of time. */
interface Parts {
  readonly c: Expression | null
  readonly p: Expression | null
  readonly q: Expression | null
}

/**
 * @param times the variables that depend on time: the value of each is its offset (null: 0) plus t
 * @returns null where the formula is not linear in t, or not by the rules above
 */
export function linearIn(
  tree: Expression,
  times: ReadonlyMap<string, Expression | null>,
): LinearSplit | null {
  const parts = split(tree, times)
  if (parts === null) return null
  return { c: parts.c ?? number(0), p: parts.p ?? number(0), q: parts.q ?? number(1) }
}

type Times = ReadonlyMap<string, Expression | null>

function split(node: Expression, times: Times): Parts | null {
  switch (node.kind) {
    case 'number':
      return { c: node, p: null, q: null }
    case 'name': {
      const offset = times.get(node.name)
      return offset === undefined ? { c: node, p: null, q: null } : { c: offset, p: number(1), q: null }
    }
    case 'negate': {
      const x = split(node.operand, times)
      return x && (x.p === null ? { c: node, p: null, q: null } : negated(x))
    }
    case 'binary':
      return splitBinary(node, times)
    case 'call':
      return splitCall(node, times)
  }
}

function splitBinary(node: Expression & { kind: 'binary' }, times: Times): Parts | null {
  const x = split(node.left, times)
  const y = split(node.right, times)
  if (x === null || y === null) return null
  if (x.p === null && y.p === null) return { c: node, p: null, q: null }
  switch (node.operator) {
    case '+':
      return added(x, y)
    case '-':
      return added(x, negated(y))
    case '*':
      return x.p === null ? scaled(y, node.left) : y.p === null ? scaled(x, node.right) : null
    case '/':
      return y.p === null ? divided(x, node.right) : null
    default:
      return null
  }
}

/** Only `if` may hold time, and not in its condition. */
function splitCall(node: Expression & { kind: 'call' }, times: Times): Parts | null {
  if (node.args.every((part) => !mentions(part, times))) return { c: node, p: null, q: null }
  if (node.name !== 'if' || mentions(node.args[0], times)) return null
  const x = split(node.args[1], times)
  const y = split(node.args[2], times)
  if (x === null || y === null) return null
  const choose = (a: Expression | null, b: Expression | null, absent: number): Expression | null =>
    a === null && b === null
      ? null
      : { ...node, args: [node.args[0], a ?? number(absent), b ?? number(absent)] }
  return { c: choose(x.c, y.c, 0), p: choose(x.p, y.p, 0), q: choose(x.q, y.q, 1) }
}

function mentions(node: Expression, times: Times): boolean {
  return node.kind === 'name' ? times.has(node.name) : operands(node).some((part) => mentions(part, times))
}

function negated(x: Parts): Parts {
  return { c: x.c && negate(x.c), p: x.p && negate(x.p), q: x.q }
}

function added(x: Parts, y: Parts): Parts {
  const c = x.c && y.c ? binary('+', x.c, y.c) : (x.c ?? y.c)
  if (x.p === null) return { c, p: y.p, q: y.q }
  if (y.p === null) return { c, p: x.p, q: x.q }
  if (same(x.q, y.q)) return { c, p: binary('+', x.p, y.p), q: x.q }
  return { c, p: binary('+', quotient(x.p, x.q), quotient(y.p, y.q)), q: null }
}

function scaled(x: Parts, by: Expression): Parts {
  return { c: x.c && binary('*', x.c, by), p: x.p && product(by, x.p), q: x.q }
}

function divided(x: Parts, by: Expression): Parts {
  return { c: x.c && binary('/', x.c, by), p: x.p, q: product(by, x.q) }
}

/** x·y; null counts as 1. */
function product(x: Expression, y: Expression | null): Expression {
  if (y === null || isOne(y)) return x
  return isOne(x) ? y : binary('*', x, y)
}

/** x/y; null counts as 1. */
function quotient(x: Expression, y: Expression | null): Expression {
  return y === null ? x : binary('/', x, y)
}

function isOne(node: Expression): boolean {
  return node.kind === 'number' && node.value === 1
}

function same(x: Expression | null, y: Expression | null): boolean {
  return x === null || y === null ? x === y : printExpression(x) === printExpression(y)
}
