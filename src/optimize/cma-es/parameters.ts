/**
 * Strategy parameters of CMA-ES by dimension and population: table 1 and equations 49-58 of N. Hansen, The CMA Evolution
 * Strategy: A Tutorial, arXiv:1604.00772 (revision of 2023).
 */

export interface Parameters {
  readonly n: number
  readonly lambda: number
  /** Best candidates, whose weights are positive. */
  readonly mu: number
  /** Recombination weights by rank, λ of them; the positive ones sum to 1. Without active update, 0 after the best μ. */
  readonly weights: Float64Array
  /** Variance-effective selection mass of the positive weights. */
  readonly mueff: number
  readonly csigma: number
  readonly dsigma: number
  readonly cc: number
  readonly c1: number
  readonly cmu: number
  /** Expectation of |N(0, I)|. */
  readonly chi: number
}

/** Usual population: 4 + ⌊3 ln n⌋. */
export function usualLambda(n: number): number {
  return 4 + Math.floor(3 * Math.log(n))
}

/** @param active whether the worse half of a generation lessens the variance in its directions (Jastrebski and Arnold, CEC 2006) */
export function parametersFor(n: number, lambda: number, active: boolean): Parameters {
  const mu = Math.floor(lambda / 2)
  const raw = Float64Array.from({ length: lambda }, (_, k) => Math.log((lambda + 1) / 2) - Math.log(k + 1))
  const best = raw.subarray(0, mu)
  const rest = raw.subarray(mu)
  const mueff = effective(best)
  const csigma = (mueff + 2) / (n + mueff + 5)
  const c1 = 2 / ((n + 1.3) ** 2 + mueff)
  const cmu = Math.min(1 - c1, (2 * (1 / 4 + mueff + 1 / mueff - 2)) / ((n + 2) ** 2 + mueff))
  const positive = total(best)
  const negative = -total(rest.filter((weight) => weight < 0))
  const mass = Math.min(
    1 + c1 / cmu,
    1 + (2 * effective(rest)) / (mueff + 2),
    // Keeps the covariance matrix positive definite.
    (1 - c1 - cmu) / (n * cmu),
  )
  return {
    n,
    lambda,
    mu,
    weights: raw.map((weight, rank) =>
      rank < mu ? weight / positive : active && weight < 0 ? (mass * weight) / negative : 0,
    ),
    mueff,
    csigma,
    dsigma: 1 + 2 * Math.max(0, Math.sqrt((mueff - 1) / (n + 1)) - 1) + csigma,
    cc: (4 + mueff / n) / (n + 4 + (2 * mueff) / n),
    c1,
    cmu,
    chi: Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)),
  }
}

function effective(weights: Float64Array): number {
  return total(weights) ** 2 / weights.reduce((sum, weight) => sum + weight * weight, 0)
}

function total(weights: Float64Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0)
}
