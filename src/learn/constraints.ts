/**
 * Constraints (strategy/constraint.ts) while something is learnt. A candidate that breaks a constraint is worse than every
 * candidate that breaks none; of two that break some, the one with the smaller sum of relative violations is better
 * (K. Deb: An efficient constraint handling method for genetic algorithms, Computer Methods in Applied Mechanics and
 * Engineering 186, 2000).
 */

import { QueuewrightError } from '../core/errors.js'
import { printExpression } from '../core/expression/ast.js'
import { parseExpression } from '../core/expression/parse.js'
import { type Relation, violationOf, type WrittenConstraint } from '../strategy/index.js'

/** A constraint on given jobs, as plain data. */
export interface LearnConstraint {
  readonly text: string
  readonly objective: string
  readonly sense: Relation
  /** In each case, in the objective's unit. */
  readonly bounds: readonly number[]
}

/** Policies whose values the bounds are multiples of. */
export function policiesIn(constraints: readonly WrittenConstraint[]): readonly string[] {
  return [...new Set(constraints.flatMap(({ bound }) => (typeof bound === 'number' ? [] : [bound.policy])))]
}

/** More is not told apart, so that the objective keeps digits. */
const MOST_VIOLATION = 1e6

/**
 * The sum of relative violations in one case; 0 where all constraints are kept.
 * @param place of the case
 * @param values of the constraints' objectives
 */
export function violations(
  constraints: readonly LearnConstraint[],
  place: number,
  values: readonly (number | null)[],
): number {
  return constraints.reduce((sum, { sense, bounds }, k) => {
    return sum + Math.min(MOST_VIOLATION, violationOf(sense, bounds[place], values[k] ?? null))
  }, 0)
}

/** The cost of a broken constraint beside its violation, and of a violation of 1, in units of a usual cost. */
export const BROKEN = 1e6
const WEIGHT = 1e9

/**
 * A cost that ranks broken constraints behind kept ones: sums of it over several cases do, too, as long as no cost is a
 * million times the usual one. Violations count by their sum over the cases, but for differences below a thousandth.
 * @param broken sum of violations
 * @param usual the unit: what the objective usually costs; above 0
 */
export function penalised(cost: number, broken: number, usual: number): number {
  return broken > 0 ? cost + usual * (BROKEN + WEIGHT * broken) : cost
}

/**
 * Checks that constraints can be kept at the same time, as far as bounds of the same objective say so.
 * @param cases their names
 * @throws QueuewrightError `usage`
 */
export function checkTogether(
  constraints: readonly LearnConstraint[],
  cases: readonly string[],
  field: string,
): void {
  for (const upper of constraints) {
    for (const lower of constraints) {
      if (upper.sense !== '<=' || lower.sense !== '>=') continue
      if (normal(upper.objective) !== normal(lower.objective)) continue
      const place = cases.findIndex((_, k) => lower.bounds[k] > upper.bounds[k])
      if (place < 0) continue
      throw new QueuewrightError('usage', 'constraints that contradict each other', {
        field,
        value: `${upper.text} and ${lower.text}`,
        expected: `on ${cases[place]}, a lower bound of at most ${upper.bounds[place]}, not ${lower.bounds[place]}`,
      })
    }
  }
}

/** A formula as written, without what makes no difference, such as blanks. */
function normal(formula: string): string {
  return printExpression(parseExpression(formula, undefined, 'objective'))
}
