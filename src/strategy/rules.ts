/** Strategies that go by rules (sim/rule-based/): which order and algorithm, by the state of the system. */
import { literal, object } from '../core/codec.js'
import { RULE_BASE, rulePolicyText } from '../sim/policy.js'
import { membersOf } from '../sim/rule-based/index.js'
import type { RulesStrategy } from './strategy.js'
import type { StrategyKind } from './strategy-kind.js'

export const RULES_KIND: StrategyKind<RulesStrategy> = {
  codec: object({ kind: literal('rules'), base: RULE_BASE }),
  policy: ({ base }) => rulePolicyText(base),
  title: ({ base }) => {
    const strategies = new Set(membersOf(base)).size
    switch (base.kind) {
      case 'rigid':
        return `a rigid rule base of ${base.classes.length} classes, over ${strategies} strategies`
      case 'fuzzy':
        return `a fuzzy rule base of ${base.rules.length} rules, over ${strategies} strategies`
      case 'pair': {
        const { orderRules, algorithmRules } = base
        return `${orderRules.length} fuzzy rules for the order and ${algorithmRules.length} for the algorithm, over ${strategies} strategies`
      }
    }
  },
}
