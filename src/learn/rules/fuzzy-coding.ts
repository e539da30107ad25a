/**
 * Fuzzy rules as real numbers, for optimisers: feature by feature the centre μ and the width σ of its Gaussian, then a latent
 * number for each output's weight (C. Franke, doctoral thesis, Dortmund 2006, eq. 9.17, 9.28).
 *
 * With R for where a feature's values usually are: μ starts uniform in R and is kept in it. σ starts log-uniform between a
 * hundredth of R and R and is at most ten times R; it may be mutated below 0, which stands for |σ|, and counts as a thousandth of R
 * where it is less. A latent number in [0, 4], rounded, is the place of a weight among −5, −1, 0, 1, 5.
 */
import type { Random } from '../../core/random.js'
import { type Box, boxOf, clamp } from '../../optimize/box.js'
import { type Feature, type FuzzyRule, parseFeature, RULE_WEIGHTS } from '../../sim/rule-based/index.js'
import { shortened } from '../scale.js'

export interface RuleCoding {
  readonly features: readonly Feature[]
  /** Outputs that a rule weighs. */
  readonly outputs: number
  /** The number of genes of one rule: two for each feature, one for each output. */
  readonly genes: number
  /** The bounds of genes: per feature μ and σ in its unit, then latent weights. */
  readonly box: Box
  /**
   * The size of a step of 1 for each gene, as a share of its box: R for μ and σ, so that both are mutated alike though
   * the box of σ is twenty times as wide; all of it for weights.
   */
  readonly steps: Float64Array
}

/** Shares of R: widths that rules start with, and the least and the largest that they may have. */
const FIRST_WIDTHS = [0.01, 1] as const
const LEAST_WIDTH = 1e-3
const MOST_WIDTH = 10
const MOST_LATENT = RULE_WEIGHTS.length - 1

/**
 * @param features by name
 * @throws QueuewrightError `policy-parameter` for an unknown feature
 */
export function ruleCoding(features: readonly string[], outputs: number): RuleCoding {
  const known = features.map(parseFeature)
  const ofWeights = (value: number) => new Array<number>(outputs).fill(value)
  const lower = known.flatMap((feature) => [feature.usual[0], -MOST_WIDTH * rangeOf(feature)])
  const upper = known.flatMap((feature) => [feature.usual[1], MOST_WIDTH * rangeOf(feature)])
  return {
    features: known,
    outputs,
    genes: 2 * known.length + outputs,
    box: boxOf([...lower, ...ofWeights(0)], [...upper, ...ofWeights(MOST_LATENT)]),
    steps: Float64Array.from([...known.flatMap(() => [1, 1 / (2 * MOST_WIDTH)]), ...ofWeights(1)]),
  }
}

/** Genes of a rule to begin with. */
export function randomRule({ features, outputs }: RuleCoding, random: Random): Float64Array {
  const [narrow, wide] = FIRST_WIDTHS
  return Float64Array.from([
    ...features.flatMap((feature) => {
      const range = rangeOf(feature)
      const mu = feature.usual[0] + random.uniform() * range
      return [mu, range * narrow * (wide / narrow) ** random.uniform()]
    }),
    ...Array.from({ length: outputs }, () => random.uniform() * MOST_LATENT),
  ])
}

/**
 * The rule that genes say, with numbers of few digits; one for any finite genes.
 * @param genes of one rule
 */
export function ruleOf({ features, outputs }: RuleCoding, genes: ArrayLike<number>): FuzzyRule {
  const weights = 2 * features.length
  return {
    mu: features.map(({ usual: [least, most] }, k) => shortened(clamp(genes[2 * k], least, most))),
    sigma: features.map((feature, k) => {
      const range = rangeOf(feature)
      return shortened(clamp(Math.abs(genes[2 * k + 1]), LEAST_WIDTH * range, MOST_WIDTH * range))
    }),
    weights: Array.from({ length: outputs }, (_, k) => {
      return RULE_WEIGHTS[Math.round(clamp(genes[weights + k], 0, MOST_LATENT))]
    }),
  }
}

/** R. */
function rangeOf({ usual: [least, most] }: Feature): number {
  return most - least
}
