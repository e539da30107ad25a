/**
 * The place that `FuzzyInference` decides for, without all else that it knows, for simulations, which ask a hundred thousand times.
 * Always the same place: the kernel (kernel/rules.ts) finds out how much each rule fires, and adds up the weights of all that count,
 * by an exponential that is slightly off. An output that is ahead by more than that is chosen; of the others it compares what rules
 * say differently of them, since they often speak alike of several, of which the first is chosen. Where a lead could be lost in
 * rounding, and where a fallback holds below a sum, the sums are those of `FuzzyInference`, term by term.
 */
import { largestOf } from '../../core/statistics.js'
import { type RuleSet, ruleSet } from '../kernel/rule-set.js'
import { FuzzyInference, isBelow, SMALL, USUAL_EXPONENT } from './fuzzy.js'
import { type PackedRules, packed } from './packed-rules.js'
import { type Fallback, type FuzzyRule, RULE_WEIGHTS } from './rule-base.js'

const LARGEST_WEIGHT = largestOf(RULE_WEIGHTS)
/** A bound of how far the kernel's exponential and its rounding put a term of a sum off, by far. */
const ERROR = 1e-6
/** The same of the rounding of two sums, for each term. */
const ROUNDING = 2 ** -48

export class FuzzyChoice {
  readonly #whole: FuzzyInference
  readonly #fallback: Fallback | null
  readonly #packed: PackedRules
  /** Null where there is no kernel. */
  readonly #set: RuleSet | null
  /** Sums of the last close look, in units of how much the rule fires that fires most. */
  readonly #sums: Float64Array

  /** @param rules one or more, of equal lengths */
  constructor(rules: readonly FuzzyRule[], fallback: Fallback | null) {
    this.#whole = new FuzzyInference(rules, fallback)
    this.#fallback = fallback
    this.#packed = packed(rules)
    const rounding = ROUNDING * rules.length * LARGEST_WEIGHT
    this.#set = ruleSet(this.#packed, {
      all: USUAL_EXPONENT,
      doubt: 2 * LARGEST_WEIGHT * ERROR + rounding,
      rounding,
      error: ERROR,
    })
    this.#sums = new Float64Array(this.#packed.outputs)
  }

  /**
   * The place of the chosen output.
   * @param values of the features
   */
  of(values: Float64Array): number {
    const set = this.#set
    if (set === null) return this.#whole.decide(values)
    if (this.#fallback !== null) return this.#closely(set, values)
    const best = set.choose(values)
    return best >= 0 ? best : this.#closely(set, values)
  }

  /** The place of the chosen output, by a look that settles the matter. */
  #closely(set: RuleSet, values: Float64Array): number {
    const most = set.fire(values)
    const best = this.#superpose(set, most)
    const sum = this.#sums[best]
    if (!(sum >= SMALL)) return this.#whole.decide(values)
    const fallback = this.#fallback
    return fallback !== null && isBelow(fallback, sum, most) ? fallback.strategy : best
  }

  /** Adds up the weights of all rules that matter; returns the place of the largest sum, of equal ones the first. */
  #superpose({ logs, logsAt }: RuleSet, most: number): number {
    const { weights, rules, outputs } = this.#packed
    const sums = this.#sums
    sums.fill(0)
    for (let rule = 0; rule < rules; rule++) {
      const exponent = logs[logsAt + rule] - most
      if (!(exponent >= USUAL_EXPONENT)) continue
      const strength = Math.exp(exponent)
      for (let output = 0, at = outputs * rule; output < outputs; output++, at++) {
        sums[output] += strength * weights[at]
      }
    }
    let best = 0
    for (let output = 1; output < outputs; output++) if (sums[output] > sums[best]) best = output
    return best
  }
}
