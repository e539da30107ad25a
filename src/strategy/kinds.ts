/**
 * The kinds of strategies: one table, in which a kind that lacks something does not compile. Adding one takes its type
 * (strategy.ts), its file and one line here.
 */
import { GREEDY } from './greedy.js'
import { POLICY } from './policy.js'
import { RULES_KIND } from './rules.js'
import type { Strategy } from './strategy.js'
import type { StrategyKind } from './strategy-kind.js'

type Kinds = { readonly [Kind in Strategy['kind']]: StrategyKind<Extract<Strategy, { readonly kind: Kind }>> }

export const STRATEGY_KINDS: Kinds = { greedy: GREEDY, policy: POLICY, rules: RULES_KIND }

/** The declaration of this strategy's kind. */
export function kindOf(strategy: Strategy): StrategyKind<Strategy> {
  return STRATEGY_KINDS[strategy.kind]
}
