/** Policies of studies, which are simulated: any but the log's own schedule. */
import { type Policy, parsePolicy, RECORDED } from '../sim/policy.js'

export function plainPolicy(written: string): Policy {
  const policy = parsePolicy(written)
  if (policy.algorithm === RECORDED) throw new Error(`${written} is no policy to simulate`)
  return policy
}
