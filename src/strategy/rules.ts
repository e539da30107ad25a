/** Strategies that go by rules (sim/rule-based/): which order and algorithm, by the state of the system. */
import { parseMember, rulePolicyText } from '../sim/policy.js'
import { canonicalRuleBase, membersOf, readRuleBase } from '../sim/rule-based/index.js'
import type { RulesStrategy } from './strategy.js'
import type { StrategyKind } from './strategy-kind.js'

export const RULES_KIND: StrategyKind<RulesStrategy> = {
  members: ['base'],
  read: (fields) => {
    const base = readRuleBase(fields.value('base'), fields.file, fields.pathOf('base'), parseMember)
    return { kind: 'rules', base }
  },
  canonical: ({ kind, base }) => ({ kind, base: canonicalRuleBase(base) }),
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
