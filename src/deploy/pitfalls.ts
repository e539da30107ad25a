/**
 * The jobs for which Python may have no value of a key, or another one: found by the ranges of its parts, narrowed where an `if`
 * asks for a variable. Python raises an error where numbers here are infinite or none, and infinity is a large number there.
 */
import type { BinaryOperator, Expression } from '../core/expression/ast.js'
import { largestOf, smallestOf } from '../core/statistics.js'
import { MOST_COUNT, MOST_REQUESTED_SECONDS, MOST_SECONDS } from '../trace/limits.js'
import { constantOf, printedKey } from './order-form.js'

type Range = readonly [least: number, most: number]
type Ranges = Readonly<Record<string, Range>>
/** Notes a condition; the range of what has no value is unknown, and nothing more is said of what is made of it. */
type Fails = (condition: string) => null

/** Variables of OpenPBS, which are whole numbers. */
const RANGES: Ranges = {
  wait: [0, MOST_SECONDS],
  size: [1, MOST_COUNT],
  estimate: [0, MOST_REQUESTED_SECONDS],
  area: [0, MOST_COUNT * MOST_REQUESTED_SECONDS],
}

/**
 * @param key over wait, size, estimate and area
 * @returns conditions such as `wait is 0, by which it is divided`; none where Python has the key of every job
 */
export function pitfalls(key: Expression): readonly string[] {
  const found = new Set<string>()
  rangeOf(key, RANGES, (condition) => {
    found.add(condition)
    return null
  })
  return [...found]
}

function rangeOf(node: Expression, ranges: Ranges, fails: Fails): Range | null {
  switch (node.kind) {
    case 'number':
      return Number.isNaN(node.value) ? fails('a part of the key is no number') : [node.value, node.value]
    case 'name':
      return ranges[node.name]
    case 'negate': {
      const range = rangeOf(node.operand, ranges, fails)
      return range && [-range[1], -range[0]]
    }
    case 'binary':
      return ofBinary(node, ranges, fails)
    case 'call':
      return node.name === 'if' ? ofChoice(node.args, ranges, fails) : ofCall(node, ranges, fails)
  }
}

function ofBinary(node: Expression & { kind: 'binary' }, ranges: Ranges, fails: Fails): Range | null {
  const { operator } = node
  const [left, right] = [rangeOf(node.left, ranges, fails), rangeOf(node.right, ranges, fails)]
  if (operator in OPPOSITE) return [0, 1]
  if (left === null || right === null) return null
  if (operator === '+' || operator === '-') {
    if (isInfinite(left) && isInfinite(right)) return fails(infinite(node.left))
    return operator === '+'
      ? [left[0] + right[0], left[1] + right[1]]
      : [left[0] - right[1], left[1] - right[0]]
  }
  if (isInfinite(left)) return fails(infinite(node.left))
  if (isInfinite(right)) return fails(infinite(node.right))
  if (operator === '*') return corners(left, right, (a, b) => a * b)
  if (operator === '^') return ofPower(node, left, right, fails)
  if (holdsZero(right)) return fails(`${printedKey(node.right)} is 0, by which it is divided`)
  return corners(left, right, (a, b) => a / b)
}

function ofPower(
  node: Expression & { kind: 'binary' },
  base: Range,
  exponent: Range,
  fails: Fails,
): Range | null {
  const isWhole = exponent[0] === exponent[1] && Number.isInteger(exponent[0])
  if (base[0] < 0 && !isWhole) return fails(`${printedKey(node.left)} is negative, of which it takes a power`)
  if (holdsZero(base) && exponent[0] < 0)
    return fails(`${printedKey(node.left)} is 0, of which it takes a negative power`)
  const [least, most] = corners(base, exponent, (a, b) => a ** b)
  if (isInfinite([least, most])) return fails(`${printedKey(node)} is too large for a number`)
  // An even power is least in between.
  return holdsZero(base) ? [Math.min(least, 0), most] : [least, most]
}

const ROOTS_AND_LOGARITHMS: Readonly<Record<string, string>> = {
  sqrt: 'negative, of which it takes the root',
  ln: 'not positive, of which it takes the logarithm',
  log: 'not positive, of which it takes the logarithm',
  log2: 'not positive, of which it takes the logarithm',
  log10: 'not positive, of which it takes the logarithm',
}

const RISING: Readonly<Record<string, (x: number) => number>> = {
  ...{ sqrt: Math.sqrt, cbrt: Math.cbrt, exp: Math.exp },
  ...{ ln: Math.log, log: Math.log, log2: Math.log2, log10: Math.log10 },
  ...{ floor: Math.floor, ceil: Math.ceil, round: Math.round },
}

