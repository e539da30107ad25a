/**
 * Inference over fuzzy rules (C. Franke, doctoral thesis, Dortmund 2006, eq. 9.12, 9.19 to 9.23): how much a rule fires is the
 * product of the Gaussians of all features, each of area 1; the weights of all rules, by how much each fires, are added up,
 * and the output with the largest sum is chosen, of equal ones the first.
 *
 * Products of seven densities leave the range of numbers easily, and only their ratios matter. So logarithms are added up,
 * and the largest is taken off before the exponential.
 *
 * Most rules fire so little that nothing is lost without them, and most of these are known after a feature or two. They only
 * count where the others recommend nothing.
 */
import { logStrength, type PackedRules, packed } from './packed-rules.js'
import type { Fallback, FuzzyRule } from './rule-base.js'

/** e to the power of less is 0. */
const LEAST_EXPONENT = -745.2
/** e to the power of less, times all weights, is far below what rounding makes of a sum that is not small. */
export const USUAL_EXPONENT = -60
/** A slack of logarithms, far more than their rounding where it matters. */
export const SPARE = 1
/** A small sum, where the rule that fires most counts 1. */
export const SMALL = 0.01

export class FuzzyInference {
  readonly rules: number
  readonly outputs: number
  /** The strength of each rule in the last decision, as a part of the one that fires most. */
  readonly strengths: Float64Array
  /** The sum of weights of each output in the last decision, in units of e to the power of `logUnit`. */
  readonly sums: Float64Array
  logUnit = 0
  /** Whether the fallback made the last decision. */
  byFallback = false
  readonly #packed: PackedRules
  readonly #fallback: Fallback | null
  /** The rule that fired most at the last decision; likely the same again. */
  #strongest = 0

  /** @param rules one or more, of equal lengths */
  constructor(rules: readonly FuzzyRule[], fallback: Fallback | null) {
    this.#packed = packed(rules)
    this.rules = this.#packed.rules
    this.outputs = this.#packed.outputs
    this.strengths = new Float64Array(this.rules)
    this.sums = new Float64Array(this.outputs)
    this.#fallback = fallback
  }

  /**
   * The place of the chosen output.
   * @param values of the features
   */
  decide(values: Float64Array): number {
    const usual = this.#superpose(values, USUAL_EXPONENT)
    const best = this.sums[usual] < SMALL ? this.#superpose(values, LEAST_EXPONENT) : usual
    const fallback = this.#fallback
    if (fallback === null) return best
    this.byFallback = isBelow(fallback, this.sums[best], this.logUnit)
    return this.byFallback ? fallback.strategy : best
  }

  /** @param least rules that fire less than e to this power of the one that fires most count as if they did not fire */
  #superpose(values: Float64Array, least: number): number {
    const { strengths, sums, rules, outputs } = this
    const { shape, peak, weights, features } = this.#packed
    const width = 2 * features
    let strongest = this.#strongest
    let most = logStrength(this.#packed, strongest, values)
    for (let rule = 0; rule < rules; rule++) {
      const bound = most + least - SPARE
      let strength = peak[rule]
      for (let at = rule * width, k = 0; k < features; k++, at += 2) {
        const distance = values[k] - shape[at]
        strength -= distance * distance * shape[at + 1]
        // It only falls from here on, and is below `least` of any rule that fires more.
        if (strength < bound) break
      }
      strengths[rule] = strength
      if (strength > most) {
        most = strength
        strongest = rule
      }
    }
    this.#strongest = strongest
    this.logUnit = most
    for (let rule = 0; rule < rules; rule++) {
      const exponent = strengths[rule] - most
      strengths[rule] = exponent < least ? 0 : Math.exp(exponent)
    }
    for (let output = 0; output < outputs; output++) {
      let sum = 0
      for (let rule = 0, at = output; rule < rules; rule++, at += outputs)
        sum += strengths[rule] * weights[at]
      sums[output] = sum
    }
    let best = 0
    for (let output = 1; output < outputs; output++) if (sums[output] > sums[best]) best = output
    return best
  }
}

/**
 * Whether a fallback holds.
 * @param sum the largest one, in units of e to the power of `logUnit`
 */
export function isBelow({ exponent }: Fallback, sum: number, logUnit: number): boolean {
  return !(sum > 0 && Math.log10(sum) + logUnit / Math.LN10 >= exponent)
}

/**
 * How alike two rules are: the mean over the features of the integral of the product of their Gaussians (eq. 9.25, 9.26), in
 * units of 1 / feature unit.
 */
export function similarity(a: Pick<FuzzyRule, 'mu' | 'sigma'>, b: Pick<FuzzyRule, 'mu' | 'sigma'>): number {
  let sum = 0
  for (let k = 0; k < a.mu.length; k++) {
    const variance = a.sigma[k] ** 2 + b.sigma[k] ** 2
    sum += Math.exp(-((a.mu[k] - b.mu[k]) ** 2) / (2 * variance)) / Math.sqrt(2 * Math.PI * variance)
  }
  return sum / a.mu.length
}
