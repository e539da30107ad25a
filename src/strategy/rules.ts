/** Strategies that go by rules (sim/rule-based/): which order and algorithm, by the state of the system. */

import { literal, object } from '../core/codec.js'
import { plural } from '../core/format.js'
import { RULE_BASE, rulePolicyText } from '../sim/policy.js'
import { membersOf } from '../sim/rule-based/index.js'
import type { RulesStrategy } from './strategy.js'
import type { StrategyKind } from './strategy-kind.js'

export const RULES_KIND: StrategyKind<RulesStrategy> = {
  codec: object({ kind: literal('rules'), base: RULE_BASE }),
  policy: ({ base }) => rulePolicyText(base),
  title: ({ base }) => {
    const strategies = plural(new Set(membersOf(base)).size, 'strategy', 'strategies')
    switch (base.kind) {
      case 'rigid':
        return `a rigid rule base of ${plural(base.classes.length, 'class', 'classes')}, over ${strategies}`
      case 'fuzzy':
        return `a fuzzy rule base of ${plural(base.rules.length, 'rule')}, over ${strategies}`
      case 'pair': {
        const { orderRules, algorithmRules } = base
        return `${plural(orderRules.length, 'fuzzy rule')} for the order and ${algorithmRules.length} for the algorithm, over ${strategies}`
      }
    }
  },
}
