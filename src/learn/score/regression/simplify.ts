/**
 * A fitted sum of terms as the order that it stands for. A scheduler uses nothing of it but which of two jobs has the
 * smaller value. So the constant goes, terms without weight go, and all is divided by what the first term is multiplied
 * by, a positive number: its sign stays, since dividing by a negative number would turn the order round. What is left of
 * the fit (0.0155·log10 r)(0.000515·n) + 0.00696·log10 s is log10(r)·n + 871·log10(s).
 *
 * The formula is without ε (forms.ts): log10(0) is −∞ and 1/0 is +∞ there, and a job for which they have no sum goes last.
 */
import { binary, type Expression, negate, number, printExpression } from '../../../core/expression/ast.js'
import { type Term, termExpression, termKey, termSymbols } from './forms.js'

interface WeightedTerm {
  readonly term: Term
  readonly weight: number
}

/** Weights beyond it, or below its inverse, may leave the range of numbers when they are multiplied by terms. */
const EXTREME = 1e100

/** Terms that the order depends on, the first of weight 1 or −1. */
function orderOf(terms: readonly Term[], coefficients: ArrayLike<number>): readonly WeightedTerm[] {
  const telling = terms
    .map((term, k) => ({ term, weight: coefficients[k] }))
    .filter(({ term, weight }) => weight !== 0 && termKey(term) !== termKey({}))
  if (telling.length === 0) return []
  const scale = Math.abs(telling[0].weight)
  const scaled = telling.map(({ term, weight }) => ({ term, weight: weight / scale }))
  // A first weight next to nothing would make values infinite, one next to infinity would make them nothing.
  return scaled.every(({ weight }) => Math.abs(weight) < EXTREME && Math.abs(weight) > 1 / EXTREME)
    ? scaled
    : telling
}

/**
 * The order as a formula over `estimate`, `size` and `submit` that puts jobs into the same order as Σ cₖ·termₖ, but for
 * rounding; `0` where that does not tell jobs apart.
 */
export function simplifiedFormula(terms: readonly Term[], coefficients: ArrayLike<number>): string {
  let sum: Expression | null = null
  for (const { term, weight } of orderOf(terms, coefficients)) {
    const part = termExpression(term, Math.abs(weight))
    if (sum === null) sum = weight < 0 ? negate(part) : part
    else sum = binary(weight < 0 ? '-' : '+', sum, part)
  }
  return printExpression(sum ?? number(0))
}

/** The same in the paper's signs, weights with so many digits: `log10(r)·n + 871·log10(s)`. */
export function simplifiedSymbols(
  terms: readonly Term[],
  coefficients: ArrayLike<number>,
  digits = 3,
): string {
  let text = ''
  for (const { term, weight } of orderOf(terms, coefficients)) {
    const size = Math.abs(weight)
    const symbols = termSymbols(term)
    const part =
      size === 1
        ? symbols
        : `${Number(size.toPrecision(digits))}${symbols.startsWith('1/') ? symbols.slice(1) : `·${symbols}`}`
    if (text === '') text = weight < 0 ? `−${part}` : part
    else text += weight < 0 ? ` − ${part}` : ` + ${part}`
  }
  return text === '' ? '0' : text
}
