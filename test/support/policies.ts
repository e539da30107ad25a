/** Policies of the product, by their written form. */
import { type Policy, parsePolicy, RECORDED } from '../../src/sim/policy.js'

/** A policy that can be simulated: any but `recorded`. */
export function plainPolicy(written: string): Policy {
  const policy = parsePolicy(written)
  if (policy.algorithm === RECORDED) throw new Error('the recorded policy is not simulated')
  return policy
}
