/**
 * The place that `FuzzyInference` decides for, without all else that it knows, for simulations, which ask a hundred thousand times.
 * Always the same place: what is left out is bounded, and where the bounds do not settle the matter it is asked itself.
 *
 * 1. Rules that fire too little at these values are known by a table (sieve.ts), which the rule that fires most confirms.
 * 2. Rules that fire less than e to the power of `CLEAR_EXPONENT` of that one move a sum by less than `#doubt` / 2. Outputs further
 *    than `#doubt` behind the best are out, and mostly that leaves one.
 * 3. Of several the sums are added up as `FuzzyInference` does it, term by term.
 */
import { FuzzyInference, isBelow, SMALL, SPARE, USUAL_EXPONENT } from './fuzzy.js'
import { type PackedRules, packed } from './packed-rules.js'
import { type Fallback, type FuzzyRule, RULE_WEIGHTS } from './rule-base.js'
import { RuleSieve } from './sieve.js'

const CLEAR_EXPONENT = -12
const LARGEST_WEIGHT = Math.max(...RULE_WEIGHTS)
/** Of a term of a sum, far more than its rounding. */
const ROUNDING = 1e-12
/** By so much less than the table is made for the rule that fires most may fire; a logarithm. */
const DEPTH = 40

export class FuzzyChoice {
  readonly #whole: FuzzyInference
  readonly #fallback: Fallback | null
  readonly #packed: PackedRules
  readonly #doubt: number
  #sieve: RuleSieve
  /** Rules that may fire, ascending, and the logarithms of how much they do. */
  readonly #passed: Int32Array
  readonly #logs: Float64Array
  /** Rules that are added up, ascending, and how much they fire as parts of the one that fires most. */
  readonly #near: Int32Array
  readonly #strengths: Float64Array
  readonly #sums: Float64Array
  /** Of the last sums, the largest but one. */
  #second = 0

  /** @param rules one or more, of equal lengths */
  constructor(rules: readonly FuzzyRule[], fallback: Fallback | null) {
    this.#whole = new FuzzyInference(rules, fallback)
    this.#fallback = fallback
    this.#packed = packed(rules)
    this.#doubt = 2 * rules.length * (LARGEST_WEIGHT * Math.exp(CLEAR_EXPONENT) + ROUNDING)
    this.#sieve = this.#sieveFor(this.#packed.peak.reduce((most, each) => Math.max(most, each)))
    this.#passed = new Int32Array(rules.length)
    this.#logs = new Float64Array(rules.length)
    this.#near = new Int32Array(rules.length)
    this.#strengths = new Float64Array(rules.length)
    this.#sums = new Float64Array(this.#packed.outputs)
  }

  /**
   * The place of the chosen output.
   * @param values of the features
   */
  of(values: Float64Array): number {
    const passed = this.#sieve.pass(values, this.#passed)
    const most = this.#fire(values, passed)
    if (!(most + USUAL_EXPONENT - SPARE >= this.#sieve.floor)) {
      const place = this.#whole.decide(values)
      this.#sieve = this.#sieveFor(this.#whole.logUnit)
      return place
    }
    const sums = this.#sums
    let best = this.#add(this.#gather(passed, most, CLEAR_EXPONENT), Number.NEGATIVE_INFINITY)
    const least = sums[best] - this.#doubt
    if (this.#fallback === null && this.#second < least) return best
    best = this.#add(this.#gather(passed, most, USUAL_EXPONENT), least)
    if (sums[best] < SMALL) return this.#whole.decide(values)
    return this.#fallback !== null && isBelow(this.#fallback, sums[best], most)
      ? this.#fallback.strategy
      : best
  }

  /** For states at which some rule fires as much as this, or somewhat less. */
  #sieveFor(most: number): RuleSieve {
    return new RuleSieve(this.#packed, most - DEPTH + USUAL_EXPONENT - SPARE)
  }

  /** Logarithms of how much rules fire, to the last digit as `FuzzyInference` has them; returns the largest. */
  #fire(values: Float64Array, passed: number): number {
    const { shape, peak, features } = this.#packed
    const rules = this.#passed
    const logs = this.#logs
    let most = Number.NEGATIVE_INFINITY
    for (let k = 0; k < passed; k++) {
      const rule = rules[k]
      let log = peak[rule]
      for (let feature = 0, at = 2 * features * rule; feature < features; feature++, at += 2) {
        const distance = values[feature] - shape[at]
        log -= distance * distance * shape[at + 1]
      }
      logs[k] = log
      if (log > most) most = log
    }
    return most
  }

  /** The rules that fire e to the power of `least` of the one that fires most, or more; returns how many. */
  #gather(passed: number, most: number, least: number): number {
    const rules = this.#passed
    const logs = this.#logs
    const places = this.#near
    const strengths = this.#strengths
    let near = 0
    for (let k = 0; k < passed; k++) {
      const exponent = logs[k] - most
      if (exponent < least) continue
      places[near] = rules[k]
      strengths[near++] = Math.exp(exponent)
    }
    return near
  }

  /**
   * Adds up the sums anew that were `least` or more, −Infinity: all.
   * @returns the place of the largest of them, of equal ones the first
   */
  #add(near: number, least: number): number {
    const { weights, outputs, rules } = this.#packed
    const sums = this.#sums
    const strengths = this.#strengths
    const places = this.#near
    let best = 0
    let most = Number.NEGATIVE_INFINITY
    let second = Number.NEGATIVE_INFINITY
    for (let output = 0, at = 0; output < outputs; output++, at += rules) {
      if (sums[output] < least) continue
      let sum = 0
      for (let k = 0; k < near; k++) sum += strengths[k] * weights[at + places[k]]
      sums[output] = sum
      if (sum > most) {
        second = most
        most = sum
        best = output
      } else if (sum > second) second = sum
    }
    this.#second = second
    return best
  }
}
