/** Arbitrary rule bases over strategies and features of each kind. */
import fc from 'fast-check'
import { parsePolicy, RULE_BASED, type RulePolicy, rulePolicyText } from '../../src/sim/policy.js'
import { classCount, type FuzzyRule, RULE_WEIGHTS, type RuleBase } from '../../src/sim/rule-based/index.js'

export const RULE_STRATEGIES = [
  ...['head:smallest', 'head:spt', 'head', 'head:group', 'easy:smallest', 'easy:spt', 'easy', 'easy:group'],
  ...[
    'cons:smallest',
    'cons:spt',
    'cons',
    'cons:group',
    'head:g2(a=0.4, b=0.1)',
    'list:spt',
    'easy:wfp3/spt',
  ],
  ...['list', 'easy:(queue*size - free*estimate)', 'head:(queue*size - free*estimate)', 'cons:wfp3'],
]
const FEATURES = [
  ...[
    'sd',
    'um',
    'prcwq1',
    'prcwq2',
    'prcwq5',
    'sd(10)',
    'sd(60)',
    'queue',
    'backlog',
    'oldest',
    'hour',
    'weekday',
  ],
]
/** Widths so large that products of densities stay numbers, as the slow simulator multiplies them as they are. */
const WIDTHS: Readonly<Record<string, number>> = { queue: 20, backlog: 0.01, oldest: 0.01, weekday: 5 }
const widthOf = (name: string) => WIDTHS[name] ?? 40

const someOf = <Value>(values: readonly Value[], most: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most })

/** No two rules are alike: of those, which of two equal sums is larger would be a matter of rounding. */
function ruleFor(features: readonly string[], outputs: number): fc.Arbitrary<FuzzyRule> {
  const part = fc.noBias(fc.integer({ min: 0, max: 1_000_000 })).map((share) => share / 1_000_000)
  return fc.record({
    mu: fc.tuple(...features.map((name) => part.map((share) => share * 3 * widthOf(name)))),
    sigma: fc.tuple(...features.map((name) => part.map((share) => (0.3 + share) * widthOf(name)))),
    weights: fc.array(fc.constantFrom(...RULE_WEIGHTS), { minLength: outputs, maxLength: outputs }),
  })
}

const rulesOf = (features: readonly string[], outputs: number) =>
  fc.array(ruleFor(features, outputs), { minLength: 1, maxLength: 5 })

export const rigidBases: fc.Arbitrary<RuleBase> = fc
  .tuple(someOf(FEATURES, 4), someOf(RULE_STRATEGIES, 6))
  .chain(([features, strategies]) => {
    const bounds = (name: string) =>
      fc
        .uniqueArray(fc.integer({ min: 0, max: name.startsWith('prcwq') || name === 'um' ? 100 : 6 }), {
          minLength: 1,
          maxLength: 2,
        })
        .map((values) => values.sort((a, b) => a - b))
    return fc.tuple(...features.map(bounds)).chain((all) => {
      const partitions = features.map((feature, k) => ({ feature, bounds: all[k] }))
      const count = classCount(partitions)
      return fc
        .array(fc.integer({ min: 0, max: strategies.length - 1 }), { minLength: count, maxLength: count })
        .map((classes) => ({ kind: 'rigid' as const, partitions, strategies, classes }))
    })
  })

export const fuzzyBases: fc.Arbitrary<RuleBase> = fc
  .tuple(someOf(FEATURES, 5), someOf(RULE_STRATEGIES, 6))
  .chain(([features, strategies]) =>
    fc.record({
      kind: fc.constant('fuzzy' as const),
      features: fc.constant(features),
      strategies: fc.constant(strategies),
      rules: rulesOf(features, strategies.length),
      fallback: fc.option(
        fc.record({
          exponent: fc.integer({ min: -12, max: 2 }),
          strategy: fc.integer({ min: 0, max: strategies.length - 1 }),
        }),
        { nil: null },
      ),
    }),
  )

export const pairBases: fc.Arbitrary<RuleBase> = someOf(FEATURES, 5).chain((features) => {
  const orders = ['smallest', 'spt', 'fcfs', 'group']
  const algorithms = ['head', 'easy', 'cons', 'head:g2(a=0.4, b=0.1)']
  return fc.record({
    kind: fc.constant('pair' as const),
    features: fc.constant(features),
    orders: fc.constant(orders),
    algorithms: fc.constant(algorithms),
    orderRules: rulesOf(features, orders.length),
    algorithmRules: rulesOf(features, algorithms.length),
  })
})

/** The policy that goes by a base. */
export function policyBy(base: RuleBase): RulePolicy {
  const policy = parsePolicy(rulePolicyText(base))
  if (policy.algorithm !== RULE_BASED) throw new TypeError('no rules')
  return policy
}
