/**
 * The place that `FuzzyInference` decides for, without all else that it knows, for simulations, which ask a hundred thousand times.
 * Always the same place: what is left out is bounded, and where the bounds do not settle the matter it is asked itself.
 *
 * 1. The kernel (kernel/rules.ts) finds out how much each rule fires, and adds up the weights of those that fire e to the power
 *    of −`#depth` of the one that fires most, or more. All others move a sum by less than half of a doubt. An output that is further
 *    ahead than that is chosen. How deep to look for it is learnt on the way, as some rules speak alike of many outputs.
 * 2. At the greatest depth the sums are those of `FuzzyInference`, term by term.
 */
import { largestOf } from '../../core/statistics.js'
import { type RuleSet, ruleSet } from '../kernel/rule-set.js'
import { FuzzyInference, isBelow, SMALL, USUAL_EXPONENT } from './fuzzy.js'
import { type PackedRules, packed } from './packed-rules.js'
import { type Fallback, type FuzzyRule, RULE_WEIGHTS } from './rule-base.js'

const LEAST_DEPTH = 8
const MOST_DEPTH = -USUAL_EXPONENT
/** So much deeper where a look did not do; one less deep after so many that did. */
const DEEPER = 2
const PATIENCE = 32
const LARGEST_WEIGHT = largestOf(RULE_WEIGHTS)
/** A bound of how far the kernel's exponential and its rounding put a term of a sum off, by far. */
const ERROR = 1e-6

export class FuzzyChoice {
  readonly #whole: FuzzyInference
  readonly #fallback: Fallback | null
  readonly #packed: PackedRules
  /** Null where there is no kernel. */
  readonly #set: RuleSet | null
  /** By depth. */
  readonly #doubts: Float64Array
  #depth = LEAST_DEPTH
  /** Decisions since the depth changed last. */
  #settled = 0
  /** Sums of the last close look, in units of how much the rule fires that fires most. */
  readonly #sums: Float64Array

  /** @param rules one or more, of equal lengths */
  constructor(rules: readonly FuzzyRule[], fallback: Fallback | null) {
    this.#whole = new FuzzyInference(rules, fallback)
    this.#fallback = fallback
    this.#packed = packed(rules)
    this.#set = ruleSet(this.#packed)
    this.#doubts = Float64Array.from(
      { length: MOST_DEPTH + 1 },
      (_, depth) => 2 * rules.length * LARGEST_WEIGHT * (Math.exp(-depth) + ERROR),
    )
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
    const depth = this.#depth
    if (depth === MOST_DEPTH) {
      this.#learnDepth(true)
      return this.#closely(set, values)
    }
    const best = set.choose(values, -depth, this.#doubts[depth])
    this.#learnDepth(best >= 0)
    return best >= 0 ? best : this.#closely(set, values)
  }

  #learnDepth(sufficed: boolean): void {
    if (!sufficed) {
      this.#depth = Math.min(MOST_DEPTH, this.#depth + DEEPER)
      this.#settled = 0
    } else if (++this.#settled === PATIENCE) {
      this.#depth = Math.max(LEAST_DEPTH, this.#depth - 1)
      this.#settled = 0
    }
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
