/**
 * The demands of an order on whoever is to follow it: a key that a job has for good, or a rank that has to be kept up to date.
 *
 * Of two waiting jobs the one with the smaller key goes first. Where the key is c + p·t with the same p for all jobs (of a
 * formula: 30*size − wait is 30*size + submit − t), their order never changes, and c is as good a key.
 */
import {
  type BinaryOperator,
  binary,
  type Expression,
  namesIn,
  negate,
  number,
  printExpression,
} from '../core/expression/ast.js'
import { compileExpression } from '../core/expression/compile.js'
import { linearIn } from '../core/expression/linear.js'
import { FORMULA_VARIABLES } from '../sim/orders/index.js'

/** A key that a job has from its submit on, over `JOB_NAMES`; the smallest goes first. */
export interface JobForm {
  readonly kind: 'job'
  readonly key: Expression
}

/** Keys that change with time, each in its own way, or with the state. */
export interface RankForm {
  readonly kind: 'rank'
  /** Over all variables of formulas. */
  readonly key: Expression
  /** The reason, for messages. */
  readonly because: string
}

export type OrderForm = JobForm | RankForm

/** The columns of a job that a resource manager knows when it is submitted. */
export const JOB_NAMES = ['submit', 'estimate', 'size', 'area', 'group', 'user'] as const
const STATE: Readonly<Record<string, string>> = {
  queue: 'how many jobs wait',
  free: 'how many processors are free',
  situation: 'the time of the week',
  weekday: 'the day of the week',
  hour: 'the hour',
}

/**
 * @param formula over the variables of formulas
 * @throws QueuewrightError `formula-syntax`, `formula-name`
 */
export function orderForm(formula: string): OrderForm {
  const { tree } = compileExpression(formula, { variables: Object.keys(FORMULA_VARIABLES) })
  const key = folded(tree)
  const names = namesIn(key)
  const state = names.find((name) => name in STATE)
  if (state !== undefined) return { kind: 'rank', key, because: `it depends on ${STATE[state]}` }
  const fixed = withoutTime(key, [
    ['now', null],
    ['wait', negate({ kind: 'name', name: 'submit', column: 1 })],
  ])
  return fixed === null
    ? { kind: 'rank', key, because: 'the longer jobs wait, the more their order changes' }
    : { kind: 'job', key: fixed.rest }
}

/** A key c + slope·t without its t. */
export interface Timeless {
  readonly rest: Expression
  readonly slope: number
}

/**
 * @param times variables that are an offset plus t
 * @returns null where the key is not linear in t with one slope for all jobs
 */
export function withoutTime(
  key: Expression,
  times: readonly (readonly [string, Expression | null])[],
): Timeless | null {
  const split = linearIn(key, new Map(times))
  if (split === null) return null
  const slope = constantOf(binary('/', split.p, split.q))
  if (times.every(([name]) => !namesIn(key).includes(name))) return { rest: key, slope: 0 }
  if (slope === null || !Number.isFinite(slope)) return null
  return { rest: folded(split.c), slope }
}

/** The value of an expression without variables; null of others. */
export function constantOf(node: Expression): number | null {
  return namesIn(node).length === 0 ? compileExpression(node, { variables: [] }).value({}) : null
}

/** The same value with fewer operations: parts without a variable are numbers, and signs cancel out. No bit changes, but for the sign of 0. */
export function folded(node: Expression): Expression {
  const value = node.kind === 'number' ? null : constantOf(node)
  if (value !== null) return value < 0 || Object.is(value, -0) ? negate(number(-value)) : number(value)
  switch (node.kind) {
    case 'negate':
      return negated(folded(node.operand))
    case 'binary':
      return ofBinary(node.operator, folded(node.left), folded(node.right))
    case 'call':
      return { ...node, args: node.args.map(folded) }
    default:
      return node
  }
}

/** Text that is read back as the same key: formulas have no word for what is infinite, or no number. */
export function printedKey(key: Expression): string {
  return printExpression(inWords(key))
}

function inWords(node: Expression): Expression {
  switch (node.kind) {
    case 'number':
      return Number.isFinite(node.value)
        ? node
        : binary('/', number(Number.isNaN(node.value) ? 0 : 1), number(0))
    case 'negate':
      return negate(inWords(node.operand))
    case 'binary':
      return binary(node.operator, inWords(node.left), inWords(node.right))
    case 'call':
      return { ...node, args: node.args.map(inWords) }
    default:
      return node
  }
}

/** Minus an expression. */
export function negated(node: Expression): Expression {
  if (node.kind === 'negate') return node.operand
  return negate(node)
}

function ofBinary(operator: BinaryOperator, left: Expression, right: Expression): Expression {
  const isSum = operator === '+' || operator === '-'
  const isProduct = operator === '*' || operator === '/'
  if (isSum && isNumber(left, 0)) return operator === '+' ? right : negated(right)
  if (isSum && isNumber(right, 0)) return left
  if (isSum && right.kind === 'negate') return binary(operator === '+' ? '-' : '+', left, right.operand)
  if (isProduct && isNumber(right, 1)) return left
  if (isProduct && left.kind === 'negate') return negated(ofBinary(operator, left.operand, right))
  return binary(operator, left, right)
}

function isNumber(node: Expression, value: number): boolean {
  return node.kind === 'number' && node.value === value
}
