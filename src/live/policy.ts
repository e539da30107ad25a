/** Policies that are simulated over a live queue. */
import { QueuewrightError } from '../core/errors.js'
import { namesIn } from '../core/expression/ast.js'
import { orderForm } from '../deploy/index.js'
import { orderExpression } from '../sim/orders/index.js'
import { ordersOf, parsePolicy, RECORDED, type SimulatedPolicy } from '../sim/policy.js'

/** @throws QueuewrightError `not-exportable` for one that goes by numbers that only a log has; as `parsePolicy` */
export function livePolicy(text: string): SimulatedPolicy {
  const policy = parsePolicy(text)
  if (policy.algorithm === RECORDED)
    throw refused('what was recorded says nothing of what comes', text, 'Name a policy that can be simulated')
  for (const { name } of ordersOf(policy)) {
    const formula = orderExpression(name)
    const unknown = formula === null ? [] : namesIn(orderForm(formula).key)
    if (unknown.includes('group') || unknown.includes('user'))
      throw refused('it asks for groups or users by the numbers of a log', name, 'Name an order without them')
  }
  return policy
}

function refused(because: string, value: string, remedy: string): QueuewrightError {
  return new QueuewrightError(
    'not-exportable',
    `a live queue cannot be foretold by this policy: ${because}`,
    {
      value,
      remedy,
    },
  )
}
