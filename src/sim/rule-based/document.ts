/** Rule bases as JSON documents: read, with everything checked, and written. */
import { Document, member, pathOf } from '../../core/document.js'
import { QueuewrightError } from '../../core/errors.js'
import { Fields } from '../../core/fields.js'
import { ALGORITHM_NAMES } from '../algorithm-names.js'
import { parseFeature } from './features.js'
import {
  classCount,
  combined,
  type Fallback,
  type FuzzyBase,
  type FuzzyRule,
  type PairBase,
  type Partition,
  type RigidBase,
  RULE_WEIGHTS,
  type RuleBase,
} from './rule-base.js'

/** Members of a document by its kind, beside `kind`. */
const MEMBERS = {
  rigid: ['partitions', 'strategies', 'classes'],
  fuzzy: ['features', 'strategies', 'rules', 'fallback'],
  pair: ['features', 'orders', 'algorithms', 'orderRules', 'algorithmRules'],
} as const satisfies {
  readonly [Kind in RuleBase['kind']]: readonly Exclude<keyof Extract<RuleBase, { kind: Kind }>, 'kind'>[]
}

const RULE_MEMBERS = ['mu', 'sigma', 'weights'] as const
/** Of centres and bounds, and of widths: no inference leaves the range of numbers. */
const LARGEST = 1e12
const LEAST_SIGMA = 1e-12
/** Of a rigid base. */
export const MOST_CLASSES = 100_000
/** Thresholds beyond are no numbers. */
const MOST_EXPONENT = 300

/**
 * @param value what a document has at `path`
 * @param file of the document, in messages
 * @param checkMember throws a `QueuewrightError` where a text is no policy of one order
 * @throws QueuewrightError `input-document`; `policy-parameter` for an unknown feature; what `checkMember` throws
 */
export function readRuleBase(
  value: unknown,
  file: string,
  path: string,
  checkMember: (policy: string) => unknown,
): RuleBase {
  const document = new Document(file)
  const kinds = Object.keys(MEMBERS) as readonly RuleBase['kind'][]
  const found = member(document.object(value, path === '' ? '(document)' : path), 'kind')
  const kind = kinds.find((each) => each === found)
  if (kind === undefined) {
    const expected = kinds.map((each) => `"${each}"`).join(', ')
    throw document.bad(path === '' ? 'kind' : pathOf(path, 'kind'), found, expected)
  }
  const base = new Fields(file, value, path, ['kind', ...MEMBERS[kind]])
  switch (kind) {
    case 'rigid':
      return readRigid(base, checkMember)
    case 'fuzzy':
      return readFuzzy(base, checkMember)
    case 'pair':
      return readPair(base, checkMember)
  }
}

/** One line; numbers as they are. */
export function ruleBaseText(base: RuleBase): string {
  return JSON.stringify(canonicalRuleBase(base))
}

/** The same with its members in the order in which they are written. */
export function canonicalRuleBase(base: RuleBase): RuleBase {
  const rule = ({ mu, sigma, weights }: FuzzyRule): FuzzyRule => ({ mu, sigma, weights })
  switch (base.kind) {
    case 'rigid': {
      const { kind, strategies, classes } = base
      const partitions = base.partitions.map(({ feature, bounds }): Partition => ({ feature, bounds }))
      return { kind, partitions, strategies, classes }
    }
    case 'fuzzy': {
      const { kind, features, strategies, rules, fallback } = base
      const last = fallback && { exponent: fallback.exponent, strategy: fallback.strategy }
      return { kind, features, strategies, rules: rules.map(rule), fallback: last }
    }
    case 'pair': {
      const { kind, features, orders, algorithms, orderRules, algorithmRules } = base
      const [ofOrders, ofAlgorithms] = [orderRules.map(rule), algorithmRules.map(rule)]
      return { kind, features, orders, algorithms, orderRules: ofOrders, algorithmRules: ofAlgorithms }
    }
  }
}

type CheckMember = (policy: string) => unknown

