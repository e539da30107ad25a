/** Strategies that are a policy, as one writes it. */
import { parsePolicy, policyName, RECORDED } from '../sim/policy.js'
import type { PolicyStrategy } from './strategy.js'
import type { StrategyKind } from './strategy-kind.js'

export const POLICY: StrategyKind<PolicyStrategy> = {
  members: ['policy'],
  read: (fields) => {
    const policy = fields.text('policy')
    const { algorithm } = fields.checked('policy', () => parsePolicy(policy))
    if (algorithm === RECORDED) throw fields.bad('policy', 'a policy that can be simulated')
    return { kind: 'policy', policy }
  },
  canonical: ({ kind, policy }) => ({ kind, policy }),
  policy: ({ policy }) => policy,
  title: ({ policy }) => policyName(policy),
}
