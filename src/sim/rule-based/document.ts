/** Rule bases as JSON documents: read, with everything checked, and written. */
import {
  type Codec,
  checkedText,
  type Extent,
  list,
  literal,
  nullable,
  number,
  object,
  oneOf,
  refined,
  whole,
  words,
} from '../../core/codec.js'
import { QueuewrightError } from '../../core/errors.js'
import type { Place } from '../../core/place.js'
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
} from './rule-base.js'

/** The largest centre, bound and width: no inference leaves the range of numbers. */
const LARGEST = 1e12
const LEAST_SIGMA = 1e-12
/** The most classes of a rigid base. */
export const MOST_CLASSES = 100_000
/** Thresholds beyond are no numbers. */
const MOST_EXPONENT = 300

const ONE_TEXT: Extent = { least: 1, expected: 'one text or more' }
/** Rules of a base, of which each is asked at every decision, and drawn. */
export const MOST_RULES = 500
const SOME_RULES: Extent = { least: 1, most: MOST_RULES, expected: `one rule or more, at most ${MOST_RULES}` }

const features = list(checkedText(parseFeature, words), ONE_TEXT)

const partition: Codec<Partition> = refined(
  object({ feature: checkedText(parseFeature, words), bounds: list(number(-LARGEST, LARGEST)) }),
  ({ bounds }, at) => {
    const ascend = bounds.every((bound, k) => k === 0 || bounds[k - 1] < bound)
    if (bounds.length === 0 || !ascend)
      throw at.at('bounds').bad(bounds, 'one or more numbers, each above the one before')
  },
)

export const FUZZY_RULE: Codec<FuzzyRule> = object({
  mu: list(number(-LARGEST, LARGEST)),
  sigma: list(number(LEAST_SIGMA, LARGEST)),
  weights: list(oneOf(RULE_WEIGHTS, `one of ${RULE_WEIGHTS.join(', ')}`)),
})
const rules = list(FUZZY_RULE, SOME_RULES)

export const FALLBACK: Codec<Fallback> = object({
  exponent: number(-MOST_EXPONENT, MOST_EXPONENT),
  strategy: whole(0),
})

/**
 * Rule bases of each kind, over policies that `checkMember` takes.
 * @param checkMember throws a `QueuewrightError` where a text is no policy of one order
 */
export function ruleBaseCodecs(checkMember: (policy: string) => unknown) {
  const strategies = list(checkedText(checkMember), ONE_TEXT)
  const rigid: Codec<RigidBase> = refined(
    object({ kind: literal('rigid'), partitions: list(partition), strategies, classes: list(whole(0)) }),
    checkRigid,
  )
  const fuzzy: Codec<FuzzyBase> = refined(
    object({ kind: literal('fuzzy'), features, strategies, rules, fallback: nullable(FALLBACK) }),
    checkFuzzy,
  )
  const pair: Codec<PairBase> = refined(
    object({
      kind: literal('pair'),
      features,
      orders: list(
        checkedText((order) => checkMember(`head:${order}`)),
        ONE_TEXT,
      ),
      algorithms: list(
        checkedText((algorithm) => checkAlgorithm(algorithm, checkMember)),
        ONE_TEXT,
      ),
      orderRules: rules,
      algorithmRules: rules,
    }),
    (base, at) => {
      checkRules(base.orderRules, base.features.length, base.orders.length, at.at('orderRules'))
      checkRules(base.algorithmRules, base.features.length, base.algorithms.length, at.at('algorithmRules'))
    },
  )
  return { rigid, fuzzy, pair }
}

function checkRigid({ partitions, strategies, classes }: RigidBase, at: Place): void {
  const count = classCount(partitions)
  if (partitions.length === 0 || count > MOST_CLASSES)
    throw at.at('partitions').bad(partitions, `one or more, of at most ${MOST_CLASSES} classes`)
  const stray = classes.findIndex((each) => each >= strategies.length)
  if (stray >= 0)
    throw at
      .at('classes')
      .at(stray)
      .bad(classes[stray], `a whole number from 0 to ${strategies.length - 1}`)
  if (classes.length !== count) {
    const expected = `${count} places of strategies, one for each class; it has ${classes.length}`
    throw at.at('classes').bad(classes, expected)
  }
}

function checkFuzzy(base: FuzzyBase, at: Place): void {
  const strategies = base.strategies.length
  checkRules(base.rules, base.features.length, strategies, at.at('rules'))
  const last = base.fallback?.strategy ?? 0
  if (last >= strategies)
    throw at
      .at('fallback')
      .at('strategy')
      .bad(last, `the place of a strategy, 0 to ${strategies - 1}`)
}

function checkRules(rules: readonly FuzzyRule[], features: number, outputs: number, at: Place): void {
  for (const [k, { mu, sigma, weights }] of rules.entries()) {
    const counts = [
      ['mu', mu, features, 'feature'],
      ['sigma', sigma, features, 'feature'],
      ['weights', weights, outputs, 'output'],
    ] as const
    for (const [name, numbers, count, each] of counts) {
      if (numbers.length === count) continue
      const expected = `${count} numbers, one for each ${each}; it has ${numbers.length}`
      throw at.at(k).at(name).bad(numbers, expected)
    }
  }
}

function checkAlgorithm(algorithm: string, checkMember: (policy: string) => unknown): void {
  checkMember(combined(algorithm, 'fcfs'))
  // Other words for an algorithm, as greedy, say what order it has; here that is chosen.
  if (algorithm.includes(':') || ALGORITHM_NAMES.some((name) => name === algorithm)) return
  throw new QueuewrightError('unknown-policy', 'no algorithm that takes any order', {
    value: algorithm,
    expected: `${ALGORITHM_NAMES.join(', ')}, or a whole policy such as head:greedy`,
  })
}