function readRigid(base: Fields, checkMember: CheckMember): RigidBase {
  const partitions = base.objects('partitions', ['feature', 'bounds']).map((each): Partition => {
    const feature = each.text('feature')
    each.checked('feature', () => parseFeature(feature))
    const bounds = each.numbers('bounds', -LARGEST, LARGEST)
    const ascend = bounds.every((bound, k) => k === 0 || bounds[k - 1] < bound)
    if (bounds.length === 0 || !ascend)
      throw each.bad('bounds', 'one or more numbers, each above the one before')
    return { feature, bounds }
  })
  const strategies = someTexts(base, 'strategies', checkMember)
  const count = classCount(partitions)
  if (partitions.length === 0 || count > MOST_CLASSES) {
    throw base.bad('partitions', `one or more, of at most ${MOST_CLASSES} classes`)
  }
  const classes = base.wholes('classes', 0, strategies.length - 1)
  if (classes.length !== count) {
    throw base.bad('classes', `${count} places of strategies, one for each class; it has ${classes.length}`)
  }
  return { kind: 'rigid', partitions, strategies, classes }
}

function readFuzzy(base: Fields, checkMember: CheckMember): FuzzyBase {
  const features = readFeatures(base)
  const strategies = someTexts(base, 'strategies', checkMember)
  const rules = readRules(base, 'rules', features.length, strategies.length)
  return { kind: 'fuzzy', features, strategies, rules, fallback: readFallback(base, strategies.length) }
}

function readPair(base: Fields, checkMember: CheckMember): PairBase {
  const features = readFeatures(base)
  const orders = someTexts(base, 'orders', (order) => checkMember(`head:${order}`))
  const algorithms = someTexts(base, 'algorithms', (algorithm) => {
    checkMember(combined(algorithm, 'fcfs'))
    // Other words for an algorithm, as greedy, say what order it has; here that is chosen.
    if (algorithm.includes(':') || ALGORITHM_NAMES.some((name) => name === algorithm)) return
    throw new QueuewrightError('unknown-policy', 'no algorithm that takes any order', {
      value: algorithm,
      expected: `${ALGORITHM_NAMES.join(', ')}, or a whole policy such as head:greedy`,
    })
  })
  return {
    kind: 'pair',
    features,
    orders,
    algorithms,
    orderRules: readRules(base, 'orderRules', features.length, orders.length),
    algorithmRules: readRules(base, 'algorithmRules', features.length, algorithms.length),
  }
}

function readFeatures(base: Fields): readonly string[] {
  return someTexts(base, 'features', parseFeature)
}

function readRules(base: Fields, name: string, features: number, outputs: number): readonly FuzzyRule[] {
  const rules = base.objects(name, RULE_MEMBERS).map((rule): FuzzyRule => {
    const mu = rule.numbers('mu', -LARGEST, LARGEST)
    const sigma = rule.numbers('sigma', LEAST_SIGMA, LARGEST)
    const weights = rule.numbersOf('weights', RULE_WEIGHTS)
    checkLength(rule, 'mu', mu, features, 'feature')
    checkLength(rule, 'sigma', sigma, features, 'feature')
    checkLength(rule, 'weights', weights, outputs, 'output')
    return { mu, sigma, weights }
  })
  if (rules.length === 0) throw base.bad(name, 'one rule or more')
  return rules
}

function readFallback(base: Fields, strategies: number): Fallback | null {
  if (base.value('fallback') === null) return null
  const fallback = base.object('fallback', ['exponent', 'strategy'])
  const strategy = fallback.whole('strategy', 0)
  if (strategy >= strategies)
    throw fallback.bad('strategy', `the place of a strategy, 0 to ${strategies - 1}`)
  return { exponent: fallback.number('exponent', -MOST_EXPONENT, MOST_EXPONENT), strategy }
}

function checkLength(
  rule: Fields,
  name: string,
  numbers: readonly number[],
  count: number,
  each: string,
): void {
  if (numbers.length === count) return
  throw rule.bad(name, `${count} numbers, one for each ${each}; it has ${numbers.length}`)
}

function someTexts(base: Fields, name: string, check: (text: string) => unknown): readonly string[] {
  const texts = base.checkedTexts(name, check)
  if (texts.length === 0) throw base.bad(name, 'one text or more')
  return texts
}
