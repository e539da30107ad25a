/** Fuzzy rules in columns, as inference reads them. */
import type { FuzzyRule } from './rule-base.js'

export interface PackedRules {
  readonly rules: number
  readonly features: number
  readonly outputs: number
  /** Rule by rule, feature by feature: μ, and 1 / 2σ². */
  readonly shape: Float64Array
  /** The logarithm of the product of each rule's densities at their centres. */
  readonly peak: Float64Array
  /** Rule by rule, output by output. */
  readonly weights: Float64Array
}

const HALF_LOG_TWO_PI = Math.log(2 * Math.PI) / 2

/** @param rules one or more, of equal lengths */
export function packed(rules: readonly FuzzyRule[]): PackedRules {
  const features = rules[0].mu.length
  const outputs = rules[0].weights.length
  const shape = new Float64Array(2 * features * rules.length)
  const peak = new Float64Array(rules.length)
  const weights = new Float64Array(outputs * rules.length)
  for (const [rule, { mu, sigma, weights: own }] of rules.entries()) {
    for (let k = 0; k < features; k++) {
      const at = 2 * (rule * features + k)
      shape[at] = mu[k]
      shape[at + 1] = 1 / (2 * sigma[k] ** 2)
      peak[rule] = peak[rule] - Math.log(sigma[k]) - HALF_LOG_TWO_PI
    }
    weights.set(own, rule * outputs)
  }
  return { rules: rules.length, features, outputs, shape, peak, weights }
}

/** The logarithm of how much a rule fires. */
export function logStrength(
  { shape, peak, features }: PackedRules,
  rule: number,
  values: Float64Array,
): number {
  let log = peak[rule]
  for (let k = 0, at = 2 * features * rule; k < features; k++, at += 2) {
    const distance = values[k] - shape[at]
    log -= distance * distance * shape[at + 1]
  }
  return log
}
