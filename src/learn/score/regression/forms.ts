/**
 * Forms of score functions: sums of terms, each a product of functions of the run time r, the size n and the submit time
 * s of a job. A term's functions are written by exponents, so that two ways to write the same function, such as n·(1/r) and
 * n/r, are the same term: x to a power, or log10(x) to a power.
 *
 * In the values that are fitted, ε = 1e-10 stands beside every x of which a logarithm or an inverse is taken, as in the
 * program that the authors of the SC'17 paper released (github.com/hpcsched/gen-sched-policies, nonlinear-regression): it
 * keeps log10(0) and 1/0 finite. A divisor has it within its function, 1/(c·g(x + ε)) and not 1/(c·g(x) + ε): so ε does not
 * mix with the coefficients.
 */
import { binary, type Expression, number, printExpression } from '../../../core/expression/ast.js'
import type { ScoreDistribution } from '../distribution.js'

/** The columns of a distribution that functions go by. */
export const VARIABLES = ['runtime', 'size', 'submit'] as const
export type Variable = (typeof VARIABLES)[number]

/** Their names in formulas of policies: a scheduler has the requested time for the run time. */
export const FORMULA_NAMES: Readonly<Record<Variable, string>> = {
  runtime: 'estimate',
  size: 'size',
  submit: 'submit',
}

/** x^exponent, or log10(x)^exponent. */
export interface BaseFunction {
  readonly of: 'x' | 'log'
  /** Not 0; of x a whole number or ±1/2, of the logarithm a whole number. */
  readonly exponent: number
}

/** The product of its functions; of a variable that is absent it does not depend. Without any: the constant 1. */
export type Term = Partial<Readonly<Record<Variable, BaseFunction>>>

const EPSILON = 1e-10

/** 1 for every job. */
export const CONSTANT: Term = {}

/** The same for the same function, however it was come by. */
export function termKey(term: Term): string {
  return VARIABLES.map((variable) => {
    const part = term[variable]
    return part === undefined ? '' : `${part.of}${part.exponent}`
  }).join(',')
}

/** 1/term. */
export function inverseOf(term: Term): Term {
  return Object.fromEntries(
    Object.entries(term).map(([variable, { of, exponent }]) => [variable, { of, exponent: -exponent }]),
  )
}

/** The term's value for every row. */
export function termColumn(term: Term, distribution: ScoreDistribution): Float64Array {
  const column = new Float64Array(distribution.score.length).fill(1)
  for (const variable of VARIABLES) {
    const part = term[variable]
    if (part !== undefined) multiply(column, part, distribution[variable])
  }
  return column
}

function multiply(column: Float64Array, { of, exponent }: BaseFunction, x: Float64Array): void {
  // A divisor's argument has an ε of its own, and its logarithm a second one.
  const beside = of === 'log' ? (exponent < 0 ? 2 * EPSILON : EPSILON) : exponent < 0 ? EPSILON : 0
  for (let row = 0; row < column.length; row++) {
    const argument = x[row] + beside
    column[row] *= power(of === 'log' ? Math.log10(argument) : argument, exponent)
  }
}

function power(value: number, exponent: number): number {
  switch (exponent) {
    case 1:
      return value
    case -1:
      return 1 / value
    case 0.5:
      return Math.sqrt(value)
    case -0.5:
      return 1 / Math.sqrt(value)
    default:
      return value ** exponent
  }
}

/**
 * The term times a factor as a formula, without ε: `log10(estimate) * size`, `2 * sqrt(estimate) / submit`; the constant is
 * `1`.
 * @param factor above 0
 */
export function termExpression(term: Term, factor = 1): Expression {
  let numerator: Expression | null = factor === 1 ? null : number(factor)
  const divisors: Expression[] = []
  for (const variable of VARIABLES) {
    const part = term[variable]
    if (part === undefined) continue
    const base = baseExpression(part.of, Math.abs(part.exponent), FORMULA_NAMES[variable])
    if (part.exponent < 0) divisors.push(base)
    else numerator = numerator === null ? base : binary('*', numerator, base)
  }
  return divisors.reduce((whole, divisor) => binary('/', whole, divisor), numerator ?? number(1))
}

export function termText(term: Term): string {
  return printExpression(termExpression(term))
}

function baseExpression(of: BaseFunction['of'], exponent: number, name: string): Expression {
  const variable: Expression = { kind: 'name', name, column: 1 }
  if (of === 'x' && exponent === 0.5) return call('sqrt', variable)
  const base = of === 'log' ? call('log10', variable) : variable
  return exponent === 1 ? base : binary('^', base, number(exponent))
}

function call(name: string, argument: Expression): Expression {
  return { kind: 'call', name, args: [argument], column: 1 }
}

const SYMBOLS: Readonly<Record<Variable, string>> = { runtime: 'r', size: 'n', submit: 's' }

/** The term as the paper prints it: `log10(r)·n`, `√r/s`. */
export function termSymbols(term: Term): string {
  const above: string[] = []
  const below: string[] = []
  for (const variable of VARIABLES) {
    const part = term[variable]
    if (part === undefined) continue
    const text = baseSymbols(part.of, Math.abs(part.exponent), SYMBOLS[variable])
    if (part.exponent < 0) below.push(text)
    else above.push(text)
  }
  const [numerator, ...rest] = [above.join('·') || '1', ...below]
  return [numerator, ...rest].join('/')
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function baseSymbols(of: BaseFunction['of'], exponent: number, symbol: string): string {
  if (of === 'x' && exponent === 0.5) return `√${symbol}`
  const base = of === 'log' ? `log10(${symbol})` : symbol
  return exponent === 1
    ? base
    : `${base}${[...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`
}
