/**
 * One generation of the (μ/μ_w, λ)-CMA-ES: sampling, and the update of mean, evolution paths, covariance and step size by
 * equations 38-48 of N. Hansen, The CMA Evolution Strategy: A Tutorial, arXiv:1604.00772 (figure 6).
 */
import type { Random } from '../../core/random.js'
import { ascending, median } from '../../core/statistics.js'
import { symmetricEigen } from './eigen.js'
import type { Parameters } from './parameters.js'
import { type Distribution, LONGEST_MEMORY } from './stop.js'

export interface Sample {
  /** Standard normal numbers z, B·D·z, and mean + σ·B·D·z. */
  readonly z: Float64Array
  readonly y: Float64Array
  readonly x: Float64Array
}

/** The distribution that a run begins with: N(mean, σ²·I). */
export function firstDistribution(mean: Float64Array, sigma: number): Distribution {
  const n = mean.length
  return {
    generation: 0,
    mean,
    sigma,
    covariance: identity(n),
    vectors: identity(n),
    deviations: new Float64Array(n).fill(1),
    covariancePath: new Float64Array(n),
    sigmaPath: new Float64Array(n),
    bests: new Float64Array(0),
    medians: new Float64Array(0),
  }
}

function identity(n: number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0))
}

export function sample({ n, lambda }: Parameters, run: Distribution, random: Random): readonly Sample[] {
  const { mean, sigma, vectors, deviations } = run
  const normal = random.normal()
  return Array.from({ length: lambda }, () => {
    const z = new Float64Array(n)
    const scaled = new Float64Array(n)
    for (let k = 0; k < n; k++) {
      z[k] = normal()
      scaled[k] = deviations[k] * z[k]
    }
    const y = times(vectors, scaled)
    const x = new Float64Array(n)
    for (let k = 0; k < n; k++) x[k] = mean[k] + sigma * y[k]
    return { z, y, x }
  })
}

/**
 * The next distribution.
 * @param order places of the samples, best first; only those of weight other than 0 are looked at
 * @param selected scores of the selected, best first
 */
export function updated(
  parameters: Parameters,
  run: Distribution,
  samples: readonly Sample[],
  order: Int32Array,
  selected: Float64Array,
): Distribution {
  const { n, mu, weights, mueff, csigma, dsigma, cc, c1, cmu, chi } = parameters
  const { sigma, vectors } = run
  const generation = run.generation + 1

  const meanStep = new Float64Array(n)
  const meanNormal = new Float64Array(n)
  for (let rank = 0; rank < mu; rank++) {
    const { y, z } = samples[order[rank]]
    for (let k = 0; k < n; k++) {
      meanStep[k] += weights[rank] * y[k]
      meanNormal[k] += weights[rank] * z[k]
    }
  }

  const turned = times(vectors, meanNormal)
  const sigmaGain = Math.sqrt(csigma * (2 - csigma) * mueff)
  const sigmaPath = run.sigmaPath.map((value, k) => (1 - csigma) * value + sigmaGain * turned[k])
  const length = Math.sqrt(sigmaPath.reduce((sum, value) => sum + value * value, 0))

  // While the step size grows fast the covariance path waits.
  const expected = length / Math.sqrt(1 - (1 - csigma) ** (2 * generation))
  const moves = expected < (1.4 + 2 / (n + 1)) * chi
  const gain = moves ? Math.sqrt(cc * (2 - cc) * mueff) : 0
  const covariancePath = run.covariancePath.map((value, k) => (1 - cc) * value + gain * meanStep[k])

  const lost = moves ? 0 : cc * (2 - cc)
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0)
  const kept = 1 + c1 * lost - c1 - cmu * totalWeight
  const covariance = run.covariance.map((value) => kept * value)
  addOuter(covariance, covariancePath, c1)
  for (const [rank, weight] of weights.entries()) {
    if (weight === 0) continue
    const { y, z } = samples[order[rank]]
    // A negative weight acts alike on long and on short steps.
    const scale = weight < 0 ? n / z.reduce((sum, value) => sum + value * value, 0) : 1
    addOuter(covariance, y, cmu * weight * scale)
  }

  const next: Distribution = {
    generation,
    mean: run.mean.map((value, k) => value + sigma * meanStep[k]),
    sigma: sigma * Math.exp((csigma / dsigma) * (length / chi - 1)),
    covariance,
    vectors,
    deviations: run.deviations,
    covariancePath,
    sigmaPath,
    bests: remembered(run.bests, selected[0]),
    medians: remembered(run.medians, middle(selected)),
  }
  // The decomposition costs O(n³), so it lags behind by a tenth of the time in which the matrix changes.
  const lag = Math.max(1, Math.floor(1 / (10 * n * (c1 + cmu))))
  return generation % lag === 0 ? decomposed(next, run, n) : next
}

/** With eigenvectors and deviations of its covariance; where that overflowed, with a step size that ends the run. */
function decomposed(run: Distribution, before: Distribution, n: number): Distribution {
  const eigen = symmetricEigen(run.covariance, n)
  if (eigen === null) return { ...before, generation: run.generation, sigma: Number.POSITIVE_INFINITY }
  return {
    ...run,
    vectors: eigen.vectors,
    deviations: eigen.values.map((value) => Math.sqrt(Math.max(0, value))),
  }
}

/** The median; between −∞ and +∞ it is the worse one, as they have no mean. */
function middle(selected: Float64Array): number {
  const value = median(ascending(selected))
  return Number.isNaN(value) ? Number.POSITIVE_INFINITY : value
}

function remembered(history: Float64Array, score: number): Float64Array {
  const kept = history.length < LONGEST_MEMORY ? history : history.subarray(1)
  const longer = new Float64Array(kept.length + 1)
  longer.set(kept)
  longer[kept.length] = score
  return longer
}

/** Matrix times vector; the matrix n × n, row-major. */
function times(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length
  const product = new Float64Array(n)
  for (let row = 0; row < n; row++) {
    let sum = 0
    for (let k = 0; k < n; k++) sum += matrix[row * n + k] * vector[k]
    product[row] = sum
  }
  return product
}

/** matrix += factor · v·vᵀ */
function addOuter(matrix: Float64Array, v: Float64Array, factor: number): void {
  const n = v.length
  for (let row = 0; row < n; row++) {
    const left = factor * v[row]
    for (let k = 0; k < n; k++) matrix[row * n + k] += left * v[k]
  }
}
