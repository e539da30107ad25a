/**
 * Ranges of a formula's values where its variables lie within bounds: interval arithmetic over expressions (Moore,
 * Interval Analysis, 1966). A range holds all values that are possible, and perhaps others; nothing known is −∞ … ∞.
 */

import type { Expression } from '../../core/expression/ast.js'
import { largestOf, smallestOf } from '../../core/statistics.js'

export interface Range {
  readonly least: number
  readonly most: number
}

const ANYTHING: Range = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }

/** @param of the range of an expression that need not be looked into, such as a name's; null: look into it */
export function rangeOf(node: Expression, of: (node: Expression) => Range | null): Range {
  const known = of(node)
  if (known !== null) return known
  switch (node.kind) {
    case 'number':
      return { least: node.value, most: node.value }
    case 'name':
      return ANYTHING
    case 'negate':
      return negated(rangeOf(node.operand, of))
    case 'binary': {
      const a = rangeOf(node.left, of)
      const b = rangeOf(node.right, of)
      switch (node.operator) {
        case '+':
          return { least: a.least + b.least, most: a.most + b.most }
        case '-':
          return { least: a.least - b.most, most: a.most - b.least }
        case '*':
          return product(a, b)
        case '/':
          return b.least > 0 ? product(a, { least: 1 / b.most, most: 1 / b.least }) : ANYTHING
        case '^':
          return power(a, b)
        default:
          return { least: 0, most: 1 }
      }
    }
    case 'call':
      return call(
        node.name,
        node.args.map((part) => rangeOf(part, of)),
      )
  }
}

function negated({ least, most }: Range): Range {
  return { least: -most, most: -least }
}

function hull(a: Range, b: Range): Range {
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) }
}

function product(a: Range, b: Range): Range {
  // Values are finite, however large: 0 times an end that is infinite is 0.
  const times = (x: number, y: number): number => (x === 0 || y === 0 ? 0 : x * y)
  const ends = [
    times(a.least, b.least),
    times(a.least, b.most),
    times(a.most, b.least),
    times(a.most, b.most),
  ]
  return { least: smallestOf(ends), most: largestOf(ends) }
}

/** The power of a base that is not negative, by an exponent that is one number. */
function power(base: Range, exponent: Range): Range {
  const { least: e } = exponent
  if (base.least < 0 || e !== exponent.most) return ANYTHING
  if (e >= 0) return { least: base.least ** e, most: base.most ** e }
  return { least: base.most ** e, most: base.least ** e }
}

/** Functions that never fall, each with the least argument for which it is defined. */
const RISING: Readonly<Record<string, readonly [of: (x: number) => number, from: number]>> = {
  sqrt: [Math.sqrt, 0],
  cbrt: [Math.cbrt, Number.NEGATIVE_INFINITY],
  exp: [Math.exp, Number.NEGATIVE_INFINITY],
  ln: [Math.log, 0],
  log: [Math.log, 0],
  log2: [Math.log2, 0],
  log10: [Math.log10, 0],
  floor: [Math.floor, Number.NEGATIVE_INFINITY],
  ceil: [Math.ceil, Number.NEGATIVE_INFINITY],
  round: [Math.round, Number.NEGATIVE_INFINITY],
}

function call(name: string, args: readonly Range[]): Range {
  const [x, y, z] = args
  switch (name) {
    case 'min':
      return {
        least: smallestOf(args.map(({ least }) => least)),
        most: smallestOf(args.map(({ most }) => most)),
      }
    case 'max':
      return {
        least: largestOf(args.map(({ least }) => least)),
        most: largestOf(args.map(({ most }) => most)),
      }
    case 'abs':
      if (x.least >= 0) return x
      if (x.most <= 0) return negated(x)
      return { least: 0, most: Math.max(-x.least, x.most) }
    case 'if':
      return hull(y, z)
    default: {
      const rising = RISING[name]
      if (rising === undefined) return ANYTHING
      const [of, from] = rising
      return x.least < from ? ANYTHING : { least: of(x.least), most: of(x.most) }
    }
  }
}
