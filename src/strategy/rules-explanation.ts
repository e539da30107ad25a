/**
 * The words of a rule base, without a log: its rules, which of them contradict each other, which say the same or
 * nothing, how they know a state (membership functions), and what is decided over two features (a map). Pure.
 */
import { largestOf, smallestOf } from '../core/statistics.js'
import {
  chooserOf,
  type FuzzyBase,
  type FuzzyRule,
  featuresOf,
  membersOf,
  type PairBase,
  parseFeature,
  type RuleBase,
  similarity,
} from '../sim/rule-based/index.js'
import { type DecisionRow, decisionTable } from './rules-table.js'

/** Fuzzy rules that choose one of some outputs together. */
export interface RuleSet {
  /** The object of their choice. */
  readonly chooses: 'strategy' | 'order' | 'algorithm'
  readonly features: readonly string[]
  readonly outputs: readonly string[]
  readonly rules: readonly FuzzyRule[]
}

/** Two rules of a set, by their places. */
export interface RulePair {
  readonly first: number
  readonly second: number
  /** How alike the states are that they are about: 0 not at all, 1 the same. */
  readonly alike: number
  /** How much they recommend the same: the cosine of their weights, −1 the contrary, 1 the same. */
  readonly agreement: number
}

export interface RuleSetExplanation extends RuleSet {
  /** Each rule in words. */
  readonly texts: readonly string[]
  /** Rules about much the same states that recommend against each other, the most alike ones first; at most 100. */
  readonly conflicts: readonly (RulePair & {
    /** Place of the output that they differ in most. */
    readonly output: number
  })[]
  /** Rules about much the same states that recommend much the same, the most alike ones first; at most 100. */
  readonly redundant: readonly RulePair[]
  /** Places of rules with the same weight for every output: without them the base decides the same. */
  readonly idle: readonly number[]
}

export type RulesExplanation =
  | {
      readonly kind: 'rigid'
      readonly strategies: readonly string[]
      readonly classes: number
      readonly table: readonly DecisionRow[]
    }
  | {
      readonly kind: 'fuzzy' | 'pair'
      /** The fallback where rules say too little; null: nothing. */
      readonly fallback: string | null
      readonly sets: readonly RuleSetExplanation[]
    }

/** From here on, of 1, rules are about much the same states, and recommend much the same. */
const ALIKE = 0.5
const SAME = 0.9
/** Conflicts that are told, and redundant pairs: beyond these a base is to be learnt anew and not to be read. */
const MOST_TOLD = 100
/** A membership function that falls by less over the feature's usual values says nothing. */
const FLAT = 0.9

export function explainRules(base: RuleBase): RulesExplanation {
  if (base.kind === 'rigid') {
    const { partitions, strategies, classes } = base
    const table = decisionTable(partitions, classes)
    return { kind: 'rigid', strategies, classes: classes.length, table }
  }
  const fallback = base.kind === 'fuzzy' ? base.fallback : null
  return {
    kind: base.kind,
    fallback: fallback === null ? null : fallbackText(base as FuzzyBase, fallback),
    sets: ruleSets(base).map((set) => explainedSet(set, fallback === null)),
  }
}

/** The sets of rules that a fuzzy base is made of. */
export function ruleSets(base: FuzzyBase | PairBase): readonly RuleSet[] {
  const { features } = base
  if (base.kind === 'fuzzy')
    return [{ chooses: 'strategy', features, outputs: base.strategies, rules: base.rules }]
  return [
    { chooses: 'order', features, outputs: base.orders, rules: base.orderRules },
    { chooses: 'algorithm', features, outputs: base.algorithms, rules: base.algorithmRules },
  ]
}

function fallbackText({ strategies }: FuzzyBase, { exponent, strategy }: NonNullable<FuzzyBase['fallback']>) {
  return `where no sum of weights reaches 1e${exponent}: ${strategies[strategy]}`
}

