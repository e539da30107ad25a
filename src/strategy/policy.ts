/** Strategies that are a policy, as one writes it. */
import { literal, object, refined, text } from '../core/codec.js'
import { parsePolicy, policyName, RECORDED } from '../sim/policy.js'
import type { PolicyStrategy } from './strategy.js'
import type { StrategyKind } from './strategy-kind.js'

export const POLICY: StrategyKind<PolicyStrategy> = {
  codec: object({
    kind: literal('policy'),
    policy: refined(text, (policy, at) => {
      const { algorithm } = at.checked(() => parsePolicy(policy))
      if (algorithm === RECORDED) throw at.bad(policy, 'a policy that can be simulated')
    }),
  }),
  policy: ({ policy }) => policy,
  title: ({ policy }) => policyName(policy),
}
