/**
 * Functions of the market, as formulas: what a provider charges and what a user likes (rule K9 of docs/sites.md; MF1-MF6
 * and UF1-UF5 of Franke, doctoral thesis, Dortmund 2006, 11.4.4). UF3 to UF5 as printed would reward cost; here they are
 * negative.
 */
import { type FailureDetail, QueuewrightError } from '../../core/errors.js'
import { type CompiledExpression, compileExpression } from '../../core/expression/compile.js'
import type { Terms } from './plan.js'

/** The worth of a placement to its machine; it is the job's cost, and may be 0 or less. */
export type MachineFunction = (terms: Terms) => number
/** A user's opinion of a start and a cost; more is better. */
export interface UtilityFunction {
  readonly value: (start: number, cost: number) => number
  /** Whether the cost matters. */
  readonly pricing: boolean
}

/** N, A, B, P: size, after, before, parallel; q: 1 − P/N. */
const MACHINE: readonly ((n: number, a: number, b: number, p: number, q: number) => number)[] = [
  (n, a, b, p, q) => (n + a + b + p) * q,
  (n, a, b, p) => n + a + b + p,
  (n, a, b, _, q) => (n + a + b) * q,
  (n, _, __, p, q) => (n + p) * q,
  (n, a, _, p, q) => (n + a + p) * q,
  (n, _, b, p, q) => (n + b + p) * q,
]

const UTILITY: readonly UtilityFunction[] = [
  { value: (start) => -start, pricing: false },
  { value: (_, cost) => -cost, pricing: true },
  { value: (start, cost) => -(start + cost), pricing: true },
  { value: (start, cost) => -(start + 2 * cost), pricing: true },
  { value: (start, cost) => -(2 * start + cost), pricing: true },
]

/** Variables that formulas of providers may use. */
export const MACHINE_VARIABLES = [
  'NumberOfProcessors',
  'NumberOfProcessor',
  'RunTime',
  'after',
  'before',
  'parallel',
  'parallel_rel',
  'utilization',
] as const
export const UTILITY_VARIABLES = ['StartTime', 'JobCost'] as const

/** The settings that these are, as messages name them. */
const MACHINE_FIELD = 'machineFunction'
const UTILITY_FIELD = 'utilityFunction'

/**
 * @param text `MF1` to `MF6`, or a formula over `MACHINE_VARIABLES`
 * @param at where it stands, as messages say
 * @throws QueuewrightError `formula-syntax`, `formula-name`
 */
export function machineFunction(text: string, at: FailureDetail = { field: MACHINE_FIELD }): MachineFunction {
  const published = publishedOf(MACHINE, 'MF', text)
  if (published !== null) {
    return ({ size, after, before, parallel, parallelShare }) =>
      published(size, after, before, parallel, 1 - parallelShare) + 0
  }
  const formula = compileExpression(text, { variables: MACHINE_VARIABLES })
  return (terms) => valueWith(formula, termsScope(terms), at)
}

/**
 * @param text `UF1` to `UF5`, or a formula over `UTILITY_VARIABLES`
 * @throws QueuewrightError `formula-syntax`, `formula-name`
 */
export function utilityFunction(text: string): UtilityFunction {
  const published = publishedOf(UTILITY, 'UF', text)
  if (published !== null) {
    return { ...published, value: (start, cost) => published.value(start, cost) + 0 }
  }
  const formula = compileExpression(text, { variables: UTILITY_VARIABLES })
  return {
    value: (start, cost) => valueWith(formula, { StartTime: start, JobCost: cost }, { field: UTILITY_FIELD }),
    pricing: formula.names.includes('JobCost'),
  }
}

function publishedOf<F>(functions: readonly F[], letters: string, text: string): F | null {
  const name = text.trim().toUpperCase()
  const place = functions.findIndex((_, k) => name === `${letters}${k + 1}`)
  return place < 0 ? null : functions[place]
}

function termsScope(terms: Terms): Readonly<Record<(typeof MACHINE_VARIABLES)[number], number>> {
  const { nodes, runtime, after, before, parallel, parallelShare, utilization } = terms
  return {
    // The thesis writes both.
    NumberOfProcessors: nodes,
    NumberOfProcessor: nodes,
    RunTime: runtime,
    ...{ after, before, parallel, parallel_rel: parallelShare, utilization },
  }
}

/** @throws QueuewrightError `objective-undefined` where a formula divides by zero */
function valueWith(
  formula: CompiledExpression,
  scope: Readonly<Record<string, number>>,
  at: FailureDetail,
): number {
  const value = formula.value(scope)
  // Of two zeros the plain one.
  if (Number.isFinite(value)) return value + 0
  const where = formula.names.map((name) => `${name} = ${scope[name]}`).join(', ')
  throw new QueuewrightError('objective-undefined', `a formula is ${value}${where && ` where ${where}`}`, {
    ...{ ...at, value: formula.text, expected: 'a finite number' },
    remedy: 'Guard a division, as in if(a == 0, 0, b / a)',
  })
}
