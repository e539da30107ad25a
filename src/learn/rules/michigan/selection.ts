/**
 * Selection by clusters (C. Franke, doctoral thesis, Dortmund 2006, algorithm 9.4): rules are kept from all regions of the
 * features, from the better ones more, so that niches are not lost.
 *
 * Cluster i has as many of its best rules selected as its part of Σ 1/f̄ says, rounded, with f̄ the mean fitness of its best C
 * rules. Where these are too few, the best rules that the best cluster has left are added, then those of the second best, and so
 * on; where too many, the worst are left out again.
 */
import { largestOf, smallestOf } from '../../../core/statistics.js'
import { ranking } from '../../../optimize/stepped.js'

/**
 * Places of `count` rules, best first; of equals the first.
 * @param fitness minimised; `count` or more
 * @param clusterOf of each rule; no cluster is empty
 * @param best C: so many of a cluster's rules tell how good it is
 */
export function selectByClusters(
  fitness: Float64Array,
  clusterOf: Int32Array,
  count: number,
  best: number,
): Int32Array {
  const clusters: number[][] = []
  for (const place of ranking(fitness)) {
    const cluster = clusterOf[place]
    clusters[cluster] ??= []
    clusters[cluster].push(place)
  }
  const means = clusters.map((places) => meanOf(places.slice(0, best).map((place) => fitness[place])))
  const quotas = quotasOf(means, count)
  const selected = clusters.flatMap((places, cluster) => places.slice(0, quotas[cluster]))
  for (const cluster of ranking(means)) {
    const left = clusters[cluster].slice(quotas[cluster])
    selected.push(...left.slice(0, Math.max(0, count - selected.length)))
  }
  const order = new Int32Array(fitness.length)
  for (const [rank, place] of ranking(fitness).entries()) order[place] = rank
  return Int32Array.from(selected.sort((a, b) => order[a] - order[b]).slice(0, count))
}

/**
 * Rules to be selected of each cluster: ⌊μ / (f̄_i · Σ 1/f̄) + ½⌋.
 * @param means f̄ of the clusters
 */
export function quotasOf(means: readonly number[], count: number): readonly number[] {
  const parts = positive(means).map((mean) => 1 / mean)
  const total = parts.reduce((sum, part) => sum + part, 0)
  return parts.map((part) => Math.floor(count * (total > 0 ? part / total : 1 / parts.length) + 0.5))
}

/**
 * The formula is one for means above 0. Where some are not, as of an objective that is maximised, all are shifted so that the best
 * is as far above 0 as the worst above the best.
 */
function positive(means: readonly number[]): readonly number[] {
  const least = smallestOf(means)
  if (least > 0) return means
  const spread = largestOf(means.filter(Number.isFinite)) - least
  return means.map((mean) => mean - least + (spread > 0 ? spread : 1))
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