function explainedSet(set: RuleSet, idleMatters: boolean): RuleSetExplanation {
  const { rules } = set
  const pairs: RulePair[] = []
  for (let first = 0; first < rules.length; first++) {
    for (let second = first + 1; second < rules.length; second++) {
      const alike = alikeness(rules[first], rules[second])
      if (alike < ALIKE) continue
      pairs.push({ first, second, alike, agreement: agreementOf(rules[first], rules[second]) })
    }
  }
  const byAlikeness = pairs.sort((a, b) => b.alike - a.alike)
  return {
    ...set,
    texts: rules.map((rule) => ruleText(rule, set)),
    conflicts: byAlikeness
      .filter(({ agreement }) => agreement < 0)
      .slice(0, MOST_TOLD)
      .map((pair) => ({ ...pair, output: mostOpposed(rules[pair.first], rules[pair.second]) })),
    redundant: byAlikeness
      .filter(({ alike, agreement }) => alike >= SAME && agreement >= SAME)
      .slice(0, MOST_TOLD),
    // A threshold goes by the size of sums, too.
    idle: idleMatters ? rules.flatMap(({ weights }, k) => (new Set(weights).size === 1 ? [k] : [])) : [],
  }
}

/**
 * The similarity of two rules (eq. 9.26) by those of each to itself, so that it does not depend on the features' units: at
 * most 1, by the inequality of Cauchy and Schwarz.
 */
function alikeness(a: FuzzyRule, b: FuzzyRule): number {
  return similarity(a, b) / Math.sqrt(similarity(a, a) * similarity(b, b))
}

/** 0 where one recommends nothing. */
function agreementOf(a: FuzzyRule, b: FuzzyRule): number {
  const dot = (x: FuzzyRule, y: FuzzyRule) =>
    x.weights.reduce((sum, weight, k) => sum + weight * y.weights[k], 0)
  const lengths = Math.sqrt(dot(a, a) * dot(b, b))
  return lengths === 0 ? 0 : dot(a, b) / lengths
}

function mostOpposed(a: FuzzyRule, b: FuzzyRule): number {
  const products = a.weights.map((weight, k) => weight * b.weights[k])
  return products.indexOf(smallestOf(products))
}

/** `when sd about 2.1 ± 0.4 and um about 80 ± 10: +5 easy:group; −5 head:spt`. */
export function ruleText(
  rule: FuzzyRule,
  { features, outputs }: Pick<RuleSet, 'features' | 'outputs'>,
): string {
  const when = features.flatMap((name, k) =>
    isFlat(rule, k, name) ? [] : [`${name} about ${short(rule.mu[k])} ± ${short(rule.sigma[k])}`],
  )
  const ranked = [...new Set(rule.weights)].filter((weight) => weight !== 0).toSorted((a, b) => b - a)
  const says = ranked.map((weight) => {
    const named = outputs.filter((_, k) => rule.weights[k] === weight)
    return `${weight > 0 ? '+' : '−'}${Math.abs(weight)} ${named.join(', ')}`
  })
  return `${when.length === 0 ? 'always' : `when ${when.join(' and ')}`}: ${says.length === 0 ? 'nothing' : says.join('; ')}`
}

/** Whether a rule fires alike whatever the feature usually is: "a huge σ switches a feature off" (9.2.4.1.2). */
function isFlat({ mu, sigma }: FuzzyRule, k: number, name: string): boolean {
  const [low, high] = parseFeature(name).usual
  const near = Math.min(high, Math.max(low, mu[k]))
  const far = mu[k] - low > high - mu[k] ? low : high
  const exponent = ((near - mu[k]) ** 2 - (far - mu[k]) ** 2) / (2 * sigma[k] ** 2)
  return Math.exp(exponent) >= FLAT
}

/** Three digits. */
function short(value: number): string {
  return String(Number(value.toPrecision(3))).replace('-', '−')
}

/** The membership functions of a feature, by rule. */
export interface Memberships {
  readonly feature: string
  readonly unit: string
  readonly values: Float64Array
  /** The density of each rule's Gaussian, of area 1 (eq. 9.12), at each value, in 1 / unit. */
  readonly densities: readonly Float64Array[]
}

