/** Policies with formulas in place of the orders that stand for one, for use where such orders are not known. */
import { greedyFormula, greedyParameters, namedOrder } from '../sim/orders/index.js'
import { parsePolicy, policyParts } from '../sim/policy.js'

/**
 * The same policy, in which each greedy order is a formula that gives every job the same key at every instant. Other
 * orders are written as they were: their names say more than their formulas.
 * @throws QueuewrightError as `parsePolicy`; `formula-syntax` where the formula would be longer than formulas may be
 *   (more than 80 user groups with long numbers)
 */
export function formulaOf(policy: string): string {
  const parts = policyParts(policy)
  if (parts === null) return policy
  const { algorithm } = parts
  const order = orderFormula(parts.order)
  const backfill = parts.backfill === null ? null : orderFormula(parts.backfill)
  if (order === null && backfill === null) return policy
  const second = parts.backfill === null ? '' : `/${backfill ?? parts.backfill}`
  const text = `${algorithm}:${order ?? parts.order}${second}`
  parsePolicy(text)
  return text
}

/** In parentheses, as a slash in it would begin a backfill order; null where the order is none of the greedy ones. */
function orderFormula(order: string): string | null {
  const named = namedOrder(order)
  const parameters = named === null ? null : greedyParameters(named)
  return parameters === null ? null : `(${greedyFormula(parameters)})`
}
