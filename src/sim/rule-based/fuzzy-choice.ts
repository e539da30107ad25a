/**
 * The place that `FuzzyInference` decides for, without all else that it knows, for simulations, which ask a hundred thousand times.
 * Always the same place: what is left out is bounded, and where the bounds do not settle the matter it is asked itself.
 *
 * 1. The rule that fired most at the last decision mostly does so again, and tells how little is too little.
 * 2. Rules that fire too little at these values are known by tables (sieve.ts).
 * 3. Rules that fire less than e to the power of −`#depth` of the one that fires most move a sum by less than half of a doubt.
 *    An output that is further ahead than that is chosen. How deep to look for it is learnt on the way, as some rules speak alike
 *    of many outputs.
 * 4. At the greatest depth the sums are those of `FuzzyInference`, term by term.
 */
import { largestOf } from '../../core/statistics.js'
import { FuzzyInference, isBelow, SMALL, SPARE, USUAL_EXPONENT } from './fuzzy.js'
import { logStrength, type PackedRules, packed } from './packed-rules.js'
import { type Fallback, type FuzzyRule, RULE_WEIGHTS } from './rule-base.js'
import { RuleSieve } from './sieve.js'

const LEAST_DEPTH = 8
const MOST_DEPTH = -USUAL_EXPONENT
/** So much deeper where a look did not do; one less deep after so many that did. */
const DEEPER = 2
const PATIENCE = 32
const LARGEST_WEIGHT = largestOf(RULE_WEIGHTS)
/** A bound of the rounding of a term of a sum, by far. */
const ROUNDING = 1e-12

export class FuzzyChoice {
  readonly #whole: FuzzyInference
  readonly #fallback: Fallback | null
  readonly #packed: PackedRules
  readonly #sieve: RuleSieve
  /** By depth. */
  readonly #doubts: Float64Array
  #depth = LEAST_DEPTH
  /** Decisions since the depth changed last. */
  #settled = 0
  /** Rules that may fire, ascending, and the logarithms of how much they do. */
  readonly #passed: Int32Array
  readonly #logs: Float64Array
  /** The last look: the rule that fired most, the logarithm of how much, and the sums in units of that. */
  #strongest = 0
  #most = 0
  readonly #sums: Float64Array
  /** The place of the largest sum, of equal ones the first, and how far it is ahead. */
  #best = 0
  #lead = 0

  /** @param rules one or more, of equal lengths */
  constructor(rules: readonly FuzzyRule[], fallback: Fallback | null) {
    this.#whole = new FuzzyInference(rules, fallback)
    this.#fallback = fallback
    this.#packed = packed(rules)
    this.#sieve = new RuleSieve(this.#packed)
    this.#doubts = Float64Array.from(
      { length: MOST_DEPTH + 1 },
      (_, depth) => 2 * rules.length * (LARGEST_WEIGHT * Math.exp(-depth) + ROUNDING),
    )
    this.#passed = new Int32Array(rules.length)
    this.#logs = new Float64Array(rules.length)
    this.#sums = new Float64Array(this.#packed.outputs)
  }

  /**
   * The place of the chosen output.
   * @param values of the features
   */
  of(values: Float64Array): number {
    const known = logStrength(this.#packed, this.#strongest, values)
    if (this.#fallback !== null) return this.#closely(values, known)
    const depth = this.#depth
    if (depth === MOST_DEPTH) {
      this.#learnDepth(true)
      return this.#closely(values, known)
    }
    if (!this.#look(values, known, depth)) return this.#whole.decide(values)
    const clear = this.#lead > this.#doubts[depth]
    this.#learnDepth(clear)
    return clear ? this.#best : this.#closely(values, this.#most)
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
  #closely(values: Float64Array, known: number): number {
    if (!this.#look(values, known, MOST_DEPTH)) return this.#whole.decide(values)
    const sum = this.#sums[this.#best]
    if (sum < SMALL) return this.#whole.decide(values)
    const fallback = this.#fallback
    return fallback !== null && isBelow(fallback, sum, this.#most) ? fallback.strategy : this.#best
  }

  /**
   * Adds up the weights of the rules that fire e to the power of −`depth` of the one that fires most, or more.
   * @param known logarithm of a strength that some rule has
   * @returns whether all of these are known
   */
  #look(values: Float64Array, known: number, depth: number): boolean {
    const floor = known - depth - SPARE
    const passed = this.#sieve.pass(values, floor, this.#passed)
    if (passed < 0) return false
    this.#superpose(this.#fire(values, passed, floor), -depth)
    this.#compare()
    return true
  }

  /** Takes out the rules that fire less than `floor`, the logarithm of a strength; returns how many are left. */
  #fire(values: Float64Array, passed: number, floor: number): number {
    const { shape, peak, features } = this.#packed
    const rules = this.#passed
    const logs = this.#logs
    let most = Number.NEGATIVE_INFINITY
    let left = 0
    for (let k = 0; k < passed; k++) {
      const rule = rules[k]
      // As `logStrength` has it, to the last digit; no term raises it.
      let log = peak[rule]
      let at = 2 * features * rule
      for (let feature = 0; feature < features && log >= floor; feature++, at += 2) {
        const distance = values[feature] - shape[at]
        log -= distance * distance * shape[at + 1]
      }
      if (log < floor) continue
      rules[left] = rule
      logs[left++] = log
      if (log > most) {
        most = log
        this.#strongest = rule
      }
    }
    this.#most = most
    return left
  }

  #superpose(passed: number, least: number): void {
    const { weights, outputs } = this.#packed
    const rules = this.#passed
    const logs = this.#logs
    const most = this.#most
    const sums = this.#sums
    for (let output = 0; output < outputs; output++) sums[output] = 0
    for (let k = 0; k < passed; k++) {
      const exponent = logs[k] - most
      if (exponent < least) continue
      const strength = Math.exp(exponent)
      for (let output = 0, at = outputs * rules[k]; output < outputs; output++, at++) {
        sums[output] += strength * weights[at]
      }
    }
  }

  #compare(): void {
    const sums = this.#sums
    let best = 0
    let most = sums[0]
    let second = Number.NEGATIVE_INFINITY
    for (let output = 1; output < sums.length; output++) {
      const sum = sums[output]
      if (sum > most) {
        second = most
        most = sum
        best = output
      } else if (sum > second) second = sum
    }
    this.#best = best
    this.#lead = most - second
  }
}
