/** Rule bases as JSON documents: read, with everything checked, and written. */
import { Document, member, pathOf } from '../../core/document.js'
import { Fields } from '../../core/fields.js'
import { parseFeature } from './features.js'
import {
  classCount,
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
const LARGEST = Number.MAX_VALUE
const MOST_CLASSES = 100_000
/** Thresholds beyond are no numbers. */
const MOST_EXPONENT = 300

/**
 * @param value what a document has at `path`
 * @param file of the document, in messages
 * @throws QueuewrightError `input-document`; `policy-parameter` for an unknown feature
 */
export function readRuleBase(value: unknown, file: string, path: string): RuleBase {
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
      return readRigid(base)
    case 'fuzzy':
      return readFuzzy(base)
    case 'pair':
      return readPair(base)
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

function readRigid(base: Fields): RigidBase {
  const partitions = base.objects('partitions', ['feature', 'bounds']).map((each): Partition => {
    const feature = each.text('feature')
    each.checked('feature', () => parseFeature(feature))
    const bounds = each.numbers('bounds', -LARGEST, LARGEST)
    const ascend = bounds.every((bound, k) => k === 0 || bounds[k - 1] < bound)
    if (bounds.length === 0 || !ascend)
      throw each.bad('bounds', 'one or more numbers, each above the one before')
    return { feature, bounds }
  })
  const strategies = someTexts(base, 'strategies')
  const count = classCount(partitions)
  if (partitions.length === 0 || count > MOST_CLASSES) {
    throw base.bad('partitions', `one or more, of at most ${MOST_CLASSES} classes`)
  }
  const classes = base.numbers('classes', 0, strategies.length - 1)
  if (classes.length !== count || !classes.every(Number.isInteger)) {
    throw base.bad('classes', `${count} places of strategies, from 0 to ${strategies.length - 1}`)
  }
  return { kind: 'rigid', partitions, strategies, classes }
}

function readFuzzy(base: Fields): FuzzyBase {
  const features = readFeatures(base)
  const strategies = someTexts(base, 'strategies')
  const rules = readRules(base, 'rules', features.length, strategies.length)
  return { kind: 'fuzzy', features, strategies, rules, fallback: readFallback(base, strategies.length) }
}

function readPair(base: Fields): PairBase {
  const features = readFeatures(base)
  const orders = someTexts(base, 'orders')
  const algorithms = someTexts(base, 'algorithms')
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
  const features = someTexts(base, 'features')
  base.checked('features', () => features.map(parseFeature))
  return features
}

function readRules(base: Fields, name: string, features: number, outputs: number): readonly FuzzyRule[] {
  const rules = base.objects(name, RULE_MEMBERS).map((rule): FuzzyRule => {
    const mu = rule.numbers('mu', -LARGEST, LARGEST)
    const sigma = rule.numbers('sigma', Number.MIN_VALUE, LARGEST)
    const weights = rule.numbers('weights', RULE_WEIGHTS[0], RULE_WEIGHTS[RULE_WEIGHTS.length - 1])
    if (mu.length !== features) throw rule.bad('mu', `${features} numbers, one for each feature`)
    if (sigma.length !== features)
      throw rule.bad('sigma', `${features} numbers above 0, one for each feature`)
    const known = weights.every((weight) => RULE_WEIGHTS.some((each) => each === weight))
    if (weights.length !== outputs || !known) {
      throw rule.bad('weights', `${outputs} numbers, each of ${RULE_WEIGHTS.join(', ')}`)
    }
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

function someTexts(base: Fields, name: string): readonly string[] {
  const texts = base.texts(name)
  if (texts.length === 0) throw base.bad(name, 'one text or more')
  return texts
}
