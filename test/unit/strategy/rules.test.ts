/** Strategies that go by rules. */
import { describe, expect, it } from 'vitest'
import { parsePolicy, policyName, RULE_BASED } from '../../../src/sim/policy.js'
import {
  type RuleBase,
  SOURCE_ALGORITHMS,
  SOURCE_ORDERS,
  SOURCE_PARTITIONS,
  SOURCE_STRATEGIES,
} from '../../../src/sim/rule-based/index.js'
import {
  policyOf,
  readStrategy,
  type StrategyArtefact,
  strategyJson,
  titleOf,
} from '../../../src/strategy/index.js'
import { failureOf } from '../../support/failures.js'

const RULE = { mu: [50], sigma: [10], weights: [5, -1, 0, 1] }
const RIGID: RuleBase = {
  kind: 'rigid',
  partitions: SOURCE_PARTITIONS,
  strategies: [...SOURCE_STRATEGIES, 'head:g2(a=0.5)'],
  classes: Array.from({ length: 192 }, (_, k) => k % 13),
}
const FUZZY: RuleBase = {
  kind: 'fuzzy',
  features: ['um'],
  strategies: ['easy', 'easy:group', 'easy', 'head'],
  rules: [RULE, RULE, RULE],
  fallback: null,
}
const PAIR: RuleBase = {
  kind: 'pair',
  features: ['um'],
  orders: SOURCE_ORDERS,
  algorithms: [...SOURCE_ALGORITHMS, 'head:g2(a=0.5)'],
  orderRules: [RULE, RULE],
  algorithmRules: [RULE],
}

const artefact = (base: RuleBase): StrategyArtefact => ({
  ...{ format: 'queuewright-strategy', version: 1, name: 'by rules' },
  ...{ strategy: { kind: 'rules', base }, evidence: null },
})

describe('a strategy that goes by rules', () => {
  it.each([RIGID, FUZZY, PAIR])('of kind $kind is read as it was written', (base) => {
    const text = strategyJson(artefact(base))
    expect(readStrategy(text, 's.json')).toEqual(artefact(base))
    expect(strategyJson(readStrategy(text, 's.json'))).toBe(text)
    expect(text.endsWith('}\n')).toBe(true)
  })

  it('has its members in one order, whatever order they were made in', () => {
    const { rules, ...rest } = FUZZY
    const turned = rules.map(({ mu, sigma, weights }) => ({ weights, sigma, mu }))
    const other = { rules: turned, ...rest } as RuleBase
    expect(strategyJson(artefact(other))).toBe(strategyJson(artefact(FUZZY)))
  })

  it('is the policy that its rules are', () => {
    const policy = parsePolicy(policyOf({ kind: 'rules', base: RIGID }))
    expect(policy.algorithm === RULE_BASED && policy.base).toEqual(RIGID)
    expect(policy.algorithm === RULE_BASED && policy.members.map(({ name }) => name)).toEqual(
      RIGID.strategies,
    )
    expect(policy.algorithm === RULE_BASED && policy.features.map(({ name }) => name)).toEqual(
      SOURCE_PARTITIONS.map(({ feature }) => feature),
    )
  })

  it('says what it is, in a line', () => {
    const title = (base: RuleBase) => titleOf({ kind: 'rules', base })
    expect(title(RIGID)).toBe('a rigid rule base of 192 classes, over 13 strategies')
    expect(title(FUZZY)).toBe('a fuzzy rule base of 3 rules, over 3 strategies')
    expect(title(PAIR)).toBe('2 fuzzy rules for the order and 1 for the algorithm, over 13 strategies')
    const text = policyOf({ kind: 'rules', base: RIGID })
    expect(titleOf({ kind: 'policy', policy: text })).toBe(policyName(text))
  })

  it.each<[unknown, RegExp]>([
    [undefined, /a key is missing \(field strategy\.base/],
    [
      { ...FUZZY, kind: 'vague' },
      /field strategy\.base\.kind, value "vague", expected "rigid", "fuzzy", "pair"/,
    ],
    [
      { ...FUZZY, rules: [RULE, { ...RULE, sigma: [0] }] },
      /field strategy\.base\.rules\[1\]\.sigma\[0\], value 0, expected a number from 1e-12/,
    ],
    [{ ...FUZZY, strategies: ['easy', 'easy:grp', 'easy', 'head'] }, /field strategy\.base\.strategies\[1\]/],
  ])('is refused where its base is wrong', (base, message) => {
    const text = JSON.stringify({ ...artefact(FUZZY), strategy: { kind: 'rules', base } })
    const failure = failureOf(() => readStrategy(text, 's.json'))
    expect(failure.message).toMatch(message)
    expect(failure.message.startsWith('s.json: ')).toBe(true)
  })
})
