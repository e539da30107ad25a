/** The forms of `qw export-policy` that can say what an advice found. Pure. */
import { QueuewrightError } from '../../core/errors.js'
import { openPbs, orderForm, requireJobForm, requireWeights, type Target } from '../../deploy/index.js'
import { orderExpression } from '../../sim/orders/index.js'
import { policyParts } from '../../sim/policy.js'
import { type AdvisedPolicy, SYSTEMS, type System } from '../../study/advise/index.js'

/** The systems whose lines somebody reads who has one, or whichever. */
export function systemsOf(system: System | null): readonly System[] {
  return system === null ? SYSTEMS : [system]
}

/** The form of a policy for a batch system: its lines, else what comes near them or is set job by job; null where none can say it. */
export function exportTarget(advised: AdvisedPolicy, system: System): Target | null {
  if (advised[system] !== null) return system
  const parts = policyParts(advised.policy)
  const formula = parts === null ? null : orderExpression(parts.order)
  if (formula === null) return null
  const form = orderForm(formula)
  if (system === 'openpbs') return isSaid(() => openPbs(form)) ? system : null
  if (isSaid(() => requireWeights(form))) return system
  return isSaid(() => requireJobForm(form)) ? 'lua' : null
}

function isSaid(exported: () => unknown): boolean {
  try {
    exported()
    return true
  } catch (error) {
    if (error instanceof QueuewrightError && error.kind === 'not-exportable') return false
    throw error
  }
}
