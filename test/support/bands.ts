/**
 * Whether an observation is one of many made by a model, judged by several statistics at once.
 *
 * Distances: the largest difference between two distribution functions (Kolmogorov-Smirnov), taken at the reference's
 * quantiles. Many tests: single-step max-T of Westfall and Young (Resampling-Based Multiple Testing, 1993, ch. 2).
 * Each statistic is standardised over the model's samples and the observation together, so that under the model all
 * of them are exchangeable; a statistic's adjusted p is the part of them whose largest standardised statistic is no
 * less than this one. The chance that any adjusted p of a true model is below 0.05 is at most 0.05, and with 200
 * samples the least possible is 1/201.
 */

/** A distribution to compare with: `edges` ascending, `below[k]` the part of its values ≤ edges[k]. */
export interface Reference {
  readonly edges: Float64Array
  readonly below: Float64Array
}

/**
 * @param samples values of all of them count
 * @param most number of edges at most
 */
export function referenceOf(samples: readonly (readonly number[])[], most = 400): Reference {
  const sorted = new Float64Array(samples.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const values of samples) {
    sorted.set(values, at)
    at += values.length
  }
  sorted.sort()
  const quantiles = Array.from(
    { length: most },
    (_, k) => sorted[Math.floor(((k + 0.5) / most) * sorted.length)],
  )
  const edges = Float64Array.from(new Set(quantiles))
  const below = edges.map((edge) => upTo(sorted, edge) / sorted.length)
  return { edges, below }
}

/** √n times the largest difference between the reference and the distribution of `values`; 0 where there are none. */
export function distance({ edges, below }: Reference, values: readonly number[]): number {
  const counts = new Float64Array(edges.length + 1)
  for (const value of values) counts[lowerBound(edges, value)]++
  let sum = 0
  let largest = 0
  for (let k = 0; k < edges.length; k++) {
    sum += counts[k]
    largest = Math.max(largest, Math.abs(sum / Math.max(1, values.length) - below[k]))
  }
  return Math.sqrt(values.length) * largest
}

/**
 * The adjusted p of each statistic of the observation; all lists in the same order of statistics.
 */
export function adjustedPs(observed: readonly number[], samples: readonly (readonly number[])[]): number[] {
  const all = [...samples, observed]
  const scales = observed.map((_, k) => {
    const mean = all.reduce((sum, statistics) => sum + statistics[k], 0) / all.length
    const variance = all.reduce((sum, statistics) => sum + (statistics[k] - mean) ** 2, 0) / all.length
    return { mean, deviation: Math.sqrt(variance) }
  })
  const standard = (statistics: readonly number[]) =>
    statistics.map((value, k) => (value - scales[k].mean) / scales[k].deviation)
  const largest = all.map((statistics) => Math.max(...standard(statistics)))
  return standard(observed).map((value) => largest.filter((most) => most >= value).length / all.length)
}

/** Number of values ≤ `value` in ascending `sorted`. */
function upTo(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** The first place whose edge is ≥ `value`; the length where there is none. */
function lowerBound(edges: Float64Array, value: number): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (edges[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}
