/** Rule bases as documents and as text: read as they were written, and refused in words. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Place } from '../../../../src/core/place.js'
import {
  ordersOf,
  parsePolicy,
  policyName,
  policyParts,
  RULE_BASE,
  rulePolicyText,
  splitPolicies,
  withAlgorithm,
} from '../../../../src/sim/policy.js'
import type { FuzzyBase, PairBase, RigidBase, RuleBase } from '../../../../src/sim/rule-based/index.js'
import { failureOf } from '../../../support/failures.js'
import { fuzzyBases, pairBases, policyBy, rigidBases } from '../../../support/rule-bases.js'

const RIGID: RigidBase = {
  kind: 'rigid',
  partitions: [
    { feature: 'um', bounds: [75, 85] },
    { feature: 'sd(7d)', bounds: [2] },
  ],
  strategies: ['easy', 'head:g2(a=0.4, b=0.1)'],
  classes: [0, 1, 0, 1, 1, 0],
}
const FUZZY: FuzzyBase = {
  kind: 'fuzzy',
  features: ['sd', 'prcwq1'],
  strategies: ['easy:group', 'cons', 'easy:wfp3/spt'],
  rules: [
    { mu: [2, 40], sigma: [0.5, 1e-3], weights: [-5, 0, 5] },
    { mu: [-1.25, 1e6], sigma: [12, 30], weights: [1, -1, 0] },
  ],
  fallback: { exponent: -12, strategy: 2 },
}
const PAIR: PairBase = {
  kind: 'pair',
  features: ['um'],
  orders: ['spt', 'group'],
  algorithms: ['easy', 'head:g2(a=0.4)'],
  orderRules: [{ mu: [50], sigma: [10], weights: [5, -5] }],
  algorithmRules: [{ mu: [10], sigma: [20], weights: [1, 0] }],
}
const bases = fc.oneof(rigidBases, fuzzyBases, pairBases)

const read = (value: unknown) => RULE_BASE.decode(value, Place.of('r.json').at('strategy').at('base'))
const ruleBaseText = (base: RuleBase) => JSON.stringify(RULE_BASE.encode(base))

/** The base with one value in another's place; `undefined` leaves the key out. */
function edited(base: RuleBase, path: string, value: unknown): unknown {
  const copy = structuredClone(base) as unknown as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() as string
  const at = keys.reduce<Record<string, unknown>>(
    (object, key) => object[key] as Record<string, unknown>,
    copy,
  )
  if (value === undefined) delete at[last]
  else at[last] = value
  return copy
}

describe('a rule base', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(bases, (base) => {
        expect(read(JSON.parse(ruleBaseText(base)))).toEqual(base)
        expect(policyBy(base).base).toEqual(base)
        expect(rulePolicyText(policyBy(base).base)).toBe(rulePolicyText(base))
      }),
      { seed: 20261122, numRuns: 300 },
    )
  })

  it.each([RIGID, FUZZY, PAIR])('of kind $kind has its members in one order', (base) => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned)
      if (typeof value !== 'object' || value === null) return value
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, each]) => [key, turned(each)] as const)
          .reverse(),
      )
    }
    expect(ruleBaseText(read(turned(base)))).toBe(JSON.stringify(base))
    expect(ruleBaseText(turned(base) as RuleBase)).toBe(JSON.stringify(base))
  })

  it('may have no fallback', () => {
    expect(read({ ...FUZZY, fallback: null })).toEqual({ ...FUZZY, fallback: null })
  })

  it('takes −0 for 0', () => {
    const text = ruleBaseText(FUZZY).replace('[-5,0,5]', '[-5,-0,5]')
    const base = read(JSON.parse(text)) as FuzzyBase
    expect(Object.is(base.rules[0].weights[1], 0)).toBe(true)
  })
})

const BASE = 'strategy.base'

