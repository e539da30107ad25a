/** Policies of studies, which are simulated: any but the log's own schedule. */
import {
  type Policy,
  parsePolicy,
  RECORDED,
  RULE_BASED,
  type SimulatedPolicy,
  SLURM,
} from '../../sim/policy.js'

/** @throws QueuewrightError as `parsePolicy` */
export function simulatedPolicy(written: string): SimulatedPolicy {
  const policy = parsePolicy(written)
  if (policy.algorithm === RECORDED) throw new Error(`${written} is no policy to simulate`)
  return policy
}

/** A policy that has one order. */
export function plainPolicy(written: string): Policy {
  const policy = simulatedPolicy(written)
  if (policy.algorithm === SLURM) throw new Error(`${written} goes by schedulers of its own`)
  if (policy.algorithm === RULE_BASED) throw new Error(`${written} has no order of its own`)
  return policy
}
