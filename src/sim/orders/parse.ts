/**
 * Reads the order of a policy: a name of the registry, a name with parameters in parentheses, or a formula.
 *
 * A bare name is the registry's order before it is a variable of formulas: `group` is the priority by group, `(group)`
 * the plain number. Names of orders and of functions never coincide (a test sees to it).
 */
import { QueuewrightError } from '../../core/errors.js'
import { didYouMean } from '../../core/suggest.js'
import type { QueueOrder } from '../order.js'
import type { NamedOrder, OrderDeclaration } from './declaration.js'
import { FORMULA_VARIABLES, formulaOrder } from './formula.js'
import { parseParameters } from './parameters.js'
import { ORDERS } from './registry.js'

const BY_NAME: ReadonlyMap<string, OrderDeclaration> = new Map(
  ORDERS.flatMap((order) => [order.name, ...order.aliases].map((name) => [name, order] as const)),
)

const BARE_NAME = /^[A-Za-z][\w-]*$/
/** A name and what stands in the parentheses after it, if these are all there is. */
const WITH_PARAMETERS = /^([A-Za-z][\w-]*)\s*\(([^()]*)\)$/
/** A key and a single equals sign, which no formula has. */
const ASSIGNMENT = /^\s*[\w.]+\s*=(?!=)/

/** The order of that name or alias. */
export function findOrder(name: string): OrderDeclaration | undefined {
  return BY_NAME.get(name)
}

/** Names of all orders, without aliases. */
export function orderNames(): string[] {
  return ORDERS.map(({ name }) => name)
}

/**
 * @throws QueuewrightError `unknown-policy`, `policy-parameter`, `formula-syntax`, `formula-name`
 */
export function parseOrder(written: string): QueueOrder {
  const text = written.trim()
  const named = namedOrder(text)
  if (named !== null) return named.order.create(text, named.given)
  const [, name = text, inside = ''] = WITH_PARAMETERS.exec(text) ?? []
  if ((BARE_NAME.test(text) && !text.split('-').every(isTerm)) || ASSIGNMENT.test(inside)) {
    throw unknownOrder(name)
  }
  return formulaOrder(text)
}

/**
 * Reads an order by its name or alias; null for what is no name of an order, such as a formula.
 * @throws QueuewrightError `policy-parameter`
 */
export function namedOrder(written: string): NamedOrder | null {
  const text = written.trim()
  const [, name = text, inside = ''] = WITH_PARAMETERS.exec(text) ?? []
  const order = BY_NAME.get(name)
  return order === undefined ? null : { order, given: parseParameters(order, inside) }
}

/** Whether a part of `submit-estimate` or `submit-60` is a term of a formula, rather than of an order's name. */
function isTerm(part: string): boolean {
  return Object.hasOwn(FORMULA_VARIABLES, part) || /^\d+$/.test(part)
}

function unknownOrder(name: string): QueuewrightError {
  const variables = Object.keys(FORMULA_VARIABLES)
  const question = didYouMean(name, [...BY_NAME.keys(), ...variables])
  return new QueuewrightError('unknown-policy', `unknown order ${name}`, {
    remedy: `${question}Orders: ${orderNames().join(', ')}; or a formula over ${variables.join(', ')}`,
  })
}