const REFUSED: readonly (readonly [RuleBase, string, unknown, RegExp])[] = [
  [RIGID, 'kind', 'rigit', /field BASE\.kind, value "rigit", expected "rigid", "fuzzy", "pair"\)/],
  [RIGID, 'kind', undefined, /a value is missing \(field BASE\.kind, expected "rigid"/],
  [RIGID, 'kind', 'fuzzy', /an unknown key \(field BASE\.partitions\)/],
  [RIGID, 'version', 2, /an unknown key \(field BASE\.version\)\. .*Keys: kind, partitions, strategies, cl/],
  [RIGID, 'partitions', undefined, /a key is missing \(field BASE\.partitions, expected kind, partitions/],
  [RIGID, 'partitions', [], /field BASE\.partitions, value "an array", expected one or more, of at most/],
  [RIGID, 'partitions.1', 'sd', /field BASE\.partitions\[1\], value "sd", expected an object/],
  [
    RIGID,
    'partitions.1.feature',
    'SD',
    /an unknown feature \(field BASE\.partitions\[1\]\.feature, value "SD"\)\. Did you mean sd\?/,
  ],
  [RIGID, 'partitions.0.bounds', [], /field BASE\.partitions\[0\]\.bounds, .*expected one or more numbers/],
  [
    RIGID,
    'partitions.0.bounds',
    [85, 75],
    /field BASE\.partitions\[0\]\.bounds, .*, each above the one before/,
  ],
  [RIGID, 'partitions.0.bounds', [75, 75], /field BASE\.partitions\[0\]\.bounds, .*, each above/],
  [RIGID, 'partitions.0.bounds', [75, '85'], /field BASE\.partitions\[0\]\.bounds\[1\], value "85"/],
  [RIGID, 'partitions.0.bounds', [75, null], /field BASE\.partitions\[0\]\.bounds\[1\], value "null"/],
  [RIGID, 'strategies', [], /field BASE\.strategies, value "an array", expected one text or more/],
  [RIGID, 'strategies.0', 7, /field BASE\.strategies\[0\], value 7, expected a string/],
  [RIGID, 'strategies.0', 'eazy', /unknown algorithm \(field BASE\.strategies\[0\], value "eazy"\)/],
  [RIGID, 'strategies.1', 'head:g2(a=7)', /field BASE\.strategies\[1\], value .*a number from 0 to 1/],
  [RIGID, 'strategies.1', 'recorded', /recorded cannot be a strategy of rules \(field BASE\.strategies\[1\]/],
  [
    RIGID,
    'strategies.1',
    rulePolicyText(PAIR),
    /rules cannot be a strategy of rules \(field BASE\.strategies\[1\], expected policies of one order/,
  ],
  [RIGID, 'classes', [0, 1], /field BASE\.classes, .*expected 6 places of strategies, .*; it has 2/],
  [RIGID, 'classes.3', 2, /field BASE\.classes\[3\], value 2, expected a whole number from 0/],
  [RIGID, 'classes.3', -1, /field BASE\.classes\[3\], value -1, expected a whole number from 0/],
  [RIGID, 'classes.3', 0.5, /field BASE\.classes\[3\], value 0\.5, expected a whole number from 0/],
  [RIGID, 'classes.3', 'easy', /field BASE\.classes\[3\], value "easy"/],

  [FUZZY, 'features', [], /field BASE\.features, .*expected one text or more/],
  [FUZZY, 'features.1', 'load', /an unknown feature \(field BASE\.features\[1\], value "load"\)/],
  [FUZZY, 'features.1', 'sd(x)', /field BASE\.features\[1\]/],
  [FUZZY, 'strategies.2', 'cons:spt/saf', /field BASE\.strategies\[2\]/],
  [FUZZY, 'rules', [], /field BASE\.rules, value "an array", expected one rule or more/],
  [FUZZY, 'rules', Array.from({ length: 501 }, () => FUZZY), /field BASE\.rules, .*at most 500/],
  [FUZZY, 'rules', {}, /field BASE\.rules, value "an object", expected an array/],
  [FUZZY, 'rules.0.weight', [], /an unknown key \(field BASE\.rules\[0\]\.weight\)\. Did you mean weights/],
  [FUZZY, 'rules.1.sigma', undefined, /a key is missing \(field BASE\.rules\[1\]\.sigma/],
  [
    FUZZY,
    'rules.1.mu',
    [1],
    /field BASE\.rules\[1\]\.mu, .*expected 2 numbers, one for each feature; it has 1/,
  ],
  [FUZZY, 'rules.1.sigma', [1, 2, 3], /field BASE\.rules\[1\]\.sigma, .*expected 2 numbers, .*; it has 3/],
  [
    FUZZY,
    'rules.1.weights',
    [1],
    /field BASE\.rules\[1\]\.weights, .*expected 3 numbers, one for each output/,
  ],
  [FUZZY, 'rules.1.mu.1', null, /field BASE\.rules\[1\]\.mu\[1\], value "null"/],
  [FUZZY, 'rules.1.sigma.0', 0, /field BASE\.rules\[1\]\.sigma\[0\], value 0, expected a number from 1e-12/],
  [FUZZY, 'rules.1.sigma.0', -2, /field BASE\.rules\[1\]\.sigma\[0\], value -2, expected a number from/],
  [FUZZY, 'rules.1.sigma.0', 1e300, /field BASE\.rules\[1\]\.sigma\[0\], value 1e\+300/],
  [
    FUZZY,
    'rules.1.weights.2',
    2,
    /field BASE\.rules\[1\]\.weights\[2\], value 2, expected one of -5, -1, 0, 1, 5/,
  ],
  [FUZZY, 'rules.1.weights.2', '5', /field BASE\.rules\[1\]\.weights\[2\], value "5", expected one of/],
  [FUZZY, 'fallback', undefined, /a key is missing \(field BASE\.fallback/],
  [FUZZY, 'fallback', 'easy', /field BASE\.fallback, value "easy", expected an object/],
  [FUZZY, 'fallback.exponent', 301, /field BASE\.fallback\.exponent, value 301, expected a number from -300/],
  [FUZZY, 'fallback.strategy', 3, /field BASE\.fallback\.strategy, value 3, expected the place .*, 0 to 2/],
  [FUZZY, 'fallback.strategy', -1, /field BASE\.fallback\.strategy, value -1, expected a whole number/],

  [PAIR, 'strategies', ['easy'], /an unknown key \(field BASE\.strategies\)/],
  [PAIR, 'orders', [], /field BASE\.orders, .*expected one text or more/],
  [PAIR, 'orders.1', 'gruop', /unknown order gruop \(field BASE\.orders\[1\]\)\. Did you mean group/],
  [PAIR, 'algorithms', [], /field BASE\.algorithms, .*expected one text or more/],
  [PAIR, 'algorithms.0', 'eazy', /unknown algorithm \(field BASE\.algorithms\[0\]/],
  [PAIR, 'algorithms.1', 'head:g2(a=7)', /field BASE\.algorithms\[1\]/],
  [
    PAIR,
    'algorithms.1',
    'greedy',
    /no algorithm that takes any order \(field BASE\.algorithms\[1\], value "greedy", expected head, list/,
  ],
  [PAIR, 'algorithms.0', 'fcfs', /no algorithm that takes any order \(field BASE\.algorithms\[0\]/],
  [PAIR, 'orderRules', [], /field BASE\.orderRules, .*expected one rule or more/],
  [PAIR, 'algorithmRules', [], /field BASE\.algorithmRules, .*expected one rule or more/],
  [PAIR, 'orderRules.0.weights', [5], /field BASE\.orderRules\[0\]\.weights, .*expected 2 numbers/],
  [PAIR, 'algorithmRules.0.weights.0', 4, /field BASE\.algorithmRules\[0\]\.weights\[0\], value 4/],
  [PAIR, 'algorithmRules.0.sigma.0', 0, /field BASE\.algorithmRules\[0\]\.sigma\[0\], value 0/],
]

describe('a rule base is refused', () => {
  const cases = REFUSED.map(([base, path, value, message]) => ({
    kind: base.kind,
    path,
    value,
    base,
    message,
  }))
  it.each(cases)('$kind: $path = $value', ({ base, path, value, message }) => {
    const failure = failureOf(() => read(edited(base, path, value)))
    expect(failure.message).toMatch(new RegExp(message.source.replaceAll('BASE', BASE.replace('.', '\\.'))))
    expect(failure.message.startsWith('r.json: ')).toBe(true)
    expect(failure.message).not.toContain('\n')
    expect(failure.message.length).toBeLessThan(400)
  })

  it('that is no object', () => {
    expect(failureOf(() => read([RIGID])).message).toMatch(
      /^r\.json: .*field strategy\.base, value "an array", expected an object/,
    )
  })

  it('that has more classes than anybody would learn', () => {
    const partitions = Array.from({ length: 17 }, (_, k) => ({ feature: `prcwq${k + 1}`, bounds: [50] }))
    expect(failureOf(() => read({ ...RIGID, partitions })).message).toMatch(/of at most 100000 classes/)
  })
})

describe('rules as a policy', () => {
  const TEXT = rulePolicyText(FUZZY)

  it('are called by their number, and told from others', () => {
    expect(TEXT.startsWith('rules:({"kind":"fuzzy",')).toBe(true)
    const names = [RIGID, FUZZY, PAIR].map((base) => policyName(rulePolicyText(base)))
    expect(names.map((name) => name.replace(/[0-9a-f]{8}/, 'digest'))).toEqual([
      'rules of 6 classes (digest)',
      'rules of 2 (digest)',
      'rules of 1 + 1 (digest)',
    ])
    expect(parsePolicy(TEXT).name).toBe(names[1])
    const [first, second] = FUZZY.rules
    const other = rulePolicyText({ ...FUZZY, rules: [second, first] })
    expect(policyName(other)).not.toBe(names[1])
    // How it is written is no difference.
    const spaced = `rules: (${JSON.stringify(FUZZY, null, 2)}) `
    expect(policyName(spaced)).toBe(names[1])
    expect(policyName(' easy : spt ')).toBe('easy : spt')
    expect(policyName('recorded')).toBe('recorded')
  })

  it('stand in lists of policies', () => {
    const list = `easy, ${TEXT},head:g2(a=1, b=0) ,${rulePolicyText(RIGID)}`
    expect(splitPolicies(list)).toEqual(['easy', TEXT, 'head:g2(a=1, b=0)', rulePolicyText(RIGID)])
    fc.assert(
      fc.property(fc.array(bases, { minLength: 1, maxLength: 3 }), (some) => {
        const texts = some.map(rulePolicyText)
        expect(splitPolicies(texts.join(', '))).toEqual(texts)
      }),
      { seed: 20261122, numRuns: 100 },
    )
  })

  it('go by the orders of all their members', () => {
    const names = (base: RuleBase) => ordersOf(parsePolicy(rulePolicyText(base))).map(({ name }) => name)
    expect(names(FUZZY)).toEqual(['group', 'fcfs', 'wfp3', 'spt'])
    expect(names(PAIR)).toEqual(['spt', 'group', 'g2(a=0.4)', 'g2(a=0.4)'])
  })

  it('have no parts, and no order for other algorithms', () => {
    expect(policyParts(TEXT)).toBeNull()
    const failure = failureOf(() => withAlgorithm(TEXT, 'cons'))
    expect(failure.kind).toBe('usage')
    expect(failure.message.length).toBeLessThan(200)
  })

  it.each([
    ['rules', 'unknown-policy', 'rules without a rule base'],
    ['rules:', 'unknown-policy', 'rules without a rule base'],
    [TEXT.slice(0, -1), 'unknown-policy', 'rules without a rule base'],
    [TEXT.replace('(', ''), 'unknown-policy', 'rules without a rule base'],
    [TEXT.slice(0, -2).concat(')'), 'input-document', 'rules: not a JSON document'],
    [TEXT.concat(')'), 'input-document', 'rules: not a JSON document'],
    ['rules:()', 'input-document', 'rules: not a JSON document'],
    ['rules:(17)', 'input-document', 'value 17, expected an object'],
    ['rules:({})', 'input-document', 'a value is missing (field kind, expected "rigid", "fuzzy", "pair")'],
    [TEXT.replace('[0.5,', '[0,'), 'input-document', 'field rules[0].sigma[0], value 0, expected'],
    [TEXT.replace('"cons"', '"cans"'), 'unknown-policy', 'field strategies[1], value "cans"'],
    ['head:rules', 'unknown-policy', 'rules'],
  ])('%j fails: %s', (text, kind, message) => {
    const failure = failureOf(() => parsePolicy(text))
    expect(failure.kind).toBe(kind)
    expect(failure.message).toContain(message)
    expect(failure.message).not.toContain('\n')
    expect(failure.message.length).toBeLessThan(400)
  })

  it('are no page long where a list of them is at fault', () => {
    expect(failureOf(() => splitPolicies(`${TEXT},,easy`)).message.length).toBeLessThan(250)
  })
})
