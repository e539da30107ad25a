/**
 * Rule bases as data: which strategy a rule-based policy goes by, by the features of the system's state
 * (C. Franke, doctoral thesis, Dortmund 2006, 9.2). A strategy is a policy of one order, such as `easy:spt`.
 */

/** Which part of its range a feature is in: value ≤ bounds[0], …, value > bounds[last]. Upper bounds are inclusive. */
export interface Partition {
  readonly feature: string
  /** Ascending; one or more. */
  readonly bounds: readonly number[]
}

/** One strategy for every class of states: a rigid rule base (9.2.3). */
export interface RigidBase {
  readonly kind: 'rigid'
  readonly partitions: readonly Partition[]
  readonly strategies: readonly string[]
  /** The place of each class's strategy; the part of the last partition's feature changes quickest. */
  readonly classes: readonly number[]
}

/** Weights that a rule may give a strategy, from particularly unfavourable to particularly favourable (9.2.4.1.3). */
export const RULE_WEIGHTS = [-5, -1, 0, 1, 5] as const

/** A fuzzy rule (eq. 9.17). */
export interface FuzzyRule {
  /** Centre and width of the Gaussian of each feature, in its unit; widths are above 0. */
  readonly mu: readonly number[]
  readonly sigma: readonly number[]
  /** The weight of each output, one of `RULE_WEIGHTS`. */
  readonly weights: readonly number[]
}

/** The fallback where no rule says enough (9.2.4.3.3). */
export interface Fallback {
  /** The largest sum of weights has to be at least 10 to this power, else the fallback holds. */
  readonly exponent: number
  /** Place of its strategy. */
  readonly strategy: number
}

/** Rules whose weights, by how much each fires, choose one of the strategies (9.2.4.2). */
export interface FuzzyBase {
  readonly kind: 'fuzzy'
  readonly features: readonly string[]
  readonly strategies: readonly string[]
  readonly rules: readonly FuzzyRule[]
  readonly fallback: Fallback | null
}

/** Two sets of rules: one chooses the order of the queue, the other what goes by it (9.2.4.5). */
export interface PairBase {
  readonly kind: 'pair'
  readonly features: readonly string[]
  readonly orders: readonly string[]
  /** Names of algorithms, or whole policies, which have an order of their own. */
  readonly algorithms: readonly string[]
  readonly orderRules: readonly FuzzyRule[]
  readonly algorithmRules: readonly FuzzyRule[]
}

export type RuleBase = RigidBase | FuzzyBase | PairBase

/** The orders and algorithms of the sources; the thirteenth strategy is a greedy one. */
export const SOURCE_ORDERS = ['smallest', 'spt', 'fcfs', 'group'] as const
export const SOURCE_ALGORITHMS = ['head', 'easy', 'cons'] as const

/** The twelve strategies of the sources that are not greedy, algorithm by algorithm. */
export const SOURCE_STRATEGIES: readonly string[] = SOURCE_ALGORITHMS.flatMap((algorithm) =>
  SOURCE_ORDERS.map((order) => `${algorithm}:${order}`),
)

/** The partitions of table 9.1. */
export const SOURCE_PARTITIONS: readonly Partition[] = [
  { feature: 'sd', bounds: [2] },
  { feature: 'um', bounds: [75, 85] },
  ...[20, 20, 25, 25, 25].map((bound, k) => ({ feature: `prcwq${k + 1}`, bounds: [bound] })),
]

/** Classes that partitions make. */
export function classCount(partitions: readonly Partition[]): number {
  return partitions.reduce((count, { bounds }) => count * (bounds.length + 1), 1)
}

/** The features that a base goes by. */
export function featuresOf(base: RuleBase): readonly string[] {
  return base.kind === 'rigid' ? base.partitions.map(({ feature }) => feature) : base.features
}

/** The policies that a base chooses among; of a pair all combinations, algorithm by algorithm. */
export function membersOf(base: RuleBase): readonly string[] {
  if (base.kind !== 'pair') return base.strategies
  return base.algorithms.flatMap((algorithm) => base.orders.map((order) => combined(algorithm, order)))
}

/** The policy of an algorithm of a pair with an order; a whole policy keeps its own. */
export function combined(algorithm: string, order: string): string {
  return algorithm.includes(':') ? algorithm : `${algorithm}:${order}`
}