/**
 * @param ranges of values, feature by feature; those that are usual where absent
 */
export function membershipsOf(
  { features, rules }: Pick<RuleSet, 'features' | 'rules'>,
  steps: number,
  ranges?: readonly FeatureRange[],
): readonly Memberships[] {
  return features.map((feature, k) => {
    const values = evenly(ranges?.[k] ?? usualRange(feature), steps)
    const densities = rules.map(({ mu, sigma }) =>
      values.map(
        (value) =>
          Math.exp(-((value - mu[k]) ** 2) / (2 * sigma[k] ** 2)) / (sigma[k] * Math.sqrt(2 * Math.PI)),
      ),
    )
    return { feature, unit: parseFeature(feature).unit, values, densities }
  })
}

export interface FeatureRange {
  readonly least: number
  readonly most: number
}

/** Where a feature's values usually are. */
export function usualRange(feature: string): FeatureRange {
  const [least, most] = parseFeature(feature).usual
  return { least, most }
}

/** A value to look at others by, where no log tells one: a fifth of the way, as five groups of equal shares have. */
export function usualValue(feature: string): number {
  const { least, most } = usualRange(feature)
  return least + (most - least) / 5
}

function evenly({ least, most }: FeatureRange, steps: number): Float64Array {
  return Float64Array.from({ length: steps }, (_, k) => least + ((most - least) * k) / (steps - 1))
}

/** Decisions over two features, the others as they are `at`. */
export interface DecisionMap {
  readonly x: { readonly feature: string; readonly unit: string; readonly values: Float64Array }
  readonly y: DecisionMap['x']
  /** Policies that can be chosen. */
  readonly members: readonly string[]
  /** Place of the member at each (x, y), the values of x changing quickest. */
  readonly places: Int32Array
}

/**
 * @param x place of a feature among those of the base, as `y`, another one
 * @param at the values of all features
 * @param steps values of each axis, 2 or more
 */
export function decisionMap(
  base: RuleBase,
  x: number,
  y: number,
  at: readonly number[],
  ranges: readonly FeatureRange[],
  steps: number,
): DecisionMap {
  const features = featuresOf(base)
  const axis = (k: number) => ({
    feature: features[k],
    unit: parseFeature(features[k]).unit,
    values: evenly(ranges[k], steps),
  })
  const [across, up] = [axis(x), axis(y)]
  const choose = chooserOf(base)
  const values = Float64Array.from(at)
  const places = new Int32Array(steps * steps)
  for (const [row, above] of up.values.entries()) {
    values[y] = above
    for (const [column, along] of across.values.entries()) {
      values[x] = along
      places[row * steps + column] = choose(values)
    }
  }
  return { x: across, y: up, members: membersOf(base), places }
}

/**
 * Maps of those pairs of features over which most different policies are chosen, these first; none where the base has a single
 * feature or always decides the same.
 * @param most maps
 */
export function tellingMaps(
  base: RuleBase,
  at: readonly number[],
  ranges: readonly FeatureRange[],
  steps: number,
  most: number,
): readonly DecisionMap[] {
  const features = featuresOf(base).map((_, k) => k)
  const pairs = features.flatMap((x) => features.filter((y) => y > x).map((y) => [x, y] as const))
  return pairs
    .map(([x, y]) => {
      const map = decisionMap(base, x, y, at, ranges, steps)
      return { map, mixed: 1 - shareOfMost(map) }
    })
    .filter(({ mixed }) => mixed > 0)
    .toSorted((a, b) => b.mixed - a.mixed)
    .slice(0, most)
    .map(({ map }) => map)
}

/** The share of the policy that is chosen most. */
function shareOfMost({ members, places }: DecisionMap): number {
  const counts = new Map<string, number>()
  for (const place of places) counts.set(members[place], (counts.get(members[place]) ?? 0) + 1)
  return largestOf(counts.values()) / places.length
}