function ofCall({ name, args }: Expression & { kind: 'call' }, ranges: Ranges, fails: Fails): Range | null {
  const all = args.map((each) => rangeOf(each, ranges, fails))
  const known = all.filter((each) => each !== null)
  if (known.length < all.length) return null
  const [leasts, mosts] = [known.map(([least]) => least), known.map(([, most]) => most)]
  if (name === 'min') return [smallestOf(leasts), smallestOf(mosts)]
  if (name === 'max') return [largestOf(leasts), largestOf(mosts)]
  const [[least, most], argument] = [known[0], printedKey(args[0])]
  if (name === 'abs') return [Math.max(least, -most, 0), Math.max(-least, most)]
  if (isInfinite(known[0])) return fails(infinite(args[0]))
  const isOutside = name === 'sqrt' ? least < 0 : name in ROOTS_AND_LOGARITHMS && least <= 0
  if (isOutside) return fails(`${argument} is ${ROOTS_AND_LOGARITHMS[name]}`)
  const range: Range = [RISING[name](least), RISING[name](most)]
  return isInfinite(range) ? fails(`${name}(${argument}) is too large for a number`) : range
}

function ofChoice([condition, yes, no]: readonly Expression[], ranges: Ranges, fails: Fails): Range | null {
  rangeOf(condition, ranges, fails)
  const sides = [
    [yes, narrowed(condition, ranges, true)],
    [no, narrowed(condition, ranges, false)],
  ] as const
  const reached = sides.flatMap(([side, of]) => (of === null ? [] : [rangeOf(side, of, fails)]))
  const known = reached.filter((each) => each !== null)
  if (known.length < reached.length) return null
  return [smallestOf(known.map(([least]) => least)), largestOf(known.map(([, most]) => most))]
}

const OPPOSITE: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  ...{ '<': '>=', '>=': '<', '>': '<=', '<=': '>', '==': '!=', '!=': '==' },
}
const TURNED: Readonly<Partial<Record<BinaryOperator, BinaryOperator>>> = {
  ...{ '<': '>', '>': '<', '<=': '>=', '>=': '<=', '==': '==', '!=': '!=' },
}

/** Ranges where a condition holds, or does not; null where that is so for no job. */
function narrowed(condition: Expression, ranges: Ranges, holds: boolean): Ranges | null {
  if (condition.kind !== 'binary') return ranges
  const { operator, left, right } = condition
  if (operator === '*' && holds) {
    const first = narrowed(left, ranges, true)
    return first && narrowed(right, first, true)
  }
  const [asked, turned] = [holds ? operator : OPPOSITE[operator], TURNED[operator]]
  if (asked === undefined || turned === undefined) return ranges
  if (left.kind === 'name') return bounded(left.name, asked, constantOf(right), ranges)
  return right.kind === 'name'
    ? bounded(right.name, TURNED[asked] ?? asked, constantOf(left), ranges)
    : ranges
}

function bounded(name: string, operator: BinaryOperator, by: number | null, ranges: Ranges): Ranges | null {
  if (by === null || Number.isNaN(by)) return ranges
  const [least, most] = narrower(ranges[name], operator, by)
  return least > most ? null : { ...ranges, [name]: [least, most] }
}

/** A range of whole numbers, as a comparison leaves it. */
function narrower([least, most]: Range, operator: BinaryOperator, by: number): Range {
  switch (operator) {
    case '<':
      return [least, Math.min(most, Math.ceil(by) - 1)]
    case '<=':
      return [least, Math.min(most, Math.floor(by))]
    case '>':
      return [Math.max(least, Math.floor(by) + 1), most]
    case '>=':
      return [Math.max(least, Math.ceil(by)), most]
    case '==':
      return [Math.max(least, by), Math.min(most, by)]
    default:
      return [least === by ? least + 1 : least, most === by ? most - 1 : most]
  }
}

function corners([a, b]: Range, [c, d]: Range, of: (x: number, y: number) => number): Range {
  const values = [of(a, c), of(a, d), of(b, c), of(b, d)]
  return [smallestOf(values), largestOf(values)]
}

function holdsZero([least, most]: Range): boolean {
  return least <= 0 && most >= 0
}

function isInfinite([least, most]: Range): boolean {
  return !Number.isFinite(least) || !Number.isFinite(most)
}

function infinite(part: Expression): string {
  return `${printedKey(part)} is infinite, with which it computes on`
}
